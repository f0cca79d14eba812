// Runs the cycles of Sms: one method and one timed event for all of them, at the half cycle. Those that are due in a
// cycle run in the order of their numbers, whatever the order in which they were built or asked for it. So what one Sm
// stores, another sees in the order (cycle, SM, slot).
#pragma once

#include <systemc>
#include <vector>

#include "base/types.h"

namespace unibank {

// What the clock runs.
class Clocked {
 public:
  virtual ~Clocked() = default;
  virtual void tick() = 0;
};

class SmClock : public sc_core::sc_module {
 public:
  explicit SmClock(const sc_core::sc_module_name& name);

  // Before the first wake() of this number. Numbers count from 0 and each has one owner.
  void add(unsigned number, Clocked& sm);
  // The Sm runs in cycle `at` at the latest; once more in this cycle if that has passed.
  void wake(unsigned number, Cycle at) {
    if (at >= due_[number]) return;
    due_[number] = at;
    if (!running_ && !stopped_) notify(at);
  }
  // Something has failed: nobody runs any more, until the next launch starts the clock again.
  void stop() { stopped_ = true; }
  void start() {
    if (stopped_) due_.assign(due_.size(), kNever);
    stopped_ = false;
  }

 private:
  void cycle();
  void notify(Cycle at);

  std::vector<Clocked*> sms_;
  std::vector<Cycle> due_;  // [number]; kNever: asleep
  bool running_ = false, stopped_ = false;
  sc_core::sc_event half_cycle_;
};

}  // namespace unibank
