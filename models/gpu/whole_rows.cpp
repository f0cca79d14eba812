#include "gpu/whole_rows.h"

#include "base/input_error.h"
#include "policy/occupancy.h"
#include "sm/launch_places.h"

namespace unibank {

SmLaunch divided(const LaunchPlanner::Division& division, const Design& design) {
  SmLaunch setup;
  setup.warps_per_block = division.warps_per_block;
  setup.threads_per_block = division.needs.threads_per_block;
  setup.block_slots = division.partition.resident_blocks;
  setup.sharing = division.partition.sharing;
  const SmCapacity capacity = design.capacity();
  setup.register_sections =
      register_sections(capacity, block_needs(capacity, division.needs), division.partition.resident_warps);
  setup.registers_per_thread = division.needs.registers_per_thread;
  setup.scratchpad_bytes_per_block = static_cast<std::uint64_t>(division.needs.scratchpad_bytes_per_block);
  setup.cache_sets = division.partition.cache_sets;
  setup.needs = division.needs;
  setup.division = division.partition;
  return setup;
}

std::string rows_refusal(const Design& design, const KernelNeeds& needs, const PartitionResult& partition) {
  LaunchPlanner::Division division;
  division.partition = partition;
  division.needs = needs;
  division.warps_per_block = (needs.threads_per_block + kWarpSize - 1) / kWarpSize;
  try {
    fitting_sets(divided(division, design), design);
  } catch (const InputError& refused) {
    return refused.what();
  }
  return "";
}

}  // namespace unibank
