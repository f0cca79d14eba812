#include "sm/sm_clock.h"

#include <algorithm>

namespace unibank {

SmClock::SmClock(const sc_core::sc_module_name& name)
    : sc_module(name), half_cycle_("half_cycle", this, StepEvent::At::kHalf) {
  SC_HAS_PROCESS(SmClock);
  SC_METHOD(cycle);
  sensitive << half_cycle_.calls<&SmClock::cycle>();
  dont_initialize();
}

void SmClock::add(unsigned number, Clocked& sm) {
  if (number >= sms_.size()) sms_.resize(number + 1);
  sms_[number].clocked = &sm;
}

void SmClock::use_cores(unsigned cores, unsigned least_gain) {
  const unsigned threads = std::min(cores, static_cast<unsigned>(sms_.size()));
  cores_ = threads > 1 ? std::make_unique<CorePool>(threads) : nullptr;
  shares_ = std::vector<Share>(threads);
  run_own_ = [this](unsigned thread) { run_own(thread); };
  gain_ = CoreGain(least_gain);
}

Cycle SmClock::next() const {
  Cycle next = kNever;
  for (const OneSm& sm : sms_) next = std::min(next, sm.due);
  return next;
}

void SmClock::start() {
  if (stopped_) {
    for (OneSm& sm : sms_) sm.due = kNever, sm.settles = false;
  }
  stopped_ = false;
}

void SmClock::cycle() {
  if (stopped_) return;
  running_ = true;
  if (cores_ && gain_.shares()) {
    run_side_by_side();
  } else {
    if (watch_) watch_->cycle_begins();
    run_all(current_cycle());
    if (watch_) watch_->cycle_ends();
  }
  running_ = false;
  if (settles_) settle();
  if (!stopped_) half_cycle_.notify(next_);
}

unsigned SmClock::run(OneSm& sm, Cycle now) {
  if (sm.rings <= now) {
    sm.rings = kNever;
    const Clocked::Rang rang = sm.clocked->ring();
    sm.rings = rang.next;
    sm.settles |= rang.failed;
    if (rang.failed) return 0;
  }
  if (sm.due > now) return 0;
  sm.due = kNever;
  // It reports when it is due again.
  const Clocked::Ticked ticked = sm.clocked->tick();
  sm.settles |= ticked.settles;
  return ticked.issued;
}

unsigned SmClock::run_watched(unsigned number, Cycle now) {
  watch_->tick_begins(number);
  const unsigned issued = run(sms_[number], now);
  watch_->tick_ends(number, issued);
  return issued;
}

void SmClock::run_all(Cycle now) {
  next_ = kNever;
  settles_ = false;
  if (cores_) {
    for (Share& share : shares_) share.issued = 0;
  }
  for (std::size_t number = 0; number < sms_.size(); ++number) {
    OneSm& sm = sms_[number];
    if (sm.next() > now) {
      next_ = std::min(next_, sm.next());
      continue;
    }
    const unsigned issued = watch_ ? run_watched(static_cast<unsigned>(number), now) : run(sm, now);
    next_ = std::min(next_, sm.next());
    settles_ |= sm.settles;
    if (cores_) shares_[number % shares_.size()].issued += issued;
  }
  if (cores_) count_gain();
}

// From here on, notifications go to SystemC's kernel at once.
void SmClock::settle() {
  for (OneSm& sm : sms_) {
    if (!sm.settles) continue;
    sm.settles = false;
    sm.clocked->settle();
    if (stopped_) return;
  }
}

void SmClock::count_gain() {
  unsigned all = 0, most = 0;
  for (const Share& share : shares_) {
    all += share.issued;
    most = std::max(most, share.issued);
  }
  gain_.count(all, most);
}

void SmClock::run_side_by_side() {
  cores_->run(run_own_);
  next_ = kNever;
  settles_ = false;
  bool keeps = false;
  for (const Share& share : shares_) {
    next_ = std::min(next_, share.next);
    settles_ |= share.settles;
    keeps |= share.keeps;
  }
  if (keeps) {
    for (OneSm& sm : sms_) sm.kept.notify();
  }
  count_gain();
}

// An Sm always runs on the thread that has its state in its caches: fetching the state from another core costs more
// than a better balance of threads saves. No thread waits forever: each thread takes its Sms in ascending order, so the
// lowest Sm that has not run never follows, on its thread, an Sm that waits for its turn.
void SmClock::run_own(unsigned thread) {
  Share& share = shares_[thread];
  const Cycle now = current_cycle();
  const std::size_t threads = shares_.size();
  Cycle next = kNever;
  unsigned issued = 0;
  bool settles = false, keeps = false;
  for (std::size_t number = thread; number < sms_.size(); number += threads) {
    OneSm& sm = sms_[number];
    if (sm.next() <= now) {
      share.place.store(share.first + number, std::memory_order_release);
      kept_notifications = &sm.kept;
      issued += run(sm, now);
      settles |= sm.settles;
      keeps |= !sm.kept.empty();
    }
    next = std::min(next, sm.next());
  }
  kept_notifications = nullptr;
  share.next = next;
  share.issued = issued;
  share.settles = settles;
  share.keeps = keeps;
  share.first += sms_.size();
  share.place.store(share.first, std::memory_order_release);
}

void SmClock::take_turn(unsigned number) {
  if (!kept_notifications) {  // the Sms run one by one
    if (watch_) watch_->turn_begins(number);
    return;
  }
  const std::uint64_t own = shares_[number % shares_.size()].place.load(std::memory_order_relaxed);
  for (const Share& share : shares_) {
    for (Patience patience; share.place.load(std::memory_order_acquire) < own;) patience.wait();
  }
}

}  // namespace unibank
