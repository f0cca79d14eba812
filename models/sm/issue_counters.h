// Counters of the issue stage.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_ISSUE_COUNTERS(counter) \
  counter(warp_instructions, "warp_instructions", "instructions", "issued by warps") \
  counter(thread_instructions, "thread_instructions", "instructions", \
          "executed by threads: active lanes of issued warp instructions") \
  counter(issued_slots, "issued_slots", "slots", "in which an instruction issued") \
  counter(barriers, "barriers", "instructions", "of warps that arrive at a barrier") \
  counter(constant_accesses, "constant_accesses", "instructions", "of warps that read constants or parameters") \
  counter(texture_accesses, "texture_accesses", "instructions", "of warps on textures and surfaces") \
  counter(scratchpad_loads, "scratchpad.loads", "instructions", \
          "of warps that read the scratchpad, or read and modify it") \
  counter(scratchpad_stores, "scratchpad.stores", "instructions", "of warps that write to the scratchpad") \
  counter(global_loads, "memory.global_loads", "instructions", "of warps that read global memory") \
  counter(global_stores, "memory.global_stores", "instructions", "of warps that write to global memory") \
  counter(atomics, "memory.atomics", "instructions", "of warps: atomics and reductions in global memory") \
  counter(local_loads, "memory.local_loads", "instructions", "of warps that read local memory") \
  counter(local_stores, "memory.local_stores", "instructions", "of warps that write to local memory") \
  counter(spill_loads, "memory.spill_loads", "instructions", \
          "of warps that reload spilled registers from local memory or scratchpad") \
  counter(spill_stores, "memory.spill_stores", "instructions", \
          "of warps that spill registers to local memory or scratchpad") \
  counter(conflict_penalty_cycles, "conflicts.penalty_cycles", "cycles", \
          "of conflict penalties (per-instruction model)")
UNIBANK_COUNTERS(IssueCounters, "sm.issue", UNIBANK_ISSUE_COUNTERS);

// Why a scheduler slot issued nothing in a cycle. One cause per slot and cycle, the first of this list that applies; of
// memory_unit_full and operand_stage_full, that of the first warp refused.
#define UNIBANK_STALL_COUNTERS(counter) \
  counter(kConflictPenalty, "stalls.conflict_penalty", "slots", \
          "in which the SM waits for a conflict penalty (per-instruction model)") \
  counter(kGate, "stalls.gate", "slots", "a warp is ready, the scratchpad gate refuses it or no registers are free") \
  counter(kMemoryUnitFull, "stalls.memory_unit_full", "slots", \
          "a warp is ready, the load/store, constant or texture unit has no room (MSHR full included)") \
  counter(kOperandStageFull, "stalls.operand_stage_full", "slots", \
          "a warp is ready, no operand slot or execution unit is free, or its fence or barrier waits") \
  counter(kNotActive, "stalls.not_active", "slots", "a ready warp is outside the active set, or throttled") \
  counter(kFetch, "stalls.fetch", "slots", "no other warp is ready, some warp's next instruction is being fetched") \
  counter(kShortWait, "stalls.short_wait", "slots", \
          "no other warp is ready, some warp waits for a unit of the SM, a branch, a fence, constants or parameters, " \
          "or no warp waits") \
  counter(kLongWait, "stalls.long_wait", "slots", \
          "all waiting warps wait for memory, sleep or wait at a barrier; not all of them at a barrier") \
  counter(kBarrier, "stalls.barrier", "slots", "all waiting warps wait at a barrier") \
  counter(kDrain, "stalls.drain", "slots", "warps have ended, their last accesses are under way") \
  counter(kNoWarp, "stalls.no_warp", "slots", "no warp is resident")
UNIBANK_COUNTER_CLASSES(StallCounters, "sm.issue", UNIBANK_STALL_COUNTERS);

using Stall = StallCounters::Place;
constexpr unsigned kStallCauses = StallCounters::kCount;
// "conflict_penalty", ...
inline const char* stall_name(Stall cause) {
  constexpr unsigned kGroup = sizeof("stalls.") - 1;
  return DeclaredCounters::instance()[StallCounters::kNumbers[cause]].name.c_str() + kGroup;
}

// Warp instructions by the load of their fullest bank, and by the load that determines the penalty: of a bank, a
// cluster's port or the tag array, whichever is highest.
#define UNIBANK_BANK_CLASS_COUNTERS(counter) \
  counter(kOne, "conflicts.bank.1", "instructions", "at most one access to their most accessed bank") \
  counter(kTwo, "conflicts.bank.2", "instructions", "two accesses to their most accessed bank") \
  counter(kThree, "conflicts.bank.3", "instructions", "three accesses to their most accessed bank") \
  counter(kFour, "conflicts.bank.4", "instructions", "four accesses to their most accessed bank") \
  counter(kMore, "conflicts.bank.more", "instructions", "five or more accesses to their most accessed bank")
UNIBANK_COUNTER_CLASSES(BankClassCounters, "sm.issue", UNIBANK_BANK_CLASS_COUNTERS);

#define UNIBANK_CONFLICT_CLASS_COUNTERS(counter) \
  counter(kOne, "conflicts.1", "instructions", \
          "at most one access to the bank, port or tag array that determines their penalty") \
  counter(kTwo, "conflicts.2", "instructions", \
          "two accesses to the bank, port or tag array that determines their penalty") \
  counter(kThree, "conflicts.3", "instructions", \
          "three accesses to the bank, port or tag array that determines their penalty") \
  counter(kFour, "conflicts.4", "instructions", \
          "four accesses to the bank, port or tag array that determines their penalty") \
  counter(kMore, "conflicts.more", "instructions", \
          "five or more accesses to the bank, port or tag array that determines their penalty")
UNIBANK_COUNTER_CLASSES(ConflictClassCounters, "sm.issue", UNIBANK_CONFLICT_CLASS_COUNTERS);

}  // namespace unibank
