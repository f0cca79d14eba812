// The order of the stores to a byte at a place where requests of several SMs meet: the order of issue. A store that
// arrives after a younger store of another warp has no effect.
#pragma once

#include <cstdint>
#include <string>

#include "base/input_error.h"
#include "values/writer.h"

namespace unibank {

// Whether a byte written by `present` is overwritten by `next`. `line`: `next` arrives with a whole line, whose other
// bytes may be older than memory's. Without `line`, throws RunError for a store that arrives after a younger store of
// its own warp.
inline bool overwrites(Writer present, Writer next, std::uint64_t address, bool line) {
  if (order_of(next) >= order_of(present)) return true;
  if (line || sm_of(next) != sm_of(present) || warp_of(next) != warp_of(present)) return false;
  throw RunError("data check: a store to address " + std::to_string(address) + " by " + describe(next) +
                 " arrives after one by " + describe(present));
}

}  // namespace unibank
