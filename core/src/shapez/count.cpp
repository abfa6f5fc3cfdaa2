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

}  // namespace

SwappableCount count_swappable(const Board& board, const HalfSet& halves, Progress& progress, int threads) {
    const std::vector<HalfKey> keys = halves.keys();
    if (board.parts == 4) return count_quads(board, keys, progress, threads);
    if (board.parts == 6) return count_hexes(board, keys, progress, threads);
    throw std::invalid_argument("swappable shapes are counted without listing for 4 and 6 parts only");
}

}  // namespace piecework::shapez
