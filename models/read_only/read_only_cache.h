// The tags of a read-only cache, and its outstanding lines. Sets are chosen modulo, replacement is LRU, a line takes
// its way when it arrives. Knows neither cycles nor SystemC.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/types.h"
#include "design/design.h"

namespace unibank {

// The counts of one cache; the owner maps them to counters (read_only_counters.h).
struct ReadOnlyCounts {
  std::uint64_t hits = 0, misses = 0, merges = 0, evictions = 0;
};

class ReadOnlyCache {
 public:
  // `size.bytes` is not 0, and a multiple of ways and lines (design/check.cpp).
  explicit ReadOnlyCache(const Design::ReadOnlyCache& size);

  enum class Look { kHit, kMiss, kFull };
  // kMiss: the line is outstanding from now on, for this and further misses. kFull: the maximum of lines
  // is outstanding; the address has not been looked up.
  Look look_up(std::uint64_t address);
  std::uint64_t line_of(std::uint64_t address) const { return address - address % size_.line_bytes; }
  unsigned line_bytes() const { return size_.line_bytes; }

  // Takes the next line to be read from memory, in the order of the misses; none: there is no such line.
  std::optional<std::uint64_t> next_read();
  bool has_reads() const { return !to_read_.empty(); }
  // The line has arrived. Returns the evicted line, if any.
  std::optional<std::uint64_t> enter(std::uint64_t line);

  // Enters a line that was in the cache before, without counting.
  void hold(std::uint64_t line);

  unsigned under_way() const { return static_cast<unsigned>(under_way_.size()); }
  // Drops all lines; none may be outstanding.
  void clear();
  const ReadOnlyCounts& counts() const { return counts_; }

 private:
  struct Way {
    std::uint64_t line = kNoLine;
    std::uint64_t used = 0;  // larger = later
  };
  static constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
  std::uint64_t replace_oldest(std::uint64_t line);  // returns the line that was there
  Way* find(std::uint64_t line);  // null: the line is absent
  Way* set_of(std::uint64_t line) { return &ways_[line / size_.line_bytes % sets_ * size_.ways]; }

  const Design::ReadOnlyCache size_;
  const std::uint64_t sets_;
  std::vector<Way> ways_;                 // set by set
  std::vector<std::uint64_t> under_way_;  // lines
  std::deque<std::uint64_t> to_read_;     // outstanding lines that are not requested yet
  std::uint64_t uses_ = 0;
  ReadOnlyCounts counts_;
};

}  // namespace unibank
