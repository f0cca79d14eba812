#include "compiler/share_scratchpad.h"

#include "compile_options/scratchpad_spills.h"
#include "compiler/scratchpad_layout.h"
#include "compiler/spill_variables.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

void lay_out_and_release(ptx::Kernel& body, const ScratchpadSharing& sharing, const ScratchpadAccesses& accesses) {
  const std::uint64_t own = private_bytes(sharing, body.scratchpad_bytes);
  if (sharing.order == ScratchpadOrder::kReordered) lay_out_scratchpad(body, accesses, own);
  place_release(body, shared_accesses(body, accesses, own), sharing.release);
}

bool asks_nothing(const ScratchpadSharing& sharing) {
  return sharing.order == ScratchpadOrder::kDeclared && sharing.release == ReleasePlacement::kNone;
}

bool may_touch(const ptx::Instruction& i) {
  return ptx::is_call(i) || ptx::op_of(i) == ptx::Op::kRuntime || may_access_scratchpad(i);
}

bool is_slot_access(const ptx::Instruction& i) {
  const bool added = i.origin == ptx::Origin::kSpill || i.origin == ptx::Origin::kSlotMove;
  return added && ptx::is_memory(i) && i.space == ptx::StateSpace::kShared;
}

// Adds the slots as one variable. In the entry the pointer holds the beginning of this variable.
VariableSet add_slots(const ptx::Kernel& body, const Surroundings& around, ScratchpadAccesses& accesses) {
  const std::size_t place = accesses.symbols.size();
  if (around.declare || place + 1 >= kVariableBits) return kElsewhere;
  for (std::size_t symbol = 0; symbol < body.symbols.size(); ++symbol)
    if (body.symbols[symbol].name == kSlotArea) accesses.symbols.push_back(static_cast<std::int32_t>(symbol));
  return VariableSet{1} << place;
}

}  // namespace

std::uint64_t private_bytes(const ScratchpadSharing& sharing, std::uint64_t scratchpad_bytes) {
  if (sharing.private_per_mille >= 1000) return scratchpad_bytes;
  const std::uint64_t bytes = scratchpad_bytes * sharing.private_per_mille / 1000;
  return bytes - bytes % sharing.private_align;
}

void share_scratchpad(ptx::Kernel& body, const ScratchpadSharing& sharing, const Surroundings& around) {
  if (!asks_nothing(sharing)) lay_out_and_release(body, sharing, scratchpad_accesses(body, around));
}

ScratchpadAccesses own_accesses(const ptx::Kernel& body, const Surroundings& around) {
  ScratchpadAccesses all = scratchpad_accesses(body, around);
  std::vector<ScratchpadTouch> own;
  for (std::size_t pc = 0; pc < body.instructions.size(); ++pc)
    if (may_touch(body.instructions[pc])) own.push_back(all.touches[pc]);
  all.touches = std::move(own);
  return all;
}

void share_scratchpad(ptx::Kernel& body, const ScratchpadSharing& sharing, const Surroundings& around,
                      const ScratchpadAccesses& own, std::uint64_t row_bytes) {
  if (asks_nothing(sharing)) return;
  ScratchpadAccesses accesses{own.symbols, {}};
  const VariableSet slots = add_slots(body, around, accesses);
  auto next = own.touches.begin();
  for (const ptx::Instruction& i : body.instructions) {
    ScratchpadTouch touch;
    if (is_slot_access(i)) touch = {slots, spill_address(i).bits + row_bytes};
    else if (may_touch(i)) touch = *next++;
    if (ptx::is_call(i) && around.calls_touch) touch = {touch.variables | slots};
    accesses.touches.push_back(touch);
  }
  lay_out_and_release(body, sharing, accesses);
}

Surroundings surroundings_of(const ptx::Kernel& function) {
  Surroundings found;
  for (const ptx::Variable& symbol : function.symbols) found.declare |= symbol.space == ptx::StateSpace::kShared;
  for (const ptx::Instruction& i : function.instructions) {
    found.calls_touch |= may_access_scratchpad(i);
    found.calls_print |= ptx::op_of(i) == ptx::Op::kRuntime;
    found.foreign |= ptx::op_of(i) == ptx::Op::kCvta && i.space == ptx::StateSpace::kShared;
  }
  return found;
}

}  // namespace unibank::compiler
