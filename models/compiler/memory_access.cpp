#include "compiler/memory_access.h"

#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using ptx::Op;
using ptx::StateSpace;

unsigned spaces_of(const ptx::Instruction& i) {
  switch (i.space) {
    case StateSpace::kGlobal:
      return ptx::has(i, ptx::kNonCoherent) ? 0u : static_cast<unsigned>(MemoryAccess::kGlobal);
    case StateSpace::kShared: return MemoryAccess::kScratchpad;
    case StateSpace::kLocal: return MemoryAccess::kLocal;
    case StateSpace::kParam: return MemoryAccess::kParameter;
    case StateSpace::kConst: return 0;
    case StateSpace::kGeneric: break;
  }
  return MemoryAccess::kGlobal | MemoryAccess::kScratchpad | MemoryAccess::kLocal;
}

bool is_texture_read(Op op) { return op == Op::kTex || op == Op::kTld4; }

// In accesses of matrices each lane has the address of a different line.
void add_address(const ptx::Instruction& i, const std::vector<ptx::Variable>& symbols, MemoryAccess& access) {
  if (ptx::op_of(i) != Op::kLd && ptx::op_of(i) != Op::kSt) return;
  for (const ptx::Operand& operand : i.operands) {
    if (operand.kind != ptx::Operand::Kind::kAddress) continue;
    access.symbol = operand.symbol;
    if (operand.index >= 0) access.base = static_cast<std::uint32_t>(operand.index);
    access.known = true;
    access.begin = operand.bits;
    access.bytes = std::uint64_t{ptx::bytes_of(i.type)} * i.vector;
    if (access.symbol < 0) continue;
    const std::uint64_t size = symbols[static_cast<std::size_t>(access.symbol)].bytes;
    access.inside = access.begin < size && access.bytes <= size - access.begin;
  }
}

bool apart(const MemoryAccess& a, const MemoryAccess& b) {
  if ((a.spaces & b.spaces) == 0) return true;
  if (!a.known || !b.known || a.base != b.base) return false;
  if (a.symbol != b.symbol) return a.base == MemoryAccess::kNoBase && a.inside && b.inside;
  // Differences, so negative offsets from the base work too.
  return b.begin - a.begin >= a.bytes && a.begin - b.begin >= b.bytes;
}

}  // namespace

MemoryAccess memory_access(const ptx::Instruction& i, const std::vector<ptx::Variable>& symbols) {
  MemoryAccess access;
  const Op op = ptx::op_of(i);
  if (ptx::is_load(i) || ptx::is_store(i)) {
    access.spaces = spaces_of(i);
    if (ptx::is_store(i)) access.writes = access.spaces;
    access.orders = ptx::order_of(i) != ptx::Order::kWeak;
    add_address(i, symbols, access);
  } else if (ptx::is_copy(i)) {
    access.spaces = MemoryAccess::kGlobal | MemoryAccess::kScratchpad;
    access.writes = MemoryAccess::kScratchpad;
  } else if (is_texture_read(op)) {
    access.spaces = MemoryAccess::kTexels;
  } else if (ptx::is_atomic(i) || ptx::is_mbarrier(i) || op == Op::kBar || op == Op::kMembar ||
             ptx::latency_class(i) == ptx::LatencyClass::kTexture) {
    access.orders = true;
  }
  if (access.orders) access.spaces = MemoryAccess::kAny;
  return access;
}

bool conflict(const MemoryAccess& a, const MemoryAccess& b) {
  if (a.spaces == 0 || b.spaces == 0) return false;
  if (a.orders || b.orders) return true;
  return ((a.writes & b.spaces) | (a.spaces & b.writes)) != 0 && !apart(a, b);
}

}  // namespace unibank::compiler
