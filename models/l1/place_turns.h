// The order in which bank rows of a line's place (set x ways + way) are read and written: the order of the tag array's
// responses, for all lines in that place. Tags change at once, rows only when a bank is free. Plain C++.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank {

class PlaceTurns {
 public:
  // True: registers are lines of the array, so registers and lines of memory wait for each other. Otherwise the L1's
  // own queues keep the order, and turns are only numbers.
  void share(bool with_registers) {
    shared_ = with_registers;
    turns_.clear();
    ended_ = 0;
    waiting_.fill(0);
  }

  // The tag array has responded with this place. Its rows are needed from now on until leave().
  std::uint64_t take(std::size_t place, bool of_register) {
    if (shared_) {
      turns_.push_back({place, of_register, true});
      ++waiting_[place % kPlaces];
    }
    return next_++;
  }
  void leave(std::uint64_t turn) {
    if (!shared_) return;
    Turn& one = turns_[index_of(turn)];
    one.waits = false;
    --waiting_[one.place % kPlaces];
    while (ended_ != turns_.size() && !turns_[ended_].waits) ++ended_;
    if (ended_ < kMostEnded) return;
    turns_.erase(turns_.begin(), turns_.begin() + static_cast<std::ptrdiff_t>(ended_));
    ended_ = 0;
  }
  // Whether an earlier turn waits for rows of the place; register_first(): an earlier turn of a register.
  bool others_first(std::size_t place, std::uint64_t turn) const {
    return any_before(place, turn, [](const Turn&) { return true; });
  }
  bool register_first(std::size_t place, std::uint64_t turn) const {
    return any_before(place, turn, [](const Turn& one) { return one.of_register; });
  }

 private:
  struct Turn {
    std::size_t place;
    bool of_register;
    bool waits;  // false after leave()
  };
  static constexpr std::size_t kPlaces = 256, kMostEnded = 64;

  // Turns have consecutive numbers, and the last one is next_ - 1.
  std::size_t index_of(std::uint64_t turn) const { return turns_.size() - static_cast<std::size_t>(next_ - turn); }
  template <typename Is>
  bool any_before(std::size_t place, std::uint64_t turn, const Is& is) const {
    if (!shared_ || waiting_[place % kPlaces] < 2) return false;  // the turn is the only one there
    for (std::size_t i = ended_, end = index_of(turn); i < end; ++i) {
      if (turns_[i].waits && turns_[i].place == place && is(turns_[i])) return true;
    }
    return false;
  }

  bool shared_ = false;
  std::vector<Turn> turns_;  // in order
  std::size_t ended_ = 0;    // how many of the first turns have ended
  std::uint64_t next_ = 0;
  std::array<unsigned, kPlaces> waiting_{};  // [place mod kPlaces]: turns that wait
};

}  // namespace unibank
