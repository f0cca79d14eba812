// The events of an Sm by due cycle: one queue for all responses, ordered by (cycle, kind, sequence), so that their
// order of arrival within a cycle changes nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "base/types.h"

namespace unibank {

// The kinds of events, in the order in which a cycle processes them.
enum class Due : std::uint8_t {
  kMemoryAnswer,   // the MSHR has read (or written) a line for the L1
  kFillAnswer,     // the tag array has entered a line
  kWriteback,      // an instruction's result is ready
  kTagAnswer,      // the tag array has looked a line up, or found a dirty one
  kRegisterStep,   // a register access can take its next step
  kOperandsReady,  // all operands of an instruction are in the operand buffer
  kWarpFree,       // a warp may issue again (a conflict's penalty on one warp, a branch, a fence)
  kWarpAwake,      // a warp continues after nanosleep
  kBarrierOpen,    // a warp continues after its barrier
  kCopyLines,      // the lines of a copy have arrived for the scratchpad
};

struct DueItem {
  DueItem(Due kind, std::uint64_t sequence, void* what)
      : order(static_cast<std::uint64_t>(kind) << kSequenceBits | sequence), subject(what) {}
  Due kind() const { return static_cast<Due>(order >> kSequenceBits); }
  std::uint64_t sequence() const { return order & ((std::uint64_t{1} << kSequenceBits) - 1); }

  // The kind in the upper bits and a sequence in the lower ones, which orders items of one kind and cycle. It is one
  // word, because items are compared in every cycle.
  static constexpr unsigned kSequenceBits = 56;
  std::uint64_t order;
  void* subject;  // depends on the kind: an InFlight, a register access, a payload
};

class Calendar {
 public:
  Calendar() { days_.fill(kNone); }
  // `at` must be later than the last cycle taken.
  void add(Cycle at, Due kind, std::uint64_t sequence, void* subject = nullptr) {
    if (at < base_ + kDays) {
      push(days_[at % kDays], {kind, sequence, subject});
      marks_[at % kDays / 64] |= std::uint64_t{1} << (at % 64);
    } else {
      later_[at].push_back({kind, sequence, subject});
    }
    ++size_;
  }
  // The items due in `cycle`, in order; `cycle` grows from call to call and never skips a due cycle.
  std::vector<DueItem>& take(Cycle cycle) {
    base_ = cycle;
    while (!later_.empty() && later_.begin()->first < base_ + kDays) move_in();
    taken_.clear();
    move_out(days_[cycle % kDays]);
    marks_[cycle % kDays / 64] &= ~(std::uint64_t{1} << (cycle % 64));
    size_ -= taken_.size();
    return taken_;
  }
  // The first cycle at or after `from` with a due item; kNever when there is none.
  Cycle next(Cycle from) const;
  bool empty() const { return size_ == 0; }

 private:
  static constexpr Cycle kDays = 1024;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // A day is a cycle's position in the ring. The items of all days lie in one pool, one list per day, and freed places
  // are reused first: this keeps the working set of an Sm small on the host.
  struct Place {
    DueItem item;
    std::uint32_t next;
  };

  void move_in();
  void push(std::uint32_t& first, const DueItem& item) {
    if (free_ == kNone) {
      free_ = static_cast<std::uint32_t>(places_.size());
      places_.push_back({item, kNone});
    }
    const std::uint32_t at = free_;
    free_ = places_[at].next;
    places_[at] = {item, first};
    first = at;
  }
  // The items of a day in their order.
  void move_out(std::uint32_t& first) {
    if (first == kNone) return;
    std::uint32_t last = first;
    for (std::uint32_t at = first; at != kNone; at = places_[at].next) {
      taken_.push_back(places_[at].item);
      last = at;
    }
    std::reverse(taken_.begin(), taken_.end());
    places_[last].next = free_;
    free_ = first;
    first = kNone;
    sort_taken();
  }
  // The items are few and nearly sorted in the order of insertion, so insertion sort is used.
  void sort_taken() {
    constexpr std::size_t kMany = 32;
    if (taken_.size() > kMany) {
      std::sort(taken_.begin(), taken_.end(), [](const DueItem& a, const DueItem& b) { return a.order < b.order; });
      return;
    }
    for (std::size_t i = 1; i < taken_.size(); ++i) {
      const DueItem item = taken_[i];
      std::size_t to = i;
      for (; to != 0 && taken_[to - 1].order > item.order; --to) taken_[to] = taken_[to - 1];
      taken_[to] = item;
    }
  }

  std::array<std::uint32_t, kDays> days_;  // [day]: its latest item
  std::vector<Place> places_;
  std::uint32_t free_ = kNone;
  std::array<std::uint64_t, kDays / 64> marks_{};
  std::map<Cycle, std::vector<DueItem>> later_;  // beyond the ring: rare (latencies above 1,000 cycles)
  std::vector<DueItem> taken_;
  Cycle base_ = 0;
  std::size_t size_ = 0;
};

}  // namespace unibank
