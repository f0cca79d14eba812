#include "compiler/schedule_critical_path.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace unibank::compiler {
namespace {

class List {
 public:
  List(const ScheduleLine& line, const LiveValues& values, unsigned registers)
      : line_(line),
        values_(values),
        registers_(registers),
        missing_(line.behind.size()),
        there_(line.behind.size()),
        before_(line.behind.size()) {
    for (std::uint32_t node = 0; node < missing_.size(); ++node) {
      missing_[node] = static_cast<std::uint32_t>(line_.behind[node].size());
      for (const Dependence& d : line_.behind[node]) before_[d.on].push_back(node);
    }
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

  // Without room for another value, chooses only among nodes that need none; if there are none, the first in written
  // order.
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
  std::vector<std::vector<std::uint32_t>> before_;  // [node]: the nodes that depend on it
  std::vector<std::uint64_t> path_;
  std::vector<std::uint32_t> ready_, order_;
  std::uint64_t now_ = 0;
};

}  // namespace

std::vector<std::uint32_t> schedule_critical_path(const ScheduleLine& line, const LiveValues& values,
                                                  unsigned registers) {
  const auto list = [&](unsigned room, unsigned) { return List(line, values, room).run(); };
  const auto order = order_within(line, values, registers, list);
  return order ? *order : schedule_line(line, values, registers);
}

}  // namespace unibank::compiler
