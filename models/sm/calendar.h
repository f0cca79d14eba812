// What is due in which cycle of an Sm: one queue for everything that has been answered, ordered by (cycle, kind,
// sequence), so that the order in which answers arrived within a cycle changes nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "base/types.h"

namespace unibank {

// In the order in which a cycle handles them.
enum class Due : std::uint8_t {
  kMemoryAnswer,   // the MSHR has a line (or has written one) for the load/store unit
  kFillAnswer,     // the tag array has entered a line
  kWriteback,      // an instruction's result is ready
  kTagAnswer,      // the tag array has looked a line up
  kRegisterStep,   // a register access can take its next step
  kOperandsReady,  // all operands of an instruction are in the operand buffer
  kWarpFree,       // a warp may issue again (per-instruction penalty on one warp)
};

struct DueItem {
  Due kind;
  std::uint64_t sequence;  // orders items of one kind and cycle
  void* what;
};

class Calendar {
 public:
  // `at` must lie behind the last cycle taken.
  void add(Cycle at, Due kind, std::uint64_t sequence, void* what = nullptr) {
    if (at < base_ + kDays) {
      days_[at % kDays].push_back({kind, sequence, what});
      marks_[at % kDays / 64] |= std::uint64_t{1} << (at % 64);
    } else {
      later_[at].push_back({kind, sequence, what});
    }
    ++size_;
  }
  // The items due in `cycle`, in order; `cycle` grows from call to call and never skips a due cycle.
  std::vector<DueItem>& take(Cycle cycle) {
    base_ = cycle;
    while (!later_.empty() && later_.begin()->first < base_ + kDays) move_in();
    std::vector<DueItem>& day = days_[cycle % kDays];
    taken_.clear();
    taken_.swap(day);
    marks_[cycle % kDays / 64] &= ~(std::uint64_t{1} << (cycle % 64));
    size_ -= taken_.size();
    if (taken_.size() > 1) {
      std::sort(taken_.begin(), taken_.end(), [](const DueItem& a, const DueItem& b) {
        return a.kind != b.kind ? a.kind < b.kind : a.sequence < b.sequence;
      });
    }
    return taken_;
  }
  // The first cycle at or after `from` with something due; kNever when nothing is.
  Cycle next(Cycle from) const;
  bool empty() const { return size_ == 0; }

 private:
  static constexpr Cycle kDays = 1024;
  void move_in();

  std::array<std::vector<DueItem>, kDays> days_;
  std::array<std::uint64_t, kDays / 64> marks_{};
  std::map<Cycle, std::vector<DueItem>> later_;  // beyond the ring: rare (latencies above 1,000 cycles)
  std::vector<DueItem> taken_;
  Cycle base_ = 0;
  std::size_t size_ = 0;
};

}  // namespace unibank
