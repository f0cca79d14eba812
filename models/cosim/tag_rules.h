// Rules of a tag array's register map that hold under any replacement, for a block without a native block in parallel.
// A line hits only if it was entered and not dropped since; each line is in one way of its set; a fill evicts a line
// only if all ways hold lines (memory/tag_array.h).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "memory/tag_array.h"

namespace unibank::rtl {

class TagRules {
 public:
  // `most_ways`: kClean numbers places by set x most_ways + way. `hash`: maps a line's number to a set of its bank
  // (policy/index_hash.h).
  explicit TagRules(unsigned most_ways, const std::string& hash = "modulo", unsigned banks = 1)
      : most_ways_(most_ways), hash_(hash), banks_(banks) {}

  // Drops all lines. `ways`: how many ways are in use, the first of most_ways.
  void configure(unsigned sets, unsigned ways);

  // Returns the error in a response to an operation on the line at `address`, or "", and applies the operation.
  // Responses come in the order of the operations.
  std::string answered(TagOperation operation, std::uint64_t address, std::uint8_t state, const TagResult& answer);

  // Lines with this state.
  unsigned lines(std::uint8_t state) const { return lines_in_[state & 15]; }
  // Lookups, hits, fills and evictions, by the responses.
  const TagCounters& counters() const { return counters_; }

 private:
  struct Line {
    std::uint32_t set = 0;
    std::uint8_t way = 0, state = 0;
  };
  using Place = std::pair<std::uint32_t, std::uint8_t>;  // set, way

  std::string found(std::uint64_t line, std::uint8_t expected_state, const TagResult& answer) const;
  std::uint8_t state_of(std::uint64_t line) const;
  std::string entered(std::uint64_t line, std::uint8_t state, const TagResult& answer);
  std::string cleaned(std::uint64_t from, const TagResult& answer);
  std::string dropped(std::uint64_t line, const TagResult& answer) const;
  void give_state(Line& line, std::uint8_t state);
  void count(TagOperation operation, const TagResult& answer);

  const unsigned most_ways_;
  const std::string hash_;
  const unsigned banks_;
  HashedIndex index_;
  unsigned sets_ = 0, ways_ = 1;
  std::map<std::uint64_t, Line> lines_;        // [address]
  std::map<Place, std::uint64_t> occupant_;    // the address of the line in each place
  std::vector<unsigned> in_set_;               // [set]: its number of lines
  std::array<unsigned, 16> lines_in_{};        // [state]: the number of its lines
  TagCounters counters_;
};

}  // namespace unibank::rtl
