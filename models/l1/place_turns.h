// The order in which bank rows of a line's place (set x ways + way) are read and written: that of the tag array's
// responses, for all lines in that place. Tags change at once, rows when a bank is free. Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace unibank {

class PlaceTurns {
 public:
  // Registers are lines of the array: they and lines of memory wait for each other. Otherwise the L1's own queues keep
  // the order, and turns are only numbers.
  void share(bool with_registers) {
    shared_ = with_registers;
    turns_.clear();
  }

  // The tag array's response has this place: its rows are needed from now on, until leave().
  std::uint64_t take(std::size_t place, bool of_register) {
    if (shared_) turns_.push_back({next_, place, of_register});
    return next_++;
  }
  void leave(std::uint64_t turn) {
    if (!shared_) return;
    turns_.erase(std::find_if(turns_.begin(), turns_.end(), [turn](const Turn& one) { return one.number == turn; }));
  }
  // Whether an earlier turn has rows of the place; a register's.
  bool others_first(std::size_t place, std::uint64_t turn) const {
    return any_before(turn, [place](const Turn& one) { return one.place == place; });
  }
  bool register_first(std::size_t place, std::uint64_t turn) const {
    return any_before(turn, [place](const Turn& one) { return one.place == place && one.of_register; });
  }

 private:
  struct Turn {
    std::uint64_t number;
    std::size_t place;
    bool of_register;
  };
  template <typename Is>
  bool any_before(std::uint64_t turn, const Is& is) const {
    for (const Turn& one : turns_) {
      if (one.number >= turn) return false;
      if (is(one)) return true;
    }
    return false;
  }

  bool shared_ = false;
  std::vector<Turn> turns_;  // in order
  std::uint64_t next_ = 0;
};

}  // namespace unibank
