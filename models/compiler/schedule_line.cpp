#include "compiler/schedule_line.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace unibank::compiler {

namespace {

unsigned most_live(LiveValues values, const std::vector<std::uint32_t>& order) {
  unsigned most = values.live();
  for (const std::uint32_t node : order) {
    most = std::max(most, values.with(node));
    values.issue(node);
  }
  return most;
}

std::vector<std::uint32_t> as_it_is(const ScheduleLine& line) {
  std::vector<std::uint32_t> order(line.behind.size());
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

// One attempt: `room` registers for loads, `registers` for everything.
class Rounds {
 public:
  Rounds(const ScheduleLine& line, const LiveValues& values, unsigned room, unsigned registers)
      : line_(line),
        values_(values),
        room_(room),
        registers_(registers),
        issued_(line.behind.size()),
        leads_to_load_(line.behind.size()),
        there_(line.behind.size()),
        round_of_(line.behind.size()) {}

  std::vector<std::uint32_t> run() {
    while (order_.size() < issued_.size()) {
      const std::size_t before = order_.size();
      note_feeders();
      issue_loads();
      bool waited = false;
      while (issue_other(waited)) {}
      // An instruction has waited for the loads, or nothing else is left: the loads have arrived.
      if (waited || (order_.size() == before && pending_)) next_round();
      else if (order_.size() == before) issue(first_ready());
    }
    return std::move(order_);
  }

 private:
  bool ready(std::uint32_t node) const {
    const std::vector<Dependence>& behind = line_.behind[node];
    const auto done = [&](const Dependence& d) { return issued_[d.on]; };
    return !issued_[node] && std::all_of(behind.begin(), behind.end(), done);
  }

  // An instruction waits when it needs the result of a far load of this round.
  bool waits(std::uint32_t node) const {
    const std::vector<Dependence>& behind = line_.behind[node];
    return std::any_of(behind.begin(), behind.end(), [&](const Dependence& d) {
      return d.value && line_.far[d.on] && issued_[d.on] && round_of_[d.on] == round_;
    });
  }

  // Instructions that a far load depends on are reserved for that load.
  void note_feeders() {
    std::fill(leads_to_load_.begin(), leads_to_load_.end(), false);
    for (std::uint32_t node = static_cast<std::uint32_t>(issued_.size()); node-- > 0;) {
      if (issued_[node] || (!line_.early[node] && !leads_to_load_[node])) continue;
      for (const Dependence& d : line_.behind[node]) leads_to_load_[d.on] = true;
    }
  }

  void issue_loads() {
    for (std::uint32_t node = 0; node < issued_.size(); ++node) {
      if (issued_[node] || !line_.early[node]) continue;
      std::vector<std::uint32_t> slice;
      if (!add_slice(node, slice)) continue;
      std::sort(slice.begin(), slice.end());
      if (!fits(slice)) return;
      for (const std::uint32_t member : slice) issue(member);
    }
  }

  // The load and its dependences; false when some of them wait for this round's loads, or for a load that is not
  // issued.
  bool add_slice(std::uint32_t node, std::vector<std::uint32_t>& slice) const {
    std::vector<std::uint32_t> open{node};
    std::vector<bool> seen(node + 1);
    seen[node] = true;
    while (!open.empty()) {
      const std::uint32_t member = open.back();
      open.pop_back();
      if (waits(member)) return false;
      slice.push_back(member);
      for (const Dependence& d : line_.behind[member]) {
        if (issued_[d.on] || seen[d.on]) continue;
        if (line_.far[d.on] && d.value) return false;
        seen[d.on] = true;
        open.push_back(d.on);
      }
    }
    return true;
  }

  bool fits(const std::vector<std::uint32_t>& slice) const {
    LiveValues values = values_;
    for (const std::uint32_t member : slice) {
      if (values.with(member) > room_) return false;
      values.issue(member);
    }
    return true;
  }

  // While the loads are outstanding, issues instructions that wait for none of them and take no further register; then
  // the written order up to the last use of this round's loads. Later instructions may need the registers of further
  // loads.
  bool issue_other(bool& waited) {
    std::optional<std::uint32_t> node = next_other([&](std::uint32_t n) {
      return !waits(n) && !grows(n) && operands_there(n) <= now_;
    });
    if (!node) {
      const std::uint32_t last = last_use();
      node = next_other([&](std::uint32_t n) { return !grows(n) || (n <= last && values_.with(n) <= registers_); });
    }
    if (!node) return false;
    waited |= waits(*node);
    issue(*node);
    return true;
  }

  // The last instruction that waits for this round's loads; if no early load is left, the position after all
  // instructions.
  std::uint32_t last_use() const {
    const auto size = static_cast<std::uint32_t>(issued_.size());
    std::uint32_t last = 0;
    bool loads = false;
    for (std::uint32_t node = 0; node < size; ++node) {
      if (issued_[node]) continue;
      loads |= line_.early[node];
      if (waits(node)) last = node;
    }
    return loads ? last : size;
  }

  bool grows(std::uint32_t node) const { return values_.with(node) > values_.live(); }

  // The first instruction with available operands; if there is none, the one whose operands are available soonest.
  template <typename May>
  std::optional<std::uint32_t> next_other(May may) const {
    std::optional<std::uint32_t> best;
    std::uint64_t when = 0;
    for (std::uint32_t node = 0; node < issued_.size(); ++node) {
      if (leads_to_load_[node] || line_.early[node] || !ready(node) || !may(node)) continue;
      const std::uint64_t there = operands_there(node);
      if (best && there >= when) continue;
      best = node;
      when = there;
      if (there <= now_) break;
    }
    return best;
  }

  std::uint64_t operands_there(std::uint32_t node) const {
    std::uint64_t there = 0;
    for (const Dependence& d : line_.behind[node])
      if (d.value) there = std::max(there, there_[d.on]);
    return there;
  }

  void next_round() {
    ++round_;
    pending_ = false;
  }

  std::uint32_t first_ready() const {
    std::uint32_t node = 0;
    while (!ready(node)) ++node;
    return node;
  }

  void issue(std::uint32_t node) {
    values_.issue(node);
    issued_[node] = true;
    now_ = std::max(now_ + 1, operands_there(node) + 1);
    there_[node] = now_ - 1 + line_.latency[node];
    round_of_[node] = round_;
    pending_ |= line_.far[node];
    order_.push_back(node);
  }

  const ScheduleLine& line_;
  LiveValues values_;
  const unsigned room_, registers_;
  std::vector<bool> issued_, leads_to_load_;
  std::vector<std::uint64_t> there_;      // the cycle from which a result can be read
  std::vector<std::uint32_t> round_of_;
  std::vector<std::uint32_t> order_;
  std::uint64_t now_ = 0;                 // the next instruction is issued in this cycle at the earliest
  std::uint32_t round_ = 0;
  bool pending_ = false;                  // far loads of this round have been issued
};

}  // namespace

std::optional<std::vector<std::uint32_t>> order_within(
    const ScheduleLine& line, const LiveValues& values, unsigned registers,
    const std::function<std::vector<std::uint32_t>(unsigned room, unsigned bound)>& attempt) {
  const unsigned bound = std::max(registers, most_live(values, as_it_is(line)));
  for (const unsigned spare : {0u, 1u, 2u, 3u, 4u, 6u, 8u, 12u, 16u, 24u}) {
    if (spare > bound) break;
    std::vector<std::uint32_t> order = attempt(bound - spare, bound);
    if (most_live(values, order) <= bound) return order;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> schedule_line(const ScheduleLine& line, const LiveValues& values, unsigned registers) {
  const auto rounds = [&](unsigned room, unsigned bound) { return Rounds(line, values, room, bound).run(); };
  return order_within(line, values, registers, rounds).value_or(as_it_is(line));
}

}  // namespace unibank::compiler
