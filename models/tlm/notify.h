// Notifying events from wherever a block is called. SystemC's kernel may be called by its own thread only; where Sms
// run on several (sm/sm_clock.h), what their blocks notify is kept, and notified by the kernel's thread in the same
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
  // All, in their order. On the kernel's thread.
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

// Where notifications of this thread are kept; null: it may call the kernel.
inline thread_local KeptNotifications* kept_notifications = nullptr;

// At the start of a whole cycle, or at its half, that has not passed yet.
inline void notify_at(sc_core::sc_event& event, Cycle cycle) {
  if (kept_notifications) return kept_notifications->keep(event, cycle, false);
  event.notify(until(cycle));
}
inline void notify_at_half(sc_core::sc_event& event, Cycle cycle) {
  if (kept_notifications) return kept_notifications->keep(event, cycle, true);
  event.notify(until_half(cycle));
}

// The event of a block that says again and again when it is next due: what is no earlier than it has said costs nothing.
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
  // To be called by the process that it wakes, first of all.
  void rang() { set_ = kNever; }

 private:
  sc_core::sc_event event_;
  At at_;
  Cycle set_ = kNever;
};

}  // namespace unibank
