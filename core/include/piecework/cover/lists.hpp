// Lists of numbers, one behind the other in one array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace piecework::cover {

class Lists {
  public:
    std::size_t size() const { return ends_.size(); }
    std::span<const std::uint32_t> operator[](std::size_t list) const {
        return {numbers_.data() + (list ? ends_[list - 1] : 0), numbers_.data() + ends_[list]};
    }

    // A list is made by adding its numbers, and ending it.
    void add(std::uint32_t number) { numbers_.push_back(number); }
    void end_list() { ends_.push_back(numbers_.size()); }

  private:
    std::vector<std::uint32_t> numbers_;
    std::vector<std::size_t> ends_;
};

}  // namespace piecework::cover
