// How often each group of a layout was used on the way to a node.
#pragma once

#include <cstdint>
#include <vector>

#include "piecework/cover/layout.hpp"

namespace piecework::cover {

class GroupUse {
  public:
    explicit GroupUse(const std::vector<Group>& groups) {
        std::uint64_t weight = 1;
        for (const Group& group : groups) {
            uses_.push_back({group, 0, weight});
            has_code_ &= !__builtin_mul_overflow(weight, std::uint64_t{group.hi} + 1, &weight);
        }
        restart();
    }

    void restart() {
        lacking_ = code_ = 0;
        for (Use& use : uses_) {
            use.times = 0;
            lacking_ += use.group.lo;
        }
    }
    void use(std::uint8_t group) {
        if (group == no_group) return;
        Use& use = uses_[group];
        lacking_ -= use.times < use.group.lo;
        ++use.times;
        code_ += use.weight;
    }
    void release(std::uint8_t group) {
        if (group == no_group) return;
        Use& use = uses_[group];
        --use.times;
        lacking_ += use.times < use.group.lo;
        code_ -= use.weight;
    }

    // How many more times a group may be used, and must be.
    std::uint32_t left(std::uint8_t group) const { return uses_[group].group.hi - uses_[group].times; }
    std::uint32_t lacking(std::uint8_t group) const {
        const Use& use = uses_[group];
        return use.times < use.group.lo ? use.group.lo - use.times : 0;
    }
    // The uses that all groups together still need.
    std::uint64_t lacking() const { return lacking_; }

    // One number for how often each group was used, where 64 bits suffice to tell all cases apart.
    bool has_code() const { return has_code_; }
    std::uint64_t code() const { return code_; }

  private:
    struct Use {
        Group group;
        std::uint32_t times;
        std::uint64_t weight;  // in the code
    };

    std::vector<Use> uses_;
    std::uint64_t lacking_ = 0, code_ = 0;
    bool has_code_ = true;
};

}  // namespace piecework::cover
