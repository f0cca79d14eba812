// Sectors of an L1.5 cache: sets and ways of 128-byte lines, LRU, each of four sectors. The class does not use SystemC.
#pragma once

#include <cstdint>
#include <list>
#include <vector>

namespace my {

class L15Core {
 public:
  L15Core(unsigned bytes, unsigned ways) : ways_(ways), sets_(bytes / 128 / ways) {}

  // True if all sectors of the request are present; the line becomes the most recently used.
  bool read(std::uint64_t address, unsigned length) {
    Set& set = set_of(address);
    for (auto line = set.begin(); line != set.end(); ++line) {
      if (line->number != address / 128 || (line->sectors & mask(address, length)) != mask(address, length)) continue;
      set.splice(set.begin(), set, line);
      return true;
    }
    return false;
  }
  // Enters sectors that have been read from memory.
  void fill(std::uint64_t address, unsigned length) {
    Set& set = set_of(address);
    for (auto line = set.begin(); line != set.end(); ++line) {
      if (line->number != address / 128) continue;
      line->sectors |= mask(address, length);
      set.splice(set.begin(), set, line);
      return;
    }
    if (set.size() == ways_) set.pop_back();
    set.push_front({address / 128, mask(address, length)});
  }
  // Called for a write to memory: drops the line.
  void write(std::uint64_t address) {
    set_of(address).remove_if([address](const Line& line) { return line.number == address / 128; });
  }

 private:
  struct Line {
    std::uint64_t number;
    unsigned sectors;
  };
  using Set = std::list<Line>;  // the most recently used first

  static unsigned mask(std::uint64_t address, unsigned length) {
    const unsigned first = address % 128 / 32, last = (address % 128 + length - 1) / 32;
    return (2u << last) - (1u << first);
  }
  Set& set_of(std::uint64_t address) { return sets_[address / 128 % sets_.size()]; }

  unsigned ways_;
  std::vector<Set> sets_;
};

}  // namespace my
