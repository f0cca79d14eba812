#include "compiler/spill_plan.h"

#include <algorithm>
#include <queue>

#include "base/input_error.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

// Instructions, a memory access counted as two.
constexpr double kMemoryCost = 2, kMoveCost = 1;
constexpr double kLeastCost = 0.01;  // the cost of a value that is recomputed for free

}  // namespace

std::string quoted(const ptx::Instruction& instruction) {
  return "'" + (instruction.text.empty() ? ptx::info(instruction).name : instruction.text) + "'";
}

// The excess of each point above its bound, with sums over intervals, for a value of 1 or 2 registers.
class SpillPlan::Excess {
 public:
  explicit Excess(const SpillPlan& plan) : plan_(plan), one_(plan.pressure_.size() + 1), two_(one_) {
    for (Point point = 0; point + 1 < one_.size(); ++point) add(point, at(point));
  }

  unsigned at(Point point) const {
    return plan_.pressure_[point] > plan_.bound_[point] ? plan_.pressure_[point] - plan_.bound_[point] : 0;
  }
  // The excess at the point was `before`.
  void changed(Point point, unsigned before) {
    const unsigned now = at(point);
    bump(one_, point, std::min(now, 1u) - std::min(before, 1u));
    bump(two_, point, std::min(now, 2u) - std::min(before, 2u));
  }
  unsigned gain(const Spots& spots, unsigned units) const {
    unsigned sum = 0;
    for (const Interval& spot : spots) {
      const std::vector<unsigned>& tree = units == 2 ? two_ : one_;
      sum += prefix(tree, spot.end) - prefix(tree, spot.begin);
    }
    return sum;
  }

 private:
  // Fenwick trees; differences wrap around, but sums are correct.
  static void bump(std::vector<unsigned>& tree, Point point, unsigned by) {
    if (by == 0) return;
    for (std::size_t i = point + 1; i < tree.size(); i += i & (~i + 1)) tree[i] += by;
  }
  static unsigned prefix(const std::vector<unsigned>& tree, std::size_t count) {
    unsigned sum = 0;
    for (; count > 0; count &= count - 1) sum += tree[count];
    return sum;
  }
  void add(Point point, unsigned now) {
    bump(one_, point, std::min(now, 1u));
    bump(two_, point, std::min(now, 2u));
  }

  const SpillPlan& plan_;
  std::vector<unsigned> one_, two_;
};

SpillPlan::SpillPlan(const Residence& residence, const std::vector<Recipe>& recipes, unsigned limit)
    : residence_(residence),
      recipes_(recipes),
      limit_(limit),
      taken_(residence.body().use.size() + residence.visits().size()) {
  const Body& body = residence.body();
  bound_.assign(3 * body.kernel.instructions.size(), limit);
  // Without a call the middle point adds nothing: its registers are also live before or after.
  for (std::size_t pc = 0; pc < body.kernel.instructions.size(); ++pc) {
    bound_[across(static_cast<std::uint32_t>(pc))] = 2 * kMaxRegisters * kMaxRegisters;
  }
  for (const Body::Call& call : body.calls) {
    const Body::Numbers& destroyed = residence.predicates() ? call.predicates : call.registers;
    unsigned free = 0;
    for (unsigned number = 0; number < limit; ++number) free += !destroyed[number];
    bound_[across(call.pc)] = free;
  }
  count();
}

std::uint32_t SpillPlan::value_of(Candidate c) const {
  return is_banishing(c) ? c : residence_.stays()[residence_.stay_of(visit_of(c))].used;
}

bool SpillPlan::possible(Candidate c) const {
  const std::uint32_t value = value_of(c);
  if (residence_.body().is_predicate(value) != residence_.predicates() || residence_.body().pinned[value]) return false;
  if (is_banishing(c)) return true;
  const Stay& stay = residence_.stays()[residence_.stay_of(visit_of(c))];
  return visit_of(c) + 1 != stay.last && residence_.kept_behind(stay, visit_of(c));
}

SpillPlan::Spots SpillPlan::spots(Candidate c) const {
  if (is_banishing(c)) return residence_.borders(c);
  return {residence_.gap(visit_of(c))};
}

// The units that all values take at every point, and those that no candidate can save.
void SpillPlan::count() {
  const Body& body = residence_.body();
  std::vector<unsigned> all(3 * body.kernel.instructions.size() + 1), kept(all);  // differences, which may wrap around
  const auto take = [&](const Interval& spot, std::uint32_t used) {
    const unsigned units = body.units(used);
    all[spot.begin] += units;
    all[spot.end] -= units;
    if (!body.pinned[used]) return;
    kept[spot.begin] += units;
    kept[spot.end] -= units;
  };
  least_.assign(all.size() - 1, 0);
  for (std::uint32_t used = 0; used < body.use.size(); ++used) {
    for (const Interval& spot : residence_.borders(used)) take(spot, used);
  }
  for (std::uint32_t visit = 0; visit < residence_.visits().size(); ++visit) {
    const Stay& stay = residence_.stays()[residence_.stay_of(visit)];
    if (visit + 1 != stay.last && residence_.kept_behind(stay, visit)) take(residence_.gap(visit), stay.used);
    residence_.each_visit_point(visit, [&](Point point) { least_[point] += body.units(stay.used); });
  }
  pressure_ = least_;
  unsigned running = 0, running_kept = 0;
  for (Point point = 0; point < least_.size(); ++point) {
    pressure_[point] += running += all[point];
    least_[point] += running_kept += kept[point];
  }
}

double SpillPlan::banishing_cost(std::uint32_t used) const {
  const Body& body = residence_.body();
  const std::size_t recipe = recipes_[used].size();
  const double memory = residence_.predicates() ? kMoveCost : kMemoryCost;
  const double load = recipe != 0 ? static_cast<double>(recipe) * kMoveCost : memory, store = recipe != 0 ? 0 : memory;
  double cost = 0;
  for (std::uint32_t i = residence_.first_stay(used); i < residence_.last_stay(used); ++i) {
    const Stay& stay = residence_.stays()[i];
    const double weight = body.weights[stay.block];
    bool writes = false, needs = false;
    for (std::uint32_t visit = stay.first; visit < stay.last; ++visit) {
      writes |= residence_.visits()[visit].writes;
      needs |= residence_.visits()[visit].needs;
    }
    if (stay.live_in && needs) cost += load * weight;
    if (stay.live_out && writes) cost += store * weight;
    if (recipe != 0 && writes && !needs) cost -= kMoveCost * weight;  // not needed there: the definition is omitted
  }
  return cost;
}

double SpillPlan::cutting_cost(std::uint32_t visit) const {
  const Stay& stay = residence_.stays()[residence_.stay_of(visit)];
  const double weight = residence_.body().weights[stay.block];
  const std::size_t recipe = recipes_[stay.used].size();
  if (recipe != 0) return static_cast<double>(recipe) * kMoveCost * weight;
  const double memory = residence_.predicates() ? kMoveCost : kMemoryCost;
  bool written = false, written_later = false;
  for (std::uint32_t v = stay.first; v < stay.last; ++v) {
    if (residence_.visits()[v].writes) (v <= visit ? written : written_later) = true;
  }
  // An unchanged banished value is in memory already. A value that is stored at the block's end anyway costs nothing
  // more if it is stored earlier.
  const bool stored = banished(stay.used) && (!written || (stay.live_out && !written_later));
  return (stored ? memory : 2 * memory) * weight;
}

double SpillPlan::cost(Candidate c) const {
  return std::max(kLeastCost, is_banishing(c) ? banishing_cost(c) : cutting_cost(visit_of(c)));
}

void SpillPlan::relieve(Candidate c, Excess& excess) {
  const unsigned units = residence_.body().units(value_of(c));
  for (const Interval& spot : spots(c)) {
    for (Point point = spot.begin; point < spot.end; ++point) {
      const unsigned before = excess.at(point);
      pressure_[point] -= units;
      if (before != 0) excess.changed(point, before);
    }
  }
  taken_[c] = true;
  accepted_.push_back(c);
}

void SpillPlan::solve() {
  Excess excess(*this);
  using Entry = std::pair<double, Candidate>;  // gain by cost
  const auto after = [](const Entry& a, const Entry& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  };
  std::priority_queue<Entry, std::vector<Entry>, decltype(after)> queue(after);
  const auto ratio = [&](Candidate c) {
    const unsigned gain = excess.gain(spots(c), residence_.body().units(value_of(c)));
    return gain == 0 ? 0 : gain / cost(c);
  };
  const auto offer = [&](Candidate c) {
    const double value = taken_[c] || !possible(c) ? 0 : ratio(c);
    if (value > 0) queue.emplace(value, c);
  };
  for (Candidate c = 0; c < taken_.size(); ++c) offer(c);
  while (!queue.empty()) {
    const Entry best = queue.top();
    queue.pop();
    const Candidate c = best.second;
    if (taken_[c]) continue;
    const double now = ratio(c);
    if (now == 0) continue;
    if (now < best.first) {  // other candidates have relieved its points since
      queue.emplace(now, c);
      continue;
    }
    relieve(c, excess);
    if (!is_banishing(c)) continue;
    for (std::uint32_t i = residence_.first_stay(c); i < residence_.last_stay(c); ++i) {  // its cost may be lower now
      for (std::uint32_t v = residence_.stays()[i].first; v < residence_.stays()[i].last; ++v) {
        offer(static_cast<Candidate>(residence_.body().use.size()) + v);
      }
    }
  }
  check();
  take_back();
}

// Undoes superfluous choices, the most expensive first: later choices may have made an early one superfluous.
void SpillPlan::take_back() {
  std::vector<std::pair<double, Candidate>> by_cost;
  for (const Candidate c : accepted_) by_cost.emplace_back(cost(c), c);
  std::stable_sort(by_cost.begin(), by_cost.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  accepted_.clear();
  for (const auto& entry : by_cost) {
    const Candidate c = entry.second;
    const unsigned units = residence_.body().units(value_of(c));
    const Spots where = spots(c);
    const bool superfluous = std::all_of(where.begin(), where.end(), [&](const Interval& spot) {
      for (Point point = spot.begin; point < spot.end; ++point) {
        if (pressure_[point] + units > bound_[point]) return false;
      }
      return true;
    });
    if (!superfluous) {
      accepted_.push_back(c);
      continue;
    }
    taken_[c] = false;
    for (const Interval& spot : where) {
      for (Point point = spot.begin; point < spot.end; ++point) pressure_[point] += units;
    }
  }
}

// Bounds set by tighten() may be too low; the limit must hold.
void SpillPlan::check() const {
  for (Point point = 0; point < pressure_.size(); ++point) {
    if (pressure_[point] <= limit_ || point == across(instruction_at(point))) continue;
    const ptx::Kernel& kernel = residence_.body().kernel;
    const ptx::Instruction& instruction = kernel.instructions[instruction_at(point)];
    throw InputError(kernel.file, instruction.location.line, instruction.location.column,
                     quoted(instruction) + " of kernel '" + kernel.name + "' needs " +
                         std::to_string(pressure_[point]) +
                         (residence_.predicates() ? " predicates" : " 32-bit registers") +
                         " of a thread at once; there are " + std::to_string(limit_));
  }
}

bool SpillPlan::tighten(std::uint32_t used, unsigned by) {
  Spots where;
  if (!banished(used)) where = residence_.borders(used);
  for (std::uint32_t i = residence_.first_stay(used); i < residence_.last_stay(used); ++i) {
    const Stay& stay = residence_.stays()[i];
    for (std::uint32_t v = stay.first; v < stay.last; ++v) {
      residence_.each_visit_point(v, [&](Point point) { where.push_back({point, point + 1}); });
      const bool kept = v + 1 != stay.last && residence_.kept_behind(stay, v) && !cut(v);
      if (kept) where.push_back(residence_.gap(v));
    }
  }
  return lower(where, by);
}

bool SpillPlan::tighten(std::uint32_t first_pc, std::uint32_t last_pc, unsigned by) {
  return lower({{before(first_pc), behind(last_pc) + 1}}, by);
}

bool SpillPlan::lower(const Spots& spots, unsigned by) {
  constexpr unsigned kNone = ~0u;
  unsigned scarcest = kNone;
  const auto each = [&](auto&& visit) {
    for (const Interval& spot : spots) {
      for (Point point = spot.begin; point < spot.end; ++point) {
        if (pressure_[point] > least_[point]) visit(point);
      }
    }
  };
  const auto slack = [&](Point point) { return bound_[point] - std::min(bound_[point], pressure_[point]); };
  each([&](Point point) { scarcest = std::min(scarcest, slack(point)); });
  if (scarcest == kNone) return false;
  each([&](Point point) {
    if (slack(point) > scarcest + by / 2) return;
    bound_[point] = pressure_[point] - std::min(by, pressure_[point] - least_[point]);
  });
  return true;
}

}  // namespace unibank::compiler
