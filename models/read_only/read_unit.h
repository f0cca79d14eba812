// A unit of an Sm that reads for instructions what kernels do not write: constants. It looks up one address of one
// instruction a cycle, in the order in which their operands are there; an instruction whose lines are on their way lets
// the next one pass. Knows neither instructions nor SystemC.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/types.h"
#include "read_only/read_only_cache.h"

namespace unibank {

// Whose instructions the unit reads for.
class ReadUser {
 public:
  virtual ~ReadUser() = default;
  // All addresses of an instruction have been read, the last of them in cycle `at`.
  virtual void read_done(void* instruction, Cycle at) = 0;
  // A line of the cache is read for an instruction.
  virtual void line_read(void* instruction, std::uint64_t line) = 0;
};

class ReadUnit {
 public:
  // As many instructions may be between issue and their last lookup. Without a cache everything is always there.
  ReadUnit(unsigned queue, ReadOnlyCache* cache, ReadUser& user) : queue_(queue), cache_(cache), user_(user) {}

  // Room is taken at issue and given back when the last address has been looked up.
  bool has_room() const { return taken_ < queue_; }
  void take_room() { ++taken_; }
  // Its operands are there. `addresses` stay until it is done; without any it takes a cycle.
  void accept(void* instruction, const std::vector<std::uint64_t>& addresses) {
    waiting_.push_back({instruction, &addresses, 0, 0, {}});
  }
  // The line has come in cycle `now`; before advance().
  void line_came(std::uint64_t line, Cycle now);
  void advance(Cycle now);
  bool wants_next_cycle() const { return !waiting_.empty(); }
  bool idle() const { return waiting_.empty() && late_.empty(); }

 private:
  struct Access {
    void* instruction;
    const std::vector<std::uint64_t>* addresses;
    std::size_t next;                    // address to be looked up
    Cycle at;                            // the last has been read, so far
    std::vector<std::uint64_t> missing;  // lines that are on their way
  };
  bool look_up(Access& access);
  void take(Access& access, std::uint64_t line, Cycle now);

  const unsigned queue_;
  ReadOnlyCache* const cache_;
  ReadUser& user_;
  unsigned taken_ = 0;
  std::deque<Access> waiting_;  // in order
  std::deque<Access> late_;     // looked up, lines are missing
};

}  // namespace unibank
