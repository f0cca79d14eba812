// Instructions between issue and writeback.
#pragma once

#include <memory>
#include <vector>

#include "base/host_line.h"
#include "sm/access_plan.h"
#include "values/instruction_values.h"
#include "warp/warp_instruction.h"

namespace unibank {

// The clusters with an active lane; a cluster has four lanes.
struct ActiveClusters {
  std::uint8_t set = 0;    // bit c: cluster c
  std::uint8_t count = 0;

  ActiveClusters() = default;
  explicit ActiveClusters(LaneMask lanes) {
    lanes |= lanes >> 2;
    lanes |= lanes >> 1;
    lanes &= 0x11111111u;
    count = static_cast<std::uint8_t>(lanes * 0x11111111u >> 28);
    lanes = (lanes | lanes >> 3) & 0x03030303u;
    lanes = (lanes | lanes >> 6) & 0x000f000fu;
    set = static_cast<std::uint8_t>(lanes | lanes >> 12);
  }
  static ActiveClusters all() { return ActiveClusters(~LaneMask{0}); }
};

struct alignas(kHostLineBytes) InFlight {
  const StaticInstruction* decoded = nullptr;
  LaneMask active = 0, live = 0;
  ActiveClusters clusters;       // clusters of the active lanes
  unsigned warp = 0;
  std::uint64_t sequence = 0;    // order of issue in this SM
  Cycle issued = 0;
  unsigned penalty = 0;          // cycles; per-instruction conflict model
  unsigned latency = 0;          // latency of the unit, without conflicts
  bool long_latency = false;     // a value from global, local or texture memory
  // Operand stage.
  unsigned operands_left = 0, results_left = 0;
  Cycle operands_ready = 0;
  // Load/store unit.
  AccessPlan plan;
  std::uint32_t copy_group = 0, copy_number = 0;  // kCopy: its group, and its number among the warp's copies
  bool copied = false;           // kCopy: its lines have arrived, its rows are being written
  std::uint32_t turn = 0;        // order among the warp's instructions in the same half of the unit
  unsigned next = 0;             // first row or line not yet sent
  unsigned unanswered = 0;       // parts sent and not yet answered
  bool all_sent = false;
  Cycle done = 0;                // the latest cycle, as known so far, at which a part's value reaches the register file
  bool modifies = false;         // an atomic on the scratchpad: all reads are sent, its rows are or will be written
  Cycle read_until = 0;          // for these reads: the cycle in which its last row has been read
  std::unique_ptr<InstructionValues> values;  // run.check_data; null while it is off

  // Whether every lane that has not exited executes it.
  bool covers_live() const { return (live & ~active) == 0; }
  // The delay of operands by conflicts (or waits) and by the lookup of tags (`tag_stage`), in cycles.
  Cycle operand_delay() const { return operands_ready - (issued + 2); }
};

// A pool of the instructions of one SM.
class InFlightPool {
 public:
  InFlight* get() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<InFlight>());
      free_.push_back(all_.back().get());
    }
    InFlight* instruction = free_.back();
    free_.pop_back();
    return instruction;
  }
  void put(InFlight* instruction) { free_.push_back(instruction); }
  std::size_t in_use() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<InFlight>> all_;
  std::vector<InFlight*> free_;
};

}  // namespace unibank
