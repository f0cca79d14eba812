// A unit of an Sm that reads constants or texels for instructions. It looks up one address of one instruction per
// cycle, in the order in which their operands are read; an instruction with outstanding lines lets the next instruction
// pass. Knows neither instructions nor SystemC.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/types.h"
#include "read_only/read_only_cache.h"

namespace unibank {

// The owner of the instructions.
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
  // `queue`: the most instructions between issue and their last lookup. Without a cache every access hits.
  ReadUnit(unsigned queue, ReadOnlyCache* cache, ReadUser& user) : queue_(queue), cache_(cache), user_(user) {}

  // Room is taken at issue and released when the last address has been looked up.
  bool has_room() const { return taken_ < queue_; }
  void take_room() { ++taken_; }
  // The operands of an instruction have been read. `addresses` must stay valid until read_done(); an instruction
  // without any takes one cycle.
  void accept(void* instruction, const std::vector<std::uint64_t>& addresses) {
    waiting_.push_back({instruction, &addresses, 0, 0, {}});
  }
  // The line has arrived in cycle `now`. To be called before advance().
  void line_came(std::uint64_t line, Cycle now);
  void advance(Cycle now) {
    if (!waiting_.empty()) look_up_first(now);
  }
  bool wants_next_cycle() const { return !waiting_.empty(); }
  bool idle() const { return waiting_.empty() && late_.empty(); }

 private:
  struct Access {
    void* instruction;
    const std::vector<std::uint64_t>* addresses;
    std::size_t next;                    // next address to look up
    Cycle at;                            // time of the last read so far
    std::vector<std::uint64_t> missing;  // outstanding lines
  };
  void look_up_first(Cycle now);
  bool look_up(Access& access);
  void take(Access& access, std::uint64_t line, Cycle now);

  const unsigned queue_;
  ReadOnlyCache* const cache_;
  ReadUser& user_;
  unsigned taken_ = 0;
  std::deque<Access> waiting_;  // in order
  std::deque<Access> late_;     // looked up completely, but lines are missing
};

}  // namespace unibank
