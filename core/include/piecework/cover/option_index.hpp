// Finds a layout's option by what it covers: a hash table of option numbers with open addressing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "piecework/cover/layout.hpp"
#include "piecework/cover/mask.hpp"

namespace piecework::cover {

template <int W>
class OptionIndex {
  public:
    bool empty() const { return places_.empty(); }

    // The options must outlive the index.
    void fill(std::span<const DenseOption> options) {
        options_ = options;
        const std::size_t size = std::bit_ceil(2 * options.size() + 1);
        shift_ = 64 - std::countr_zero(size);
        places_.assign(size, nobody);
        for (std::uint32_t number = 0; number < options.size(); ++number) {
            std::size_t place = first_place(cells_of(options[number]), options[number].group);
            while (places_[place] != nobody) place = next(place);
            places_[place] = number;
        }
    }

    // There must be such an option.
    const DenseOption& find(const Mask<W>& cells, std::uint8_t group) const {
        for (std::size_t place = first_place(cells, group);; place = next(place)) {
            const DenseOption& option = options_[places_[place]];
            if (option.group == group && same<W>(cells_of(option), cells)) return option;
        }
    }

  private:
    static constexpr std::uint32_t nobody = 0xffffffff;

    static Mask<W> cells_of(const DenseOption& option) {
        Mask<W> cells;
        for (int k = 0; k < W; ++k) cells[k] = option.cells[k];
        return cells;
    }
    std::size_t first_place(const Mask<W>& cells, std::uint8_t group) const {
        return static_cast<std::size_t>(mix<W>(group, cells) >> shift_);
    }
    std::size_t next(std::size_t place) const { return (place + 1) & (places_.size() - 1); }

    std::span<const DenseOption> options_;
    std::vector<std::uint32_t> places_;
    int shift_ = 0;
};

}  // namespace piecework::cover
