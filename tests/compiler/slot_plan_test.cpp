// Slots of a program's spilled variables: Hayes and Zhang 2014, section 3.2.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/random_kernel.h"
#include "compiler/slot_colouring.h"
#include "compiler/slot_plan.h"

using namespace unibank::compiler;

namespace {

using Live = std::vector<std::vector<std::uint32_t>>;
using SlotPlaces = std::vector<std::vector<unsigned>>;
constexpr StackDiscipline kDisciplines[] = {StackDiscipline::kTraditional, StackDiscipline::kRegisterStack,
                                            StackDiscipline::kMoving};

// Variables of one slot, each accessed twice.
SlotBody body(unsigned variables, Live live, std::vector<SlotCall> calls = {}) {
  SlotBody made;
  made.spills.variables.assign(variables, {1, 2});
  made.spills.live = std::move(live);
  made.calls = std::move(calls);
  return made;
}

// Four variables each; A calls B with its first and third live, and B calls C with its second and third.
std::vector<SlotBody> figure_3() {
  const std::vector<std::uint32_t> all = {0, 1, 2, 3};
  return {body(4, {all}), body(4, {all, {1, 2}}, {{1, {0}}}), body(4, {all, {0, 2}}, {{1, {1}}})};
}

// Functions that call earlier ones, and an entry at the end.
std::vector<SlotBody> random_program(unsigned seed) {
  Dice dice(seed);
  std::vector<SlotBody> bodies;
  for (unsigned b = 0; b < 2 + seed % 3; ++b) {
    SlotBody made;
    for (unsigned v = dice.below(6); v > 0; --v)
      made.spills.variables.push_back({1 + dice.below(2), 1 + dice.below(9)});
    for (std::uint32_t pc = 0; pc < 3 + dice.below(5); ++pc) {
      made.spills.live.emplace_back();
      for (std::uint32_t v = 0; v < made.spills.variables.size(); ++v)
        if (dice.one_in(2)) made.spills.live.back().push_back(v);
      if (b == 0 || !dice.one_in(2)) continue;
      made.calls.push_back({pc, {dice.below(b)}});
      if (dice.one_in(4)) made.calls.back().callees.push_back(dice.below(b));
    }
    bodies.push_back(std::move(made));
  }
  return bodies;
}

SlotState all_kept(const std::vector<SlotBody>& bodies) {
  SlotState state;
  for (const SlotBody& one : bodies) {
    state.kept.emplace_back(one.spills.variables.size(), true);
    state.advance.emplace_back();
    for (const SlotCall& call : one.calls)
      state.advance.back().push_back(slots_of(one.spills, one.spills.live[call.pc], state.kept.back()));
  }
  return state;
}

// Enumerates every call path: the slots it needs, and the variables live along it.
struct Lister {
  const std::vector<SlotBody>& bodies;
  const SlotState& state;
  unsigned limit;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> live{};  // (body, variable), for the calls so far
  unsigned most = 0;
  std::vector<std::vector<double>> over{};

  void enter(std::uint32_t number, unsigned slots) {
    const SlotBody& of = bodies[number];
    for (std::uint32_t pc = 0; pc < of.spills.live.size(); ++pc) {
      const std::size_t before = live.size();
      for (const std::uint32_t variable : of.spills.live[pc]) live.emplace_back(number, variable);
      const auto call = std::find_if(of.calls.begin(), of.calls.end(), [&](const SlotCall& c) { return c.pc == pc; });
      const unsigned with = slots + slots_of(of.spills, of.spills.live[pc], state.kept[number]);
      if (call != of.calls.end())
        for (const std::uint32_t callee : call->callees) enter(callee, with);
      else end(with);
      live.resize(before);
    }
  }
  void end(unsigned slots) {
    most = std::max(most, slots);
    if (slots > limit)
      for (const auto& [in, variable] : live) ++over[in][variable];
  }
};

// Scratchpad slots of one body's variables do not overlap while both variables are live.
void check_places(const SlotBody& of, const SlotPlan::Body& plan) {
  for (std::size_t v = 0; v < of.spills.variables.size(); ++v)
    CHECK((plan.places[v].empty() || plan.places[v].size() == of.spills.variables[v].slots));
  for (const std::vector<std::uint32_t>& live : of.spills.live) {
    std::vector<unsigned> taken;
    for (const std::uint32_t v : live) taken.insert(taken.end(), plan.places[v].begin(), plan.places[v].end());
    std::sort(taken.begin(), taken.end());
    CHECK(std::adjacent_find(taken.begin(), taken.end()) == taken.end());
    CHECK((taken.empty() || taken.back() < plan.frame));
  }
}

// Around a call, the slots in use end below the callee's first slot, and no move overwrites a slot in use.
void check_shift(const std::vector<unsigned>& held, const SlotShift& shift) {
  std::vector<unsigned> now = held;
  for (const SlotMove& move : shift.moves) {
    CHECK(std::count(now.begin(), now.end(), move.from) == 1);
    CHECK(std::count(now.begin(), now.end(), move.to) == 0);
    std::replace(now.begin(), now.end(), move.from, move.to);
  }
  for (const unsigned slot : now) CHECK(slot < shift.advance);
}

}  // namespace

TEST_CASE("Figure 3 takes 12 slots on a traditional stack and 10 on a register stack and 8 on a moving one") {
  const std::vector<SlotBody> bodies = figure_3();
  unsigned expected = 12;
  for (const StackDiscipline stack : kDisciplines) {
    const SlotPlan plan = plan_slots(bodies, ScratchpadSpills::kAsNeeded, stack);
    CHECK(plan.slots == expected);
    CHECK(plan.max_live == expected);
    expected -= 2;
    for (const SlotPlan::Body& one : plan.bodies) CHECK(one.places == SlotPlaces{{0}, {1}, {2}, {3}});
  }
}

TEST_CASE("The moving stack of figure 3 moves the third slot of A to the second and that of B to the first") {
  const SlotPlan plan = plan_slots(figure_3(), 8, StackDiscipline::kMoving);
  const SlotShift &of_a = plan.bodies[2].shifts.at(0), &of_b = plan.bodies[1].shifts.at(0);
  REQUIRE(of_a.moves.size() == 1);
  CHECK(of_a.moves[0].from == 2);
  CHECK(of_a.moves[0].to == 1);
  REQUIRE(of_b.moves.size() == 1);
  CHECK(of_b.moves[0].from == 2);
  CHECK(of_b.moves[0].to == 0);
  CHECK(of_a.advance + of_b.advance == 4);  // C starts at slot 5; the paper's 6 is a misprint
}

TEST_CASE("Figure 2 leaves one of three variables in local memory when there is one slot") {
  // v1 and v2 are in registers; v3 and v4 are live together, v5 afterwards.
  const SlotPlan plan = plan_slots({body(3, {{0, 1}, {2}})}, 1, StackDiscipline::kMoving);
  CHECK(plan.bodies[0].places == SlotPlaces{{0}, {}, {0}});
  CHECK(plan.slots == 1);
  CHECK(plan.max_live == 2);
}

TEST_CASE("The variable that is live in the fewest compositions over the limit is spilled first") {
  // The callee's variable 0 is live at three instructions, variable 1 at one; the caller's variables are live at both
  // calls.
  const SlotBody callee = body(2, {{0}, {0, 1}, {0}}), caller = body(1, {{0}, {0}}, {{0, {0}}, {1, {0}}});
  const std::vector<SlotBody> bodies = {callee, caller};
  const SlotState state = all_kept(bodies);
  CHECK(inclusive_slots(bodies, state, {2, 1}) == std::vector<unsigned>{2, 3});
  // A limit of 2 is exceeded where both are live, through either call. A limit of 1 is exceeded at all three, through
  // either call.
  CHECK(frequencies_over(bodies, state, 2, false) == std::vector<std::vector<double>>{{2, 2}, {2}});
  CHECK(frequencies_over(bodies, state, 1, false) == std::vector<std::vector<double>>{{6, 2}, {6}});
  const SlotPlan two = plan_slots(bodies, 1, StackDiscipline::kMoving);
  CHECK(two.bodies[0].places[1].empty());
  CHECK(two.slots == 1);
}

TEST_CASE("A variable that is never live in a composition over the limit stays whatever its priority") {
  const SlotPlan plan = plan_slots({body(4, {{0, 1, 2}, {3}, {}})}, 2, StackDiscipline::kMoving);
  CHECK(plan.bodies[0].places == SlotPlaces{{0}, {1}, {}, {0}});
}

TEST_CASE("Among equals the variable with the fewest accesses leaves") {
  SlotBody one = body(3, {{0, 1, 2}});
  one.spills.variables[1].accesses = 1;
  CHECK(plan_slots({one}, 2, StackDiscipline::kMoving).bodies[0].places[1].empty());
}

TEST_CASE("A variable of 64 bits takes two slots that need not be neighbours") {
  SlotBody one = body(4, {{0, 1, 2}, {0, 2, 3}});
  one.spills.variables[3].slots = 2;
  one.spills.variables[1].slots = 2;
  const SlotPlan plan = plan_slots({one}, 4, StackDiscipline::kMoving);
  CHECK(plan.slots == 4);
  check_places(one, plan.bodies[0]);
}

TEST_CASE("Highest degree first within the slots that there are") {
  // Variable 1 has three neighbours, 0 and 2 have two, 3 has one.
  SpillVariables of = body(4, {{0, 1}, {1, 2}, {0, 2}, {1, 3}}).spills;
  const auto neighbours = slot_neighbours(of);
  CHECK(neighbours == Live{{1, 2}, {0, 2, 3}, {0, 1}, {1}});
  CHECK(colour_slots(of, neighbours, {true, true, true, true}, 3) == SlotPlaces{{1}, {0}, {2}, {1}});
  CHECK(colour_slots(of, neighbours, {true, true, true, true}, 2) == SlotPlaces{{1}, {0}, {}, {1}});
  CHECK(colour_slots(of, neighbours, {false, true, true, true}, 2) == SlotPlaces{{}, {0}, {1}, {1}});
}

TEST_CASE("Calls of functions without slots need neither moves nor pointer changes") {
  const SlotPlan plan = plan_slots({body(0, {{}}), body(2, {{0, 1}, {1}}, {{1, {0}}})}, 2, StackDiscipline::kMoving);
  CHECK(plan.slots == 2);
  CHECK(plan.bodies[1].shifts.at(0).moves.empty());
  CHECK(plan.bodies[1].shifts.at(0).advance == 0);
}

TEST_CASE("Compositions of random programs are counted as if they were listed one by one") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const std::vector<SlotBody> bodies = random_program(seed);
    const SlotState state = all_kept(bodies);
    std::vector<unsigned> frames;
    Lister lister{bodies, state, 3 + seed % 6};
    for (const SlotBody& one : bodies) {
      frames.push_back(0);
      for (const auto& live : one.spills.live)
        frames.back() = std::max(frames.back(), slots_of(one.spills, live, std::vector<bool>(live.size() + 9, true)));
      lister.over.emplace_back(one.spills.variables.size());
    }
    lister.enter(static_cast<std::uint32_t>(bodies.size() - 1), 0);
    INFO("seed " << seed);
    CHECK(inclusive_slots(bodies, state, frames).back() == lister.most);
    CHECK(frequencies_over(bodies, state, lister.limit, false) == lister.over);
  }
}

TEST_CASE("Plans of random programs keep their limit and have no overlaps and are complete when there is room") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const std::vector<SlotBody> bodies = random_program(1000 + seed);
    for (const StackDiscipline stack : kDisciplines) {
      const unsigned needed = plan_slots(bodies, ScratchpadSpills::kAsNeeded, stack).max_live;
      for (const unsigned limit : {0u, seed % 5, needed == 0 ? 0 : needed - 1, needed}) {
        const SlotPlan plan = plan_slots(bodies, limit, stack);
        INFO("seed " << seed << ", limit " << limit);
        CHECK(plan.slots <= limit);
        CHECK(plan.max_live == needed);
        for (std::size_t b = 0; b < bodies.size(); ++b) {
          check_places(bodies[b], plan.bodies[b]);
          for (std::size_t v = 0; limit >= needed && limit != 0 && v < plan.bodies[b].places.size(); ++v)
            CHECK_FALSE(plan.bodies[b].places[v].empty());
        }
      }
    }
  }
}

TEST_CASE("Shifts of random frames leave all slots in use below the callee") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Dice dice(seed);
    std::vector<unsigned> held;
    const unsigned frame = 1 + dice.below(9);
    for (unsigned slot = 0; slot < frame; ++slot)
      if (dice.one_in(2)) held.push_back(slot);
    const unsigned expected[] = {frame, held.empty() ? 0 : held.back() + 1, static_cast<unsigned>(held.size())};
    for (const StackDiscipline stack : kDisciplines) {
      const SlotShift shift = slot_shift(stack, held, frame);
      CHECK(shift.advance == expected[static_cast<int>(stack)]);
      check_shift(held, shift);
      CHECK((stack == StackDiscipline::kMoving || shift.moves.empty()));
    }
  }
}
