// Which variables lie in the part of the scratchpad that two blocks share.
#include "compiler/scratchpad_layout.h"

#include <catch2/catch.hpp>

#include <numeric>

#include "compiler/access_ranges.h"
#include "compiler/random_kernel.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

// A kernel of `instructions` moves with scratchpad variables of these sizes, one after the other.
ptx::Kernel kernel_of_variables(const std::vector<std::uint64_t>& sizes, unsigned instructions) {
  KernelMaker make;
  const auto a = make.r32();
  while (instructions-- > 0) make.set(a);
  make.ret();
  ptx::Kernel kernel = make.done();
  for (const std::uint64_t bytes : sizes) {
    ptx::Variable variable;
    variable.space = ptx::StateSpace::kShared;
    variable.bytes = bytes;
    variable.align = 4;
    variable.offset = kernel.scratchpad_bytes;
    kernel.scratchpad_bytes += bytes;
    kernel.symbols.push_back(variable);
  }
  return kernel;
}

// Variable i is accessed by the instructions uses[i].
ScratchpadAccesses accesses_of(const ptx::Kernel& kernel, const std::vector<std::vector<std::uint32_t>>& uses) {
  ScratchpadAccesses accesses;
  accesses.touches.resize(kernel.instructions.size());
  for (std::size_t i = 0; i < uses.size(); ++i) {
    accesses.symbols.push_back(static_cast<std::int32_t>(i));
    for (const std::uint32_t pc : uses[i]) accesses.touches[pc].variables |= VariableSet{1} << i;
  }
  return accesses;
}

using Offsets = std::vector<std::uint64_t>;

Offsets laid_out(ptx::Kernel kernel, const std::vector<std::vector<std::uint32_t>>& uses, std::uint64_t private_bytes) {
  const std::uint64_t bytes = kernel.scratchpad_bytes;
  lay_out_scratchpad(kernel, accesses_of(kernel, uses), private_bytes);
  CHECK(kernel.scratchpad_bytes == bytes);
  Offsets offsets;
  for (const ptx::Variable& variable : kernel.symbols) offsets.push_back(variable.offset);
  return offsets;
}

// Length, in instructions, of the range of the variables that reach beyond the private bytes when they lie at these
// offsets.
double shared_length(const ptx::Kernel& kernel, const ScratchpadAccesses& accesses, const Offsets& offsets,
                     std::uint64_t private_bytes) {
  VariableSet shared = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    if (offsets[i] + kernel.symbols[i].bytes > private_bytes) shared |= VariableSet{1} << i;
  return RangeLengths(control_flow(kernel), accesses).of(shared);
}

}  // namespace

TEST_CASE("The variable that is in use for the longest time becomes private") {
  // A is in use over 9 instructions, B and C over 2 each, next to each other.
  const ptx::Kernel kernel = kernel_of_variables({16, 16, 16}, 10);
  CHECK(laid_out(kernel, {{0, 8}, {3, 4}, {5, 6}}, 16) == Offsets{0, 16, 32});
  CHECK(laid_out(kernel, {{3, 4}, {0, 8}, {5, 6}}, 16) == Offsets{16, 0, 32});
  CHECK(laid_out(kernel, {{3, 4}, {5, 6}, {0, 8}}, 16) == Offsets{16, 32, 0});
}

TEST_CASE("A variable across the border is shared and so nothing changes when none fits before the border") {
  const ptx::Kernel kernel = kernel_of_variables({16, 16, 16}, 10);
  CHECK(laid_out(kernel, {{3, 4}, {0, 8}, {5, 6}}, 12) == Offsets{0, 16, 32});
  CHECK(laid_out(kernel_of_variables({64}, 10), {{0, 8}}, 6) == Offsets{0});
}

TEST_CASE("Variables with equal ranges keep their declared order") {
  const ptx::Kernel kernel = kernel_of_variables({16, 16}, 10);
  CHECK(laid_out(kernel, {{1, 2}, {4, 5}}, 16) == Offsets{0, 16});
}

TEST_CASE("Several small variables may be better private than a large one") {
  // With the large variable first, the others would have a range of 9 instructions.
  const ptx::Kernel kernel = kernel_of_variables({32, 8, 8, 8}, 10);
  CHECK(laid_out(kernel, {{4, 5}, {1}, {8}, {9}}, 32) == Offsets{24, 0, 8, 16});
}

TEST_CASE("An order that needs more bytes for alignment is not taken") {
  ptx::Kernel kernel = kernel_of_variables({16, 4}, 10);
  kernel.symbols[0].align = 16;
  CHECK(laid_out(kernel, {{3, 4}, {0, 8}}, 4) == Offsets{0, 16});
  kernel.symbols[0].align = 4;
  CHECK(laid_out(kernel, {{3, 4}, {0, 8}}, 4) == Offsets{4, 0});
}

TEST_CASE("A loop weighs more than a longer piece of straight code") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32();
  for (unsigned i = 0; i < 9; ++i) make.set(a);  // 0 to 8
  make.label("loop");
  make.set(a);
  make.branch_if(p, "loop");                     // 10
  make.ret();
  ptx::Kernel kernel = kernel_of_variables({16, 16}, 0);
  kernel.instructions = make.done().instructions;
  CHECK(laid_out(kernel, {{0, 8}, {9}}, 16) == Offsets{16, 0});
}

TEST_CASE("No order of the variables has a shorter shared range than the chosen one") {
  unsigned moved = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Dice dice(seed);
    std::vector<std::uint64_t> sizes;
    std::vector<std::vector<std::uint32_t>> uses;
    for (unsigned i = 2 + dice.below(4); i > 0; --i) {
      sizes.push_back(4 * (1 + dice.below(8)));
      uses.emplace_back();
      for (unsigned j = 1 + dice.below(3); j > 0; --j) uses.back().push_back(dice.below(12));
    }
    const ptx::Kernel kernel = kernel_of_variables(sizes, 12);
    const ScratchpadAccesses accesses = accesses_of(kernel, uses);
    const std::uint64_t private_bytes = dice.below(static_cast<unsigned>(kernel.scratchpad_bytes));
    const Offsets taken = laid_out(kernel, uses, private_bytes);
    const double length = shared_length(kernel, accesses, taken, private_bytes);
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), 0);
    do {
      Offsets offsets(sizes.size());
      std::uint64_t used = 0;
      for (const std::size_t variable : order) {
        offsets[variable] = used;
        used += sizes[variable];
      }
      INFO("seed " << seed);
      CHECK(length <= shared_length(kernel, accesses, offsets, private_bytes));
      moved += length < shared_length(kernel, accesses, offsets, private_bytes);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  CHECK(moved > 1000);
}
