// Random memory accesses of a warp.
#pragma once

#include <string>

#include "design/design.h"
#include "support/random.h"
#include "warp/warp_instruction.h"

namespace unibank::test {

struct RandomAccess {
  StaticInstruction what;
  WarpInstruction shown;
};

// Lane addresses as kernels have them: one address, strides up and down, rows of a tile, a few words, random words,
// pairs on one address; some lanes inactive.
inline void fill(Random& random, RandomAccess& access, Space space, unsigned bytes, std::uint64_t most) {
  access.what.unit = Unit::kMemory;
  access.what.space = space;
  access.what.memory = MemoryOp::kLoad;
  access.what.bytes_per_lane = static_cast<std::uint8_t>(bytes);
  access.shown.decoded = &access.what;
  access.shown.active = random.below(3) != 0 ? ~LaneMask{0} : 1u | static_cast<LaneMask>(random.below(1ull << 32));
  const std::uint64_t places = most / bytes;
  const std::uint64_t base = random.below(places), width = 1 + random.below(33);
  const std::uint64_t strides[] = {0, 1, 2, 3, 4, 8, 16, 17, 32, 33, places - 1};
  const std::uint64_t stride = strides[random.below(11)], jump = random.below(300);
  const unsigned form = static_cast<unsigned>(random.below(5)), pairs = 1u << random.below(2);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    std::uint64_t place = base + stride * lane;
    if (form == 1) place = base + lane % width + lane / width * jump;
    if (form == 2) place = base + random.below(5);
    if (form == 3) place = random.below(places);
    if (form == 4) place = base + stride * (lane & ~pairs);
    access.shown.address[lane] = place % places * bytes;
  }
}

inline Design design_of(const char* layout) {
  Design design;
  if (std::string(layout) == "separate") return design;
  design.layout.name = layout;
  design.storage.unified_bytes = 384 * 1024;
  design.storage.register_bytes = design.storage.scratchpad_bytes = design.storage.cache_bytes = 0;
  return design;
}

}  // namespace unibank::test
