// The inner loop of the dense kernel: from the options still alive, keep those that a chosen option leaves
// possible, and count on the way how many of them hold each bit.
//
// Counting is bit-sliced: three words ("planes") hold, for 64 items at once, the low bit, the next bit, and a
// sticky mark for "four or more" of each item's count, so adding an option to all its items' counts is five
// logic operations. That is all that choosing the most constrained item needs: 0 is a dead end, 1 is forced,
// 2 and 3 are good branches, and only where everything has four or more must one look closer.
//
// Cost: about one instruction cycle an option and word with AVX2, which tests four options at a time and
// packs the survivors by a shuffle; the portable path does the same one option at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__) && defined(__BMI2__)
#include <immintrin.h>
#define PIECEWORK_AVX2 1
#else
#define PIECEWORK_AVX2 0
#endif

namespace piecework::cover {

template <int W>
using Mask = std::array<std::uint64_t, W>;

template <int W>
struct Planes {
    Mask<W> ones{}, twos{}, many{};
};

// Options stored by word, in group order, with room for `padding` more: whole vectors are read and written at
// the end.
template <int W>
struct OptionList {
    static constexpr std::size_t padding = 32;

    std::array<std::uint64_t*, W> words{};
    std::uint8_t* groups = nullptr;
    std::uint32_t size = 0;
};

// Counts with more planes, for the nodes at which three tell too little: plane p holds bit p of every item's
// count, and the last one is sticky, so that counts of 2^(planes - 1) and above look alike.
template <int W, int planes>
class Tally {
  public:
    static constexpr std::uint32_t limit = 1u << (planes - 1);

    explicit Tally(const OptionList<W>& list) {
        constexpr std::uint32_t lanes = 4;  // counted apart, so that the compiler can use vectors
        for (int k = 0; k < W; ++k) {
            std::uint64_t sum[planes][lanes] = {};
            std::uint32_t i = 0;
            for (; i + lanes <= list.size; i += lanes) {
                std::uint64_t added[lanes];
                for (std::uint32_t lane = 0; lane < lanes; ++lane) added[lane] = list.words[k][i + lane];
                for (int p = 0; p < planes - 1; ++p) {
                    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
                        const std::uint64_t carry = sum[p][lane] & added[lane];
                        sum[p][lane] ^= added[lane];
                        added[lane] = carry;
                    }
                }
                for (std::uint32_t lane = 0; lane < lanes; ++lane) sum[planes - 1][lane] |= added[lane];
            }
            for (; i < list.size; ++i) {
                std::uint64_t added = list.words[k][i];
                for (int p = 0; p < planes - 1 && added; ++p) {
                    const std::uint64_t carry = sum[p][0] & added;
                    sum[p][0] ^= added;
                    added = carry;
                }
                sum[planes - 1][0] |= added;
            }
            for (std::uint32_t lane = 1; lane < lanes; ++lane) {
                std::uint64_t carry = 0;
                for (int p = 0; p < planes - 1; ++p) {
                    const std::uint64_t a = sum[p][0], b = sum[p][lane];
                    sum[p][0] = a ^ b ^ carry;
                    carry = (a & b) | (carry & (a ^ b));
                }
                sum[planes - 1][0] |= sum[planes - 1][lane] | carry;
            }
            for (int p = 0; p < planes; ++p) bits_[p][k] = sum[p][0];
        }
    }

    // Leaves in `items` only those with the least count, and returns it; from `limit` on it is no longer
    // exact.
    std::uint32_t narrow_to_least(Mask<W>& items) const {
        std::uint32_t least = 0;
        for (int p = planes; p-- > 0;) {
            Mask<W> without;
            std::uint64_t some = 0;
            for (int k = 0; k < W; ++k) some |= without[k] = items[k] & ~bits_[p][k];
            if (some)
                items = without;
            else
                least |= 1u << p;
        }
        return least;
    }

  private:
    Mask<W> bits_[planes];
};

#if PIECEWORK_AVX2

namespace detail {

struct PackTables {
    alignas(32) std::uint32_t lanes[16][8];
    std::uint32_t bytes[16];
    alignas(32) std::uint64_t first[4][4];  // first[n]: all ones in the first n lanes
};

constexpr PackTables make_pack_tables() {
    PackTables tables{};
    for (unsigned keep = 0; keep < 16; ++keep) {
        unsigned out = 0;
        for (unsigned lane = 0; lane < 4; ++lane) {
            if (!(keep >> lane & 1)) continue;
            tables.lanes[keep][2 * out] = 2 * lane;
            tables.lanes[keep][2 * out + 1] = 2 * lane + 1;
            tables.bytes[keep] |= 0xffu << (8 * lane);
            ++out;
        }
    }
    for (unsigned n = 0; n < 4; ++n)
        for (unsigned lane = 0; lane < n; ++lane) tables.first[n][lane] = ~0ull;
    return tables;
}

inline constexpr PackTables pack_tables = make_pack_tables();

}  // namespace detail

// Where the options of a group begin and end in a list that is in group order.
inline void find_group(const std::uint8_t* groups, std::uint32_t size, std::uint8_t group,
                       std::uint32_t& begin, std::uint32_t& end) {
    const __m256i wanted = _mm256_set1_epi8(static_cast<char>(group));
    std::uint32_t up_to = 0, equal = 0;
    for (std::uint32_t i = 0; i < size; i += 32) {
        const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(groups + i));
        auto not_above = static_cast<std::uint32_t>(
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(some, wanted), wanted)));
        auto same = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(some, wanted)));
        if (size - i < 32) {
            not_above &= (1u << (size - i)) - 1;
            same &= (1u << (size - i)) - 1;
        }
        up_to += static_cast<std::uint32_t>(std::popcount(not_above));
        equal += static_cast<std::uint32_t>(std::popcount(same));
    }
    begin = up_to - equal;
    end = up_to;
}

template <int W>
class Filter {
  public:
    Filter(const OptionList<W>& from, OptionList<W>& to, const Mask<W>& chosen)
        : from_groups_(from.groups), to_groups_(to.groups), size_(to.size) {
        for (int k = 0; k < W; ++k) {
            from_words_[k] = from.words[k];
            to_words_[k] = to.words[k];
            chosen_[k] = _mm256_set1_epi64x(static_cast<long long>(chosen[k]));
            ones_[k] = twos_[k] = many_[k] = _mm256_setzero_si256();
        }
        size_ = 0;
    }

    void keep(std::uint32_t begin, std::uint32_t end) {
        std::uint32_t i = begin;
        std::uint32_t out = size_;
        const __m256i all = _mm256_set1_epi64x(-1);
        for (; i + 4 <= end; i += 4) out += four(i, out, all);
        if (i < end) {
            const auto* rest = reinterpret_cast<const __m256i*>(detail::pack_tables.first[end - i]);
            out += four(i, out, _mm256_load_si256(rest));
        }
        size_ = out;
    }

    Planes<W> planes() const {
        Planes<W> sum;
        for (int k = 0; k < W; ++k) {
            const __m128i a0 = _mm256_castsi256_si128(ones_[k]), a1 = _mm256_extracti128_si256(ones_[k], 1);
            const __m128i b0 = _mm256_castsi256_si128(twos_[k]), b1 = _mm256_extracti128_si256(twos_[k], 1);
            const __m128i c0 = _mm256_castsi256_si128(many_[k]), c1 = _mm256_extracti128_si256(many_[k], 1);
            const __m128i carry = _mm_and_si128(a0, a1), half = _mm_xor_si128(b0, b1);
            const __m128i ones = _mm_xor_si128(a0, a1), twos = _mm_xor_si128(half, carry);
            const __m128i many = _mm_or_si128(
                _mm_or_si128(c0, c1), _mm_or_si128(_mm_and_si128(b0, b1), _mm_and_si128(half, carry)));
            const auto low = [](__m128i v) { return static_cast<std::uint64_t>(_mm_cvtsi128_si64(v)); };
            const auto high = [](__m128i v) { return static_cast<std::uint64_t>(_mm_extract_epi64(v, 1)); };
            const std::uint64_t last_carry = low(ones) & high(ones), last_half = low(twos) ^ high(twos);
            sum.ones[k] = low(ones) ^ high(ones);
            sum.twos[k] = last_half ^ last_carry;
            sum.many[k] = low(many) | high(many) | (low(twos) & high(twos)) | (last_half & last_carry);
        }
        return sum;
    }

  private:
    std::uint32_t four(std::uint32_t i, std::uint32_t out, __m256i eligible) {
        __m256i value[W];
        __m256i clash = _mm256_setzero_si256();
        for (int k = 0; k < W; ++k) {
            value[k] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from_words_[k] + i));
            clash = _mm256_or_si256(clash, _mm256_and_si256(value[k], chosen_[k]));
        }
        const __m256i kept = _mm256_and_si256(_mm256_cmpeq_epi64(clash, _mm256_setzero_si256()), eligible);
        const auto lanes = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(kept)));
        const __m256i pack =
            _mm256_load_si256(reinterpret_cast<const __m256i*>(detail::pack_tables.lanes[lanes]));
        for (int k = 0; k < W; ++k) {
            const __m256i added = _mm256_and_si256(value[k], kept);
            const __m256i carry = _mm256_and_si256(ones_[k], added);
            ones_[k] = _mm256_xor_si256(ones_[k], added);
            many_[k] = _mm256_or_si256(many_[k], _mm256_and_si256(twos_[k], carry));
            twos_[k] = _mm256_xor_si256(twos_[k], carry);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to_words_[k] + out),
                                _mm256_permutevar8x32_epi32(value[k], pack));
        }
        std::uint32_t groups;
        std::memcpy(&groups, from_groups_ + i, 4);
        groups = _pext_u32(groups, detail::pack_tables.bytes[lanes]);
        std::memcpy(to_groups_ + out, &groups, 4);
        return static_cast<std::uint32_t>(std::popcount(lanes));
    }

    // Copies of the lists' pointers: the compiler cannot know that writing options leaves the lists
    // themselves alone.
    const std::uint64_t* from_words_[W];
    std::uint64_t* to_words_[W];
    const std::uint8_t* from_groups_;
    std::uint8_t* to_groups_;
    std::uint32_t& size_;
    __m256i chosen_[W], ones_[W], twos_[W], many_[W];
};

#else

inline void find_group(const std::uint8_t* groups, std::uint32_t size, std::uint8_t group,
                       std::uint32_t& begin, std::uint32_t& end) {
    const auto range = std::equal_range(groups, groups + size, group);
    begin = static_cast<std::uint32_t>(range.first - groups);
    end = static_cast<std::uint32_t>(range.second - groups);
}

template <int W>
class Filter {
  public:
    Filter(const OptionList<W>& from, OptionList<W>& to, const Mask<W>& chosen)
        : from_(from), to_(to), chosen_(chosen) {
        to_.size = 0;
    }

    void keep(std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            std::uint64_t clash = 0;
            for (int k = 0; k < W; ++k) clash |= from_.words[k][i] & chosen_[k];
            if (clash) continue;
            for (int k = 0; k < W; ++k) {
                const std::uint64_t added = from_.words[k][i];
                const std::uint64_t carry = sum_.ones[k] & added;
                sum_.ones[k] ^= added;
                sum_.many[k] |= sum_.twos[k] & carry;
                sum_.twos[k] ^= carry;
                to_.words[k][to_.size] = added;
            }
            to_.groups[to_.size++] = from_.groups[i];
        }
    }

    const Planes<W>& planes() const { return sum_; }

  private:
    const OptionList<W>& from_;
    OptionList<W>& to_;
    Mask<W> chosen_;
    Planes<W> sum_;
};

#endif

}  // namespace piecework::cover
