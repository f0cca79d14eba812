// Registers that a warp holds only for a time: where acqreg and relreg are placed, on random kernels and on kernels
// with barriers and locks, checked without the pass's own liveness.
#include <array>
#include <catch2/catch.hpp>

#include "compiler/allocate.h"
#include "compiler/check_allocation.h"
#include "compiler/link.h"
#include "compiler/random_kernel.h"
#include "compiler/register_use.h"
#include "compiler/static_instructions.h"
#include "compiler/time_share_registers.h"
#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "support/ptx_head.h"
#include "support/tried.h"

using namespace unibank;
using namespace unibank::compiler;
using ptx::Op;

namespace {

bool is(const ptx::Instruction& instruction, Op op) { return ptx::op_of(instruction) == op; }

// Of each instruction, in which states a thread may reach it: [0] without, [1] with its extended registers.
std::vector<std::array<bool, 2>> states_of(const ptx::Kernel& kernel) {
  const ControlFlow flow = control_flow(kernel);
  std::vector<std::array<bool, 2>> states(kernel.instructions.size());
  std::vector<std::pair<std::uint32_t, bool>> work = {{0, false}};
  while (!work.empty()) {
    auto [pc, holds] = work.back();
    work.pop_back();
    if (states[pc][holds]) continue;
    states[pc][holds] = true;
    if (is(kernel.instructions[pc], Op::kAcqreg)) holds = true;
    if (is(kernel.instructions[pc], Op::kRelreg)) holds = false;
    const std::uint32_t block = flow.block_of[pc];
    if (pc + 1 < flow.blocks[block].last) {
      work.push_back({pc + 1, holds});
      continue;
    }
    for (const std::uint32_t next : flow.graph.successors[block])
      if (next != flow.exit()) work.push_back({flow.blocks[next].first, holds});
  }
  return states;
}

// Instructions that name a register from `base` on, or wait for other warps, in a wrong state.
unsigned misplaced(const ptx::Kernel& kernel) {
  const auto states = states_of(kernel);
  unsigned count = 0;
  for (std::uint32_t pc = 0; pc < states.size(); ++pc) {
    const ptx::Instruction& instruction = kernel.instructions[pc];
    const Access access = access_of(instruction);
    for (const auto* registers : {&access.reads, &access.writes})
      for (const std::uint16_t number : physical_registers(kernel, *registers))
        count += states[pc][0] && number >= kernel.base_registers;
    count += is(instruction, Op::kBar) && states[pc][1];
    count += is(instruction, Op::kRelreg) && states[pc][0] && states[pc][1];
  }
  return count;
}

// Runs the kernel along a random path and keeps, for each physical register, which virtual register was written there
// last; relreg forgets the extended ones. Counts reads of values that were lost.
unsigned lost_values(const ptx::Kernel& kernel, unsigned seed) {
  Dice dice(seed);
  std::vector<std::int64_t> owner(kMaxRegisters, -1);
  std::vector<bool> written(kernel.registers.size());
  unsigned lost = 0;
  std::size_t pc = 0;
  for (unsigned step = 0; step < 2000 && pc < kernel.instructions.size(); ++step) {
    const ptx::Instruction& instruction = kernel.instructions[pc];
    const Access access = access_of(instruction);
    const bool executes = access.certain || dice.one_in(2);
    for (const std::uint32_t index : access.reads)
      for (unsigned i = 0; i < register_units(kernel.registers[index].type); ++i)
        lost += written[index] && owner[kernel.physical[index] + i] != static_cast<std::int64_t>(index);
    if (is(instruction, Op::kRelreg)) std::fill(owner.begin() + kernel.base_registers, owner.end(), -1);
    ++pc;
    if (!executes) continue;
    for (const std::uint32_t index : access.writes) {
      written[index] = true;
      for (unsigned i = 0; i < register_units(kernel.registers[index].type); ++i)
        owner[kernel.physical[index] + i] = index;
    }
    if (ptx::is_branch(instruction))
      pc = static_cast<std::size_t>(instruction.operands.front().index);
    else if (ptx::ends_block(instruction))
      break;
  }
  return lost;
}

ptx::Instruction barrier() {
  ptx::Instruction made;
  made.opcode = static_cast<ptx::Opcode>(Op::kBar);
  return made;
}

unsigned count_of(const ptx::Kernel& kernel, Op op) {
  unsigned count = 0;
  for (const ptx::Instruction& instruction : kernel.instructions) count += is(instruction, op);
  return count;
}

// Forty values at once between two loops that need few, and a barrier after their uses. `middle` is the code while the
// forty are live.
std::string wide_kernel(const std::string& middle) {
  std::string text = test::kPtxHead + R"(
.visible .entry wide(.param .u64 out)
{
  .reg .pred %p<3>; .reg .b32 %r<60>; .reg .b64 %l<2>;
  ld.param.u64 %l1, [out];
  mov.u32 %r1, %tid.x;
first:
  add.u32 %r1, %r1, 3;
  setp.lt.u32 %p1, %r1, 50;
  @%p1 bra first;
)";
  for (unsigned i = 10; i < 50; ++i)
    text += "  mad.lo.u32 %r" + std::to_string(i) + ", %r1, %r1, " + std::to_string(i) + ";\n";
  text += middle;
  for (unsigned i = 10; i < 50; ++i) text += "  xor.b32 %r1, %r1, %r" + std::to_string(i) + ";\n";
  return text + R"(
  bar.sync 0;
second:
  add.u32 %r1, %r1, 5;
  setp.lt.u32 %p2, %r1, 90;
  @%p2 bra second;
  st.global.u32 [%l1], %r1;
  ret;
}
)";
}

ptx::Kernel compiled_shared(const std::string& text, unsigned base) {
  return compile_time_shared(ptx::parse(text, "k.ptx"), "wide", {}, base);
}

}  // namespace

TEST_CASE("in random kernels only code between acqreg and relreg names an extended register and no value is lost",
          "[tried]") {
  unsigned shared = 0, with_barriers = 0;
  for (unsigned seed = 0; seed < 200; seed += 3 / test::tried(3)) {
    ptx::Kernel kernel = random_kernel(seed, 20 + seed, 6 + seed % 40);
    Dice dice(seed);
    for (ptx::Instruction& instruction : kernel.instructions)
      if (seed % 2 && is(instruction, Op::kMad) && dice.one_in(25)) instruction = barrier();
    allocate(kernel);
    for (const unsigned percent : {30, 50, 70, 90}) {
      ptx::Kernel changed = kernel;
      const unsigned base = kernel.registers_per_thread * percent / 100;
      INFO("seed " << seed << ", base " << base << " of " << kernel.registers_per_thread);
      if (!time_share_registers(changed, {}, base)) {
        CHECK(changed.instructions.size() == kernel.instructions.size());
        CHECK(changed.physical == kernel.physical);
        CHECK(changed.base_registers == 0);
        continue;
      }
      ++shared;
      with_barriers += count_of(changed, Op::kBar) != 0;
      CHECK(changed.base_registers == base);
      CHECK(changed.registers_per_thread <= kernel.registers_per_thread);
      CHECK(misplaced(changed) == 0);
      const std::vector<std::string> faults = check_allocation(changed);
      INFO((faults.empty() ? "" : faults.front()));
      CHECK(faults.empty());
      for (unsigned walk = 0; walk < 5; ++walk) CHECK(lost_values(changed, walk) == 0);
    }
  }
  CHECK(shared > test::tried(300));
  CHECK(with_barriers > test::tried(20));
}

TEST_CASE("a kernel holds its extended registers where many values are live and not at its loops and its barrier") {
  const ptx::Kernel kernel = compiled_shared(wide_kernel(""), 16);
  CHECK(kernel.base_registers == 16);
  CHECK(kernel.registers_per_thread > 40);
  CHECK(count_of(kernel, Op::kAcqreg) == 1);
  CHECK(count_of(kernel, Op::kRelreg) == 1);
  CHECK(misplaced(kernel) == 0);
  // Of the code outside of loops, which is executed once: nearly all of the forty results and their uses.
  const double share = extended_share(kernel);
  CHECK(share > 0.4);
  CHECK(share < 0.7);
}

TEST_CASE("a kernel with more values at a barrier than the base set holds all registers always") {
  CHECK(compiled_shared(wide_kernel("bar.sync 0;\n"), 16).base_registers == 0);
  CHECK(compiled_shared(wide_kernel("bar.sync 0;\n"), 16).registers_per_thread ==
        compile(ptx::parse(wide_kernel("bar.sync 0;\n"), "k.ptx"), "wide").registers_per_thread);
  CHECK(extended_share(compiled_shared(wide_kernel("bar.sync 0;\n"), 16)) == 0);
}

TEST_CASE("a loop that waits for another thread is no place for extended registers") {
  const std::string spin =
      "spin:\n  atom.global.cas.b32 %r2, [%l1], 0, 1;\n  setp.ne.u32 %p1, %r2, 0;\n  @%p1 bra spin;\n";
  const std::string poll =
      "spin:\n  ld.volatile.global.u32 %r2, [%l1];\n  setp.ne.u32 %p1, %r2, 0;\n  @%p1 bra spin;\n";
  const std::string once = "  atom.global.cas.b32 %r2, [%l1], 0, 1;\n";
  CHECK(compiled_shared(wide_kernel(spin), 16).base_registers == 0);
  CHECK(compiled_shared(wide_kernel(poll), 16).base_registers == 0);
  CHECK(compiled_shared(wide_kernel(once), 16).base_registers == 16);
  const auto with_mbarrier = [](const std::string& middle) {
    std::string text = wide_kernel(middle);
    text.insert(test::kPtxHead.size(), ".shared .align 8 .b64 turn;\n");
    return text.replace(text.find("sm_70"), 5, "sm_80");
  };
  const std::string test = "spin:\n  mbarrier.test_wait.parity.shared.b64 %p1, [turn], 0;\n  @!%p1 bra spin;\n";
  CHECK(compiled_shared(with_mbarrier(test), 16).base_registers == 0);
  CHECK(compiled_shared(with_mbarrier("mbarrier.init.shared.b64 [turn], 1;\n"), 16).base_registers == 16);
}

TEST_CASE("a kernel that needs no more than the base set or calls a function is unchanged") {
  const ptx::Kernel plain = compile(ptx::parse(wide_kernel(""), "k.ptx"), "wide");
  CHECK(compiled_shared(wide_kernel(""), plain.registers_per_thread).base_registers == 0);
  CHECK(compiled_shared(wide_kernel(""), 0).base_registers == 0);
  std::string calls = wide_kernel("{ .param .b32 p; call (p), five, (); ld.param.b32 %r2, [p]; }\n");
  calls.insert(test::kPtxHead.size(),
               ".func (.param .b32 o) five() { .reg .b32 %r1; mov.u32 %r1, 5; st.param.b32 [o], %r1; ret; }\n");
  CHECK(compiled_shared(calls, 16).base_registers == 0);
}

TEST_CASE("relreg and exits wait for everything that still writes an extended register") {
  const ptx::Kernel kernel = compiled_shared(wide_kernel(""), 16);
  unsigned found = 0;
  for (const StaticInstruction& what : static_instructions(kernel)) {
    const bool exits = what.unit == Unit::kExit;
    if (what.extended == ExtendedRegisters::kNone && !exits) continue;
    ++found;
    CHECK((what.unit == Unit::kAlu) == !exits);
    CHECK(what.sources.empty());
    for (unsigned number = 0; number < kMaxRegisters; ++number) {
      const bool extended = number >= 16 && number < kernel.registers_per_thread;
      CHECK(what.touches.has_register(number) == (extended && what.extended != ExtendedRegisters::kAcquire));
    }
  }
  CHECK(found == 3);
}
