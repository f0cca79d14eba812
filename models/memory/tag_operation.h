// The operations of a tag array, for code that only names them. Plain C++.
#pragma once

#include <cstdint>

namespace unibank {

enum class TagOperation : std::uint8_t {
  kLookup = 0,
  kFill = 1,
  kInvalidate = 2,
  kSetState = 3,
  kProbe = 4,
  kStore = 5,  // a lookup that gives a present line the state
  kClean = 6,  // finds the next dirty line and makes it clean
  kClaim = 7,  // a fill that gives a present line the state
  kMark = 8,   // adds bits to the state of a present line
};

}  // namespace unibank
