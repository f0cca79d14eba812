// Lane addresses: they are computed when an instruction is shown, and checked when it executes.
#pragma once

#include <array>
#include <cstdint>

#include "simt/device_memory.h"
#include "simt/lanes.h"
#include "simt/program.h"

namespace unibank::simt {

using Addresses = std::array<std::uint64_t, kWarpSize>;

// address[l] = the address register of lane l + the step's offset, for all lanes. A sum with a 32-bit register has 32
// bits: compilers fold a subtraction from the base of an array into the offset and rely on the wrap-around.
void lane_addresses(const Frame& frame, const Step& step, Addresses& address);

// Local memory is lane-interleaved in 4-byte words: word k of lane l is at base + (k * 32 + l) * 4.
void local_addresses(const Addresses& offset, std::uint64_t base, Addresses& address);

// Lanes of `active` whose `bytes` bytes are outside of the range or misaligned.
LaneMask faulty_lanes(const Addresses& address, LaneMask active, std::uint32_t bytes, DeviceMemory::Range range);

// The generic address of 64 bits for one of 32 bits, whose windows are elsewhere.
std::uint64_t widened(std::uint64_t generic_address);

// The window an address lies in: kGlobal, kShared or kLocal.
ptx::StateSpace window_of(std::uint64_t generic_address);

}  // namespace unibank::simt
