// The shapes of blocks with which a kernel may be launched: .maxntid and .reqntid.
#pragma once

#include <cstdint>
#include <string>

#include "base/dim3.h"

namespace unibank::ptx {

struct LaunchBounds {
  std::uint64_t most_threads = 0;  // .maxntid: of a block, the product of its numbers; 0: no bound
  Dim3 required{0, 0, 0};          // .reqntid: the shape of a block; zeros: any shape

  // The most threads of a block; `otherwise` without bounds.
  std::uint64_t most(std::uint64_t otherwise) const;
  // What a launch with such blocks should have had ("at most 256 threads (.maxntid)"); empty: it is allowed.
  std::string expected_instead_of(const Dim3& block) const;
};

}  // namespace unibank::ptx
