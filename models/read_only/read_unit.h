// A unit of an Sm that reads for instructions what kernels do not write: constants. It looks up one address of one
// instruction a cycle, in the order in which their operands are there. Knows neither instructions nor SystemC.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "base/types.h"

namespace unibank {

class ReadUnit {
 public:
  // All addresses of an instruction have been read, the last of them in cycle `at`.
  using Done = std::function<void(void* instruction, Cycle at)>;

  // As many instructions may be between issue and their last address.
  ReadUnit(unsigned queue, Done done) : queue_(queue), done_(std::move(done)) {}

  // Room is taken at issue and given back when the last address has been looked up.
  bool has_room() const { return taken_ < queue_; }
  void take_room() { ++taken_; }
  // Its operands are there. `addresses` stay until it is done; without any it takes a cycle.
  void accept(void* instruction, const std::vector<std::uint64_t>& addresses) {
    waiting_.push_back({instruction, &addresses, 0});
  }
  void advance(Cycle now);
  bool wants_next_cycle() const { return !waiting_.empty(); }
  bool idle() const { return waiting_.empty(); }

 private:
  struct Access {
    void* instruction;
    const std::vector<std::uint64_t>* addresses;
    std::size_t next;  // address to be looked up
  };
  const unsigned queue_;
  const Done done_;
  unsigned taken_ = 0;
  std::deque<Access> waiting_;  // in order
};

}  // namespace unibank
