// Types shared by all folders.
#pragma once

#include <cstdint>

namespace unibank {

// One cycle of the SM clock: 1 ns of simulated time by default (tlm/time.h); real frequencies are design parameters.
using Cycle = std::uint64_t;
constexpr Cycle kNever = ~Cycle{0};

constexpr unsigned kWarpSize = 32;  // threads per warp
using LaneMask = std::uint32_t;     // bit l = lane l of the warp

constexpr unsigned kLineBytes = 128;   // a cache line, and the bytes of one warp register
constexpr unsigned kSectorBytes = 32;  // the smallest DRAM fetch

}  // namespace unibank
