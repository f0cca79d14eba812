// Notifies events from any thread. Only its own thread may call SystemC's kernel; where Sms run on several threads
// (sm/sm_clock.h), their blocks' notifications are deferred, and the kernel's thread delivers them in the same
// cycle.
#pragma once

#include <algorithm>
#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "tlm/steps.h"
#include "tlm/time.h"

namespace unibank {

class StepEvent;

class KeptNotifications {
 public:
  void keep(sc_core::sc_event& event, Cycle cycle, bool half) { kept_.push_back({&event, nullptr, cycle, half}); }
  void keep(StepEvent& event, Cycle cycle) { kept_.push_back({nullptr, &event, cycle, false}); }
  bool empty() const { return kept_.empty(); }
  // Delivers all notifications in order. Must be called on the kernel's thread.
  inline void notify();

 private:
  struct One {
    sc_core::sc_event* event;
    StepEvent* step;  // instead of the event
    Cycle cycle;
    bool half;
  };
  std::vector<One> kept_;
};

// The deferred notifications of this thread. Null: the thread may call the kernel.
inline thread_local KeptNotifications* kept_notifications = nullptr;

// Notifies the event at the start of `cycle`, or at its half, which must not be in the past.
inline void notify_at(sc_core::sc_event& event, Cycle cycle) {
  if (kept_notifications) return kept_notifications->keep(event, cycle, false);
  event.notify(until(cycle));
}
inline void notify_at_half(sc_core::sc_event& event, Cycle cycle) {
  if (kept_notifications) return kept_notifications->keep(event, cycle, true);
  event.notify(until_half(cycle));
}

// The event of a block's method: in a machine an entry in its steps (steps.h), elsewhere a SystemC event. As with any
// SystemC event, the earlier of two notifications counts.
class StepEvent {
 public:
  enum class At : unsigned char { kWhole, kHalf };  // of a cycle
  // `owner`: what calls<&Block::method>() is called on.
  template <typename Owner>
  StepEvent(const char* name, Owner* owner, At at) : event_(name), at_(at), steps_(Steps::building()) {
    client_.owner = owner;
    if (steps_) steps_->add(client_);
  }
  StepEvent(const StepEvent&) = delete;
  StepEvent& operator=(const StepEvent&) = delete;

  // The method of the owner, and the event that an SC_METHOD of it must be sensitive to.
  template <auto kMethod>
  const sc_core::sc_event& calls() {
    client_.call = &call<kMethod>;
    return event_;
  }
  // Notifies at the start (or half) of `cycle`; if that time has passed, notifies now. May be called from any thread.
  void notify(Cycle cycle) {
    if (cycle == kNever) return;
    if (kept_notifications) return kept_notifications->keep(*this, cycle);
    if (steps_) {
      const Steps::Moment half = at_ == At::kHalf ? Steps::kPerCycle / 2 : 0;
      return steps_->enter(client_, cycle * Steps::kPerCycle + half);
    }
    const sc_dt::uint64 at = cycle * units_per_cycle() + (at_ == At::kHalf ? units_per_cycle() / 2 : 0);
    const sc_dt::uint64 now = present().value();
    event_.notify(sc_core::sc_time::from_value(at > now ? at - now : 0));
  }
  // Calls the method now, without any event.
  void call_now() const { client_.call(client_.owner); }

 private:
  template <typename Owner>
  static Owner* owner_of(void (Owner::*)());
  template <auto kMethod>
  static void call(void* owner) {
    (static_cast<decltype(owner_of(kMethod))>(owner)->*kMethod)();
  }

  sc_core::sc_event event_;
  At at_;
  Steps* const steps_;  // null: outside of a machine
  Steps::Client client_;
};

class Alarm;

// The alarms of the blocks of one Sm. Where Sms run on several threads, the Sm takes its alarms over and makes their
// calls itself (sm/sm_clock.h): so its blocks' work is done on its own thread, and not on the kernel's.
class AlarmGroup {
 public:
  // Alarms constructed from now on, until built() or the destructor, belong to this group. `due` is told the cycle of
  // an alarm that has been set, while the group is taken over.
  explicit AlarmGroup(std::function<void(Cycle)> due) : due_(std::move(due)) { building_ = this; }
  ~AlarmGroup() { built(); }
  AlarmGroup(const AlarmGroup&) = delete;
  AlarmGroup& operator=(const AlarmGroup&) = delete;
  void built() {
    if (building_ == this) building_ = nullptr;
  }
  // True: alarms that are set from now on wait for ring(). False: for their own events.
  void take_over(bool taken) { taken_ = taken; }
  // At the half of cycle `now`: calls the alarms that are due, those for whole cycles first. Returns the cycle of the
  // next one; kNever: none is set.
  inline Cycle ring(Cycle now);

 private:
  friend class Alarm;
  static inline AlarmGroup* building_ = nullptr;
  std::function<void(Cycle)> due_;
  std::vector<Alarm*> whole_, half_;
  bool taken_ = false, ringing_ = false;
};

// The event of a block that repeatedly reports its next due cycle. A report costs no notification unless it is earlier
// than the pending one.
class Alarm {
 public:
  using At = StepEvent::At;
  template <typename Owner>
  Alarm(const char* name, Owner* owner, At at = At::kWhole) : event_(name, owner, at), group_(AlarmGroup::building_) {
    if (group_) (at == At::kHalf ? group_->half_ : group_->whole_).push_back(this);
  }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  template <auto kMethod>
  const sc_core::sc_event& calls() {
    return event_.calls<kMethod>();
  }
  void set(Cycle cycle) {
    if (cycle >= set_) return;
    set_ = cycle;
    if (!in_group()) return event_.notify(cycle);
    if (!group_->ringing_) group_->due_(cycle);
  }
  // The called method must call this first.
  void rang() { set_ = kNever; }
  // Whether the Sm makes the call, on its own thread at the half cycle.
  bool in_group() const { return group_ && group_->taken_; }

 private:
  friend class AlarmGroup;
  StepEvent event_;
  AlarmGroup* const group_;  // null: none
  Cycle set_ = kNever;
};

inline Cycle AlarmGroup::ring(Cycle now) {
  const struct Ended {
    bool& ringing;
    ~Ended() { ringing = false; }
  } ended{ringing_ = true};
  Cycle next = kNever;
  for (const std::vector<Alarm*>* alarms : {&whole_, &half_}) {
    for (const Alarm* const alarm : *alarms) {
      if (alarm->set_ <= now) alarm->event_.call_now();
    }
  }
  for (const std::vector<Alarm*>* alarms : {&whole_, &half_}) {
    for (const Alarm* const alarm : *alarms) next = std::min(next, alarm->set_);
  }
  return next;
}

inline void KeptNotifications::notify() {
  for (const One& one : kept_) {
    if (one.step) {
      one.step->notify(one.cycle);
    } else {
      one.event->notify(one.half ? until_half(one.cycle) : until(one.cycle));
    }
  }
  kept_.clear();
}

}  // namespace unibank
