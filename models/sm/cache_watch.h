// Reports tag lookups of the L1 to policies, and keeps each warp's hits and misses for the schedulers.
#pragma once

#include <vector>

#include "policy/cache_observer.h"
#include "sm/warp_table.h"

namespace unibank {

class CacheWatch final : public CacheObserver {
 public:
  explicit CacheWatch(WarpTable& warps) : warps_(warps) {}

  // Null is ignored.
  void add(CacheObserver* observer) {
    if (observer) observers_.push_back(observer);
  }
  // The lookup of a load or a store; those of atomics are not reported.
  void looked_up(const CacheLookup& lookup) override {
    if (!lookup.store) warps_.cache_answered(lookup.warp, lookup.hit);
    for (CacheObserver* observer : observers_) observer->looked_up(lookup);
  }
  void evicted(const CacheEviction& eviction) override {
    for (CacheObserver* observer : observers_) observer->evicted(eviction);
  }

 private:
  WarpTable& warps_;
  std::vector<CacheObserver*> observers_;
};

}  // namespace unibank
