// What the issue stage counts.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_ISSUE_COUNTERS(counter) \
  counter(warp_instructions, "warp_instructions", "instructions", "of warps, issued") \
  counter(thread_instructions, "thread_instructions", "instructions", "of threads: the active lanes of them") \
  counter(issued_slots, "issued_slots", "slots", "issue slots with an instruction") \
  counter(barriers, "barriers", "instructions", "of warps, that arrived at a barrier") \
  counter(constant_accesses, "constant_accesses", "instructions", "of warps, that read constants or parameters") \
  counter(texture_accesses, "texture_accesses", "instructions", "of warps, on textures and surfaces") \
  counter(scratchpad_loads, "scratchpad.loads", "instructions", \
          "of warps, that read or exchange words of the scratchpad") \
  counter(scratchpad_stores, "scratchpad.stores", "instructions", "of warps, that write to it") \
  counter(global_loads, "memory.global_loads", "instructions", "of warps, that read global memory") \
  counter(global_stores, "memory.global_stores", "instructions", "of warps, that write to it") \
  counter(atomics, "memory.atomics", "instructions", "of warps, atomics and reductions in it") \
  counter(local_loads, "memory.local_loads", "instructions", "of warps, that read local memory") \
  counter(local_stores, "memory.local_stores", "instructions", "of warps, that write to it") \
  counter(spill_loads, "memory.spill_loads", "instructions", \
          "of warps, the register allocator's, of local memory and scratchpad") \
  counter(spill_stores, "memory.spill_stores", "instructions", \
          "of warps, the register allocator's, to local memory and scratchpad") \
  counter(conflict_penalty_cycles, "conflicts.penalty_cycles", "cycles", \
          "that conflicts cost instructions (per-instruction model)")
UNIBANK_COUNTERS(IssueCounters, "sm.issue", UNIBANK_ISSUE_COUNTERS);

// Why a scheduler slot issued nothing in a cycle. One cause a slot and cycle, the first of this list that applies.
#define UNIBANK_STALL_COUNTERS(counter) \
  counter(kConflictPenalty, "stalls.conflict_penalty", "slots", \
          "per-instruction model: the SM pays for the last instruction's conflicts") \
  counter(kGate, "stalls.gate", "slots", "a warp is ready, the scratchpad gate refuses it") \
  counter(kMemoryUnitFull, "stalls.memory_unit_full", "slots", \
          "a warp is ready, the load/store or the constant unit has no room (MSHR full included)") \
  counter(kOperandStageFull, "stalls.operand_stage_full", "slots", \
          "a warp is ready, no operand slot or execution unit is free") \
  counter(kNotActive, "stalls.not_active", "slots", "a warp is ready but outside the scheduler's active set") \
  counter(kFetch, "stalls.fetch", "slots", "none is ready, some warp's next instruction is not there") \
  counter(kShortWait, "stalls.short_wait", "slots", "some warp waits for a unit of the SM, none is ready") \
  counter(kLongWait, "stalls.long_wait", "slots", \
          "all waiting warps wait for memory (or barrier), at least one for memory") \
  counter(kBarrier, "stalls.barrier", "slots", "all waiting warps wait at a barrier") \
  counter(kDrain, "stalls.drain", "slots", "warps have ended, their last accesses have not") \
  counter(kNoWarp, "stalls.no_warp", "slots", "no warp is resident")
UNIBANK_COUNTER_CLASSES(StallCounters, "sm.issue", UNIBANK_STALL_COUNTERS);

using Stall = StallCounters::Place;
constexpr unsigned kStallCauses = StallCounters::kCount;
// "conflict_penalty", ...
inline const char* stall_name(Stall cause) {
  constexpr unsigned kGroup = sizeof("stalls.") - 1;
  return DeclaredCounters::instance()[StallCounters::kNumbers[cause]].name.c_str() + kGroup;
}

// Warp instructions by what they ask of one bank, and by what decides the penalty: of one bank, one cluster's port or
// the tag array, whichever is asked for most.
#define UNIBANK_BANK_CLASS_COUNTERS(counter) \
  counter(kOne, "conflicts.bank.1", "instructions", "at most one access to the bank they ask most of") \
  counter(kTwo, "conflicts.bank.2", "instructions", "two accesses to the bank they ask most of") \
  counter(kThree, "conflicts.bank.3", "instructions", "three accesses to the bank they ask most of") \
  counter(kFour, "conflicts.bank.4", "instructions", "four accesses to the bank they ask most of") \
  counter(kMore, "conflicts.bank.more", "instructions", "more accesses to the bank they ask most of")
UNIBANK_COUNTER_CLASSES(BankClassCounters, "sm.issue", UNIBANK_BANK_CLASS_COUNTERS);

#define UNIBANK_CONFLICT_CLASS_COUNTERS(counter) \
  counter(kOne, "conflicts.1", "instructions", \
          "at most one access to what decides their penalty: a bank, a port or the tags") \
  counter(kTwo, "conflicts.2", "instructions", \
          "two accesses to what decides their penalty: a bank, a port or the tags") \
  counter(kThree, "conflicts.3", "instructions", \
          "three accesses to what decides their penalty: a bank, a port or the tags") \
  counter(kFour, "conflicts.4", "instructions", \
          "four accesses to what decides their penalty: a bank, a port or the tags") \
  counter(kMore, "conflicts.more", "instructions", \
          "more accesses to what decides their penalty: a bank, a port or the tags")
UNIBANK_COUNTER_CLASSES(ConflictClassCounters, "sm.issue", UNIBANK_CONFLICT_CLASS_COUNTERS);

}  // namespace unibank
