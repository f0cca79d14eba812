// What is asked of a tag array, for those who only say it. Plain C++.
#pragma once

#include <cstdint>

namespace unibank {

enum class TagOperation : std::uint8_t {
  kLookup = 0,
  kFill = 1,
  kInvalidate = 2,
  kSetState = 3,
  kProbe = 4,
  kStore = 5,  // a lookup whose line, if it is there, gets the state
  kClean = 6,  // finds the next dirty line and makes it clean
  kClaim = 7,  // a fill whose line, if it is there already, gets the state
  kMark = 8,   // adds to the state of a line that is there
};

}  // namespace unibank
