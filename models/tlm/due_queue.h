// Responses that arrived before their due cycle: a target completed early, or annotated its response.
#pragma once

#include <algorithm>
#include <vector>

#include "base/types.h"

namespace unibank {

// A queue of requests, ordered by due cycle, then by arrival.
template <typename Request>
class DueQueue {
 public:
  void add(Cycle due, Request& request) {
    const auto later = [due](const Item& one) { return one.due > due; };
    items_.insert(std::find_if(items_.begin(), items_.end(), later), {due, &request});
  }
  // Removes and returns the next request that is due in cycle `now` or before; null: no request is due.
  Request* take(Cycle now) {
    if (items_.empty() || items_.front().due > now) return nullptr;
    Request* const request = items_.front().request;
    items_.erase(items_.begin());
    return request;
  }
  // The due cycle of the next request; kNever: the queue is empty.
  Cycle next() const { return items_.empty() ? kNever : items_.front().due; }

 private:
  struct Item {
    Cycle due;
    Request* request;
  };
  std::vector<Item> items_;  // few: the responses of one cycle, or of an early memory's latency
};

}  // namespace unibank
