#include "compiler/slot_plan.h"

#include <algorithm>

#include "compiler/slot_colouring.h"

namespace unibank::compiler {
namespace {

constexpr unsigned kAsNeeded = ScratchpadSpills::kAsNeeded;

class Planner {
 public:
  Planner(const std::vector<SlotBody>& bodies, unsigned limit, StackDiscipline stack)
      : bodies_(bodies), limit_(limit), stack_(stack) {
    plan_.bodies.resize(bodies.size());
    frames_.resize(bodies.size());
    for (const SlotBody& body : bodies) {
      neighbours_.push_back(slot_neighbours(body.spills));
      state_.kept.emplace_back(body.spills.variables.size(), true);
      state_.advance.emplace_back(body.calls.size());
      priorities_.emplace_back(body.spills.variables.size());
    }
  }

  SlotPlan run() {
    colour(false);
    plan_.max_live = taken();
    if (limit_ == 0)
      for (std::vector<bool>& kept : state_.kept) std::fill(kept.begin(), kept.end(), false);
    for (;; drop_one()) {
      for (; least_taken() > limit_;) drop_one();
      if (fits()) break;
    }
    plan_.slots = taken();
    finish();
    return std::move(plan_);
  }

 private:
  unsigned taken() const { return inclusive_slots(bodies_, state_, frames_).back(); }

  unsigned most_live(std::size_t body) const {
    unsigned most = 0;
    for (const std::vector<std::uint32_t>& live : bodies_[body].spills.live)
      most = std::max(most, slots_of(bodies_[body].spills, live, state_.kept[body]));
    return most;
  }

  // A lower bound for every colouring.
  unsigned least_taken() {
    for (std::size_t body = 0; body < bodies_.size(); ++body) {
      const SlotBody& of = bodies_[body];
      frames_[body] = most_live(body);
      for (std::size_t c = 0; c < of.calls.size(); ++c)
        state_.advance[body][c] = stack_ == StackDiscipline::kTraditional
                                      ? frames_[body]
                                      : slots_of(of.spills, of.spills.live[of.calls[c].pc], state_.kept[body]);
    }
    return taken();
  }

  bool fits() {
    for (const bool tight : {false, true}) {
      colour(tight);
      if (taken() <= limit_) return true;
    }
    return false;
  }

  // `tight`: within the maximum that is live at once.
  void colour(bool tight) {
    for (std::size_t body = 0; body < bodies_.size(); ++body) {
      const SlotBody& of = bodies_[body];
      SlotPlan::Body& made = plan_.bodies[body];
      made.places =
          colour_slots(of.spills, neighbours_[body], state_.kept[body], tight ? most_live(body) : kAsNeeded);
      made.frame = 0;
      for (const std::vector<unsigned>& places : made.places)
        if (!places.empty()) made.frame = std::max(made.frame, places.back() + 1);
      frames_[body] = made.frame;
      made.shifts.clear();
      for (std::size_t c = 0; c < of.calls.size(); ++c) {
        made.shifts.push_back(slot_shift(stack_, held_at(body, of.calls[c].pc), made.frame));
        state_.advance[body][c] = made.shifts.back().advance;
      }
    }
  }

  std::vector<unsigned> held_at(std::size_t body, std::uint32_t pc) const {
    std::vector<unsigned> held;
    for (const std::uint32_t variable : bodies_[body].spills.live[pc]) {
      const std::vector<unsigned>& places = plan_.bodies[body].places[variable];
      held.insert(held.end(), places.begin(), places.end());
    }
    std::sort(held.begin(), held.end());
    return held;
  }

  // Priorities are computed once, and again only when all variables with a priority have been removed.
  void drop_one() {
    if (!drop_lowest()) {
      priorities_ = frequencies_over(bodies_, state_, limit_, stack_ == StackDiscipline::kTraditional);
      if (drop_lowest()) return;
      for (std::vector<double>& some : priorities_) std::fill(some.begin(), some.end(), 1);
      drop_lowest();
    }
  }

  bool drop_lowest() {
    std::size_t in = bodies_.size(), lowest = 0;
    const auto lower = [&](std::size_t body, std::size_t variable) {
      if (in == bodies_.size()) return true;
      const double one = priorities_[body][variable], other = priorities_[in][lowest];
      return one < other || (one == other && bodies_[body].spills.variables[variable].accesses <=
                                                 bodies_[in].spills.variables[lowest].accesses);
    };
    for (std::size_t body = 0; body < bodies_.size(); ++body)
      for (std::size_t variable = 0; variable < priorities_[body].size(); ++variable)
        if (state_.kept[body][variable] && priorities_[body][variable] > 0 && lower(body, variable))
          in = body, lowest = variable;
    if (in == bodies_.size()) return false;
    state_.kept[in][lowest] = false;
    return true;
  }

  // Nothing moves for callees without slots.
  void finish() {
    const std::vector<unsigned> inclusive = inclusive_slots(bodies_, state_, frames_);
    for (std::size_t body = 0; body < bodies_.size(); ++body)
      for (std::size_t c = 0; c < bodies_[body].calls.size(); ++c) {
        const std::vector<std::uint32_t>& callees = bodies_[body].calls[c].callees;
        const bool none = std::all_of(callees.begin(), callees.end(),
                                      [&](std::uint32_t callee) { return inclusive[callee] == 0; });
        if (none) plan_.bodies[body].shifts[c] = {};
      }
  }

  const std::vector<SlotBody>& bodies_;
  const unsigned limit_;
  const StackDiscipline stack_;
  std::vector<std::vector<std::vector<std::uint32_t>>> neighbours_;
  SlotState state_;
  std::vector<unsigned> frames_;                 // of each body
  std::vector<std::vector<double>> priorities_;  // of each body's variables; 0: it has none
  SlotPlan plan_;
};

}  // namespace

SlotPlan plan_slots(const std::vector<SlotBody>& bodies, unsigned limit, StackDiscipline stack) {
  return Planner(bodies, limit, stack).run();
}

}  // namespace unibank::compiler
