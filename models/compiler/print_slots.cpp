#include "compiler/print.h"

namespace unibank::compiler {

std::string slots_text(const ptx::Kernel& kernel) {
  const ptx::SlotReport& slots = kernel.allocation.slots;
  const auto count = [](std::uint64_t number, const char* what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
  };
  std::string text = kernel.name + ": " + count(slots.slots, "slot") + " a thread, " +
                     count(slots.scratchpad_bytes, "byte") + " of the block's scratchpad; " +
                     std::to_string(slots.max_live) + " would hold everything\n";
  text += "  variables: " + std::to_string(slots.in_scratchpad) + " in the scratchpad, " +
          std::to_string(slots.in_local_memory) + " in local memory\n";
  text += "  instructions: " + count(slots.loads, "load") + ", " + count(slots.stores, "store") + ", " +
          count(slots.moves, "move") + ", " + count(slots.pointer_changes, "pointer change") + "; in local memory " +
          count(kernel.allocation.spill_loads, "load") + ", " + count(kernel.allocation.spill_stores, "store") + "\n";
  text += "  registers: " + std::to_string(kernel.registers_per_thread) + ", " +
          std::to_string(slots.reserved_registers) + " of them for the slots\n";
  if (!slots.kept_local.empty()) text += "  in local memory: " + slots.kept_local + "\n";
  return text;
}

}  // namespace unibank::compiler
