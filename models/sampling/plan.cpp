#include "sampling/plan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "sampling/draw.h"

namespace unibank {

namespace {

using Numbers = std::vector<std::uint64_t>;  // of launches

constexpr std::uint64_t kInAStratum = 3;  // the least number of counted launches in a stratum
constexpr std::uint64_t kClass = 6;       // the least number of launches with equal features of which only some are
                                          // counted

auto family_of(const LaunchFeatures& of) {
  return std::tuple(of.kernel, of.block.x, of.block.y, of.block.z, of.registers_per_thread, of.scratchpad_bytes);
}

auto class_of(const LaunchFeatures& of) {
  return std::tuple(of.warp_instructions, of.grid.x, of.grid.y, of.grid.z, of.thread_instructions, of.accesses,
                    of.line_accesses, of.lines, of.new_lines, of.unloaded_lines, of.memory_changed, of.signature,
                    of.before);
}

class Planner {
 public:
  Planner(const std::vector<LaunchFeatures>& launches, const Sample& sample)
      : launches_(launches), share_(sample.percent / 100), random_(sample.seed) {
    plan_.launches.resize(launches.size());
    plan_.strata.push_back(0);  // stratum 0: launches that are counted unscaled
  }

  SamplePlan plan() {
    std::map<decltype(family_of(launches_.front())), Numbers> families;
    for (std::uint64_t i = 0; i < launches_.size(); ++i) families[family_of(launches_[i])].push_back(i);
    for (const auto& [name, members] : families) add_family(members);
    for (std::uint64_t i = 0; i < launches_.size(); ++i) {
      if (plan_.launches[i].stratum == SamplePlan::kNotCounted) continue;
      for (std::uint64_t before = launches_[i].warm_from; before <= i; ++before) plan_.launches[before].timed = true;
    }
    return plan_;
  }

 private:
  std::uint64_t wanted(std::uint64_t of) const {
    const auto share = static_cast<std::uint64_t>(std::ceil(share_ * static_cast<double>(of)));
    return std::min(of, std::max(kInAStratum, share));
  }

  void add_family(const Numbers& members) {
    count_all({members.front()});
    std::map<decltype(class_of(launches_.front())), Numbers> classes;
    for (auto i = members.begin() + 1; i != members.end(); ++i) classes[class_of(launches_[*i])].push_back(*i);
    for (const auto& [features, alike] : classes) {
      if (alike.size() < kClass) {
        count_all(alike);
        continue;
      }
      count_all({alike.front()});
      split({alike.begin() + 1, alike.end()}, wanted(alike.size() - 1));
    }
  }

  void count_all(const Numbers& launches) {
    for (const std::uint64_t i : launches) plan_.launches[i].stratum = 0;
    plan_.strata[0] += launches.size();
  }

  // Divides launches into strata of neighbours in time, and draws `counted` of them in total.
  void split(const Numbers& launches, std::uint64_t counted) {
    if (counted >= launches.size()) return count_all(launches);
    const std::uint64_t strata = std::max<std::uint64_t>(1, counted / kInAStratum), size = launches.size();
    const auto at = [&launches](std::uint64_t place) { return launches.begin() + static_cast<std::ptrdiff_t>(place); };
    for (std::uint64_t h = 0; h < strata; ++h)
      choose({at(size * h / strata), at(size * (h + 1) / strata)},
             counted * (h + 1) / strata - counted * h / strata);
  }

  void choose(Numbers part, std::uint64_t counted) {
    if (counted >= part.size()) return count_all(part);
    for (std::uint64_t i = 0; i < counted; ++i) {
      std::swap(part[i], part[i + random_.below(part.size() - i)]);
      plan_.launches[part[i]].stratum = static_cast<unsigned>(plan_.strata.size());
    }
    plan_.strata.push_back(part.size());
  }

  const std::vector<LaunchFeatures>& launches_;
  const double share_;
  Draw random_;
  SamplePlan plan_;
};

}  // namespace

SamplePlan plan_sample(const std::vector<LaunchFeatures>& launches, const Sample& sample) {
  return Planner(launches, sample).plan();
}

}  // namespace unibank
