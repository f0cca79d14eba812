// Answers that are known before they may be acted upon: a target completed early, or annotated its answer.
#pragma once

#include <algorithm>
#include <vector>

#include "base/types.h"

namespace unibank {

// Of requests, in order of their cycles, then of arrival.
template <typename Request>
class DueQueue {
 public:
  void add(Cycle due, Request& request) {
    const auto later = [due](const Item& one) { return one.due > due; };
    items_.insert(std::find_if(items_.begin(), items_.end(), later), {due, &request});
  }
  // The next of cycle `now` or before; null when there is none.
  Request* take(Cycle now) {
    if (items_.empty() || items_.front().due > now) return nullptr;
    Request* const request = items_.front().request;
    items_.erase(items_.begin());
    return request;
  }
  // Cycle of the next; kNever when there is none.
  Cycle next() const { return items_.empty() ? kNever : items_.front().due; }

 private:
  struct Item {
    Cycle due;
    Request* request;
  };
  std::vector<Item> items_;  // few: what comes in one cycle, or an early memory's latency
};

}  // namespace unibank
