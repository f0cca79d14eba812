#include "ptx/launch_bounds.h"

#include <algorithm>

namespace unibank::ptx {

std::uint64_t LaunchBounds::most(std::uint64_t otherwise) const {
  if (required.count() != 0) return std::min(otherwise, required.count());
  return most_threads != 0 ? std::min(otherwise, most_threads) : otherwise;
}

// .maxntid bounds the number of threads only, not each dimension (PTX ISA, "Performance-Tuning Directives").
std::string LaunchBounds::expected_instead_of(const Dim3& block) const {
  const bool other = block.x != required.x || block.y != required.y || block.z != required.z;
  if (required.count() != 0 && other)
    return "(" + std::to_string(required.x) + ", " + std::to_string(required.y) + ", " + std::to_string(required.z) +
           ") threads (.reqntid)";
  if (most_threads != 0 && block.count() > most_threads)
    return "at most " + std::to_string(most_threads) + " threads (.maxntid)";
  return "";
}

}  // namespace unibank::ptx
