#include "compiler/schedule_critical_path.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

namespace unibank::compiler {
namespace {

class List {
 public:
  List(const ScheduleLine& line, const LiveValues& values, unsigned registers)
      : line_(line), values_(values), registers_(registers), missing_(line.behind.size()), there_(line.behind.size()) {
    std::vector<std::vector<std::uint32_t>> before(missing_.size());
    for (std::uint32_t node = 0; node < missing_.size(); ++node) {
      missing_[node] = static_cast<std::uint32_t>(line_.behind[node].size());
      for (const Dependence& d : line_.behind[node]) before[d.on].push_back(node);
    }
    before_ = std::move(before);
    find_paths();
    for (std::uint32_t node = 0; node < missing_.size(); ++node)
      if (missing_[node] == 0) ready_.push_back(node);
  }

  std::vector<std::uint32_t> run() {
    while (!ready_.empty()) issue(choose());
    return std::move(order_);
  }

 private:
  // Cycles from the issue of a node to the end of the line.
  void find_paths() {
    path_.assign(missing_.size(), 1);
    for (std::uint32_t node = static_cast<std::uint32_t>(missing_.size()); node-- > 0;)
      for (const Dependence& d : line_.behind[node])
        path_[d.on] = std::max(path_[d.on], path_[node] + (d.value ? line_.latency[d.on] : 1));
  }

  // Without room for another value only those that need none; if there are none, the first in written order.
  std::size_t choose() const {
    std::optional<std::size_t> best;
    std::tuple<std::uint64_t, std::uint64_t, std::uint32_t> least;
    for (std::size_t i = 0; i < ready_.size(); ++i) {
      const std::uint32_t node = ready_[i];
      if (values_.with(node) > std::max(registers_, values_.live())) continue;
      const std::tuple rank(std::max(there_[node], now_), ~path_[node], node);
      if (best && rank >= least) continue;
      best = i;
      least = rank;
    }
    return best ? *best
                : static_cast<std::size_t>(std::min_element(ready_.begin(), ready_.end()) - ready_.begin());
  }

  void issue(std::size_t place) {
    const std::uint32_t node = ready_[place];
    ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(place));
    values_.issue(node);
    now_ = std::max(now_, there_[node]) + 1;
    order_.push_back(node);
    for (const std::uint32_t next : before_[node]) {
      for (const Dependence& d : line_.behind[next])
        if (d.on == node && d.value) there_[next] = std::max(there_[next], now_ - 1 + line_.latency[node]);
      if (--missing_[next] == 0) ready_.push_back(next);
    }
  }

  const ScheduleLine& line_;
  LiveValues values_;
  const unsigned registers_;
  std::vector<std::uint32_t> missing_;             // [node]: dependences that are not issued
  std::vector<std::uint64_t> there_;               // [node]: the cycle in which its operands have arrived
  std::vector<std::vector<std::uint32_t>> before_;  // [node]: those that depend on it
  std::vector<std::uint64_t> path_;
  std::vector<std::uint32_t> ready_, order_;
  std::uint64_t now_ = 0;
};

}  // namespace

std::vector<std::uint32_t> schedule_critical_path(const ScheduleLine& line, const LiveValues& values,
                                                  unsigned registers) {
  std::vector<std::uint32_t> as_it_is(line.behind.size());
  std::iota(as_it_is.begin(), as_it_is.end(), 0u);
  const unsigned bound = std::max(registers, most_live(values, as_it_is));
  for (const unsigned spare : {0u, 1u, 2u, 3u, 4u, 6u, 8u, 12u, 16u, 24u}) {
    if (spare > bound) break;
    std::vector<std::uint32_t> order = List(line, values, bound - spare).run();
    if (most_live(values, order) <= bound) return order;
  }
  return schedule_line(line, values, registers);
}

}  // namespace unibank::compiler
