// Tells policies what the L1's tags have answered, and keeps each warp's answers for the schedulers.
#pragma once

#include <vector>

#include "policy/cache_observer.h"
#include "sm/in_flight.h"
#include "sm/warp_table.h"

namespace unibank {

class CacheWatch {
 public:
  explicit CacheWatch(WarpTable& warps) : warps_(warps) {}

  // Null: nothing is added.
  void add(CacheObserver* observer) {
    if (observer) observers_.push_back(observer);
  }
  static CacheLookup lookup_of(const InFlight& instruction, std::uint64_t line, bool hit, Cycle cycle) {
    CacheLookup lookup;
    lookup.warp = instruction.warp;
    lookup.pc = instruction.decoded->pc;
    lookup.line = line;
    lookup.hit = hit;
    lookup.store = instruction.decoded->memory == MemoryOp::kStore;
    lookup.local = instruction.decoded->space == Space::kLocal;
    lookup.cycle = cycle;
    return lookup;
  }
  // Of a load or a store; atomics look nothing up.
  void looked_up(const InFlight& instruction, std::uint64_t line, bool hit, Cycle cycle) {
    if (instruction.decoded->memory == MemoryOp::kLoad) warps_.cache_answered(instruction.warp, hit);
    if (observers_.empty()) return;
    const CacheLookup lookup = lookup_of(instruction, line, hit, cycle);
    for (CacheObserver* observer : observers_) observer->looked_up(lookup);
  }
  void evicted(std::uint64_t line, Cycle cycle) {
    for (CacheObserver* observer : observers_) observer->evicted({line, cycle});
  }

 private:
  WarpTable& warps_;
  std::vector<CacheObserver*> observers_;
};

}  // namespace unibank
