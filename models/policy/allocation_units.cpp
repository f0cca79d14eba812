#include "policy/allocation_units.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/types.h"

namespace unibank {

unsigned registers_of_warp(const AllocationUnits& units, unsigned registers_per_thread) {
  static constexpr unsigned kDoubled[] = {21, 22, 29, 30, 37, 38, 45, 46};
  const bool doubled = units.doubled_counts &&
                       std::find(std::begin(kDoubled), std::end(kDoubled), registers_per_thread) != std::end(kDoubled);
  const unsigned unit = doubled ? 2 * units.registers : units.registers;
  return (registers_per_thread * kWarpSize + unit - 1) / unit * unit;
}

double scratchpad_of_block(const AllocationUnits& units, double bytes) {
  const unsigned unit = units.scratchpad_bytes;
  return (unit == 1 ? bytes : std::ceil(bytes / unit) * unit) + units.scratchpad_reserved;
}

}  // namespace unibank
