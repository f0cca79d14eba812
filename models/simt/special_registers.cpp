#include "simt/special_registers.h"

namespace unibank::simt {
namespace {

using ptx::Special;

std::uint32_t x_of(const Dim3& shape, std::uint64_t index) { return static_cast<std::uint32_t>(index % shape.x); }
std::uint32_t y_of(const Dim3& shape, std::uint64_t index) {
  return static_cast<std::uint32_t>(index / shape.x % shape.y);
}
std::uint32_t z_of(const Dim3& shape, std::uint64_t index) {
  return static_cast<std::uint32_t>(index / shape.x / shape.y);
}

struct Place {
  const LaunchShape& shape;
  std::uint64_t scratchpad_bytes;  // that a block is allocated, including dynamic ones
  std::uint64_t block;
  unsigned warp, lane;
};

std::uint64_t value_of(Special special, const Place& place) {
  const LaunchShape& shape = place.shape;
  const std::uint32_t own = std::uint32_t{1} << place.lane;
  switch (special) {
    case Special::kTidX: case Special::kTidY: case Special::kTidZ: break;  // fill_thread_index()
    case Special::kNtidX: return shape.block.x;
    case Special::kNtidY: return shape.block.y;
    case Special::kNtidZ: return shape.block.z;
    case Special::kCtaidX: return x_of(shape.grid, place.block);
    case Special::kCtaidY: return y_of(shape.grid, place.block);
    case Special::kCtaidZ: return z_of(shape.grid, place.block);
    case Special::kNctaidX: return shape.grid.x;
    case Special::kNctaidY: return shape.grid.y;
    case Special::kNctaidZ: return shape.grid.z;
    case Special::kLaneid: return place.lane;
    case Special::kWarpid: return place.warp;
    case Special::kNwarpid: return static_cast<std::uint32_t>((shape.block.count() + kWarpSize - 1) / kWarpSize);
    case Special::kSmid: return shape.sm;
    case Special::kNsmid: return shape.sms;
    case Special::kLanemaskEq: return own;
    case Special::kLanemaskLt: return own - 1;
    case Special::kLanemaskLe: return own | (own - 1);
    case Special::kLanemaskGt: return ~(own | (own - 1));
    case Special::kLanemaskGe: return ~(own - 1);
    case Special::kDynamicSmemSize: return shape.dynamic_scratchpad_bytes;
    case Special::kTotalSmemSize: return static_cast<std::uint32_t>(place.scratchpad_bytes);
    case Special::kGridid: return shape.number;
    case Special::kEnvreg1: return shape.grid_workspace >> 32;
    case Special::kEnvreg2: return static_cast<std::uint32_t>(shape.grid_workspace);
    case Special::kClock: case Special::kClockHi: case Special::kClock64: case Special::kGlobaltimer:
    case Special::kGlobaltimerLo: case Special::kGlobaltimerHi: break;  // handled separately
  }
  return 0;
}

bool is_thread_index(Special special) {
  return special == Special::kTidX || special == Special::kTidY || special == Special::kTidZ;
}
bool differs_by_lane(Special special) {
  switch (special) {
    case Special::kLaneid:
    case Special::kLanemaskEq:
    case Special::kLanemaskLt:
    case Special::kLanemaskLe:
    case Special::kLanemaskGt:
    case Special::kLanemaskGe: return true;
    default: return false;
  }
}

// Counts on from lane to lane: three divisions for a warp instead of three for each of its lanes.
void fill_thread_index(const SpecialRow& special, const Dim3& block, unsigned warp, const Frame& frame) {
  const std::uint64_t first = std::uint64_t{warp} * kWarpSize;
  std::uint32_t x = x_of(block, first), y = y_of(block, first), z = z_of(block, first);
  for (unsigned l = 0; l < kWarpSize; ++l) {
    set_cell(frame, special.ref, l, special.special == Special::kTidX ? x : special.special == Special::kTidY ? y : z);
    if (++x != block.x) continue;
    x = 0;
    if (++y != block.y) continue;
    y = 0;
    ++z;
  }
}

std::uint64_t clock_of(Special special, Cycle cycle) {
  return special == Special::kClockHi || special == Special::kGlobaltimerHi ? cycle >> 32 : cycle;
}

}  // namespace

void fill_special_registers(const Program& program, const LaunchShape& shape, std::uint64_t block,
                            unsigned warp_of_block, const Frame& frame) {
  const std::uint64_t dynamic = shape.dynamic_scratchpad_bytes, fixed = program.scratchpad_bytes;
  const std::uint64_t declared = dynamic == 0 ? fixed : (fixed + 15) / 16 * 16 + dynamic;
  const std::uint64_t unit = shape.scratchpad_unit, scratchpad = (declared + unit - 1) / unit * unit;
  for (const SpecialRow& special : program.specials) {
    if (is_clock(special.special)) continue;
    if (is_thread_index(special.special)) {
      fill_thread_index(special, shape.block, warp_of_block, frame);
      continue;
    }
    const bool differs = differs_by_lane(special.special);
    std::uint64_t value = 0;
    for (unsigned l = 0; l < kWarpSize; ++l) {
      if (l == 0 || differs) value = value_of(special.special, {shape, scratchpad, block, warp_of_block, l});
      set_cell(frame, special.ref, l, value);
    }
  }
}

void fill_clocks(const Program& program, Cycle cycle, const Frame& frame) {
  for (const SpecialRow& special : program.specials) {
    if (!is_clock(special.special)) continue;
    for (unsigned l = 0; l < kWarpSize; ++l) set_cell(frame, special.ref, l, clock_of(special.special, cycle));
  }
}

}  // namespace unibank::simt
