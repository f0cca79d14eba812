// The state of a resident warp and of a resident block.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simt/lanes.h"
#include "simt/path_stack.h"
#include "simt/written_words.h"
#include "warp/block_barriers.h"
#include "warp/warp_instruction.h"

namespace unibank::simt {

struct Step;

// The state of a bar.red. Every bar instruction sets `kind`, because a bar.red must not meet another kind at a barrier.
struct Reduction {
  std::uint8_t kind = 0;               // a ptx::Barrier
  std::uint32_t count = 0;             // threads whose predicate is true
  bool all = true;
};

// An arrival on an mbarrier; the arrival waits for copies.
struct Arrival {
  const Step* step = nullptr;
  LaneMask lanes = 0;
  std::array<std::uint64_t, kWarpSize> address{};
};

struct Block {
  bool resident = false;
  std::uint64_t number = 0;
  unsigned first_warp = 0;
  std::vector<std::uint8_t> scratchpad;
  WrittenWords written;                // written words of the scratchpad
  BlockBarriers barriers;
  std::array<Reduction, kBarriers> reductions{};
};

// A warp that has polled often without success is watched: the state that determines its next actions is stored, and
// compared when it reaches the same instruction again.
struct Watch {
  bool on = false;
  std::uint32_t polls = 0;             // polls before watching begins
  std::uint32_t pc = 0, since = 0;     // the watched instruction; polls of other instructions since it
  std::uint32_t turns = 0;             // number of returns to it without any change
  std::uint64_t changes = 0;           // SharedLaunch::changes when the state was stored
  PathStack paths;
  std::vector<std::uint64_t> registers;
};

struct Warp {
  bool resident = false;
  unsigned block_slot = 0, index = 0;  // index: within its block
  PathStack paths;
  Frame frame;
  WarpInstruction next;                // what peek() shows
  bool known = false;                  // `next` is up to date
  ptx::StateSpace space = ptx::StateSpace::kGeneric;  // space of the next access
  LaneMask waiting = 0;                // lanes of a generic access whose space is still pending
  LaneMask done = 0;                   // lanes whose space is done
  LaneMask outside = 0;                // lanes with an access outside of every allocation; no error
  std::array<std::uint64_t, kWarpSize> offset{};      // local accesses: in the thread's frame
  std::array<std::uint64_t, kWarpSize> copied_to{};   // copies: in the block's scratchpad
  const Step* barrier = nullptr;       // the barrier instruction at which it waits
  unsigned barrier_id = 0;             // the number of that barrier
  LaneMask no_source = 0;              // lanes whose shfl source does not participate
  std::vector<Arrival> arrivals;       // the oldest first
  Watch watch;
};

}  // namespace unibank::simt
