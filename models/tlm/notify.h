// Notifies events from any thread. Only its own thread may call SystemC's kernel; where Sms run on several threads
// (sm/sm_clock.h), their blocks' notifications are deferred, and the kernel's thread delivers them in the same
// cycle.
#pragma once

#include <systemc>
#include <vector>

#include "tlm/time.h"

namespace unibank {

class KeptNotifications {
 public:
  void keep(sc_core::sc_event& event, Cycle cycle, bool half) { kept_.push_back({&event, cycle, half}); }
  bool empty() const { return kept_.empty(); }
  // Delivers all, in order. On the kernel's thread.
  void notify() {
    for (const One& one : kept_) one.event->notify(one.half ? until_half(one.cycle) : until(one.cycle));
    kept_.clear();
  }

 private:
  struct One {
    sc_core::sc_event* event;
    Cycle cycle;
    bool half;
  };
  std::vector<One> kept_;
};

// The deferred notifications of this thread; null: it may call the kernel.
inline thread_local KeptNotifications* kept_notifications = nullptr;

// At the start of a whole cycle, or at its half; not in the past.
inline void notify_at(sc_core::sc_event& event, Cycle cycle) {
  if (kept_notifications) return kept_notifications->keep(event, cycle, false);
  event.notify(until(cycle));
}
inline void notify_at_half(sc_core::sc_event& event, Cycle cycle) {
  if (kept_notifications) return kept_notifications->keep(event, cycle, true);
  event.notify(until_half(cycle));
}

// The event of a block that repeatedly reports its next due cycle. A report that is not earlier than the last is free.
class Alarm {
 public:
  enum class At : unsigned char { kWhole, kHalf };  // of the cycle
  explicit Alarm(const char* name, At at = At::kWhole) : event_(name), at_(at) {}

  const sc_core::sc_event& event() const { return event_; }
  // For a cycle whose start, or half, has not passed yet.
  void set(Cycle cycle) {
    if (cycle >= set_) return;
    set_ = cycle;
    at_ == At::kWhole ? notify_at(event_, cycle) : notify_at_half(event_, cycle);
  }
  // The woken process must call this first.
  void rang() { set_ = kNever; }

 private:
  sc_core::sc_event event_;
  At at_;
  Cycle set_ = kNever;
};

}  // namespace unibank
