// The tags of a cache of lines that nobody writes, and which lines are on their way to it. Sets are chosen modulo,
// replacement is LRU, a line takes its way when it comes. Knows neither cycles nor SystemC.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/types.h"
#include "design/design.h"

namespace unibank {

// Of one cache; which counters they are the owner says (read_only_counters.h).
struct ReadOnlyCounts {
  std::uint64_t hits = 0, misses = 0, merges = 0, evictions = 0;
};

class ReadOnlyCache {
 public:
  // `size.bytes` is not 0, and a multiple of ways and lines (design/check.cpp).
  explicit ReadOnlyCache(const Design::ReadOnlyCache& size);

  enum class Look { kHit, kMiss, kFull };
  // kMiss: the line is on its way from now on, for this one and for others that miss it meanwhile. kFull: so many lines
  // are on their way that it cannot be; it has not been looked up.
  Look look_up(std::uint64_t address);
  std::uint64_t line_of(std::uint64_t address) const { return address - address % size_.line_bytes; }
  unsigned line_bytes() const { return size_.line_bytes; }

  // Lines to be read from memory, in the order of their misses; the next is taken. None: nothing is to be read.
  std::optional<std::uint64_t> next_read();
  // The line has come. What it drives out, if anything.
  std::optional<std::uint64_t> enter(std::uint64_t line);

  unsigned under_way() const { return static_cast<unsigned>(under_way_.size()); }
  // All lines go; none is on its way.
  void clear();
  const ReadOnlyCounts& counts() const { return counts_; }

 private:
  struct Way {
    std::uint64_t line = kNoLine;
    std::uint64_t used = 0;  // the larger, the later
  };
  static constexpr std::uint64_t kNoLine = ~std::uint64_t{0};
  Way* set_of(std::uint64_t line) { return &ways_[line / size_.line_bytes % sets_ * size_.ways]; }

  const Design::ReadOnlyCache size_;
  const std::uint64_t sets_;
  std::vector<Way> ways_;                 // set by set
  std::vector<std::uint64_t> under_way_;  // lines
  std::deque<std::uint64_t> to_read_;     // of these, that have not been asked of memory
  std::uint64_t uses_ = 0;
  ReadOnlyCounts counts_;
};

}  // namespace unibank
