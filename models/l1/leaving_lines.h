// The state shared by the L1 and the operand stage (whose registers may be lines of the same array): lines between
// array and memory. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/counters.h"
#include "base/types.h"
#include "cycle/fifo.h"
#include "l1/lines_asked.h"
#include "l1/place_turns.h"
#include "layout/access.h"

namespace unibank {

// Counters of lines that the L1 or the operand stage writes to memory.
#define UNIBANK_LINE_COUNTERS(counter) \
  counter(register_spills, "registers.spills", "registers", "of warps evicted and written to memory") \
  counter(write_backs, "cache.write_backs", "lines", "of memory written back, for any reason")
UNIBANK_COUNTERS(LineCounters, "sm", UNIBANK_LINE_COUNTERS);

class LeavingLines {
 public:
  LineCounters counters;
  LinesAsked asked;   // lines being read from memory
  PlaceTurns turns;   // rows of lines in the array
  // [place]: the bytes of a dirty line to write back. Other SMs may have written the other bytes in memory.
  std::vector<LineBytes> dirty;

  // The line has been evicted and the MSHR does not have it yet: reads of it from memory wait.
  void add(std::uint64_t line) {
    lines_.push_back(line);
    invalidate_pending_fill(line);
  }
  // Lines that memory has returned and that have not been entered yet, oldest first. Old data must not enter
  // after bytes of the same line have been sent to memory (stale).
  void has_come(std::uint64_t line) { coming_.push({line, false}); }
  void invalidate_pending_fill(std::uint64_t line) {
    for (std::size_t i = 0; i < coming_.size(); ++i) coming_.at(i).stale |= coming_.at(i).line == line;
  }
  bool first_is_stale() const { return coming_.front().stale; }
  // Requests at the tags without an answer that may send bytes of a line to memory: a store or an atomic; where lines
  // may be dirty, whatever may evict one (kAnyLine). Only the answer says so, and a fill that enters behind such a
  // request can no longer be made stale: it waits for the answer.
  static constexpr std::uint64_t kAnyLine = ~std::uint64_t{0};
  void asked_tags(std::uint64_t line) { at_tags_.push_back(line); }
  void tags_answered(std::uint64_t line) { at_tags_.erase(std::find(at_tags_.begin(), at_tags_.end(), line)); }
  bool may_leave(std::uint64_t line) const {
    const auto concerns = [line](std::uint64_t one) { return one == line || one == kAnyLine; };
    return std::any_of(at_tags_.begin(), at_tags_.end(), concerns);
  }
  void first_goes() { coming_.pop(); }
  bool has(std::uint64_t line) const {
    return !lines_.empty() && std::find(lines_.begin(), lines_.end(), line) != lines_.end();
  }
  // The MSHR has accepted a whole line in cycle `at`, an evicted one or not.
  void has_left(std::uint64_t line, Cycle at) {
    written(line, at);
    const auto one = std::find(lines_.begin(), lines_.end(), line);
    if (one != lines_.end()) lines_.erase(one);
  }
  // The MSHR has accepted a write. A same-cycle response of the MSHR does not reflect this write, in either order of
  // the two calls.
  void written(std::uint64_t line, Cycle at) {
    last_write_ = line;
    last_write_at_ = at;
    asked.written(line, at);
  }
  bool written_in(std::uint64_t line, Cycle cycle) const { return last_write_at_ == cycle && last_write_ == line; }

 private:
  struct Coming {
    std::uint64_t line = 0;
    bool stale = false;
  };
  std::vector<std::uint64_t> lines_, at_tags_;
  Fifo<Coming> coming_;
  std::uint64_t last_write_ = 0;
  Cycle last_write_at_ = kNever;
};

}  // namespace unibank
