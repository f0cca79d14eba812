// Runs the cycles of Sms: one method and one timed event for all of them, at the half cycle. Those that are due in a
// cycle run in the order of their numbers, whatever the order in which they were built or asked for it. So what one Sm
// stores, another sees in the order (cycle, SM, slot).
//
// On several cores they run side by side, with the same results: within a cycle an Sm touches nothing of another's
// but what it takes its turn for (take_turn), what its blocks notify is kept for the kernel's thread, and what is the
// machine's it does in settle(), which runs behind all the ticks, Sm after Sm, on the kernel's thread. That is rare:
// what one thread writes and another reads costs both the time of many instructions.
#pragma once

#include <atomic>
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
  // A cycle. Throws nothing. True: the machine must know something of it, and settle() tells it.
  virtual bool tick() = 0;
  virtual void settle() {}
};

class SmClock : public sc_core::sc_module {
 public:
  explicit SmClock(const sc_core::sc_module_name& name);

  // Before the first wake() of this number. Numbers count from 0 and each has one owner.
  void add(unsigned number, Clocked& sm);
  // From the next cycle on Sms run on as many threads; on no more than there are Sms.
  void use_cores(unsigned cores);
  bool several_cores() const { return cores_ != nullptr; }
  // Within tick(): returns when the Sms with lower numbers have done this cycle. Who has a turn keeps it to the end of
  // its tick().
  void take_turn(unsigned number);

  // The Sm runs in cycle `at` at the latest; once more in this cycle if that has passed.
  void wake(unsigned number, Cycle at) {
    Cycle& due = sms_[number].due;
    if (at >= due) return;
    due = at;
    if (!running_ && !stopped_) notify(at);
  }
  // Something has failed: nobody runs any more, until the next launch starts the clock again.
  void stop() { stopped_ = true; }
  void start();

 private:
  // A cache line each: who writes to it on one core does not take the neighbour's from another.
  struct alignas(kHostLineBytes) OneSm {
    Clocked* clocked = nullptr;
    Cycle due = kNever;     // kNever: asleep
    bool settles = false;   // after its last cycle
    KeptNotifications kept;
  };
  // Of a thread, in in_cycle_: its Sms before this place have done the cycle. Counts on from cycle to cycle.
  struct alignas(kHostLineBytes) Place {
    std::atomic<std::uint64_t> at{0};
  };

  void cycle();
  void run(OneSm& sm);
  void settle();
  void run_side_by_side();
  void run_own(unsigned thread);
  void notify(Cycle at);

  std::vector<OneSm> sms_;           // [number]
  std::vector<unsigned> in_cycle_;   // numbers of those that run in this cycle, ascending
  std::unique_ptr<CorePool> cores_;  // null: one
  std::vector<Place> places_;        // [thread]
  std::uint64_t first_place_ = 0;    // what the first place in in_cycle_ counts as
  bool running_ = false, side_by_side_ = false, stopped_ = false;
  sc_core::sc_event half_cycle_;
};

}  // namespace unibank
