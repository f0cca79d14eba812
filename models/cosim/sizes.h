// Checks the sizes that a design needs of a block in RTL against the size that the RTL was built with.
#pragma once

#include <cstdint>
#include <string>

#include "base/input_error.h"
#include "block/factories.h"

namespace unibank::rtl {

// The block's name in messages: the variant that the design chose, or its kind if a test has made the block directly.
inline std::string name_of(const BlockOptions& options, const char* kind) {
  return options.block.empty() ? kind : options.block;
}

// Throws InputError for a `design` above `built`; `what` names the size: "mshr.entries".
inline void check_most(const std::string& block, const std::string& what, std::uint64_t design, std::uint64_t built) {
  if (design <= built) return;
  throw InputError(block + " as RTL: " + what + " is " + std::to_string(design) + ", the RTL has been built with " +
                   std::to_string(built));
}

}  // namespace unibank::rtl
