// What a design asks of a block in RTL, against the size that the RTL has been built with.
#pragma once

#include <cstdint>
#include <string>

#include "base/input_error.h"
#include "block/factories.h"

namespace unibank::rtl {

// What messages call the block: as the design chose it, or its kind where a test has made it directly.
inline std::string name_of(const BlockOptions& options, const char* kind) {
  return options.block.empty() ? kind : options.block;
}

// Throws InputError for a `design` above `built`; `what` says of what: "mshr.entries".
inline void check_most(const std::string& block, const std::string& what, std::uint64_t design, std::uint64_t built) {
  if (design <= built) return;
  throw InputError(block + " as RTL: " + what + " is " + std::to_string(design) + ", the RTL has been built with " +
                   std::to_string(built));
}

}  // namespace unibank::rtl
