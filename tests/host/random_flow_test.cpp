// Random kernels on the executor, compared with the thread-by-thread interpreter (random_check.h; tests/soak runs them
// for hours).
#include <catch2/catch.hpp>

#include "compiler/check_slots.h"
#include "host/random_check.h"
#include "ptx/parser.h"
#include "support/tried.h"

using namespace unibank;

namespace {

void compare_random_programs(Flow flow, unsigned programs, unsigned first_seed, Syncs syncs = Syncs::kNone) {
  for (unsigned seed = first_seed; seed < first_seed + test::tried(programs); ++seed) {
    const RandomCheck check(seed, flow, syncs);
    compiler::CompileOptions options;
    options.registers = seed % 3 == 0 ? 0 : 14 + 2 * (seed % 6);  // 0: as many as it needs; otherwise few, with spills
    if (seed % 2 == 0) options.schedule = {compiler::ScheduleHabit::kLoadsEarly, 8 * (seed % 5), 12, 12};
    options.simplify = seed / 2 % 2 == 0;
    INFO("seed " << seed << ", registers " << options.registers << "\n" << check.text);
    REQUIRE(check.difference(options) == "");
  }
}

// Checks that every load of a slot returns the value that the replaced load of local memory would return.
void check_program(const std::string& text, compiler::CompileOptions options) {
  const ptx::Module module = ptx::parse(text, "random.ptx");
  options.spills.block = {RandomCheck::kThreads, 1, 1};
  const ptx::Kernel with = compiler::compile(module, "k", options);
  CHECK(with.registers_per_thread <= options.registers);
  CHECK(with.allocation.slots.slots <= options.spills.slots);
  if (with.allocation.slots.slots == 0) return;
  options.spills.slots = 0;
  options.reserved = with.allocation.slots.reserved_registers;
  const std::vector<std::string> faults = compiler::check_slots(with, compiler::compile(module, "k", options));
  INFO((faults.empty() ? "" : faults.front()));
  CHECK(faults.empty());
}

// With spills in the scratchpad, under each stack discipline.
void compare_random_slots(Flow flow, unsigned programs, unsigned first_seed, Syncs syncs = Syncs::kNone) {
  for (unsigned seed = first_seed; seed < first_seed + test::tried(programs); ++seed) {
    const RandomCheck check(seed, flow, syncs);
    for (const auto stack : {compiler::StackDiscipline::kTraditional, compiler::StackDiscipline::kRegisterStack,
                             compiler::StackDiscipline::kMoving}) {
      compiler::CompileOptions options;
      options.registers = 16 + 2 * (seed % 3);
      if (seed % 2 == 0) options.schedule = {compiler::ScheduleHabit::kLoadsEarly, 0, 12, 12};
      options.spills = {seed % 2 == 0 ? 64u : 3 + seed % 7, {}, stack};
      INFO("seed " << seed << ", registers " << options.registers << ", slots " << options.spills.slots << ", stack "
                   << static_cast<int>(stack));
      check_program(check.text, options);
      CHECK(check.difference(options) == "");
    }
  }
}

}  // namespace

TEST_CASE("Random structured kernels give the results of the thread-by-thread interpreter", "[tried]") {
  compare_random_programs(Flow::kStructured, 30, 1);
}

TEST_CASE("Random unstructured kernels give the results of the thread-by-thread interpreter", "[tried]") {
  compare_random_programs(Flow::kUnstructured, 40, 1001);
}

TEST_CASE("Random kernels with calls give the results of the thread-by-thread interpreter", "[tried]") {
  compare_random_programs(Flow::kCalls, 24, 2001);
}

TEST_CASE("Random kernels with functions that call earlier ones give the results of the thread-by-thread interpreter",
          "[tried]") {
  compare_random_programs(Flow::kNestedCalls, 12, 3001);
}

TEST_CASE("Random kernels with spills in the scratchpad give the results of the thread-by-thread interpreter",
          "[tried]") {
  compare_random_slots(Flow::kStructured, 6, 4001);
  compare_random_slots(Flow::kUnstructured, 6, 5001);
}

TEST_CASE("Random kernels with calls and spills in the scratchpad give the results of the interpreter", "[tried]") {
  compare_random_slots(Flow::kNestedCalls, 6, 6009);
  compare_random_slots(Flow::kCalls, 3, 7001);
}

TEST_CASE("Random structured kernels with partial-warp syncs give the results of the thread-by-thread interpreter",
          "[tried]") {
  compare_random_programs(Flow::kStructured, 30, 8001, Syncs::kParts);
}

TEST_CASE("Random unstructured kernels with partial-warp syncs give the results of the thread-by-thread interpreter",
          "[tried]") {
  compare_random_programs(Flow::kUnstructured, 30, 9001, Syncs::kParts);
}

TEST_CASE("Random kernels with calls and partial-warp syncs give the results of the thread-by-thread interpreter",
          "[tried]") {
  compare_random_programs(Flow::kCalls, 15, 10001, Syncs::kParts);
  compare_random_programs(Flow::kNestedCalls, 10, 11001, Syncs::kParts);
}

TEST_CASE("Random kernels with partial-warp syncs and spills in the scratchpad give the interpreter's results",
          "[tried]") {
  compare_random_slots(Flow::kStructured, 4, 12001, Syncs::kParts);
  compare_random_slots(Flow::kUnstructured, 4, 13001, Syncs::kParts);
  compare_random_slots(Flow::kNestedCalls, 3, 14001, Syncs::kParts);
}
