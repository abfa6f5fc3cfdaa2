#include "piecework/shapez/count.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "piecework/shapez/parallel.hpp"

namespace piecework::shapez {

namespace {

using Word = std::uint64_t;

// Rows of bits, all equally long.
class BitRows {
  public:
    BitRows(std::size_t rows, std::size_t bits) : words_((bits + 63) / 64), data_(rows * words_) {}
    void set(std::size_t row, std::size_t bit) { data_[row * words_ + bit / 64] |= Word{1} << (bit % 64); }
    bool get(std::size_t row, std::size_t bit) const {
        return data_[row * words_ + bit / 64] >> (bit % 64) & 1;
    }
    const Word* row(std::size_t index) const { return data_.data() + index * words_; }
    std::size_t words() const { return words_; }
    std::uint64_t count(std::size_t index) const {
        std::uint64_t total = 0;
        for (std::size_t at = 0; at < words_; ++at) total += ones(row(index)[at]);
        return total;
    }
    static std::uint64_t ones(Word word) { return static_cast<std::uint64_t>(std::popcount(word)); }
    std::uint64_t common(const Word* left, const Word* right) const {
        std::uint64_t total = 0;
        for (std::size_t at = 0; at < words_; ++at) total += ones(left[at] & right[at]);
        return total;
    }

  private:
    std::size_t words_;
    std::vector<Word> data_;
};

// Columns by number, as they occur in halves.
class Columns {
  public:
    Columns(const Board& board, const std::vector<HalfKey>& keys) : board_(board) {
        number_.assign(std::size_t{1} << (2 * board.layers), -1);
        for (const HalfKey key : keys) {
            int& slot = number_[content(board.from_key(key), 0)];
            if (slot < 0) slot = count_++;
        }
    }
    std::size_t operator()(Shape half, int column) const {
        return static_cast<std::size_t>(number_[content(half, column)]);
    }
    std::size_t count() const { return static_cast<std::size_t>(count_); }

  private:
    std::size_t content(Shape half, int column) const {
        return static_cast<std::size_t>(gather_bits(half, both(board_.column(column))));
    }
    const Board& board_;
    std::vector<int> number_;
    int count_ = 0;
};

// Adds up body(index) over several threads.
template <class Body>
std::uint64_t sum(int threads, std::size_t count, Progress& progress, Body&& body) {
    std::vector<std::uint64_t> partial(static_cast<std::size_t>(std::max(threads, 1)));
    progress.expect(count);
    parallel_for(threads, count, [&](int thread, std::size_t index) {
        progress.check();
        partial[static_cast<std::size_t>(thread)] += body(index);
        progress.step();
    });
    return std::accumulate(partial.begin(), partial.end(), std::uint64_t{0});
}

SwappableCount count_quads(const Board& board, const std::vector<HalfKey>& keys, Progress& progress,
                           int threads) {
    const Columns columns(board, keys);
    const std::size_t n = columns.count();
    BitRows m(n, n);
    for (const HalfKey key : keys) {
        const Shape half = board.from_key(key);
        m.set(columns(half, 0), columns(half, 1));
    }
    const std::uint64_t halves = keys.size();
    // trace(M^4) is the sum of the squares of M^2, whose entries count common neighbours.
    const std::uint64_t both_ways = sum(threads, n, progress, [&](std::size_t a) {
        std::uint64_t total = 0;
        for (std::size_t b = 0; b < n; ++b) {
            const std::uint64_t common = m.common(m.row(a), m.row(b));
            total += common * common;
        }
        return total;
    });
    const std::uint64_t all = 2 * halves * halves - both_ways;
    std::uint64_t turned = 0;           // a a a a
    std::uint64_t through_columns = 0;  // a b c b
    std::uint64_t between = halves;     // a b b a: M[a,b], or M[a,a] and M[b,b]
    for (std::size_t a = 0; a < n; ++a) {
        turned += m.get(a, a);
        through_columns += m.count(a) * m.count(a);
        for (std::size_t b = 0; b < n; ++b) between += m.get(a, a) && m.get(b, b) && !m.get(a, b);
    }
    // Identity, two quarter turns, the half turn (a b a b), and two reflections of each kind.
    return {all, (all + 2 * turned + halves + 2 * between + 2 * through_columns) / 8};
}

SwappableCount count_hexes(const Board& board, const std::vector<HalfKey>& keys, Progress& progress,
                           int threads) {
    const Columns columns(board, keys);
    const std::size_t n = columns.count();
    BitRows last(n * n, n);    // row (a, b), bit c: M[a,b,c]
    BitRows middle(n * n, n);  // row (a, c), bit b
    for (const HalfKey key : keys) {
        const Shape half = board.from_key(key);
        const std::size_t a = columns(half, 0), b = columns(half, 1), c = columns(half, 2);
        last.set(a * n + b, c);
        middle.set(a * n + c, b);
    }
    const std::uint64_t halves = keys.size();
    const auto m = [&](std::size_t a, std::size_t b, std::size_t c) { return last.get(a * n + b, c); };

    progress.begin(0);
    const std::uint64_t two_ways = sum(threads, n, progress, [&](std::size_t a) {
        std::uint64_t total = 0;
        for (std::size_t d = 0; d < n; ++d) {
            std::uint64_t u = 0;
            for (std::size_t b = 0; b < n; ++b) u += last.common(last.row(a * n + b), middle.row(b * n + d));
            total += u * u;
        }
        return total;
    });

    progress.begin(1);
    const std::size_t words = last.words();
    // The term of (a, b, d, e) equals that of (d, e, a, b): take those with a <= d, the rest twice.
    const std::uint64_t three_ways = sum(threads, n * n, progress, [&](std::size_t ab) {
        const std::size_t a = ab / n, b = ab % n;
        const Word* from_ab = last.row(ab);
        const Word* to_ba = last.row(b * n + a);
        if (last.count(ab) == 0) return std::uint64_t{0};
        std::uint64_t total = 0;
        std::vector<Word> open(words);
        for (std::size_t d = a; d < n; ++d) {
            Word any = 0;
            for (std::size_t at = 0; at < words; ++at)
                any |= open[at] = from_ab[at] & middle.row(b * n + d)[at];
            if (any == 0) continue;
            std::uint64_t part = 0;
            for (std::size_t e = 0; e < n; ++e) {
                const std::uint64_t forth = last.common(open.data(), last.row(e * n + d));
                if (forth == 0) continue;
                std::uint64_t back = 0;
                const Word* from_de = last.row(d * n + e);
                const Word* between = middle.row(e * n + a);
                for (std::size_t at = 0; at < words; ++at)
                    back += BitRows::ones(from_de[at] & between[at] & to_ba[at]);
                part += forth * back;
            }
            total += d == a ? part : 2 * part;
        }
        return total;
    });
    const std::uint64_t all = 3 * halves * halves - 3 * two_ways + three_ways;

    progress.begin(2);
    // Rotations leave a a a a a a (by one part), a b a b a b (by two), a b c a b c (by three).
    std::uint64_t by_one = 0, by_two = 0, by_three = 0;
    for (std::size_t a = 0; a < n; ++a) {
        by_one += m(a, a, a);
        for (std::size_t b = 0; b < n; ++b) by_two += m(a, b, a) && m(b, a, b);
    }
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
            for (std::size_t c = 0; c < n; ++c) by_three += m(a, b, c) || m(b, c, a) || m(c, a, b);
    // Mirrored between columns: a b c c b a. Split as abc|cba, bcc|baa, ccb|aab: the last two are one
    // another.
    std::uint64_t between_columns = 0;
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
            for (std::size_t c = 0; c < n; ++c) between_columns += m(a, b, c) || (m(b, c, c) && m(b, a, a));
    // Mirrored through columns: a b c d c b. Split as abc|dcb and bcd|cba, the same, or cdc|bab.
    const std::uint64_t through_columns = sum(threads, n * n, progress, [&](std::size_t bc) {
        const std::size_t b = bc / n, c = bc % n;
        const Word* ends_a = last.row(c * n + b);   // a with M[c,b,a] = M[a,b,c]
        const Word* ends_d = last.row(b * n + c);   // d with M[b,c,d]
        const Word* mid_a = middle.row(b * n + b);  // a with M[b,a,b]
        const Word* mid_d = middle.row(c * n + c);  // d with M[c,d,c]
        return last.count(c * n + b) * last.count(b * n + c) +
               middle.count(b * n + b) * middle.count(c * n + c) -
               last.common(ends_a, mid_a) * last.common(ends_d, mid_d);
    });
    return {all, (all + 2 * by_one + 2 * by_two + by_three + 3 * between_columns + 3 * through_columns) / 12};
}

// Rings of eight and ten columns, of which at most 64 differ: a set of columns fits into one word.
//
// Name the ring x0 .. x(E-2), c, y0 .. y(E-2), c' with E = half the columns. Window r, the half that starts
// at column r, holds c for r < E and c' beyond; for given x and y it is a word of columns c, looked up by the
// last E-1-r of x and the first r of y. Window r + E is the same word with x and y exchanged.
class WideRings {
  public:
    WideRings(const Board& board, const std::vector<HalfKey>& keys)
        : size_(board.half), columns_(board, keys), n_(columns_.count()), halves_(keys.size()) {
        if (n_ > 64) throw std::invalid_argument("more than 64 different columns");
        windows_.resize(static_cast<std::size_t>(size_), std::vector<Word>(power(size_ - 1)));
        for (const HalfKey key : keys) {
            const Shape half = board.from_key(key);
            for (int missing = 0; missing < size_; ++missing) {
                std::size_t others = 0;
                for (int column = 0; column < size_; ++column)
                    if (column != missing) others = others * n_ + columns_(half, column);
                windows_[static_cast<std::size_t>(size_ - 1 - missing)][others] |= Word{1}
                                                                                   << columns_(half, missing);
            }
        }
    }

    // All rings with some window and its opposite both known, one (x, y) after the other.
    std::uint64_t listed(Progress& progress, int threads) const {
        const std::size_t count = power(size_ - 1);
        return sum(threads, count, progress, [&](std::size_t x) {
            std::uint64_t total = 0;
            Word here[5], there[5];
            for (std::size_t y = 0; y < count; ++y) {
                for (int r = 0; r < size_; ++r) {
                    here[r] = window(r, x, y);
                    there[r] = window(r, y, x);
                }
                std::int64_t rings = 0;
                for (unsigned subset = 1; subset < 1u << size_; ++subset) {
                    Word left = ~Word{0}, right = ~Word{0};
                    for (int r = 0; r < size_; ++r)
                        if (subset >> r & 1) {
                            left &= here[r];
                            right &= there[r];
                        }
                    const auto both = static_cast<std::int64_t>(BitRows::ones(left) * BitRows::ones(right));
                    rings += std::popcount(subset) % 2 == 1 ? both : -both;
                }
                total += static_cast<std::uint64_t>(rings);
            }
            return total;
        });
    }

    // The same for rings of eight, by inclusion and exclusion over the four ways to split.
    std::uint64_t by_inclusion(Progress& progress, int threads) const {
        const std::size_t n = n_, n2 = n * n;
        const std::vector<Word>&w0 = windows_[0], &w1 = windows_[1], &w2 = windows_[2], &w3 = windows_[3];
        std::vector<std::uint64_t> next(n2);  // x a b c y with windows 0 and 1
        for (std::size_t x = 0; x < n; ++x)
            for (std::size_t y = 0; y < n; ++y)
                for (std::size_t ab = 0; ab < n2; ++ab)
                    next[x * n + y] += BitRows::ones(w0[x * n2 + ab] & w1[ab * n + y]);
        std::uint64_t neighbours = 0;
        for (std::size_t x = 0; x < n; ++x)
            for (std::size_t y = 0; y < n; ++y) neighbours += next[x * n + y] * next[y * n + x];
        // Windows 0 and 2, and windows 0, 1 and 2, between the pairs (a0, a1) and (a4, a5).
        progress.begin(0);
        std::vector<std::uint64_t> apart(n2 * n2), three(n2 * n2);
        sum(threads, n2, progress, [&](std::size_t from) {
            for (std::size_t to = 0; to < n2; ++to)
                for (std::size_t a2 = 0; a2 < n; ++a2) {
                    const Word both_ends = w0[from * n + a2] & w2[a2 * n2 + to];
                    apart[from * n2 + to] += BitRows::ones(both_ends);
                    three[from * n2 + to] +=
                        BitRows::ones(both_ends & w1[((from % n) * n + a2) * n + to / n]);
                }
            return std::uint64_t{0};
        });
        std::uint64_t second = 0, third = 0;
        for (std::size_t from = 0; from < n2; ++from)
            for (std::size_t to = 0; to < n2; ++to) {
                second += apart[from * n2 + to] * apart[to * n2 + from];
                third += three[from * n2 + to] * three[to * n2 + from];
            }
        progress.begin(1);
        const std::uint64_t fourth = sum(threads, n2 * n, progress, [&](std::size_t x) {
            std::uint64_t total = 0;
            const Word start = w0[x];
            if (start == 0) return total;
            const std::size_t x0 = x / n2, x12 = x % n2, x01 = x / n, x2 = x % n;
            for (std::size_t y = 0; y < n2 * n; ++y) {
                const std::size_t y0 = y / n2, y01 = y / n;
                const Word here = start & w1[x12 * n + y0] & w2[x2 * n2 + y01] & w3[y];
                if (here == 0) continue;
                const Word there = w0[y] & w1[(y % n2) * n + x0] & w2[(y % n) * n2 + x01] & w3[x];
                total += BitRows::ones(here) * BitRows::ones(there);
            }
            return total;
        });
        return 4 * halves_ * halves_ - 4 * neighbours - 2 * second + 4 * third - fourth;
    }

    // Swappable rings made of `free` columns, the ring's place p showing column shown[p].
    std::uint64_t fixed(const std::vector<int>& shown, int free) const {
        std::vector<std::size_t> value(static_cast<std::size_t>(free));
        std::uint64_t total = 0;
        const std::size_t count = power(free);
        for (std::size_t code = 0; code < count; ++code) {
            std::size_t rest = code;
            for (std::size_t& one : value) {
                one = rest % n_;
                rest /= n_;
            }
            for (int turn = 0; turn < size_; ++turn)
                if (known(shown, value, turn) && known(shown, value, turn + size_)) {
                    ++total;
                    break;
                }
        }
        return total;
    }

    // Up to rotation and mirroring.
    std::uint64_t orbits(std::uint64_t all) const {
        const int ring = 2 * size_;
        std::uint64_t total = all;
        std::vector<int> shown(static_cast<std::size_t>(ring));
        for (int turn = 1; turn < ring; ++turn) {
            const int period = std::gcd(turn, ring);
            for (int place = 0; place < ring; ++place)
                shown[static_cast<std::size_t>(place)] = place % period;
            total += fixed(shown, period);
        }
        for (int place = 0; place < ring; ++place)  // between columns
            shown[static_cast<std::size_t>(place)] = std::min(place, ring - 1 - place);
        total += static_cast<std::uint64_t>(size_) * fixed(shown, size_);
        for (int place = 0; place < ring; ++place)  // through two columns
            shown[static_cast<std::size_t>(place)] = std::min(place, ring - place);
        total += static_cast<std::uint64_t>(size_) * fixed(shown, size_ + 1);
        return total / static_cast<std::uint64_t>(2 * ring);
    }

  private:
    std::size_t power(int exponent) const {
        std::size_t result = 1;
        for (int step = 0; step < exponent; ++step) result *= n_;
        return result;
    }
    Word window(int r, std::size_t x, std::size_t y) const {
        const std::size_t kept = power(size_ - 1 - r);
        return windows_[static_cast<std::size_t>(r)][(x % kept) * power(r) + y / kept];
    }
    bool known(const std::vector<int>& shown, const std::vector<std::size_t>& value, int start) const {
        std::size_t others = 0;
        const auto at = [&](int place) {
            return value[static_cast<std::size_t>(
                shown[static_cast<std::size_t>((start + place) % (2 * size_))])];
        };
        for (int place = 0; place + 1 < size_; ++place) others = others * n_ + at(place);
        return windows_[0][others] >> at(size_ - 1) & 1;
    }

    const int size_;
    const Columns columns_;
    const std::size_t n_;
    const std::uint64_t halves_;
    std::vector<std::vector<Word>> windows_;
};

}  // namespace

SwappableCount count_swappable(const Board& board, const HalfSet& halves, Progress& progress, int threads) {
    const std::vector<HalfKey> keys = halves.keys();
    if (board.parts == 4) return count_quads(board, keys, progress, threads);
    if (board.parts == 6) return count_hexes(board, keys, progress, threads);
    if (board.parts == 10 && board.layers > 2)
        throw std::invalid_argument(
            "swappable shapes of ten parts are counted up to two layers: Dec3 has too "
            "many columns");
    const WideRings rings(board, keys);
    const std::uint64_t all =
        board.parts == 8 ? rings.by_inclusion(progress, threads) : rings.listed(progress, threads);
    return {all, rings.orbits(all)};
}

std::uint64_t list_swappable(const Board& board, const HalfSet& halves, Progress& progress) {
    return WideRings(board, halves.keys()).listed(progress, 1);
}

}  // namespace piecework::shapez
