#include "base/text.h"
#include "compiler/print.h"

namespace unibank::compiler {

std::string slots_text(const ptx::Kernel& kernel) {
  const ptx::SlotReport& slots = kernel.allocation.slots;
  std::string text = kernel.name + ": " + counted(slots.slots, "slot") + " a thread, " +
                     counted(slots.scratchpad_bytes, "byte") + " of the block's scratchpad; " +
                     std::to_string(slots.max_live) + " would hold everything\n";
  text += "  variables: " + std::to_string(slots.in_scratchpad) + " in the scratchpad, " +
          std::to_string(slots.in_local_memory) + " in local memory\n";
  text += "  instructions: " + counted(slots.loads, "load") + ", " + counted(slots.stores, "store") + ", " +
          counted(slots.moves, "move") + ", " + counted(slots.pointer_changes, "pointer change") +
          "; in local memory " + counted(kernel.allocation.spill_loads, "load") + ", " +
          counted(kernel.allocation.spill_stores, "store") + "\n";
  text += "  registers: " + std::to_string(kernel.registers_per_thread) + ", " +
          std::to_string(slots.reserved_registers) + " of them for the slots\n";
  if (!slots.kept_local.empty()) text += "  in local memory: " + slots.kept_local + "\n";
  return text;
}

}  // namespace unibank::compiler
