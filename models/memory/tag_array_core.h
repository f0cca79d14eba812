// The tags of a set-associative cache: the place of each line, and the victim of a fill. Knows no time and no SystemC.
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
  counter(lookups, "tag_array.lookups", "lookups", \
          "of lines and registers that update the recency; not those of writes that would enter an absent one") \
  counter(hits, "tag_array.hits", "lookups", "that hit") \
  counter(fills, "tag_array.fills", "lines", "entered on a miss, of memory or with a register") \
  counter(evictions, "tag_array.evictions", "lines", "evicted, of any kind")
UNIBANK_COUNTERS(TagCounters, "sm.tag_array", UNIBANK_TAG_COUNTERS);

// The result of any operation: TagAnswer (hit, way, set, victim) and the state of the present line.
struct TagResult : TagAnswer {
  std::uint8_t state = 0;
};

class TagArrayCore {
 public:
  static constexpr std::uint8_t kNoWay = TagAnswer::kNoWay;

  // Throws InputError unless 1 <= ways <= 32. `replacement` (null: LRU) must outlive the array. `index`: the hash that
  // chooses a line's set (policy/index_hash.h) among the sets of its tag bank; there are `banks` of these.
  explicit TagArrayCore(unsigned ways, const Replacement* replacement = nullptr, const std::string& index = "modulo",
                        unsigned banks = 1);

  // Drops all lines. Any number of sets; a line's set follows from its number (modulo: Q-09). With 0 sets every lookup
  // misses and no fill enters. `ways`: the first ones, which are in use; 0: all.
  void configure(unsigned sets, unsigned ways = 0);

  TagResult lookup(std::uint64_t address);                     // makes the line the most recently used
  TagResult fill(std::uint64_t address, std::uint8_t state);   // a present line is only touched: the result is a hit
  TagResult claim(std::uint64_t address, std::uint8_t state);  // as fill(); a line that is present also gets `state`
  TagResult invalidate(std::uint64_t address);
  TagResult set_state(std::uint64_t address, std::uint8_t state);
  // A lookup that gives a present line `state`; returns its old state.
  TagResult store(std::uint64_t address, std::uint8_t state);
  TagResult mark(std::uint64_t address, std::uint8_t bits);    // adds bits to a present line's state
  // Makes the first dirty line from number `from` on (set x most_ways_ + way) clean: the result is a hit,
  // victim_address is the line's address, `state` is kDirtyLine. No hit: there is no such line.
  TagResult clean(std::uint64_t from);
  TagResult probe(std::uint64_t address) const;                // changes no line and no counter
  // A load by a block that is not timed: returns whether the line was present, and enters an absent one, clean, if the
  // set has an empty way or a clean line. Among the clean lines of its set it becomes the most recently used; their
  // order among the other lines stays, because registers of resident blocks would be used all the time until this load.
  // Changes no counter.
  bool warm(std::uint64_t address);

  unsigned sets() const { return sets_; }
  unsigned ways() const { return ways_; }
  // Lines with this state.
  unsigned lines(std::uint8_t state) const { return lines_in_[state & (kStates - 1)]; }
  const unsigned* lines_in() const { return lines_in_.data(); }  // [state]
  const TagCounters& counters() const { return counters_; }

 private:
  TagResult find(std::uint64_t address) const;
  TagWay& at(const TagResult& found) { return lines_[static_cast<std::size_t>(found.set) * most_ways_ + found.way]; }
  void give_state(TagWay& line, std::uint8_t state);
  int place_of(const TagWay* ways, std::uint8_t state) const;
  int place_of_warm(const TagWay* ways) const;
  void make_newest_clean(TagWay* ways, TagWay& line);

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
