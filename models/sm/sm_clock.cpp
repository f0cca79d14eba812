#include "sm/sm_clock.h"

#include <algorithm>

#include "tlm/time.h"

namespace unibank {

SmClock::SmClock(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(SmClock);
  SC_METHOD(cycle);
  sensitive << half_cycle_;
  dont_initialize();
}

void SmClock::add(unsigned number, Clocked& sm) {
  if (number >= sms_.size()) {
    sms_.resize(number + 1, nullptr);
    due_.resize(number + 1, kNever);
  }
  sms_[number] = &sm;
}

void SmClock::notify(Cycle at) {
  const sc_core::sc_time half = sc_core::sc_time::from_value(at * units_per_cycle() + units_per_cycle() / 2);
  const sc_core::sc_time present = sc_core::sc_time_stamp();
  half_cycle_.notify(half > present ? half - present : sc_core::SC_ZERO_TIME);
}

void SmClock::cycle() {
  const Cycle now = current_cycle();
  running_ = true;
  for (std::size_t number = 0; number < sms_.size() && !stopped_; ++number) {
    if (due_[number] > now) continue;
    due_[number] = kNever;
    sms_[number]->tick();
  }
  running_ = false;
  const Cycle next = *std::min_element(due_.begin(), due_.end());
  if (next != kNever && !stopped_) notify(next);
}

}  // namespace unibank
