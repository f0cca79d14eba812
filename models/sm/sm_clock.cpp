#include "sm/sm_clock.h"

#include <algorithm>

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

void SmClock::use_cores(unsigned cores) {
  const unsigned threads = std::min(cores, static_cast<unsigned>(sms_.size()));
  cores_ = threads > 1 ? std::make_unique<CorePool>(threads) : nullptr;
  states_ = std::make_unique<std::atomic<unsigned char>[]>(sms_.size());
  kept_.resize(sms_.size());
}

void SmClock::notify(Cycle at) {
  const sc_core::sc_time half = sc_core::sc_time::from_value(at * units_per_cycle() + units_per_cycle() / 2);
  const sc_core::sc_time present = sc_core::sc_time_stamp();
  half_cycle_.notify(half > present ? half - present : sc_core::SC_ZERO_TIME);
}

void SmClock::take_due(Cycle now) {
  in_cycle_.clear();
  for (unsigned number = 0; number < sms_.size(); ++number) {
    if (due_[number] > now) continue;
    due_[number] = kNever;
    in_cycle_.push_back(number);
  }
}

void SmClock::cycle() {
  if (stopped_) return;
  take_due(current_cycle());
  running_ = true;
  if (cores_ && in_cycle_.size() > 1) {
    run_side_by_side();
  } else {
    for (const unsigned number : in_cycle_) sms_[number]->tick();
  }
  for (const unsigned number : in_cycle_) {
    sms_[number]->settle();
    if (stopped_) break;
  }
  running_ = false;
  const Cycle next = *std::min_element(due_.begin(), due_.end());
  if (next != kNever && !stopped_) notify(next);
}

void SmClock::run_side_by_side() {
  for (std::size_t place = 0; place < in_cycle_.size(); ++place) {
    states_[place].store(kWaits, std::memory_order_relaxed);
  }
  side_by_side_ = true;
  cores_->run([this](unsigned thread) { run_some(thread); });
  side_by_side_ = false;
  for (std::size_t place = 0; place < in_cycle_.size(); ++place) kept_[place].notify();
}

// First an Sm runs on the thread that has its state in its caches, then on whichever has nothing else to do. Nobody
// waits for ever: a thread takes its own Sms in ascending order, so the lowest that has not run is never behind another
// that waits for its turn.
void SmClock::run_some(unsigned thread) {
  for (std::size_t place = 0; place < in_cycle_.size(); ++place) {
    if (in_cycle_[place] % cores_->threads() == thread) run_if_waiting(place);
  }
  for (std::size_t place = 0; place < in_cycle_.size(); ++place) run_if_waiting(place);
}

void SmClock::run_if_waiting(std::size_t place) {
  unsigned char waits = kWaits;
  std::atomic<unsigned char>& state = states_[place];
  if (state.load(std::memory_order_relaxed) != kWaits || !state.compare_exchange_strong(waits, kTaken)) return;
  kept_notifications = &kept_[place];
  sms_[in_cycle_[place]]->tick();
  kept_notifications = nullptr;
  state.store(kDone, std::memory_order_release);
}

void SmClock::take_turn(unsigned number) {
  if (!side_by_side_) return;
  for (std::size_t place = 0; in_cycle_[place] != number; ++place) {
    for (Patience patience; states_[place].load(std::memory_order_acquire) != kDone;) patience.wait();
  }
}

}  // namespace unibank
