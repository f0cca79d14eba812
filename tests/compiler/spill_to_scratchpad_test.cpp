// Programs whose spills have slots in the scratchpad.
#include <algorithm>
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "compiler/kernel_maker.h"
#include "compiler/link.h"
#include "compiler/print.h"
#include "compiler/spill_variables.h"
#include "ptx/parser.h"
#include "support/ptx_head.h"
#include "support/wide_instruction.h"

using namespace unibank;
using namespace unibank::compiler;
using ptx::Origin;

namespace {

// A function that computes `values` values, each from the previous one, and then needs all of them.
std::string leaf(unsigned values) {
  std::string text = ".func (.param .b32 r) leaf(.param .b32 a)\n{\n.reg .b32 %r<" + std::to_string(values) +
                     ">;\nld.param.b32 %r0, [a];\n";
  for (unsigned i = 1; i < values; ++i) {
    const std::string before = "%r" + std::to_string(i - 1);
    text += "mad.lo.s32 %r" + std::to_string(i) + ", " + before + ", " + before + ", 3;\n";
  }
  for (unsigned i = 1; i < values; ++i) text += "xor.b32 %r0, %r0, %r" + std::to_string(i) + ";\n";
  return text + "st.param.b32 [r], %r0;\nret;\n}\n";
}

// An entry that loads `values` values, calls the leaf, and then needs all of them. `variables`: declarations in its
// body.
std::string loading_entry(unsigned values, bool call, const std::string& variables = "", bool wide = false) {
  const std::string type = wide ? "64" : "32";
  std::string text = ".visible .entry k(.param .u64 out)\n{\n" + variables + ".reg .b" + type + " %r<" +
                     std::to_string(values) + ">; .reg .b32 %s<3>; .reg .b64 %l;\nld.param.u64 %l, [out];\n";
  for (unsigned i = 0; i < values; ++i)
    text += "ld.global.b" + type + " %r" + std::to_string(i) + ", [%l+" + std::to_string(8 * i) + "];\n";
  text += "ld.global.b32 %s0, [%l+1024];\n";
  if (call)
    text += "{ .param .b32 x; .param .b32 y;\nst.param.b32 [x], %s0;\ncall (y), leaf, (x);\nld.param.b32 %s0, [y]; }\n";
  for (unsigned i = 0; i < values; ++i)
    text += "st.global.b" + type + " [%l+" + std::to_string(8 * i) + "], %r" + std::to_string(i) + ";\n";
  return text + "st.global.b32 [%l+1024], %s0;\nret;\n}\n";
}

CompileOptions within(unsigned registers, unsigned slots, Dim3 block = {64, 1, 1}) {
  CompileOptions options;
  options.registers = registers;
  options.spills.slots = slots;
  options.spills.block = block;
  return options;
}

ptx::Kernel compiled_slots(const std::string& text, const CompileOptions& options) {
  return compile(ptx::parse(test::kPtxHead + text, "slots.ptx"), "k", options);
}

unsigned count(const ptx::Kernel& kernel, Origin origin) {
  return static_cast<unsigned>(
      std::count_if(kernel.instructions.begin(), kernel.instructions.end(),
                    [&](const ptx::Instruction& i) { return i.origin == origin; }));
}

const ptx::Variable& slots_of(const ptx::Kernel& kernel) {
  const auto found = std::find_if(kernel.symbols.begin(), kernel.symbols.end(),
                                  [](const ptx::Variable& v) { return v.name == "__slots"; });
  REQUIRE(found != kernel.symbols.end());
  return *found;
}

}  // namespace

TEST_CASE("Values that share a place in local memory one after the other are two variables") {
  KernelMaker make;
  const auto r = make.r32();
  const auto access = [&](ptx::Op op, std::uint64_t place) {
    ptx::Instruction& i = make.op(op, {}, {});
    i.origin = Origin::kSpill;
    i.space = ptx::StateSpace::kLocal;
    ptx::Operand address = KernelMaker::address(-1, static_cast<std::int64_t>(place));
    if (op == ptx::Op::kLd) i.operands = {KernelMaker::operand(r), address};
    else i.operands = {address, KernelMaker::operand(r)};
    i.destinations = op == ptx::Op::kLd;
  };
  const auto p = make.predicate();
  make.set(p);
  access(ptx::Op::kSt, 0);                       // 1
  access(ptx::Op::kSt, 4);                       // 2
  access(ptx::Op::kLd, 0);                       // 3
  make.label("again");
  access(ptx::Op::kSt, 0);                       // 4: another variable at the same place
  make.branch_if(p, "over");                     // 5
  access(ptx::Op::kLd, 4);                       // 6
  access(ptx::Op::kSt, 4);                       // 7: the same as 2, for the later load
  make.label("over");
  access(ptx::Op::kLd, 4);                       // 8
  access(ptx::Op::kLd, 0);                       // 9
  make.branch_if(p, "again");                    // 10
  make.ret();
  const SpillVariables found = spill_variables(make.done());
  constexpr std::uint32_t kNo = kNoVariable;
  CHECK(found.accessed == std::vector<std::uint32_t>{kNo, 0, 1, 0, 2, kNo, 1, 1, 1, 2, kNo, kNo});
  REQUIRE(found.variables.size() == 3);
  CHECK(found.variables[1].accesses == 4);
  CHECK(found.variables[0].slots == 1);
  using Live = std::vector<std::vector<std::uint32_t>>;
  CHECK(found.live == Live{{}, {0}, {0, 1}, {1}, {1, 2}, {1, 2}, {2}, {1, 2}, {1, 2}, {1}, {1}, {}});
}

TEST_CASE("A kernel that fits into its registers is left as it is") {
  const std::string text = loading_entry(8, false);
  const ptx::Kernel with = compiled_slots(text, within(16, 8)), without = compiled_slots(text, within(16, 0));
  CHECK(assembly_text(with) == assembly_text(without));
  CHECK(with.scratchpad_bytes == 0);
  CHECK(with.allocation.slots.max_live == 0);
}

TEST_CASE("A slot is one word for each thread of the block and slots follow the kernel's own scratchpad") {
  const std::string own = ".shared .align 4 .b8 own[10];\n";
  const ptx::Kernel kernel =
      compiled_slots(loading_entry(24, false, own), within(16, ScratchpadSpills::kAsNeeded, {48, 2, 1}));
  const ptx::SlotReport& report = kernel.allocation.slots;
  const unsigned slots = report.slots, row = 4 * 96;
  CHECK(slots == report.max_live);
  CHECK(slots >= 24 + 2 - 15);  // values and address, less all registers but the pointer's
  CHECK(report.in_local_memory == 0);
  CHECK(kernel.local_bytes == 0);
  CHECK(slots_of(kernel).offset == 12);  // aligned after 10 bytes
  CHECK(slots_of(kernel).bytes == slots * row);
  CHECK(kernel.scratchpad_bytes == 12 + slots * row);
  CHECK(report.scratchpad_bytes == 2 + slots * row);
  std::vector<bool> stored(slots), loaded(slots);
  for (const ptx::Instruction& i : kernel.instructions) {
    if (i.origin != Origin::kSpill) continue;
    REQUIRE(i.space == ptx::StateSpace::kShared);
    const ptx::Operand& address = spill_address(i);
    CHECK(kernel.physical[static_cast<std::size_t>(address.index)] == kernel.registers_per_thread - 1);
    REQUIRE(address.bits % row == 0);
    (ptx::is_load(i) ? loaded : stored).at(address.bits / row) = true;
  }
  CHECK(std::count(stored.begin(), stored.end(), false) == 0);
  CHECK(std::count(loaded.begin(), loaded.end(), false) == 0);
  CHECK(kernel.registers_per_thread <= 16);
  CHECK(report.reserved_registers == 1);
}

TEST_CASE("A dynamic array follows the slots and statics stay where they were") {
  const std::string text =
      ".extern .shared .align 16 .b8 dynamic[];\n" +
      loading_entry(24, false, ".shared .align 4 .b8 own[20];\n.reg .b64 %d;\nmov.u64 %d, dynamic;\n");
  const ptx::Kernel with = compiled_slots(text, within(16, ScratchpadSpills::kAsNeeded)),
                    without = compiled_slots(text, within(16, 0));
  CHECK(without.scratchpad_bytes == 20);
  CHECK(with.scratchpad_bytes == 20 + with.allocation.slots.slots * 256);
  for (const ptx::Variable& variable : with.symbols) {
    if (variable.name == "own") CHECK(variable.offset == 0);
    if (variable.name == "dynamic") CHECK(variable.offset == (with.scratchpad_bytes + 15) / 16 * 16);
  }
}

TEST_CASE("Values of 64 bits are loaded and stored as two words in two slots") {
  const ptx::Kernel kernel =
      compiled_slots(loading_entry(12, false, "", true), within(16, ScratchpadSpills::kAsNeeded));
  const ptx::SlotReport& report = kernel.allocation.slots;
  CHECK(report.slots % 2 == 0);
  CHECK(report.loads % 2 == 0);
  CHECK(report.slots == 2 * report.in_scratchpad);
  std::vector<const ptx::Instruction*> accesses;
  for (const ptx::Instruction& i : kernel.instructions)
    if (i.origin == Origin::kSpill) accesses.push_back(&i);
  REQUIRE(accesses.size() == report.loads + report.stores);
  for (std::size_t i = 0; i < accesses.size(); i += 2) {
    const ptx::Instruction &low = *accesses[i], &high = *accesses[i + 1];
    const auto data = [](const ptx::Instruction& of) {
      return static_cast<std::size_t>(of.operands[ptx::is_load(of) ? 0 : 1].index);
    };
    CHECK(kernel.registers[data(low)].part == ptx::Register::Part::kLow);
    CHECK(kernel.registers[data(high)].part == ptx::Register::Part::kHigh);
    CHECK(kernel.physical[data(low)] % 2 == 0);
    CHECK(kernel.physical[data(high)] == kernel.physical[data(low)] + 1);
    CHECK(ptx::bytes_of(low.type) == 4);
    CHECK(spill_address(low).bits != spill_address(high).bits);
  }
}

TEST_CASE("Spills that do not fit into the slots stay in local memory without gaps") {
  const std::string text = loading_entry(24, false);
  const unsigned all = compiled_slots(text, within(16, ScratchpadSpills::kAsNeeded)).allocation.slots.max_live;
  unsigned before = 0;
  for (unsigned slots = 1; slots <= all; ++slots) {
    const ptx::Kernel kernel = compiled_slots(text, within(16, slots));
    const ptx::SlotReport& report = kernel.allocation.slots;
    CHECK(report.slots == slots);
    CHECK(report.in_scratchpad > before);
    CHECK((report.in_local_memory == 0) == (slots == all));
    CHECK(kernel.allocation.spill_bytes == kernel.local_bytes);
    CHECK((kernel.local_bytes == 0) == (slots == all));
    for (const ptx::Instruction& i : kernel.instructions)
      if (is_local_spill(i)) CHECK(spill_address(i).bits + 4 <= kernel.local_bytes);
    before = report.in_scratchpad;
  }
}

TEST_CASE("slots_for_all finds the smallest number of slots in which all spills fit") {
  const ptx::Module module = ptx::parse(test::kPtxHead + leaf(24) + loading_entry(24, true), "slots.ptx");
  for (const StackDiscipline stack :
       {StackDiscipline::kTraditional, StackDiscipline::kRegisterStack, StackDiscipline::kMoving}) {
    CompileOptions options = within(16, 3);
    options.spills.stack = stack;
    const unsigned all = slots_for_all(module, "k", options);
    options.spills.slots = all;
    CHECK(compile(module, "k", options).allocation.slots.in_local_memory == 0);
    options.spills.slots = all - 1;
    CHECK(compile(module, "k", options).allocation.slots.in_local_memory > 0);
  }
  CHECK(slots_for_all(module, "k", within(64, 0)) == 0);
}

TEST_CASE("Around a call the slot pointer moves beyond the slots in use and back") {
  CompileOptions options = within(16, ScratchpadSpills::kAsNeeded);
  const std::string text = leaf(24) + loading_entry(24, true);
  for (const StackDiscipline stack :
       {StackDiscipline::kTraditional, StackDiscipline::kRegisterStack, StackDiscipline::kMoving}) {
    options.spills.stack = stack;
    const ptx::Kernel kernel = compiled_slots(text, options);
    const ptx::SlotReport& report = kernel.allocation.slots;
    const auto call = std::find_if(kernel.instructions.begin(), kernel.instructions.end(),
                                   [](const ptx::Instruction& i) { return ptx::is_call(i); });
    REQUIRE(call != kernel.instructions.end());
    const ptx::Instruction &before = *(call - 1), &behind = *(call + 1);
    CHECK(before.origin == Origin::kSlotPointer);
    CHECK(ptx::op_of(before) == ptx::Op::kAdd);
    CHECK(ptx::op_of(behind) == ptx::Op::kSub);
    CHECK(before.operands[2].bits == behind.operands[2].bits);
    CHECK(before.operands[2].bits % 256 == 0);
    CHECK(before.operands[2].bits / 256 < report.slots);
    CHECK(count(kernel, Origin::kSlotMove) == 4 * report.moves);
    CHECK(count(kernel, Origin::kSlotPointer) == report.pointer_changes);
    CHECK(report.pointer_changes == 3 + 2);  // %tid.x, the slots' address, their sum
    CHECK(report.in_local_memory == 0);
  }
}

TEST_CASE("Blocks of two and three dimensions number their threads") {
  unsigned expected = 3;
  for (const Dim3 block : {Dim3{64, 1, 1}, Dim3{8, 8, 1}, Dim3{4, 4, 4}}) {
    const ptx::Kernel kernel = compiled_slots(loading_entry(24, false), within(16, ScratchpadSpills::kAsNeeded, block));
    CHECK(kernel.allocation.slots.pointer_changes == expected);
    CHECK(slots_of(kernel).bytes == kernel.allocation.slots.slots * 256);
    expected += 2;
  }
}

TEST_CASE("Functions that may be called before they return keep local memory and are named") {
  const std::string down =
      ".func (.param .b32 r) leaf(.param .b32 a)\n{\n.reg .b32 %r<24>; .reg .pred %p;\nld.param.b32 %r0, [a];\n"
      "setp.eq.s32 %p, %r0, 0;\n@%p bra END;\n{ .param .b32 x; .param .b32 y;\nst.param.b32 [x], 0;\n"
      "call (y), leaf, (x);\nld.param.b32 %r1, [y]; }\nadd.s32 %r0, %r0, %r1;\nEND:\nst.param.b32 [r], %r0;\nret;\n}\n";
  const ptx::Kernel kernel = compiled_slots(down + loading_entry(24, true), within(16, ScratchpadSpills::kAsNeeded));
  const ptx::SlotReport& report = kernel.allocation.slots;
  CHECK(report.kept_local == "may be called before they return: leaf");
  CHECK(report.in_local_memory > 0);
  CHECK(report.in_scratchpad > 0);
}

TEST_CASE("At most two registers are reserved and nothing names them") {
  CompileOptions options = within(16, 0);
  for (options.reserved = 0; options.reserved <= 2; ++options.reserved)
    CHECK(compiled_slots(loading_entry(24, false), options).registers_per_thread == 16 - options.reserved);
  CHECK_THROWS_WITH(compiled_slots(loading_entry(24, false), options), "3 registers reserved; expected at most 2");
}

TEST_CASE("Spills in the scratchpad require the shape of the blocks") {
  CHECK_THROWS_WITH(compiled_slots(loading_entry(24, false), within(16, 4, {0, 0, 0})),
                    "spills in the scratchpad for blocks of 0 x 0 x 0 threads; expected the shape of the launch's "
                    "blocks");
}

TEST_CASE("Spills stay in local memory where an instruction needs the register that slots cost") {
  const ptx::Module module = ptx::parse(test::wide_instruction(true), "wide.ptx");
  const ptx::Kernel without = compile(module, "k", within(16, 0)), with = compile(module, "k", within(16, 8)),
                    wider = compile(module, "k", within(17, 8));
  CHECK(without.allocation.spill_bytes != 0);
  CHECK(with.physical == without.physical);
  CHECK(with.allocation.slots.slots == 0);
  CHECK(wider.allocation.slots.slots != 0);
}
