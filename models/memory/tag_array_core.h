// The tags of a set-associative cache: which line is where, and which has to go. Knows no time and no SystemC.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "policy/register_store.h"

namespace unibank {

// What a line holds: the four states of Jing 2016 section III-D2 (inactive, reg, cache, dirty). The array itself knows
// dirty lines only: it finds them.
enum LineState : std::uint8_t {
  kInactiveLine = 0,  // nothing that is still wanted
  kRegisterLine = 1,  // a warp register
  kCleanLine = 2,     // of the cache, as in memory
  kDirtyLine = 3,     // of the cache, stored to since
};

struct TagWay {
  std::uint64_t address = 0;  // of the line, a multiple of kLineBytes
  std::uint64_t used = 0;     // a counter that never repeats; smaller = longer ago
  std::uint8_t state = 0;     // four bits: a LineState, or what else the array's user makes of them
  bool valid = false;
};

// Which way of a full set a line with `state` may take; negative: none, the line is not entered.
class Replacement {
 public:
  virtual ~Replacement() = default;
  virtual int victim(const TagWay* ways, unsigned count, std::uint8_t state) const = 0;
};

// True least recently used, whatever the states.
class LeastRecentlyUsed : public Replacement {
 public:
  int victim(const TagWay* ways, unsigned count, std::uint8_t state) const override;
};

struct TagCounters {
  std::uint64_t lookups = 0, hits = 0;   // hits: lookups that hit
  std::uint64_t fills = 0;               // lines entered
  std::uint64_t evictions = 0;           // valid lines that had to go for them
};

// The answer to any operation: TagAnswer (hit, way, set, victim) and the state of the line that was found.
struct TagResult : TagAnswer {
  std::uint8_t state = 0;
};

class TagArrayCore {
 public:
  static constexpr std::uint8_t kNoWay = 255;  // TagAnswer::way of a fill that was not entered and of every miss

  // Throws InputError unless 1 <= ways <= 32. `replacement` (null: LRU) must outlive the array.
  explicit TagArrayCore(unsigned ways, const Replacement* replacement = nullptr);

  // Drops all lines. Any number of sets; a line's set is line number mod sets. With 0 sets every lookup misses
  // and no fill enters.
  void configure(unsigned sets);

  TagResult lookup(std::uint64_t address);                     // makes the line the most recently used
  TagResult fill(std::uint64_t address, std::uint8_t state);   // of a present line: a touch, answered as a hit
  TagResult invalidate(std::uint64_t address);
  TagResult set_state(std::uint64_t address, std::uint8_t state);
  // A lookup whose line, if it is there, gets `state`; answered with the state it had.
  TagResult store(std::uint64_t address, std::uint8_t state);
  // The first dirty line from number `from` on (set x ways + way) becomes clean: hit, victim_address is its address,
  // `state` kDirtyLine. No hit: there is none.
  TagResult clean(std::uint64_t from);
  TagResult probe(std::uint64_t address) const;                // changes nothing, counts nothing

  unsigned sets() const { return sets_; }
  unsigned ways() const { return ways_; }
  const TagCounters& counters() const { return counters_; }

 private:
  unsigned set_of(std::uint64_t address) const { return static_cast<unsigned>(address / kLineBytes % sets_); }
  TagResult find(std::uint64_t address) const;
  TagWay& at(const TagResult& found) { return lines_[static_cast<std::size_t>(found.set) * ways_ + found.way]; }

  unsigned ways_, sets_ = 0;
  const Replacement* replacement_;
  std::vector<TagWay> lines_;
  std::uint64_t clock_ = 0;
  TagCounters counters_;
};

}  // namespace unibank
