// Where relssp is placed, in hand-drawn kernels and in random ones.
#include "compiler/place_release.h"

#include <catch2/catch.hpp>

#include "compiler/random_kernel.h"
#include "compiler/release_faults.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

bool is_access(const ptx::Instruction& i) { return i.text.find("access") == 0; }

// Labels each instruction as access or other, and places releases for the accesses marked in `shared`.
ptx::Kernel released(ptx::Kernel kernel, const std::vector<bool>& shared, ReleasePlacement placement) {
  for (std::size_t pc = 0; pc < kernel.instructions.size(); ++pc)
    kernel.instructions[pc].text = (shared[pc] ? "access " : "other ") + std::to_string(pc);
  place_release(kernel, shared, placement);
  return kernel;
}

std::vector<bool> which_access(const ptx::Kernel& kernel) {
  std::vector<bool> accesses;
  for (const ptx::Instruction& i : kernel.instructions) accesses.push_back(is_access(i));
  return accesses;
}

// The original instructions that a walk with these decisions executes; releases and the branches added for them are
// left out.
std::vector<std::string> walk(const ptx::Kernel& kernel, Dice dice) {
  std::vector<std::string> done;
  std::uint32_t pc = 0;
  while (pc < kernel.instructions.size() && done.size() < 200) {
    const ptx::Instruction& i = kernel.instructions[pc];
    const bool guarded = i.guard.kind != ptx::Operand::Kind::kNone;
    const bool taken = ptx::ends_block(i) && (!guarded || dice.one_in(2));
    if (i.origin == ptx::Origin::kSource && (!ptx::is_exit(i) || taken)) done.push_back(i.text);
    if (taken && ptx::is_exit(i)) break;
    pc = taken ? static_cast<std::uint32_t>(i.operands.at(0).index) : pc + 1;
  }
  return done;
}

// A random choice of accesses; instructions that end a block access no memory.
std::vector<bool> random_accesses(const ptx::Kernel& kernel, unsigned seed) {
  Dice dice(seed);
  const unsigned rarity = 2 + dice.below(12);
  std::vector<bool> shared;
  for (const ptx::Instruction& i : kernel.instructions) shared.push_back(dice.one_in(rarity) && !ptx::ends_block(i));
  return shared;
}

bool reached_access(const ptx::Kernel& kernel) { return access_ahead(control_flow(kernel), which_access(kernel))[0]; }

std::vector<std::uint32_t> places(const ptx::Kernel& kernel) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t pc = 0; pc < kernel.instructions.size(); ++pc)
    if (is_release(kernel.instructions[pc])) found.push_back(pc);
  return found;
}

using Instructions = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("A kernel without branches releases directly after its last access") {
  KernelMaker make;
  const auto a = make.r32();
  for (unsigned i = 0; i < 4; ++i) make.set(a);
  make.ret();
  const std::vector<bool> shared{true, false, true, false, false};
  for (const auto placement : {ReleasePlacement::kOptimal, ReleasePlacement::kPostDominator})
    CHECK(places(released(make.done(), shared, placement)) == Instructions{3});
  CHECK(places(released(make.done(), shared, ReleasePlacement::kNone)).empty());
}

TEST_CASE("A kernel that never touches the shared part has no release") {
  KernelMaker make;
  make.branch("end");
  make.set(make.r32());  // nothing reaches it
  make.label("end");
  make.ret();
  for (const auto placement : {ReleasePlacement::kOptimal, ReleasePlacement::kPostDominator}) {
    CHECK(places(released(make.done(), {false, false, false}, placement)).empty());
    CHECK(places(released(make.done(), {false, true, false}, placement)).empty());
  }
}

TEST_CASE("If and else: each side releases as early as possible and the post-dominator placement where they meet") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32();
  make.branch_if(p, "else");  // 0
  make.set(a);                // 1: access
  make.set(a);
  make.branch("join");
  make.label("else");
  make.set(a);                // 4
  make.label("join");
  make.ret();                 // 5
  const std::vector<bool> shared{false, true, false, false, false, false};
  CHECK(places(released(make.done(), shared, ReleasePlacement::kOptimal)) == Instructions{2, 5});
  CHECK(places(released(make.done(), shared, ReleasePlacement::kPostDominator)) == Instructions{5});
}

TEST_CASE("An access under an if without else adds a block and a branch to the other path") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32();
  make.branch_if(p, "join");  // 0
  make.set(a);                // 1: access
  make.label("join");
  make.ret();                 // 2
  const ptx::Kernel kernel = released(make.done(), {false, true, false}, ReleasePlacement::kOptimal);
  REQUIRE(places(kernel) == Instructions{2, 4});
  CHECK(kernel.instructions[0].operands[0].index == 4);
  CHECK(ptx::is_branch(kernel.instructions[5]));
  CHECK(kernel.instructions[5].operands[0].index == 3);
  CHECK(kernel.instructions.size() == 6);
}

TEST_CASE("A loop with an access releases at its exits") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32();
  make.label("loop");
  make.set(a);                // 0: access
  make.branch_if(p, "loop");  // 1
  make.set(a);
  make.ret();
  const std::vector<bool> shared{true, false, false, false};
  CHECK(places(released(make.done(), shared, ReleasePlacement::kOptimal)) == Instructions{2});
  CHECK(places(released(make.done(), shared, ReleasePlacement::kPostDominator)) == Instructions{2});
}

TEST_CASE("A guarded exit before an access has a release of its own") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32();
  make.guard(p).op(ptx::Op::kExit, {}, {});  // 0
  make.set(a);                               // 1: access
  make.ret();
  for (const auto placement : {ReleasePlacement::kOptimal, ReleasePlacement::kPostDominator}) {
    const ptx::Kernel kernel = released(make.done(), {false, true, false}, placement);
    CHECK(places(kernel) == Instructions{2, 4});
    CHECK(ptx::is_branch(kernel.instructions[0]));
    CHECK(kernel.instructions[0].guard.index == p);
    CHECK(kernel.instructions[0].operands[0].index == 4);
    CHECK(ptx::op_of(kernel.instructions[5]) == ptx::Op::kExit);
    CHECK(kernel.instructions[5].guard.kind == ptx::Operand::Kind::kNone);
    CHECK(faults_of(kernel, which_access(kernel)).none());
  }
}

TEST_CASE("Random kernels release once on every path after the last access and as early as possible") {
  unsigned with_release = 0, with_blocks = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const unsigned size = 3 + seed % 60;
    const ptx::Kernel original = random_kernel(seed, size, 3);
    const std::vector<bool> shared = random_accesses(original, seed);
    const ptx::Kernel kernel = released(original, shared, ReleasePlacement::kOptimal);
    INFO("seed " << seed);
    if (!reached_access(kernel)) {
      CHECK(places(kernel).empty());
      continue;
    }
    const Faults faults = faults_of(kernel, which_access(kernel));
    CHECK(faults.twice == 0);
    CHECK(faults.missing == 0);
    CHECK(faults.accesses_behind == 0);
    CHECK(faults.too_late == 0);
    with_release += !places(kernel).empty();
    with_blocks += kernel.instructions.size() > size + places(kernel).size();
  }
  CHECK(with_release > 500);
  CHECK(with_blocks > 100);
}

TEST_CASE("Random kernels with a post-dominator release do so once on every path after the last access") {
  unsigned in_a_block = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const unsigned size = 3 + seed % 60;
    const ptx::Kernel original = random_kernel(seed, size, 3);
    const ptx::Kernel kernel = released(original, random_accesses(original, seed), ReleasePlacement::kPostDominator);
    INFO("seed " << seed);
    if (!reached_access(kernel)) {
      CHECK(places(kernel).empty());
      continue;
    }
    const Faults faults = faults_of(kernel, which_access(kernel));
    CHECK(faults.twice == 0);
    CHECK(faults.missing == 0);
    CHECK(faults.accesses_behind == 0);
    in_a_block += places(kernel).size() == 1;
  }
  CHECK(in_a_block > 200);
}

TEST_CASE("Releases and the blocks around them change nothing else on any path through a random kernel") {
  for (unsigned seed = 0; seed < 600; ++seed) {
    const unsigned size = 3 + seed % 60;
    const ptx::Kernel original = random_kernel(seed, size, 3);
    const std::vector<bool> shared = random_accesses(original, seed);
    const ptx::Kernel plain = released(original, shared, ReleasePlacement::kNone);
    for (const auto placement : {ReleasePlacement::kOptimal, ReleasePlacement::kPostDominator}) {
      const ptx::Kernel kernel = released(original, shared, placement);
      for (unsigned way = 0; way < 10; ++way) {
        INFO("seed " << seed << " way " << way);
        CHECK(walk(kernel, Dice(way)) == walk(plain, Dice(way)));
      }
    }
  }
}
