// The accesses of a warp's memory instruction, from its lanes' addresses: distinct bank rows of the
// scratchpad, or distinct 128-byte lines of memory. Plain C++.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cycle/address_map.h"
#include "warp/warp_instruction.h"

namespace unibank {

// Whether the constant unit serves the space.
inline bool is_constant(Space space) { return space == Space::kConstant || space == Space::kParameter; }

// Part of an in-flight instruction, and reused with it: filling it allocates only while its vectors grow.
struct AccessPlan {
  std::vector<BankRow> rows;        // scratchpad: distinct rows, in the order of their turns (see plan_scratchpad)
  std::vector<BankRow> joined;      // `rows` after join_neighbours, if that is known; otherwise empty
  // The rows of the phases after this one, the last phase first; `phases_left` of them.
  std::array<std::vector<BankRow>, kWarpSize * 16 / kLineBytes - 1> later;
  unsigned phases_left = 0;
  std::vector<BankRow> modified;    // atomics: the same rows again, to be written when they have been read
  std::vector<LineAccess> lines;    // memory: distinct lines, in order of first touch
  std::vector<LineBytes> bytes;     // [line]; only for stores and atomics of less than a word per lane
  std::vector<AtomicTurns> turns;   // [line]; only for atomics
  // Constants and parameters: addresses of distinct words, in order of first touch. Textures: of distinct lines.
  std::vector<std::uint64_t> words;
  // The bytes of line `line` that a store or an atomic writes.
  LineBytes written(std::size_t line) const;
  // False for constants, parameters and textures, and if no lane accesses memory.
  bool needs_load_store_unit() const { return !rows.empty() || !lines.empty(); }
  MemoryAccess access() const { return {rows.data(), rows.size(), lines.data(), lines.size()}; }
  // Replaces `rows` by the rows of the next phase; false: there is none.
  bool next_phase() {
    if (phases_left == 0) return false;
    rows.swap(later[--phases_left]);
    return true;
  }
  void clear() {
    rows.clear();
    joined.clear();
    phases_left = 0;
    modified.clear();
    lines.clear();
    bytes.clear();
    turns.clear();
    words.clear();
  }
};

// Which rows of a warp's scratchpad access can be accessed in one turn.
struct TurnRules {
  bool one_bank_a_port = false;  // true: two rows at one crossbar port conflict; false: only two rows in one bank do
  ScratchpadPhases phases = ScratchpadPhases::kNone;
};

// Plans the rows of the scratchpad, phase by phase. Lanes of a phase that access the same row count once, and phases
// without active lanes are left out. One of several conflicting rows is accessed per turn: all first rows come before
// all second ones, each in order of first touch. Lanes of an atomic that access the same address count separately, one
// after the other.
void plan_scratchpad(const WarpInstruction& instruction, const AddressMap& map, unsigned block_slot, TurnRules rules,
                     AccessPlan& plan);
// Plans the rows that a copy writes.
void plan_copied(const WarpInstruction& instruction, const AddressMap& map, unsigned block_slot, TurnRules rules,
                 AccessPlan& plan);
// Joins rows of one turn in adjacent 4-byte banks of one port, in rising order, into one row.
void join_neighbours(std::vector<BankRow>& rows);
// Plans the lines of global or local memory, and how many lanes of an atomic share an address there. An access wider
// than 4 bytes to local memory takes the lane's next words, which are a warp's width apart.
void plan_lines(const WarpInstruction& instruction, AccessPlan& plan);
// Plans the distinct words of a constant or parameter read. Each word is broadcast in a separate cycle; a wider access
// counts as one address.
void plan_broadcast(const WarpInstruction& instruction, AccessPlan& plan);

}  // namespace unibank
