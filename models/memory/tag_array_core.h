// The tags of a set-associative cache: which line is where, and which has to go. Knows no time and no SystemC.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/counters.h"
#include "base/types.h"
#include "policy/index_hash.h"
#include "policy/line_state.h"
#include "policy/register_store.h"
#include "policy/replacement.h"

namespace unibank {

#define UNIBANK_TAG_COUNTERS(counter) \
  counter(lookups, "tag_array.lookups", "lookups", "of lines and registers that make one the most recently used") \
  counter(hits, "tag_array.hits", "lookups", "that found what they looked for") \
  counter(fills, "tag_array.fills", "lines", "entered that were not there, of memory or with a register") \
  counter(evictions, "tag_array.evictions", "lines", "that lost their way to another, whatever they held")
UNIBANK_COUNTERS(TagCounters, "sm.tag_array", UNIBANK_TAG_COUNTERS);

// The answer to any operation: TagAnswer (hit, way, set, victim) and the state of the line that was found.
struct TagResult : TagAnswer {
  std::uint8_t state = 0;
};

class TagArrayCore {
 public:
  static constexpr std::uint8_t kNoWay = TagAnswer::kNoWay;

  // Throws InputError unless 1 <= ways <= 32. `replacement` (null: LRU) must outlive the array. `index`: the hash that
  // says a line's set (policy/index_hash.h) among those of its bank, of `banks`.
  explicit TagArrayCore(unsigned ways, const Replacement* replacement = nullptr, const std::string& index = "modulo",
                        unsigned banks = 1);

  // Drops all lines. Any number of sets; a line's set is that of its number (modulo: Q-09). With 0 sets every lookup
  // misses and no fill enters. `ways`: that are in use, the first of those there are; 0: all.
  void configure(unsigned sets, unsigned ways = 0);

  TagResult lookup(std::uint64_t address);                     // makes the line the most recently used
  TagResult fill(std::uint64_t address, std::uint8_t state);   // of a present line: a touch, answered as a hit
  TagResult claim(std::uint64_t address, std::uint8_t state);  // as fill, but a present line gets the state
  TagResult invalidate(std::uint64_t address);
  TagResult set_state(std::uint64_t address, std::uint8_t state);
  // A lookup whose line, if it is there, gets `state`; answered with the state it had.
  TagResult store(std::uint64_t address, std::uint8_t state);
  TagResult mark(std::uint64_t address, std::uint8_t bits);    // adds bits to a present line's state
  // The first dirty line from number `from` on (set x ways + way) becomes clean: hit, victim_address is its address,
  // `state` kDirtyLine. No hit: there is none.
  TagResult clean(std::uint64_t from);
  TagResult probe(std::uint64_t address) const;                // changes nothing, counts nothing

  unsigned sets() const { return sets_; }
  unsigned ways() const { return ways_; }
  // Lines that are there with this state.
  unsigned lines(std::uint8_t state) const { return lines_in_[state & (kStates - 1)]; }
  const TagCounters& counters() const { return counters_; }

 private:
  TagResult find(std::uint64_t address) const;
  TagWay& at(const TagResult& found) { return lines_[static_cast<std::size_t>(found.set) * most_ways_ + found.way]; }
  void give_state(TagWay& line, std::uint8_t state);

  static constexpr unsigned kStates = 16;
  const unsigned most_ways_;
  unsigned ways_, sets_ = 0;
  const std::string hash_;
  const unsigned banks_;
  HashedIndex index_;
  std::array<unsigned, kStates> lines_in_{};
  const Replacement* replacement_;
  std::vector<TagWay> lines_;
  std::uint64_t clock_ = 0;
  TagCounters counters_;
};

}  // namespace unibank
