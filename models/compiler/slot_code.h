// Inserts the instructions of spills in the scratchpad.
#pragma once

#include <cstdint>

#include "compiler/slot_plan.h"

namespace unibank::compiler {

// Common to all bodies of a program.
struct SlotLayout {
  std::uint16_t pointer = 0;  // physical registers: the byte address of the thread's slots,
  std::uint16_t mover = 0;    // and the temporary for moving slots
  Dim3 block;
  std::uint64_t row_bytes() const { return 4 * block.count(); }  // the bytes of one slot of all threads
};

// For a body whose registers are allocated and whose frame is not settled yet. Loads and stores of variables with slots
// become accesses of [pointer + slot], two for 64 bits; calls are surrounded by the plan's shifts. The remaining
// spilled variables are compacted in local memory. Adds to the counts of loads, stores, moves and pointer changes in
// the report.
void insert_slot_code(ptx::Kernel& body, const SlotBody& of, const SlotPlan::Body& plan, const SlotLayout& layout,
                      ptx::SlotReport& report);

// For the entry: its scratchpad grows by `slots` of each thread, in a variable after its own, and the pointer is set
// when a thread begins.
void add_slot_area(ptx::Kernel& entry, unsigned slots, const SlotLayout& layout, ptx::SlotReport& report);

}  // namespace unibank::compiler
