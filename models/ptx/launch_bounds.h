// What a kernel's directives say about its launches: the shapes of its blocks (.maxntid, .reqntid), and the registers
// of a thread that leave room for them (.maxnreg, .minnctapersm).
#pragma once

#include <cstdint>
#include <string>

#include "base/dim3.h"

namespace unibank::ptx {

struct LaunchBounds {
  std::uint64_t most_threads = 0;    // .maxntid: of a block, the product of its numbers; 0: no bound
  Dim3 required{0, 0, 0};            // .reqntid: the shape of a block; zeros: any shape
  std::uint64_t most_registers = 0;  // .maxnreg: 32-bit registers of a thread; 0: no bound
  std::uint64_t least_blocks = 0;    // .minnctapersm: blocks of an SM; 0: any number

  // The most threads of a block; `otherwise` without bounds.
  std::uint64_t most(std::uint64_t otherwise) const;
  // The most 32-bit registers of a thread, as ptxas has them for sm_80; `otherwise`, if that is less.
  std::uint64_t registers(std::uint64_t otherwise) const;
  // What a launch with such blocks should have had ("at most 256 threads (.maxntid)"); empty: it is allowed.
  std::string expected_instead_of(const Dim3& block) const;
};

}  // namespace unibank::ptx
