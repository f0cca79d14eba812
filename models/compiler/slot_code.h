// The instructions of spills in the scratchpad.
#pragma once

#include <cstdint>

#include "compiler/slot_plan.h"

namespace unibank::compiler {

// What the bodies of a program agree on.
struct SlotLayout {
  std::uint16_t pointer = 0;  // physical registers: where the thread's slots are, in bytes,
  std::uint16_t mover = 0;    // and what passes through when they move
  Dim3 block;
  std::uint64_t row_bytes() const { return 4 * block.count(); }  // of one slot of all threads
};

// For a body whose registers are allocated and whose frame is not settled yet. Loads and stores of variables with slots
// become accesses of [pointer + slot], two for 64 bits; around calls stand the shifts of the plan. What stays in local
// memory moves together there. Adds to the loads, stores, moves and pointer changes of the report.
void insert_slot_code(ptx::Kernel& body, const SlotBody& of, const SlotPlan::Body& plan, const SlotLayout& layout,
                      ptx::SlotReport& report);

// For the entry: its scratchpad grows by `slots` of each thread, in a variable behind its own, and the pointer is set
// when a thread begins.
void add_slot_area(ptx::Kernel& entry, unsigned slots, const SlotLayout& layout, ptx::SlotReport& report);

}  // namespace unibank::compiler
