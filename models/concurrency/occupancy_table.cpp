#include "concurrency/occupancy_table.h"

#include <algorithm>

#include "policy/occupancy.h"

namespace unibank {

namespace {

PartitionResult divide(const Design& design, const KernelNeeds& kernel) {
  return PartitionRegistry::instance()
      .make(design.partition.name, design.partition.values)
      ->divide(design.capacity(), {kernel}, 0);
}

unsigned warps_of(const Design& design, const KernelNeeds& kernel) {
  try {
    return divide(design, kernel).resident_warps;
  } catch (const InputError&) {
    return 0;
  }
}

void add_storage(const SmCapacity& capacity, const KernelNeeds& kernel, const BlockNeeds& block,
                 std::vector<OccupancyRow>& rows) {
  const auto bytes = [&rows](const char* part, std::uint64_t available, double each) {
    const auto all = static_cast<double>(available);
    rows.push_back({part, all, each, blocks_in(all, each)});
  };
  if (capacity.alone(Part::kRegisters)) {
    const auto registers = static_cast<double>(capacity.bytes(Part::kRegisters)) / 4;
    rows.push_back({"registers", registers, block.register_bytes / 4, register_bound(capacity, kernel)});
  } else {
    const bool inside = capacity.together(Part::kRegisters, Part::kScratchpad);
    bytes("bytes of one memory", capacity.bytes(Part::kRegisters), inside ? block.bytes() : block.register_bytes);
    if (inside) return;
  }
  bytes("scratchpad bytes", capacity.bytes(Part::kScratchpad), block.scratchpad_bytes);
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
  add_storage(capacity, kernel, block, table.rows);
  return table;
}

std::vector<OccupancyCurve> occupancy_curves(const Design& design, const KernelNeeds& kernel) {
  constexpr unsigned kMostThreads = 1024, kMostRegisters = 128, kSteps = 64;
  const SmCapacity capacity = design.capacity();
  const unsigned limit = design.kernel.register_limit != 0 ? design.kernel.register_limit : kMostRegisters;
  const unsigned registers = std::max(limit, kernel.registers_per_thread), step = (registers + kSteps - 1) / kSteps;
  const auto bytes = static_cast<unsigned>(capacity.bytes(Part::kScratchpad));
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
