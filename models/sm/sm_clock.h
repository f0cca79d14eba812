// Runs the cycles of Sms: one method and one timed event for all of them, at the half cycle. Those that are due in a
// cycle run in the order of their numbers, whatever the order in which they were built or asked for it. So what one Sm
// stores, another sees in the order (cycle, SM, slot).
//
// On several cores they run side by side, with the same results: within a cycle an Sm touches nothing of another's
// but what it takes its turn for (take_turn), what its blocks notify is kept for the kernel's thread, and what is the
// machine's it does in settle(), which runs behind all the ticks, Sm after Sm, on the kernel's thread. That is rare:
// what one thread writes and another reads costs both the time of many instructions. So threads meet only while they
// take enough from each other that it pays; otherwise the kernel's thread runs all Sms.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "base/types.h"
#include "sm/core_pool.h"
#include "tlm/notify.h"

namespace unibank {

// What the clock runs.
class Clocked {
 public:
  virtual ~Clocked() = default;
  struct Ticked {
    bool settles = false;  // the machine must know something of this cycle, and settle() tells it
    unsigned issued = 0;   // instructions: what the cycle has cost
  };
  // A cycle. Throws nothing.
  virtual Ticked tick() = 0;
  virtual void settle() {}
};

class SmClock : public sc_core::sc_module {
 public:
  explicit SmClock(const sc_core::sc_module_name& name);

  // Before the first wake() of this number. Numbers count from 0 and each has one owner.
  void add(unsigned number, Clocked& sm);
  // Sms run side by side for as many cycles as this, or one by one: their state moves from cache to cache in between.
  // What was issued in them says which the next do; a few cycles one by one say it of the first.
  static constexpr unsigned kCyclesAlike = 2048, kFirstCycles = 256;
  // Instructions in kCyclesAlike cycles that the thread with most of them need not issue because others do. Measured.
  static constexpr unsigned kLeastGain = kCyclesAlike * 3 / 4;
  // From the next cycle on Sms run on as many threads, on no more than there are Sms, while they gain at least as much;
  // 0: always.
  void use_cores(unsigned cores, unsigned least_gain = kLeastGain);
  bool several_cores() const { return cores_ != nullptr; }
  // Within tick(): returns when the Sms with lower numbers have done this cycle. Who has a turn keeps it to the end of
  // its tick().
  void take_turn(unsigned number);

  // The Sm runs in cycle `at` at the latest; once more in this cycle if that has passed.
  void wake(unsigned number, Cycle at) {
    Cycle& due = sms_[number].due;
    if (at >= due) return;
    due = at;
    if (kept_notifications) return;  // side by side: the thread looks when it has run its Sms
    if (running_) {
      next_ = std::min(next_, at);
    } else if (!stopped_) {
      half_cycle_.notify(at);
    }
  }
  // The first cycle in which an Sm is due, as far as it is known; kNever: all sleep until they are woken.
  Cycle next() const;
  // Something has failed: nobody runs any more, until the next launch starts the clock again.
  void stop() {
    stopped_ = true;
    if (on_stop) on_stop();
  }
  std::function<void()> on_stop;
  void start();

 private:
  // A cache line each: who writes to it on one core does not take the neighbour's from another.
  struct alignas(kHostLineBytes) OneSm {
    Clocked* clocked = nullptr;
    Cycle due = kNever;     // kNever: asleep
    bool settles = false;   // its last cycle has something to settle
    KeptNotifications kept;
  };
  // What a thread leaves for the others of the Sms that are its own: those whose number mod the threads is its own.
  struct alignas(kHostLineBytes) Share {
    // Its Sms with numbers below place - first have done the cycle; `first` goes up by the number of Sms each cycle.
    std::atomic<std::uint64_t> place{0};
    std::uint64_t first = 0;
    Cycle next = kNever;           // the first of its Sms is due again
    unsigned issued = 0;           // by them in this cycle
    bool settles = false, keeps = false;  // some have something to settle, or notifications
  };

  void cycle();
  unsigned run(OneSm& sm);
  void run_all(Cycle now);
  void run_side_by_side();
  void run_own(unsigned thread);
  void settle();
  void count_gain();

  std::vector<OneSm> sms_;           // [number]
  std::unique_ptr<CorePool> cores_;  // null: one
  std::function<void(unsigned)> run_own_;
  std::vector<Share> shares_;        // [thread]
  // What only the kernel's thread uses, and writes in each cycle.
  alignas(kHostLineBytes) Cycle next_ = kNever;  // an Sm is due, as far as the ticks have gone
  bool settles_ = false;             // an Sm that has run has something to settle
  bool running_ = false, stopped_ = false;
  bool sharing_ = false;
  unsigned least_gain_ = 0;
  unsigned left_ = 0, cycles_alike_ = kFirstCycles;  // of the cycles alike: still to come, all
  std::uint64_t gain_ = 0;           // in those that have been
  StepEvent half_cycle_;
};

}  // namespace unibank
