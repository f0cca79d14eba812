#include "trace/memory_order.h"

#include "trace/opcodes.h"

namespace unibank::trace {
namespace {

// .SM and .CTA are block scope; .GPU and, before Volta, .GL are device scope; every other scope, .VC included, is
// treated as the widest scope.
Scope scope_of(std::string_view opcode) {
  if (has_part(opcode, "CTA") || has_part(opcode, "SM")) return Scope::kBlock;
  return has_part(opcode, "GPU") || has_part(opcode, "GL") ? Scope::kDevice : Scope::kSystem;
}

CacheOperator cache_operator(std::string_view opcode, MemoryOp memory) {
  if (memory == MemoryOp::kCopy && has_part(opcode, "BYPASS")) return CacheOperator::kGlobal;  // cp.async.cg
  if (has_part(opcode, "EF")) return CacheOperator::kStreaming;
  if (has_part(opcode, "LU")) return CacheOperator::kLastUse;
  return memory == MemoryOp::kStore ? CacheOperator::kWriteBack : CacheOperator::kAll;
}

void describe_fence(std::string_view opcode, StaticInstruction& what) {
  const bool membar = opcode.substr(0, opcode.find('.')) == "MEMBAR";
  what.fence = what.acquires = true;
  what.releases = membar;
  what.sequential = membar && !has_part(opcode, "ALL");
  what.scope = membar ? scope_of(opcode) : Scope::kDevice;
}

}  // namespace

// Before Ampere a load or store without STRONG may also name a scope: .SYS alone is ignored.
void describe_order(std::string_view opcode, StaticInstruction& what) {
  const std::string_view name = opcode.substr(0, opcode.find('.'));
  if (name == "MEMBAR" || (name == "CCTL" && has_part(opcode, "IVALL"))) return describe_fence(opcode, what);
  if (what.memory == MemoryOp::kNone) return;
  what.cache = cache_operator(opcode, what.memory);
  const bool atomic = what.memory == MemoryOp::kAtomic || what.memory == MemoryOp::kReduction;
  what.strong = atomic || has_part(opcode, "STRONG") || has_part(opcode, "MMIO");
  if (!what.strong) return;
  what.scope = what.space == Space::kScratchpad ? Scope::kBlock : scope_of(opcode);
}

}  // namespace unibank::trace
