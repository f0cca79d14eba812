// Random kernels: the passes' results checked against definitions, and against an execution that tracks every register.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/allocate.h"
#include "compiler/check_allocation.h"
#include "compiler/dominators.h"
#include "compiler/liveness.h"
#include "compiler/random_kernel.h"
#include "support/prepare.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

// Blocks that can be reached from `from` without going through `removed`.
std::vector<bool> reached_without(const Graph& graph, std::uint32_t from, std::uint32_t removed) {
  std::vector<bool> seen(graph.size());
  std::vector<std::uint32_t> work;
  if (from != removed) work.push_back(from);
  while (!work.empty()) {
    const std::uint32_t node = work.back();
    work.pop_back();
    if (seen[node]) continue;
    seen[node] = true;
    for (const std::uint32_t next : graph.successors[node]) {
      if (next != removed) work.push_back(next);
    }
  }
  return seen;
}

// Runs the kernel along a random path and keeps, for each physical register, which virtual register was written there
// last. Counts reads whose value had been overwritten by another virtual register.
unsigned overwritten_values(const ptx::Kernel& kernel, unsigned seed) {
  Dice dice(seed);
  constexpr std::int64_t kNobody = -1;
  std::vector<std::int64_t> data(kernel.registers_per_thread, kNobody),
      predicates(kernel.predicates_per_thread, kNobody);
  std::vector<bool> written(kernel.registers.size());
  unsigned lost = 0;
  const auto each_place = [&](std::uint32_t index, auto&& visit) {
    const unsigned units = register_units(kernel.registers[index].type);
    for (unsigned i = 0; i < std::max(1u, units); ++i) {
      visit((units == 0 ? predicates : data).at(kernel.physical[index] + i));
    }
  };
  std::size_t pc = 0;
  for (unsigned step = 0; step < 2000 && pc < kernel.instructions.size(); ++step) {
    const ptx::Instruction& instruction = kernel.instructions[pc];
    const Access access = access_of(instruction);
    const bool executes = access.certain || dice.one_in(2);
    for (const std::uint32_t index : access.reads) {
      each_place(index,
                 [&](std::int64_t owner) { lost += written[index] && owner != static_cast<std::int64_t>(index); });
    }
    ++pc;
    if (!executes) continue;
    for (const std::uint32_t index : access.writes) {
      written[index] = true;
      each_place(index, [&](std::int64_t& owner) { owner = index; });
    }
    if (ptx::is_branch(instruction)) {
      pc = static_cast<std::size_t>(instruction.operands.front().index);
    } else if (ptx::ends_block(instruction)) {
      break;
    }
  }
  return lost;
}

}  // namespace

TEST_CASE("Post-dominators of random kernels: without one, its blocks do not reach the exit") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const ControlFlow flow = control_flow(random_kernel(seed, 10 + seed, 4));
    const std::vector<std::uint32_t> found = immediate_post_dominators(flow);
    const auto post_dominates = [&](std::uint32_t d, std::uint32_t node) {
      return !reached_without(flow.graph, node, d)[flow.exit()];
    };
    for (std::uint32_t node = 0; node < flow.exit(); ++node) {
      if (!reached_without(flow.graph, node, kNoBlock)[flow.exit()]) {
        CHECK(found[node] == flow.exit());
        continue;
      }
      REQUIRE(found[node] != node);
      CHECK(post_dominates(found[node], node));
      // The immediate post-dominator is the nearest: every other post-dominator of the block also post-dominates it.
      for (std::uint32_t d = 0; d < flow.blocks.size(); ++d) {
        if (d != node && post_dominates(d, node)) CHECK(post_dominates(d, found[node]));
      }
    }
  }
}

TEST_CASE("Dominators of random kernels: without one, the entry does not reach its blocks") {
  for (unsigned seed = 100; seed < 160; ++seed) {
    const ControlFlow flow = control_flow(random_kernel(seed, 10 + seed % 50, 4));
    const std::vector<std::uint32_t> found = immediate_dominators(flow.graph, 0);
    const std::vector<bool> reached = reached_without(flow.graph, 0, kNoBlock);
    for (std::uint32_t node = 1; node < flow.blocks.size(); ++node) {
      CHECK((found[node] == kNoBlock) == !reached[node]);
      if (found[node] == kNoBlock) continue;
      CHECK_FALSE(reached_without(flow.graph, 0, found[node])[node]);
      for (std::uint32_t d = 0; d < flow.blocks.size(); ++d) {
        if (d == node || !reached[d] || reached_without(flow.graph, 0, d)[node]) continue;
        CHECK((d == found[node] || !reached_without(flow.graph, 0, d)[found[node]]));
      }
    }
  }
}

TEST_CASE("Random kernels keep every value until its last read, near the fewest registers possible") {
  unsigned extra = 0, live_in_all = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    ptx::Kernel kernel = random_kernel(1000 + seed, 20 + seed, 6 + seed % 40);
    prepare(kernel);
    const std::vector<std::string> faults = check_allocation(kernel);
    INFO("seed " << seed << ": " << (faults.empty() ? "" : faults.front()));
    CHECK(faults.empty());
    for (unsigned walk = 0; walk < 20; ++walk) CHECK(overwritten_values(kernel, walk) == 0);
    const Liveness live = liveness(control_flow(kernel), register_use(kernel));
    REQUIRE(kernel.registers_per_thread >= live.max_registers);
    extra += kernel.registers_per_thread - live.max_registers;
    live_in_all += live.max_registers;
    CHECK(kernel.predicates_per_thread == live.max_predicates);
  }
  CHECK(extra * 50 <= live_in_all);  // at most 2% more than is live
}

TEST_CASE("The same kernel gets the same registers every time") {
  ptx::Kernel first = random_kernel(7, 400, 60), second = random_kernel(7, 400, 60);
  prepare(first);
  prepare(second);
  CHECK(first.physical == second.physical);
  CHECK(first.reconverge == second.reconverge);
}

TEST_CASE("A kernel of over 5,000 instructions and 10,000 registers gets no more registers than are live at once") {
  Dice dice(3);
  KernelMaker make;
  KernelMaker::Registers all;
  const auto p = make.predicate();
  const auto recent = [&] { return all[all.size() - 1 - dice.below(std::min<unsigned>(all.size(), 110))]; };
  for (unsigned i = 0; i < 5000; ++i) {
    const auto a = dice.one_in(3) ? make.r64() : make.r32(), b = make.r32();
    all.insert(all.end(), {a, b});
    make.label("L" + std::to_string(i));
    if (i > 10 && dice.one_in(8)) make.branch_if(p, "L" + std::to_string(i - 1 - dice.below(10)));
    make.op(ptx::Op::kMad, {a, b}, {recent(), recent(), recent()});
  }
  ptx::Kernel kernel = make.done();
  prepare(kernel);
  const unsigned most_live = liveness(control_flow(kernel), register_use(kernel)).max_registers;
  CHECK(most_live > 100);
  CHECK(kernel.registers_per_thread == most_live);
  CHECK(overwritten_values(kernel, 1) == 0);
}
