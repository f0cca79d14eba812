// Which values are spilled when registers are too few, and what is inserted around a body.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "base/input_error.h"
#include "compiler/allocate.h"
#include "compiler/check_allocation.h"
#include "compiler/insert.h"
#include "compiler/kernel_maker.h"
#include "compiler/link.h"
#include "compiler/loops.h"
#include "compiler/register_use.h"
#include "support/ptx_files.h"
#include "support/tried.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

using Registers = KernelMaker::Registers;

ptx::Kernel allocated_in(KernelMaker& make, const AllocationContext& context) {
  ptx::Kernel kernel = make.done();
  kernel.entry = context.stack_pointer < 0;
  allocate(kernel, context);
  const std::vector<std::string> faults = check_allocation(kernel, context);
  INFO((faults.empty() ? "" : faults.front()));
  CHECK(faults.empty());
  return kernel;
}

AllocationContext held_to(unsigned limit) {
  AllocationContext context;
  context.limit = limit;
  return context;
}

// `count` values that no instruction can compute again.
Registers values(KernelMaker& make, unsigned count) {
  Registers made;
  for (unsigned i = 0; i < count; ++i) {
    made.push_back(make.r32());
    make.op(ptx::Op::kActivemask, {made.back()}, {});
  }
  return made;
}

void use_one_by_one(KernelMaker& make, const Registers& registers) {
  for (const std::int32_t index : registers) make.use({index});
}

// A call of function 0 that takes and returns nothing.
void call(KernelMaker& make) {
  ptx::Operand callee;
  callee.kind = ptx::Operand::Kind::kFunction;
  callee.index = 0;
  make.op(ptx::Op::kCall, {}, {}).operands = {callee};
}

// The lines with results of which no instruction reads any.
std::set<unsigned> lines_without_use(const ptx::Kernel& kernel) {
  std::set<std::uint32_t> read;
  for (const ptx::Instruction& i : kernel.instructions) {
    for (const std::uint32_t index : access_of(i).reads) read.insert(index);
  }
  std::set<unsigned> lines;
  for (const ptx::Instruction& i : kernel.instructions) {
    const std::vector<std::uint32_t> writes = access_of(i).writes;
    const auto is_read = [&](std::uint32_t index) { return read.count(index) != 0; };
    if (!writes.empty() && std::none_of(writes.begin(), writes.end(), is_read)) lines.insert(i.location.line);
  }
  return lines;
}

unsigned spills(const ptx::Kernel& kernel, std::uint32_t first, std::uint32_t last) {
  const auto begin = kernel.instructions.begin();
  return static_cast<unsigned>(std::count_if(begin + first, begin + last, [](const ptx::Instruction& i) {
    return i.origin == ptx::Origin::kSpill;
  }));
}

}  // namespace

TEST_CASE("Loops within loops and loops with two ways in are as deep as they are nested") {
  // 0 -> 1 -> 2 -> 3, inner loop 2, outer loop 1 2, end 3.
  Graph nested(4);
  for (const auto& [from, to] : {std::pair{0, 1}, {1, 2}, {2, 2}, {2, 1}, {2, 3}})
    nested.add_edge(static_cast<unsigned>(from), static_cast<unsigned>(to));
  CHECK(loop_depths(nested) == std::vector<unsigned>{0, 1, 2, 0});
  // 0 leads to 1 and to 2, which lead to each other; 2 has a loop of its own inside.
  Graph irreducible(5);
  for (const auto& [from, to] : {std::pair{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}, {3, 3}, {3, 1}, {1, 4}})
    irreducible.add_edge(static_cast<unsigned>(from), static_cast<unsigned>(to));
  CHECK(loop_depths(irreducible) == std::vector<unsigned>{0, 1, 1, 2, 0});
}

TEST_CASE("Values that a loop does not use are stored before it and loaded after it") {
  KernelMaker make;
  const Registers kept = values(make, 20);
  const auto p = make.predicate(), counter = make.r32();
  make.op(ptx::Op::kActivemask, {counter}, {});
  make.label("loop");
  make.op(ptx::Op::kSetp, {p}, {counter});
  make.op(ptx::Op::kAdd, {counter}, {counter});
  make.branch_if(p, "loop");
  use_one_by_one(make, kept);
  const ptx::Kernel kernel = allocated_in(make, held_to(16));
  CHECK(kernel.registers_per_thread == 16);
  CHECK(kernel.allocation.max_live == 21);
  CHECK(kernel.allocation.unlimited == 21);
  CHECK(kernel.allocation.spilled_values == 5);
  CHECK(kernel.allocation.spill_stores == 5);
  CHECK(kernel.allocation.spill_loads == 5);
  CHECK(kernel.allocation.spill_bytes == 20);
  CHECK(kernel.local_bytes == 20);
  const std::uint32_t loop = kernel.labels.at("loop");
  CHECK(ptx::op_of(kernel.instructions[loop]) == ptx::Op::kSetp);
  CHECK(spills(kernel, loop, loop + 3) == 0);
  CHECK(kernel.instructions[loop + 2].operands[0].index == static_cast<std::int32_t>(loop));
}

TEST_CASE("Constants are computed again and neither stored nor loaded") {
  KernelMaker make;
  Registers constants;
  for (unsigned i = 0; i < 30; ++i) {
    constants.push_back(make.r32());
    ptx::Operand number;
    number.kind = ptx::Operand::Kind::kImmediate;
    number.bits = i;
    make.op(ptx::Op::kMov, {constants.back()}, {}).operands.push_back(number);
  }
  use_one_by_one(make, constants);
  const ptx::Kernel kernel = allocated_in(make, held_to(16));
  CHECK(kernel.allocation.rematerialised_values == 14);
  CHECK(kernel.allocation.spill_loads == 0);
  CHECK(kernel.allocation.spill_stores == 0);
  CHECK(kernel.instructions.size() == 60);  // each is computed once: where it is needed
}

TEST_CASE("A value that only a recomputed value was computed from is not computed in vain") {
  KernelMaker make;
  const auto id = make.r32(), twice = make.r32();
  ptx::Operand source;
  source.kind = ptx::Operand::Kind::kSpecial;
  source.index = static_cast<std::int32_t>(ptx::Special::kTidX);
  make.op(ptx::Op::kMov, {id}, {}).operands.push_back(source);
  make.op(ptx::Op::kAdd, {twice}, {id, id});
  const bool read = GENERATE(false, true);
  if (read) make.use({id});
  const Registers kept = values(make, 16);
  use_one_by_one(make, kept);
  make.use({twice});
  const ptx::Kernel kernel = allocated_in(make, held_to(16));
  CHECK(kernel.allocation.spilled_values == 0);
  CHECK(kernel.allocation.rematerialised_values == 1);
  // The value's two steps are before the last instruction. The first is at the beginning, too, if it is read there.
  CHECK(kernel.instructions.size() == 2 * kept.size() + 3 + 2 * read);
}

TEST_CASE("An instruction that reads a recomputed value before its only write stays, with its other sources") {
  KernelMaker make;
  const auto p = make.predicate(), y = make.r32(), x = make.r32(), z = make.r32();
  make.op(ptx::Op::kActivemask, {y}, {});
  make.op(ptx::Op::kSetp, {p}, {y});
  make.op(ptx::Op::kSelp, {z}, {y, x, p});
  ptx::Operand number;
  number.kind = ptx::Operand::Kind::kImmediate;
  number.bits = 5;
  make.op(ptx::Op::kMov, {x}, {}).operands.push_back(number);
  const Registers kept = values(make, 16);
  use_one_by_one(make, kept);
  make.use({x});
  make.use({z});
  const ptx::Kernel kernel = allocated_in(make, held_to(16));
  CHECK(kernel.allocation.rematerialised_values == 1);
  const auto count = [&](ptx::Op op) {
    return std::count_if(kernel.instructions.begin(), kernel.instructions.end(),
                         [op](const ptx::Instruction& i) { return ptx::op_of(i) == op; });
  };
  CHECK(count(ptx::Op::kSelp) == 1);
  CHECK(count(ptx::Op::kSetp) == 1);
  CHECK(count(ptx::Op::kActivemask) == 17);
}

TEST_CASE("A register limit leaves no computed value without a use that had one", "[tried]") {
  unsigned recomputing = 0, files = 0;
  for (const std::filesystem::path& file : test::ptx_files()) {
    if (files++ % (3 / test::tried(3)) != 0) continue;
    const ptx::Module module = test::parse_file(file);
    for (const auto& [name, entry] : module.kernels) {
      if (!entry.refused.empty()) continue;
      INFO(file.string() << ", " << name);
      CompileOptions options;
      options.registers = 16;
      const ptx::Kernel limited = compile(module, name, options);
      if (!limited.functions.empty()) continue;  // arguments of calls are read by the functions' other registers
      recomputing += limited.allocation.rematerialised_values != 0;
      const std::set<unsigned> before = lines_without_use(compile(module, name, {}));
      for (const unsigned line : lines_without_use(limited)) {
        INFO("line " << line);
        CHECK(before.count(line) == 1);
      }
    }
  }
  CHECK(recomputing > test::tried(60));
}

TEST_CASE("A clock's value is spilled and not read again") {
  for (const ptx::Special special : {ptx::Special::kClock, ptx::Special::kClockHi, ptx::Special::kGlobaltimerLo,
                                     ptx::Special::kGlobaltimerHi, ptx::Special::kTidX}) {
    KernelMaker make;
    Registers read;
    for (unsigned i = 0; i < 20; ++i) {
      read.push_back(make.r32());
      ptx::Operand source;
      source.kind = ptx::Operand::Kind::kSpecial;
      source.index = static_cast<std::int32_t>(special);
      make.op(ptx::Op::kMov, {read.back()}, {}).operands.push_back(source);
    }
    use_one_by_one(make, read);
    const ptx::Kernel kernel = allocated_in(make, held_to(16));
    const bool stays_the_same = special == ptx::Special::kTidX;
    INFO(static_cast<int>(special));
    CHECK((kernel.allocation.rematerialised_values != 0) == stays_the_same);
    CHECK((kernel.allocation.spill_loads == 0) == stays_the_same);
  }
}

TEST_CASE("Spill slots follow the body's own local variables and are aligned to their size") {
  KernelMaker make;
  Registers pairs;
  for (unsigned i = 0; i < 10; ++i) {
    pairs.push_back(make.r64());
    make.op(ptx::Op::kActivemask, {pairs.back()}, {});
  }
  use_one_by_one(make, pairs);
  ptx::Kernel kernel = make.done();
  kernel.local_bytes = 12;
  allocate(kernel, held_to(16));
  CHECK(check_allocation(kernel, held_to(16)).empty());
  CHECK(kernel.symbols.back().offset == 16);
  CHECK(kernel.local_bytes == 16 + kernel.allocation.spill_bytes);
  CHECK(kernel.allocation.spill_bytes == 8 * kernel.allocation.spilled_values);
}

TEST_CASE("Narrow and wide spilled values are each aligned to their size") {
  for (unsigned count = 30; count < 34; ++count) {  // so that some have an odd number of narrow ones
    KernelMaker make;
    Registers all;
    for (unsigned i = 0; i < count; ++i) {
      all.push_back(i % 6 == 5 ? make.r64() : make.r32());
      make.op(ptx::Op::kActivemask, {all.back()}, {});
    }
    use_one_by_one(make, all);
    const ptx::Kernel kernel = allocated_in(make, held_to(16));
    unsigned narrow = 0, wide = 0;
    for (const ptx::Instruction& spill : kernel.instructions) {
      if (spill.origin != ptx::Origin::kSpill) continue;
      for (const ptx::Operand& operand : spill.operands) {
        if (operand.kind != ptx::Operand::Kind::kAddress) continue;
        const unsigned bytes = ptx::bytes_of(spill.type);
        CHECK(operand.bits % bytes == 0);
        ++(bytes == 8 ? wide : narrow);
      }
    }
    CHECK(narrow > 4);
    CHECK(wide > 0);
  }
}

TEST_CASE("A guarded result that is spilled keeps the old value in the lanes that are switched off") {
  KernelMaker make;
  const Registers kept = values(make, 20);
  const auto p = make.predicate();
  make.set(p);
  for (const std::int32_t index : kept) make.guard(p).op(ptx::Op::kNot, {index}, {index});
  use_one_by_one(make, kept);
  const ptx::Kernel kernel = allocated_in(make, held_to(16));
  for (std::size_t pc = 0; pc < kernel.instructions.size(); ++pc) {
    if (kernel.instructions[pc].origin == ptx::Origin::kSpill)
      CHECK(kernel.instructions[pc].guard.kind == ptx::Operand::Kind::kNone);
  }
  CHECK(kernel.allocation.spill_loads >= 4);
}

TEST_CASE("Fixed registers get their numbers and the others use the remaining ones") {
  KernelMaker make;
  const Registers some = values(make, 4);
  make.use(some);
  AllocationContext context;
  context.fixed = {7, AllocationContext::kFree, 0};
  const ptx::Kernel kernel = allocated_in(make, context);
  CHECK(kernel.physical[0] == 7);
  CHECK(kernel.physical[2] == 0);
  CHECK(kernel.registers_per_thread == 8);
}

TEST_CASE("A value live across a call avoids the registers that the callee writes or is spilled") {
  const auto body = [] {
    KernelMaker make;
    const Registers kept = values(make, 6);
    call(make);
    make.use(kept);
    return make;
  };
  AllocationContext context;
  for (unsigned number = 0; number < 12; ++number) context.clobbers[0].add_register(number);
  KernelMaker free = body(), held = body();
  const ptx::Kernel around = allocated_in(free, context);
  CHECK(around.registers_per_thread == 18);
  CHECK(around.allocation.spill_loads == 0);
  context.limit = 16;
  const ptx::Kernel within = allocated_in(held, context);
  CHECK(within.registers_per_thread <= 16);
  CHECK(within.allocation.spill_loads == 2);
}

TEST_CASE("A function's slots are addressed through its stack pointer and its arguments can be spilled") {
  KernelMaker make;
  AllocationContext context = held_to(16);
  Registers arguments;
  for (unsigned i = 0; i < 8; ++i) {
    arguments.push_back(make.r32());
    context.inputs.push_back(i);
  }
  const auto stack = make.r32();
  const auto result = make.r32();
  context.stack_pointer = stack;
  context.pinned = {static_cast<std::uint32_t>(result)};
  const Registers kept = values(make, 14);
  use_one_by_one(make, kept);
  use_one_by_one(make, arguments);
  make.op(ptx::Op::kActivemask, {result}, {});
  make.op(ptx::Op::kRet, {}, {result});
  const ptx::Kernel kernel = allocated_in(make, context);
  CHECK(kernel.registers_per_thread <= 16);
  CHECK(kernel.allocation.spill_stores > 0);
  CHECK(kernel.instructions.back().operands[0].index == result);
  for (const std::int32_t a : arguments) {
    for (const std::int32_t b : arguments) {
      if (a != b) CHECK(kernel.physical[static_cast<unsigned>(a)] != kernel.physical[static_cast<unsigned>(b)]);
    }
  }
}

TEST_CASE("Labels and jump tables follow when instructions are inserted and dropped") {
  KernelMaker make;
  make.op(ptx::Op::kNop, {}, {});
  make.label("one");
  make.op(ptx::Op::kNop, {}, {});
  make.label("two");
  make.op(ptx::Op::kNop, {}, {});
  make.label("end");
  ptx::Kernel kernel = make.done();
  ptx::Operand table;
  table.kind = ptx::Operand::Kind::kVector;
  for (const std::int32_t target : {0, 1, 2}) {
    table.elements.emplace_back();
    table.elements.back().kind = ptx::Operand::Kind::kLabel;
    table.elements.back().index = target;
  }
  kernel.instructions[2].operands.push_back(table);
  std::vector<Edit> edits(3);
  const ptx::Instruction added = kernel.instructions[0];
  edits[0].behind = {added, added};
  edits[1].dropped = true;
  edits[2].before = {added};
  apply(edits, {added}, kernel);
  CHECK(kernel.instructions.size() == 6);  // prologue, 0, two after it, one before 2, 2
  CHECK(kernel.labels.at("one") == 4);
  CHECK(kernel.labels.at("two") == 4);     // a jump to an instruction runs what was inserted before it
  CHECK(kernel.labels.at("end") == 6);
  std::vector<std::int32_t> targets;
  for (const ptx::Operand& element : kernel.instructions[5].operands[0].elements) targets.push_back(element.index);
  CHECK(targets == std::vector<std::int32_t>{1, 4, 4});  // the prologue runs once
}

TEST_CASE("Limits out of range and instructions that need more than the limit are refused") {
  KernelMaker empty;
  ptx::Kernel kernel = empty.done();
  CHECK_THROWS_WITH(allocate(kernel, held_to(15)), "a limit of 15 registers per thread; expected 16 to 256");
  CHECK_THROWS_AS(allocate(kernel, held_to(257)), InputError);
  KernelMaker make;
  make.use(values(make, 17));
  kernel = make.done();
  CHECK_THROWS_WITH(allocate(kernel, held_to(16)),
                    "made.ptx: 'nop' of kernel 'made' needs 17 32-bit registers of a thread at once; there are 16");
}
