// How many blocks of a kernel an SM holds, the limits, and the effect of changing one quantity at a time:
// the table and the three graphs of a vendor's occupancy calculator, for any design.
#pragma once

#include <string>
#include <vector>

#include "design/design.h"
#include "policy/partition.h"

namespace unibank {

// How many blocks one resource of the SM admits by itself.
struct OccupancyRow {
  std::string part;            // "warps", "threads", "blocks", "registers", "scratchpad bytes", "bytes of one memory"
  double available = 0, of_a_block = 0;  // of scratchpad, the most that the partition can give to this kernel's blocks
  unsigned blocks = 0;         // kUnbounded: any number
  static constexpr unsigned kUnbounded = ~0u;
};

struct OccupancyTable {
  KernelNeeds kernel;
  std::vector<OccupancyRow> rows;
  PartitionResult result;      // computed by the partition policy, as for a launch
  unsigned most_warps = 0;     // of the SM
  double occupancy() const { return static_cast<double>(result.resident_warps) / most_warps; }
};

// Throws InputError when not one block fits.
OccupancyTable occupancy_table(const Design& design, const KernelNeeds& kernel);

// Resident warps as one quantity of the kernel varies.
struct OccupancyCurve {
  std::string quantity;        // "threads per block", "registers per thread", "scratchpad bytes per block"
  std::vector<unsigned> at, warps;  // 0 warps: not one block fits
  unsigned now = 0;            // the kernel's value
};

// Threads per block in whole warps up to 1,024; registers up to kernel.register_limit, or 128, or the kernel's own if
// these are more; scratchpad up to the most that the partition gives; both in some 64 steps. Other quantities are the
// kernel's: a block of another size has the same scratchpad.
std::vector<OccupancyCurve> occupancy_curves(const Design& design, const KernelNeeds& kernel);

std::string table_text(const OccupancyTable& table, const std::string& design);
// The curves as characters, with the kernel's own value marked.
std::string curves_text(const std::vector<OccupancyCurve>& curves, unsigned most_warps);

}  // namespace unibank
