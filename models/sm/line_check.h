// Whether lines of memory keep their values: from stores into lines and to memory, back into lines, and into the loads
// that read them (run.check_data).
//
// A 4-byte word is known by which store of this Sm wrote it last: the number of the instruction in the order of issue,
// from 1; 0 is whatever was there before. The executor executes at issue, so a load must find each of its words, in its
// own line, at least as new as the newest store of this Sm that issued before it. Stores of other Sms are not put in
// order by the caches and do not count; nor does what an atomic reads, which is done at memory.
//
// Memory has what the MSHR has taken: it and all behind it keep the order of one Sm's requests to a line. So a line
// that is asked for comes as it was when the MSHR took the request, and one whose request was merged into an earlier
// one comes as for that one. Plain C++; costs nothing while off.
#pragma once

#include <array>
#include <deque>
#include <unordered_map>
#include <vector>

#include "sm/address_map.h"
#include "sm/in_flight.h"

namespace unibank {

// Words on their way, and who wrote them. Belongs to the check, is carried by requests.
struct LineWords {
  std::uint64_t line = 0;   // address
  std::uint32_t words = 0;  // bit w: word w is among them
  std::array<std::uint64_t, kLineBytes / 4> writers{};
};

class LineCheck {
 public:
  // Calls that find an older value than the executor's, or another line's, throw RunError.

  // A launch begins: line (set, way) is at place set x ways + way. What banks and memory hold stays.
  void reset(unsigned ways, unsigned banks) {
    ways_ = ways;
    banks_ = banks;
  }
  void issued(const InFlight& instruction);
  void completed(const InFlight& instruction) { expected_.erase(instruction.sequence); }

  // What a store brings; room for a line that leaves the banks; given back.
  LineWords* stored(const InFlight& instruction, const LineAccess& line);
  LineWords* leaving(std::uint64_t line);
  void drop(LineWords* data) { free_.push_back(data); }

  // The MSHR has taken a read of a line, or a write.
  LineWords* asked(std::uint64_t line);
  void written(const LineWords& data);
  // The line has come, for a load or behind a store that missed (null); `first`: its request was merged into no other.
  // `data` becomes what has come.
  void came(const InFlight* load, LineWords& data, bool first);

  // Bank rows of lines, when they are read or written: for a load, for a line that leaves, by fills and stores.
  void read_row(const InFlight& instruction, std::size_t place, std::uint64_t line, const BankRow& row);
  void take_row(std::size_t place, const BankRow& row, LineWords& data);
  void write_row(std::size_t place, const BankRow& row, const LineWords& data);

  // Registers that are lines of the same array: rows (one in each of `clusters`) are written; a dirty line of the cache
  // is read that has to go; the MSHR has taken a line.
  void register_written(unsigned bank, std::uint32_t row, unsigned clusters);
  void spill(unsigned bank, std::uint32_t row, std::uint64_t line);
  void spilled(std::uint64_t line);

  std::uint64_t words_checked() const { return words_checked_; }

 private:
  using Writers = std::array<std::uint64_t, kLineBytes / 4>;
  struct Place {
    std::array<std::uint64_t, kLineBytes / 4> lines{};  // word by word: of which line it is
    Writers writers{};
  };
  struct Expected {
    LineAccess line;
    Writers writers;
  };
  LineWords* get(std::uint64_t line, std::uint32_t words);
  Place& at(std::size_t place);
  std::size_t place_of(unsigned bank, std::uint32_t row) const {
    return (row / ways_ * banks_ + bank) * ways_ + row % ways_;
  }
  void take(std::size_t place, std::uint32_t words, LineWords& data);
  void compare(const InFlight& instruction, std::uint64_t line, std::uint32_t words, const Place& found,
               const char* where);

  unsigned ways_ = 1, banks_ = 1;
  std::unordered_map<std::uint64_t, Writers> newest_;   // by line: as the executor has it
  std::unordered_map<std::uint64_t, Writers> stored_;   // by line
  std::unordered_map<std::uint64_t, Writers> fetched_;  // by line: what has come last
  std::unordered_map<std::uint64_t, LineWords*> spills_;
  std::unordered_map<std::uint64_t, std::vector<Expected>> expected_;  // by load
  std::vector<Place> places_;                           // what the banks hold
  std::deque<LineWords> all_;
  std::vector<LineWords*> free_;
  std::uint64_t words_checked_ = 0;
};

}  // namespace unibank
