#include "piecework/cover/parting.hpp"

#include <algorithm>
#include <numeric>

namespace piecework::cover {

namespace {

// Collects items as long as no option holds two of them.
class Collector {
  public:
    Collector(const std::vector<std::vector<std::uint32_t>>& holders, std::size_t options)
        : holders_(&holders), taken_(options) {}

    bool add(std::uint32_t item) {
        for (std::uint32_t option : (*holders_)[item])
            if (taken_[option]) return false;
        for (std::uint32_t option : (*holders_)[item]) taken_[option] = true;
        covered_ += (*holders_)[item].size();
        chosen_.push_back(item);
        return true;
    }
    bool covers_all() const { return covered_ == taken_.size(); }
    const std::vector<std::uint32_t>& chosen() const { return chosen_; }

  private:
    const std::vector<std::vector<std::uint32_t>>* holders_;
    std::vector<bool> taken_;
    std::vector<std::uint32_t> chosen_;
    std::size_t covered_ = 0;
};

}  // namespace

Parting part_options(const Problem& problem) {
    Parting parting;
    std::vector<std::uint32_t> exclusive;
    for (std::uint32_t item = 0; item < problem.item_count(); ++item)
        (problem.item(item).exclusive() ? exclusive : parting.multiple).push_back(item);
    parting.all = parting.multiple;

    std::vector<std::vector<std::uint32_t>> holders(problem.item_count());
    std::size_t memberships = 1;
    for (std::uint32_t i = 0; i < problem.option_count(); ++i) {
        memberships += problem.option(i).size();
        for (std::uint32_t item : problem.option(i)) holders[item].push_back(i);
    }
    // Pieces have more options than most cells, so the largest are tried first.
    std::stable_sort(exclusive.begin(), exclusive.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return holders[a].size() > holders[b].size(); });

    Collector multiple(holders, problem.option_count());
    for (std::uint32_t item : parting.multiple)
        if (!multiple.add(item)) return parting;
    std::size_t attempts = std::clamp<std::size_t>(20'000'000 / memberships, 4, 200);
    for (std::uint32_t start : exclusive) {
        if (holders[start].empty() || attempts-- == 0) break;
        Collector collector = multiple;
        collector.add(start);
        for (std::uint32_t item : exclusive)
            if (item != start && !holders[item].empty()) collector.add(item);
        const std::size_t gained = collector.chosen().size() - parting.multiple.size();
        if (!collector.covers_all() || gained * 4 >= exclusive.size()) continue;
        parting.all = collector.chosen();
        break;
    }
    return parting;
}

bool impossible(const Problem& problem, std::size_t option) {
    const auto members = problem.option(option);
    return std::any_of(members.begin(), members.end(),
                       [&](std::uint32_t item) { return problem.item(item).hi == 0; });
}

}  // namespace piecework::cover
