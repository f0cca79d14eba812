#include "compiler/share_scratchpad.h"

#include "compiler/scratchpad_layout.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {

std::uint64_t private_bytes(const ScratchpadSharing& sharing, std::uint64_t scratchpad_bytes) {
  if (sharing.private_per_mille >= 1000) return scratchpad_bytes;
  const std::uint64_t bytes = scratchpad_bytes * sharing.private_per_mille / 1000;
  return bytes - bytes % sharing.private_align;
}

void share_scratchpad(ptx::Kernel& body, const ScratchpadSharing& sharing, const Surroundings& around) {
  if (sharing.order == ScratchpadOrder::kDeclared && sharing.release == ReleasePlacement::kNone) return;
  const ScratchpadAccesses accesses = scratchpad_accesses(body, around);
  const std::uint64_t own = private_bytes(sharing, body.scratchpad_bytes);
  if (sharing.order == ScratchpadOrder::kReordered) lay_out_scratchpad(body, accesses, own);
  place_release(body, shared_accesses(body, accesses, own), sharing.release);
}

Surroundings surroundings_of(const ptx::Kernel& function) {
  Surroundings found;
  for (const ptx::Instruction& i : function.instructions) {
    const bool somewhere = i.space == ptx::StateSpace::kShared || i.space == ptx::StateSpace::kGeneric;
    found.calls_touch |= ptx::is_memory(i) && somewhere;
    found.foreign |= ptx::op_of(i) == ptx::Op::kCvta && i.space == ptx::StateSpace::kShared;
  }
  return found;
}

}  // namespace unibank::compiler
