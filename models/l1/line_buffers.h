// A pool of line buffers between banks and memory (run.check_data).
#pragma once

#include <deque>
#include <vector>

#include "values/instruction_values.h"

namespace unibank {

class LineBuffers {
 public:
  LineValues* get(const LineValues& values) {
    if (free_.empty()) {
      all_.emplace_back();
      free_.push_back(&all_.back());
    }
    LineValues* buffer = free_.back();
    free_.pop_back();
    *buffer = values;
    return buffer;
  }
  // A buffer for all bytes of a line, to be filled by the caller.
  LineValues* get(std::uint64_t address) {
    LineValues whole;
    whole.address = address;
    whole.enabled.fill(0xff);
    return get(whole);
  }
  // Null is ignored.
  void put(LineValues* buffer) {
    if (buffer) free_.push_back(buffer);
  }

 private:
  std::deque<LineValues> all_;
  std::vector<LineValues*> free_;
};

}  // namespace unibank
