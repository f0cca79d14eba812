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
  if (number >= sms_.size()) sms_.resize(number + 1);
  sms_[number].clocked = &sm;
}

void SmClock::use_cores(unsigned cores) {
  const unsigned threads = std::min(cores, static_cast<unsigned>(sms_.size()));
  cores_ = threads > 1 ? std::make_unique<CorePool>(threads) : nullptr;
  places_ = std::vector<Place>(threads);
}

void SmClock::start() {
  if (stopped_) {
    for (OneSm& sm : sms_) sm.due = kNever;
  }
  stopped_ = false;
}

void SmClock::notify(Cycle at) {
  const sc_core::sc_time half = sc_core::sc_time::from_value(at * units_per_cycle() + units_per_cycle() / 2);
  const sc_core::sc_time present = sc_core::sc_time_stamp();
  half_cycle_.notify(half > present ? half - present : sc_core::SC_ZERO_TIME);
}

void SmClock::cycle() {
  if (stopped_) return;
  const Cycle now = current_cycle();
  in_cycle_.clear();
  for (unsigned number = 0; number < sms_.size(); ++number) {
    if (sms_[number].due <= now) in_cycle_.push_back(number);
  }
  running_ = true;
  if (cores_ && in_cycle_.size() > 1) {
    run_side_by_side();
  } else {
    for (const unsigned number : in_cycle_) run(sms_[number]);
  }
  settle();
  running_ = false;
  if (stopped_) return;
  Cycle next = kNever;
  for (const OneSm& sm : sms_) next = std::min(next, sm.due);
  if (next != kNever) notify(next);
}

void SmClock::run(OneSm& sm) {
  sm.due = kNever;
  sm.settles = sm.clocked->tick();
}

void SmClock::settle() {
  for (const unsigned number : in_cycle_) {
    if (sms_[number].settles) sms_[number].clocked->settle();
    if (stopped_) return;
  }
}

void SmClock::run_side_by_side() {
  first_place_ += sms_.size() + 1;
  side_by_side_ = true;
  cores_->run([this](unsigned thread) { run_own(thread); });
  side_by_side_ = false;
  for (const unsigned number : in_cycle_) sms_[number].kept.notify();
}

// An Sm always runs on the thread that has its state in its caches: to fetch that from another core's costs more than
// is gained. Nobody waits for ever: a thread takes its Sms in ascending order, so the lowest that has not run is never
// behind another that waits for its turn.
void SmClock::run_own(unsigned thread) {
  std::atomic<std::uint64_t>& at = places_[thread].at;
  for (std::size_t place = 0; place < in_cycle_.size(); ++place) {
    if (in_cycle_[place] % cores_->threads() != thread) continue;
    at.store(first_place_ + place, std::memory_order_release);
    OneSm& sm = sms_[in_cycle_[place]];
    kept_notifications = &sm.kept;
    run(sm);
  }
  kept_notifications = nullptr;
  at.store(first_place_ + in_cycle_.size(), std::memory_order_release);
}

void SmClock::take_turn(unsigned number) {
  if (!side_by_side_) return;
  const std::uint64_t own = places_[number % cores_->threads()].at.load(std::memory_order_relaxed);
  for (const Place& place : places_) {
    for (Patience patience; place.at.load(std::memory_order_acquire) < own;) patience.wait();
  }
}

}  // namespace unibank
