#include "concurrency/occupancy_table.h"

#include <algorithm>
#include <memory>

#include "policy/occupancy.h"

namespace unibank {

namespace {

std::unique_ptr<PartitionPolicy> partition_of(const Design& design) {
  return PartitionRegistry::instance().make(design.partition.name, design.partition.values);
}

PartitionResult divide(const Design& design, const KernelNeeds& kernel) {
  return partition_of(design)->divide(design.capacity(), {kernel}, 0);
}

unsigned warps_of(const Design& design, const KernelNeeds& kernel) {
  try {
    return divide(design, kernel).resident_warps;
  } catch (const InputError&) {
    return 0;
  }
}

void add_storage(const Design& design, const KernelNeeds& kernel, std::vector<OccupancyRow>& rows) {
  const SmCapacity capacity = design.capacity();
  const BlockNeeds block = block_needs(capacity, kernel);
  const auto bytes = [&rows](const char* part, double available, double each) {
    rows.push_back({part, available, each, blocks_in(available, each)});
  };
  if (capacity.alone(Part::kRegisters)) {
    const auto registers = static_cast<double>(capacity.bytes(Part::kRegisters)) / 4;
    rows.push_back({"registers", registers, block.register_bytes / 4, register_bound(capacity, kernel)});
  } else {
    const bool inside = capacity.together(Part::kRegisters, Part::kScratchpad);
    const auto all = static_cast<double>(capacity.bytes(Part::kRegisters));
    bytes("bytes of one memory", all, inside ? block.bytes() : block.register_bytes);
    if (inside) return;
  }
  bytes("scratchpad bytes", partition_of(design)->most_scratchpad(capacity, kernel), block.scratchpad_bytes);
}

// The most scratchpad of an SM under this design: that of a kernel of which a block needs all of the memory.
unsigned most_scratchpad(const Design& design, KernelNeeds kernel) {
  const SmCapacity capacity = design.capacity();
  kernel.scratchpad_bytes_per_block = static_cast<double>(capacity.bytes(Part::kScratchpad));
  return static_cast<unsigned>(partition_of(design)->most_scratchpad(capacity, kernel));
}

template <typename Set>
OccupancyCurve curve(const Design& design, const KernelNeeds& kernel, const char* quantity, unsigned first,
                     unsigned last, unsigned step, const Set& set) {
  OccupancyCurve found;
  found.quantity = quantity;
  for (unsigned x = first; x <= last; x += step) {
    KernelNeeds varied = kernel;
    set(varied, x);
    found.at.push_back(x);
    found.warps.push_back(warps_of(design, varied));
  }
  return found;
}

}  // namespace

OccupancyTable occupancy_table(const Design& design, const KernelNeeds& kernel) {
  const SmCapacity capacity = design.capacity();
  OccupancyTable table;
  table.kernel = kernel;
  table.result = divide(design, kernel);
  table.most_warps = capacity.max_warps;
  const BlockNeeds block = block_needs(capacity, kernel);
  const auto count = [&table](const char* part, unsigned available, unsigned each) {
    table.rows.push_back({part, static_cast<double>(available), static_cast<double>(each), available / each});
  };
  count("threads", capacity.threads(), block.threads);
  count("warps", capacity.max_warps, block.warps);
  count("blocks", capacity.max_blocks, 1);
  add_storage(design, kernel, table.rows);
  return table;
}

std::vector<OccupancyCurve> occupancy_curves(const Design& design, const KernelNeeds& kernel) {
  constexpr unsigned kMostThreads = 1024, kMostRegisters = 128, kSteps = 64;
  const unsigned limit = design.kernel.register_limit != 0 ? design.kernel.register_limit : kMostRegisters;
  const unsigned registers = std::max(limit, kernel.registers_per_thread), step = (registers + kSteps - 1) / kSteps;
  const unsigned bytes = most_scratchpad(design, kernel);
  std::vector<OccupancyCurve> curves = {
      curve(design, kernel, "threads per block", kWarpSize, kMostThreads, kWarpSize,
            [](KernelNeeds& varied, unsigned x) { varied.threads_per_block = x; }),
      curve(design, kernel, "registers per thread", step, registers, step,
            [](KernelNeeds& varied, unsigned x) { varied.registers_per_thread = x; }),
      curve(design, kernel, "scratchpad bytes per block", 0, bytes, std::max(1u, bytes / kSteps),
            [](KernelNeeds& varied, unsigned x) { varied.scratchpad_bytes_per_block = x; })};
  curves[0].now = kernel.threads_per_block;
  curves[1].now = kernel.registers_per_thread;
  curves[2].now = static_cast<unsigned>(kernel.scratchpad_bytes_per_block);
  return curves;
}

}  // namespace unibank
