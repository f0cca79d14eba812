// Sorts records by time: a ring of buckets, one per cycle, for near times, and a heap for the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include "base/types.h"

namespace unibank::wave {

class RecordQueue {
 public:
  struct Record {
    unsigned signal;
    std::uint64_t value;
  };
  using Bucket = std::vector<Record>;

  // No record may be added before this cycle.
  Cycle now() const { return now_; }

  // `at` is not before now().
  void add(Cycle at, Record record) {
    if (at - now_ < kBuckets) {
      ring_[at % kBuckets].push_back(record);
      ++near_;
    } else {
      add_far(at, record);
    }
  }

  // Calls visit(Cycle, const Bucket&) for each cycle before `to` that has records, earliest first; the records of a
  // cycle are in the order of their addition. Afterwards now() is `to`.
  template <typename Visit>
  void drain(Cycle to, Visit&& visit) {
    while (now_ < to) {
      Bucket& bucket = ring_[now_ % kBuckets];
      if (!bucket.empty()) {
        visit(now_, bucket);
        near_ -= bucket.size();
        bucket.clear();
      }
      ++now_;
      if (near_ == 0) now_ = far_.empty() || far_.top().at > to ? to : far_.top().at;
      bring_near();
    }
  }

  bool empty() const { return near_ == 0 && far_.empty(); }

 private:
  // In cycles: more than a DRAM access takes, so that the heap stays unused in practice.
  static constexpr std::size_t kBuckets = 1024;

  struct Later {
    Cycle at;
    std::uint64_t sequence;
    Record record;
    bool operator<(const Later& other) const {
      return at != other.at ? at > other.at : sequence > other.sequence;  // the earliest on top
    }
  };

  // Not inlined, to keep add() short.
  [[gnu::noinline]] void add_far(Cycle at, Record record) { far_.push({at, sequence_++, record}); }

  // Moves far records to the ring as soon as they are near, before a later call can add a record to the same cycle, so
  // that the order of calls holds.
  void bring_near() {
    while (!far_.empty() && far_.top().at - now_ < kBuckets) {
      ring_[far_.top().at % kBuckets].push_back(far_.top().record);
      ++near_;
      far_.pop();
    }
  }

  Cycle now_ = 0;
  std::size_t near_ = 0;
  std::uint64_t sequence_ = 0;
  std::vector<Bucket> ring_ = std::vector<Bucket>(kBuckets);
  std::priority_queue<Later> far_;
};

}  // namespace unibank::wave
