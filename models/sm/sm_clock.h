// Runs the cycles of Sms: one method and one timed event for all of them, at the half cycle. The Sms that are due in a
// cycle run in the order of their numbers, independent of construction and request order. So another Sm sees a store
// in the order (cycle, SM, slot).
//
// On several cores they run concurrently, with the same results. Within a cycle an Sm accesses data of others only in
// its turn (take_turn); notifications of its blocks are deferred to the kernel's thread, or the Sm makes their calls
// itself, those of its MSHR and its read-only port (ring_at); and machine-wide state changes in settle(), which runs
// after all ticks, Sm after Sm, on the kernel's thread. Accesses in a turn and settle() are rare, because data written
// by one thread and read by another cost both threads the time of many instructions. Several threads are used only
// while the additional ones save enough work (counted in instructions, so that every run makes the same decisions);
// otherwise the kernel's thread runs all Sms.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "base/types.h"
#include "sm/core_gain.h"
#include "sm/core_pool.h"
#include "sm/tick_watch.h"
#include "tlm/notify.h"

namespace unibank {

// The interface of an Sm to the clock.
class Clocked {
 public:
  virtual ~Clocked() = default;
  struct Ticked {
    bool settles = false;  // settle() must report something of this cycle to the machine
    unsigned issued = 0;   // instructions: the cost of the cycle
  };
  // One cycle. Throws nothing.
  virtual Ticked tick() = 0;
  // Before the tick of the same cycle, if there is one: calls the alarms of the Sm's blocks that are due (ring_at()).
  struct Rang {
    Cycle next = kNever;  // the cycle of the next alarm
    bool failed = false;  // settle() reports it
  };
  virtual Rang ring() { return {}; }
  virtual void settle() {}
};

class SmClock : public sc_core::sc_module {
 public:
  explicit SmClock(const sc_core::sc_module_name& name);

  // To be called before the first wake() of this number. Numbers count from 0, and each has one Sm.
  void add(unsigned number, Clocked& sm);
  // From the next cycle on Sms run on this many threads, at most one per Sm, while the gain is at least `least_gain`
  // instructions (CoreGain); 0: always.
  void use_cores(unsigned cores, unsigned least_gain = CoreGain::kLeastGain);
  bool several_cores() const { return cores_ != nullptr; }
  // `watch` (null: none) outlives the simulation; it sees the cycles in which the Sms run on one core.
  void watch_ticks(TickWatch* watch) { watch_ = watch; }
  // Whether Sms call the alarms of their blocks: on several cores, and where a benchmark measures what they would take.
  bool sms_ring() const { return cores_ || watch_; }
  // To be called within ring() or tick(): returns when the Sms with lower numbers have finished this cycle. The turn
  // lasts until the caller has finished the cycle.
  void take_turn(unsigned number);

  // The Sm runs in cycle `at` at the latest; once more in this cycle if `at` has passed.
  void wake(unsigned number, Cycle at) {
    Cycle& due = sms_[number].due;
    if (at >= due) return;
    due = at;
    due_at(at);
  }
  // The Sm's alarms are called in cycle `at` at the latest, before its tick if it has one in that cycle.
  void ring_at(unsigned number, Cycle at) {
    Cycle& rings = sms_[number].rings;
    if (at >= rings) return;
    rings = at;
    due_at(at);
  }
  // The first cycle in which an Sm is due, as far as known; kNever: all Sms sleep until they are woken. Alarms are not
  // included.
  Cycle next() const;
  // After a failure: no Sm runs any more, until the next launch starts the clock again.
  void stop() {
    stopped_ = true;
    if (on_stop) on_stop();
  }
  std::function<void()> on_stop;
  void start();

 private:
  // Each Sm has its own cache line, so that a write on one core does not invalidate the line of another Sm on another
  // core.
  struct alignas(kHostLineBytes) OneSm {
    Clocked* clocked = nullptr;
    Cycle due = kNever;     // kNever: asleep
    Cycle rings = kNever;   // the cycle of its next alarm
    bool settles = false;   // its last cycle must be settled
    KeptNotifications kept;
    Cycle next() const { return std::min(due, rings); }
  };
  // A thread's report to the other threads about its Sms, which are those with number mod threads equal to the thread's
  // number.
  struct alignas(kHostLineBytes) Share {
    // Its Sms with numbers below place - first have finished the cycle; `first` grows by the number of Sms each cycle.
    std::atomic<std::uint64_t> place{0};
    std::uint64_t first = 0;
    Cycle next = kNever;           // first cycle in which one of its Sms is due or rings
    unsigned issued = 0;           // instructions issued by its Sms in this cycle
    bool settles = false, keeps = false;  // whether some of its Sms must be settled, or have notifications
  };

  void due_at(Cycle at) {
    if (kept_notifications) return;  // concurrent: the thread checks after running its Sms
    if (running_) {
      next_ = std::min(next_, at);
    } else if (!stopped_) {
      half_cycle_.notify(at);
    }
  }
  void cycle();
  unsigned run(OneSm& sm, Cycle now);
  void run_all(Cycle now);
  unsigned run_watched(unsigned number, Cycle now);
  void run_side_by_side();
  void run_own(unsigned thread);
  void settle();
  void count_gain();

  std::vector<OneSm> sms_;           // [number]
  std::unique_ptr<CorePool> cores_;  // null: one core
  std::function<void(unsigned)> run_own_;
  std::vector<Share> shares_;        // [thread]
  // Used only by the kernel's thread, which writes it in each cycle.
  alignas(kHostLineBytes) Cycle next_ = kNever;  // first cycle in which an Sm is due or rings, as known so far
  bool settles_ = false;             // whether an Sm that has run must be settled
  bool running_ = false, stopped_ = false;
  CoreGain gain_;
  TickWatch* watch_ = nullptr;
  StepEvent half_cycle_;
};

}  // namespace unibank
