// Tells policies what the L1's tags have answered, and keeps each warp's answers for the schedulers.
#pragma once

#include <vector>

#include "policy/cache_observer.h"
#include "sm/warp_table.h"

namespace unibank {

class CacheWatch final : public CacheObserver {
 public:
  explicit CacheWatch(WarpTable& warps) : warps_(warps) {}

  // Null: nothing is added.
  void add(CacheObserver* observer) {
    if (observer) observers_.push_back(observer);
  }
  // Of a load or a store; atomics look nothing up.
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
