// Reads of scratchpad that no thread of the block had written: counted, and the first described.
#pragma once

#include <cstdint>
#include <string>

namespace unibank {

struct UninitialisedReads {
  std::uint64_t count = 0;  // a lane each
  std::string first;        // kernel, line, block, thread, address

  void add(const UninitialisedReads& later) {
    if (count == 0) first = later.first;
    count += later.count;
  }
  std::string warning() const {
    return std::to_string(count) + " reads of scratchpad that no thread of the block had written, the first: " + first;
  }
};

}  // namespace unibank
