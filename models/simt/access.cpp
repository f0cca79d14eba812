#include "simt/access.h"

namespace unibank::simt {

UNIBANK_LANES void lane_addresses(const Frame& frame, const Step& step, Addresses& address) {
  const std::uint64_t offset = step.offset;
  if (!step.has_address_register) {
    for (unsigned l = 0; l < kWarpSize; ++l) address[l] = offset;
  } else if (step.address_register.wide) {
    const std::uint64_t* base = row<std::uint64_t>(frame, step.address_register);
    UNIBANK_EACH_LANE
    for (unsigned l = 0; l < kWarpSize; ++l) address[l] = base[l] + offset;
  } else {
    const std::uint32_t* base = row<std::uint32_t>(frame, step.address_register);
    const auto narrow = static_cast<std::uint32_t>(offset);
    UNIBANK_EACH_LANE
    for (unsigned l = 0; l < kWarpSize; ++l) address[l] = base[l] + narrow;
    if (step.space == ptx::StateSpace::kGeneric)
      for (std::uint64_t& one : address) one = widened(one);
  }
}

UNIBANK_LANES void local_addresses(const Addresses& offset, std::uint64_t base, Addresses& address) {
  for (std::uint64_t l = 0; l < kWarpSize; ++l) {
    address[l] = base + ((offset[l] >> 2) * kWarpSize + l) * 4 + (offset[l] & 3);
  }
}

UNIBANK_LANES LaneMask faulty_lanes(const Addresses& address, LaneMask active, std::uint32_t bytes,
                                    DeviceMemory::Range range) {
  const std::uint64_t size = range.end - range.begin, misaligned = bytes - 1;
  if (size < bytes) return active;
  const std::uint64_t last = size - bytes;
  LaneMask faulty = 0;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const bool wrong = address[l] - range.begin > last || (address[l] & misaligned) != 0;
    faulty |= wrong ? LaneMask{1} << l : LaneMask{0};
  }
  return faulty & active;
}

std::uint64_t widened(std::uint64_t generic_address) {
  if (generic_address >= kNarrowSharedWindow) return generic_address - kNarrowSharedWindow + kSharedWindow;
  if (generic_address >= kNarrowLocalWindow) return generic_address - kNarrowLocalWindow + kLocalWindow;
  return generic_address;
}

ptx::StateSpace window_of(std::uint64_t generic_address) {
  if (generic_address < kSharedWindow) return ptx::StateSpace::kGlobal;
  if (generic_address < kLocalWindow) return ptx::StateSpace::kShared;
  return generic_address - kLocalWindow < kWindowBytes ? ptx::StateSpace::kLocal : ptx::StateSpace::kGlobal;
}

}  // namespace unibank::simt
