// The last writer of each byte of device memory, in the order of issue, as in the executor. A machine has one object
// for the writes of all its SMs; an SM without a machine has its own. Only lines that have been written take memory.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "base/types.h"
#include "values/writer.h"

namespace unibank {

class MemoryWriters {
 public:
  using Line = std::array<Writer, kLineBytes>;

  // Returns the writers of all bytes of the line that begins at `address`.
  Line line(std::uint64_t address) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto at = lines_.find(address);
    return at == lines_.end() ? Line{} : at->second;
  }
  // Sets the writer of the line's bytes whose `enabled` is not 0.
  void write(std::uint64_t address, const std::array<std::uint8_t, kLineBytes>& enabled, Writer writer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Line& line = lines_[address];
    for (unsigned byte = 0; byte < kLineBytes; ++byte) {
      if (enabled[byte]) line[byte] = writer;
    }
  }
  // Changes the line by calling edit(Line&).
  template <typename Edit>
  void edit(std::uint64_t address, Edit edit) {
    const std::lock_guard<std::mutex> lock(mutex_);
    edit(lines_[address]);
  }
  void set(std::uint64_t address, const Line& line) {
    const std::lock_guard<std::mutex> lock(mutex_);
    lines_[address] = line;
  }
  void clear() { lines_.clear(); }

 private:
  mutable std::mutex mutex_;  // SMs on several cores write different lines concurrently
  std::unordered_map<std::uint64_t, Line> lines_;
};

}  // namespace unibank
