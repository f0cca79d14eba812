// Which blocks of a kernel an SM holds, what keeps it from holding more, and what one quantity at a time would change:
// the table and the three graphs of a vendor's occupancy calculator, for any design.
#pragma once

#include <string>
#include <vector>

#include "design/design.h"
#include "policy/partition.h"

namespace unibank {

// How many blocks one part of the SM lets in by itself.
struct OccupancyRow {
  std::string part;            // "warps", "threads", "blocks", "registers", "scratchpad bytes", "bytes of one memory"
  double available = 0, of_a_block = 0;
  unsigned blocks = 0;         // kUnbounded: any number
  static constexpr unsigned kUnbounded = ~0u;
};

struct OccupancyTable {
  KernelNeeds kernel;
  std::vector<OccupancyRow> rows;
  PartitionResult result;      // the partition policy's own, which a launch gets
  unsigned most_warps = 0;     // of the SM
  double occupancy() const { return static_cast<double>(result.resident_warps) / most_warps; }
};

// Throws InputError when not one block fits.
OccupancyTable occupancy_table(const Design& design, const KernelNeeds& kernel);

// Resident warps where one quantity of the kernel is other than it is.
struct OccupancyCurve {
  std::string quantity;        // "threads a block", "registers a thread", "scratchpad bytes a block"
  std::vector<unsigned> at, warps;  // 0 warps: not one block fits
  unsigned now = 0;            // the kernel's own
};

// Threads a block in whole warps up to 1,024; registers up to kernel.register_limit, or 128, and scratchpad up to all
// there is, in 64 steps at most. What is not varied is the kernel's, the bytes of a block too.
std::vector<OccupancyCurve> occupancy_curves(const Design& design, const KernelNeeds& kernel);

std::string table_text(const OccupancyTable& table, const std::string& design);
// The curves as characters, with the kernel's own value marked.
std::string curves_text(const std::vector<OccupancyCurve>& curves, unsigned most_warps);

}  // namespace unibank
