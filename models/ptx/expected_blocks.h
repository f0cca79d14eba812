// What a kernel's .maxntid and .reqntid say about the blocks of a launch. This header needs nothing else of the model,
// so that the library in a program's process (testbenches/exec/runtime) uses it, too.
#pragma once

#include <cstdint>
#include <string>

#include "base/dim3.h"

namespace unibank::ptx {

// "(16, 4, 1)"
inline std::string shape_text(const Dim3& shape) {
  return "(" + std::to_string(shape.x) + ", " + std::to_string(shape.y) + ", " + std::to_string(shape.z) + ")";
}

// What a launch with such blocks should have had ("at most 256 threads (.maxntid)"); empty: it is allowed. .maxntid
// bounds the number of threads only, not each dimension (PTX ISA, "Performance-Tuning Directives"); 0: no bound.
// `required`: of .reqntid; zeros: any shape.
inline std::string expected_blocks(std::uint64_t most_threads, const Dim3& required, const Dim3& block) {
  const bool other = block.x != required.x || block.y != required.y || block.z != required.z;
  if (required.count() != 0 && other) return shape_text(required) + " threads (.reqntid)";
  if (most_threads != 0 && block.count() > most_threads)
    return "at most " + std::to_string(most_threads) + " threads (.maxntid)";
  return "";
}

}  // namespace unibank::ptx
