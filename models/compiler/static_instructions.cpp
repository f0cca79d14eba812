#include "compiler/static_instructions.h"

#include <algorithm>

#include "compiler/arithmetic_kind.h"
#include "compiler/cfg.h"
#include "compiler/register_use.h"
#include "ptx/instruction_table.h"
#include "ptx/matrix_forms.h"

namespace unibank::compiler {
namespace {

Unit unit_of(const ptx::Instruction& instruction, bool in_function) {
  if (in_function && ptx::op_of(instruction) == ptx::Op::kRet) return Unit::kAlu;  // a jump: back to the caller
  switch (ptx::latency_class(instruction)) {
    case ptx::LatencyClass::kSfu: return Unit::kSfu;
    case ptx::LatencyClass::kMemory: return Unit::kMemory;
    case ptx::LatencyClass::kTexture: return Unit::kTexture;
    case ptx::LatencyClass::kTensor: return Unit::kTensor;
    case ptx::LatencyClass::kBarrier: return Unit::kBarrier;
    case ptx::LatencyClass::kExit: return Unit::kExit;
    case ptx::LatencyClass::kAlu:
    case ptx::LatencyClass::kControl: break;
  }
  return Unit::kAlu;
}

Space space_of(ptx::StateSpace space) {
  switch (space) {
    case ptx::StateSpace::kShared: return Space::kScratchpad;
    case ptx::StateSpace::kLocal: return Space::kLocal;
    case ptx::StateSpace::kConst: return Space::kConstant;
    case ptx::StateSpace::kParam: return Space::kParameter;
    case ptx::StateSpace::kGlobal:
    case ptx::StateSpace::kGeneric: break;
  }
  return Space::kGlobal;
}

// Describes the instructions that end a group of asynchronous copies, or wait for groups.
void describe_groups(const ptx::Instruction& instruction, StaticInstruction& what) {
  if (ptx::op_of(instruction) != ptx::Op::kCp) return;
  what.arrives_after_copies = ptx::is_arrival(instruction);
  const auto operation = static_cast<ptx::AsyncCopy>(instruction.variant);
  what.commits_copies = operation == ptx::AsyncCopy::kCommit;
  if (operation == ptx::AsyncCopy::kWaitAll) what.copy_groups_left = kAllCopies;
  if (operation == ptx::AsyncCopy::kWaitGroup)
    what.copy_groups_left = static_cast<std::int32_t>(instruction.operands[0].bits);
}

void describe_product(const ptx::Instruction& instruction, StaticInstruction& what) {
  if (what.unit != Unit::kTensor) return;
  const ptx::MatrixForm& form = ptx::matrix_form(instruction);
  what.double_precision = form.d == ptx::Type::kF64;
  const std::uint64_t width = what.double_precision ? 16 : ptx::bits_of(form.a);
  what.tensor_products = static_cast<std::uint32_t>(products_of(form) * width / 16);
}

// Moves, loads and stores of 64 bits do not count: they compute nothing.
bool is_double_precision(const ptx::Instruction& instruction) {
  if (ptx::latency_class(instruction) != ptx::LatencyClass::kAlu || ptx::op_of(instruction) == ptx::Op::kMov)
    return false;
  return instruction.type == ptx::Type::kF64 || instruction.type2 == ptx::Type::kF64;
}

// A wait reads the mbarrier; an instruction that counts reads and writes it, as an atomic does.
MemoryOp operation_on_mbarrier(const ptx::Instruction& instruction) {
  if (ptx::is_arrival(instruction)) return MemoryOp::kReduction;
  switch (static_cast<ptx::Mbarrier>(instruction.variant)) {
    case ptx::Mbarrier::kInit:
    case ptx::Mbarrier::kInval: return MemoryOp::kStore;
    case ptx::Mbarrier::kTest:
    case ptx::Mbarrier::kTestParity: return MemoryOp::kLoad;
    default: break;
  }
  const bool returns = instruction.destinations != 0 && instruction.operands[0].kind == ptx::Operand::Kind::kRegister;
  return returns ? MemoryOp::kAtomic : MemoryOp::kReduction;
}

MemoryOp memory_op(const ptx::Instruction& instruction) {
  if (ptx::is_copy(instruction)) return MemoryOp::kCopy;
  if (ptx::is_load(instruction)) return MemoryOp::kLoad;
  if (ptx::is_store(instruction)) return MemoryOp::kStore;
  if (ptx::is_mbarrier(instruction)) return operation_on_mbarrier(instruction);
  return ptx::op_of(instruction) == ptx::Op::kAtom ? MemoryOp::kAtomic : MemoryOp::kReduction;
}

CacheOperator cache_operator(const ptx::Instruction& instruction) {
  switch (ptx::cache_of(instruction)) {
    case ptx::CacheOp::kCa: return CacheOperator::kAll;
    case ptx::CacheOp::kCg: return CacheOperator::kGlobal;
    case ptx::CacheOp::kCs: return CacheOperator::kStreaming;
    case ptx::CacheOp::kLu: return CacheOperator::kLastUse;
    case ptx::CacheOp::kCv: return CacheOperator::kVolatile;
    case ptx::CacheOp::kWb: return CacheOperator::kWriteBack;
    case ptx::CacheOp::kWt: return CacheOperator::kWriteThrough;
    case ptx::CacheOp::kNone: break;
  }
  return ptx::is_store(instruction) ? CacheOperator::kWriteBack : CacheOperator::kAll;
}

Scope scope_of(ptx::SyncScope scope) {
  switch (scope) {
    case ptx::SyncScope::kCta: return Scope::kBlock;
    case ptx::SyncScope::kCluster: return Scope::kCluster;
    case ptx::SyncScope::kGpu: return Scope::kDevice;
    case ptx::SyncScope::kSys: return Scope::kSystem;
    case ptx::SyncScope::kNone: break;
  }
  return Scope::kThread;
}

void describe_order(const ptx::Instruction& instruction, StaticInstruction& what) {
  using ptx::Order;
  what.fence = ptx::op_of(instruction) == ptx::Op::kMembar;
  if (!what.fence && !ptx::is_memory(instruction)) return;
  const Order order = ptx::order_of(instruction);
  what.strong = !what.fence && order != Order::kWeak;
  what.sequential = order == Order::kSequential;
  const bool both = order == Order::kAcquireRelease || what.sequential;
  what.acquires = order == Order::kAcquire || both;
  what.releases = order == Order::kRelease || both;
  what.scope = scope_of(ptx::scope_of(instruction));
}

void describe_memory(const ptx::Instruction& instruction, StaticInstruction& what) {
  if (!ptx::is_memory(instruction)) return;
  if (ptx::is_later_arrival(instruction)) {  // accesses the mbarrier only later, but the scratchpad gate is asked now
    what.bytes_per_lane = static_cast<std::uint8_t>(ptx::bytes_of(instruction.type));
    return;
  }
  what.memory = memory_op(instruction);
  what.cache = cache_operator(instruction);
  what.space = space_of(instruction.space);
  what.spill = instruction.origin == ptx::Origin::kSpill;
  what.bytes_per_lane = static_cast<std::uint8_t>(ptx::bytes_of(instruction.type) * instruction.vector);
  const bool matrix = instruction.form >= 0;
  // These instructions may have a generic address, but it must point to the scratchpad.
  if ((matrix || ptx::is_mbarrier(instruction)) && what.space == Space::kGlobal) what.space = Space::kScratchpad;
  if (!matrix) return;
  constexpr unsigned kLines = 8;
  const unsigned lanes = kLines * ptx::matrix_form(instruction).matrices;
  what.matrices = true;
  what.addressing = ~LaneMask{0} >> (kWarpSize - lanes);
}

// Adds the virtual registers' physical ones and predicates to `set`.
void add_to(const ptx::Kernel& kernel, const std::vector<std::uint32_t>& registers, RegisterSet& set) {
  for (const std::uint16_t number : physical_registers(kernel, registers)) set.add_register(number);
  for (const std::uint32_t index : registers)
    if (register_units(kernel.registers[index].type) == 0) set.add_predicate(kernel.physical[index]);
}

// Keeps the sources and results in the MRF, and counts the others.
void apply(const ptx::PlacedInstruction& placed, StaticInstruction& what) {
  what.strand_start = placed.strand_start;
  what.sources.clear();
  what.results.clear();
  for (const ptx::PlacedRead& read : placed.reads) {
    if (read.level == ptx::RegisterLevel::kMrf) what.sources.push_back(read.number);
    what.lrf_reads += read.level == ptx::RegisterLevel::kLrf;
    what.orf_reads += read.level == ptx::RegisterLevel::kOrf;
    what.orf_writes += read.fills;
  }
  for (const ptx::PlacedWrite& write : placed.writes) {
    if (write.mrf) what.results.push_back(write.number);
    what.lrf_writes += write.level == ptx::RegisterLevel::kLrf;
    what.orf_writes += write.level == ptx::RegisterLevel::kOrf;
  }
}

void mark_last_uses(const std::vector<std::uint16_t>& last, StaticInstruction& what) {
  what.dead_after = last;
  for (std::size_t i = 0; i < what.sources.size(); ++i) {
    const bool ends = std::find(last.begin(), last.end(), what.sources[i]) != last.end();
    what.last_use |= std::uint32_t{ends} << i;
  }
}

// The instruction as written, with its location in the file. Instructions added by the parser (a final ret) have
// neither text nor location.
std::string text_of(const ptx::Instruction& instruction) {
  std::string text = instruction.text.empty() ? ptx::info(instruction).name : instruction.text;
  if (instruction.location.line != 0) text += " (line " + std::to_string(instruction.location.line) + ")";
  return text;
}

// Last instruction first; within a strand there are no backward edges, because a backward branch ends a strand.
void add_strand_touches(const ptx::Kernel& kernel, std::vector<StaticInstruction>& all) {
  const ControlFlow flow = control_flow(kernel);
  const auto add = [&all](StaticInstruction& what, std::uint32_t next) {
    if (next >= all.size() || all[next].strand_start) return;
    what.strand_touches.add(all[next].touches);
    what.strand_touches.add(all[next].strand_touches);
  };
  for (auto what = all.rbegin(); what != all.rend(); ++what) {
    const std::uint32_t block = flow.block_of[what->pc];
    if (what->pc + 1 < flow.blocks[block].last) {
      add(*what, what->pc + 1);
    } else {
      for (const std::uint32_t next : flow.graph.successors[block]) add(*what, flow.blocks[next].first);
    }
  }
}

}  // namespace

std::vector<StaticInstruction> static_instructions(const ptx::Kernel& kernel) {
  std::vector<StaticInstruction> all;
  all.reserve(kernel.instructions.size());
  const std::size_t first_function = kernel.functions.empty() ? kernel.instructions.size() : kernel.functions[0].first;
  for (const ptx::Instruction& instruction : kernel.instructions) {
    StaticInstruction what;
    what.pc = static_cast<std::uint32_t>(all.size());
    what.unit = unit_of(instruction, all.size() >= first_function);
    if (what.unit == Unit::kAlu) what.arithmetic = arithmetic_of(instruction);
    what.conditional = ptx::op_of(instruction) == ptx::Op::kBra && instruction.guard.kind != ptx::Operand::Kind::kNone;
    what.double_precision = is_double_precision(instruction);
    if (ptx::op_of(instruction) == ptx::Op::kAcqreg) what.extended = ExtendedRegisters::kAcquire;
    if (ptx::op_of(instruction) == ptx::Op::kRelreg) what.extended = ExtendedRegisters::kRelease;
    what.release_scratchpad = ptx::op_of(instruction) == ptx::Op::kRelssp;
    what.sleeps = ptx::op_of(instruction) == ptx::Op::kNanosleep;
    describe_product(instruction, what);
    describe_groups(instruction, what);
    describe_memory(instruction, what);
    describe_order(instruction, what);
    const Access access = access_of(instruction);
    what.sources = physical_registers(kernel, access.reads);
    what.results = physical_registers(kernel, access.writes);
    what.result_registers = static_cast<std::uint8_t>(what.results.size());
    what.predicate_value = what.memory == MemoryOp::kLoad && what.results.empty() && !access.writes.empty();
    add_to(kernel, access.reads, what.touches);
    add_to(kernel, access.writes, what.writes);
    what.touches.add(what.writes);
    // The warp's section may be another warp's from a relreg or an exit on.
    if (what.extended == ExtendedRegisters::kRelease || (what.unit == Unit::kExit && kernel.base_registers != 0))
      for (unsigned number = kernel.base_registers; number < kernel.registers_per_thread; ++number)
        what.touches.add_register(number);
    if (!kernel.placement.empty()) apply(kernel.placement[what.pc], what);
    if (!kernel.last_uses.empty()) mark_last_uses(kernel.last_uses[what.pc], what);
    what.text = text_of(instruction);
    all.push_back(std::move(what));
  }
  if (!kernel.placement.empty()) add_strand_touches(kernel, all);
  return all;
}

}  // namespace unibank::compiler
