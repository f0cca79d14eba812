#include "ptx/launch_bounds.h"

#include <algorithm>

#include "ptx/expected_blocks.h"

namespace unibank::ptx {
namespace {

// An SM of sm_80 has four processing blocks with 16,384 registers each, at most 64 warps and 32 blocks of threads. A
// thread's registers are allocated in groups of 8.
std::uint64_t registers_beside(std::uint64_t blocks, std::uint64_t threads, std::uint64_t otherwise) {
  const std::uint64_t warps = blocks * ((threads + 31) / 32);
  if (blocks > 32 || warps > 64) return otherwise;  // no SM holds so many: ptxas ignores the directive
  const std::uint64_t warps_of_quarter = (warps + 3) / 4;
  return std::min<std::uint64_t>(otherwise, 16384 / 32 / warps_of_quarter / 8 * 8);
}

}  // namespace

std::uint64_t LaunchBounds::most(std::uint64_t otherwise) const {
  if (required.count() != 0) return std::min(otherwise, required.count());
  return most_threads != 0 ? std::min(otherwise, most_threads) : otherwise;
}

// ptxas needs 24 registers. Without a size of the blocks, it ignores their number.
std::uint64_t LaunchBounds::registers(std::uint64_t otherwise) const {
  constexpr std::uint64_t kLeast = 24;
  if (most_registers != 0) otherwise = std::min(otherwise, std::max(most_registers, kLeast));
  const std::uint64_t threads = required.count() != 0 ? required.count() : most_threads;
  return least_blocks == 0 || threads == 0 ? otherwise : registers_beside(least_blocks, threads, otherwise);
}

std::string LaunchBounds::expected_instead_of(const Dim3& block) const {
  return expected_blocks(most_threads, required, block);
}

}  // namespace unibank::ptx
