#include "tlm/steps.h"

#include <algorithm>
#include <array>

namespace unibank {

namespace {

// [n]: n half cycles.
struct HalfCycles {
  HalfCycles() {
    for (std::size_t n = 0; n < times.size(); ++n) times[n] = sc_core::sc_time::from_value(n * units);
  }
  const sc_dt::uint64 units = units_per_cycle() / 2;
  std::array<sc_core::sc_time, 64> times;
};

}  // namespace

Steps::Steps(const sc_core::sc_module_name& name)
    : sc_module(name), kernel_(sc_core::sc_get_curr_simcontext()), event_("next") {
  SC_HAS_PROCESS(Steps);
  SC_METHOD(run);
  sensitive << event_;
  dont_initialize();
  building_ = this;
}

void Steps::built() {
  if (building_ == this) building_ = nullptr;
}

inline void Steps::push(const Entry entry) {
  std::size_t at = entries_.size();
  entries_.push_back(entry);
  for (; at != 0 && entries_[(at - 1) / 2].at > entry.at; at = (at - 1) / 2) entries_[at] = entries_[(at - 1) / 2];
  entries_[at] = entry;
}

void Steps::enter_earlier(Client& client, sc_dt::uint64 at) {
  client.at = at;
  ++client.entered;
  if (at <= present().value()) {
    in_this_moment_.push_back(&client);
    if (!running_) notify(at);
    return;
  }
  push({at, &client, client.entered});
  if (!running_ && at < notified_) notify(at);
}

void Steps::pop() {
  const Entry moved = entries_.back();
  entries_.pop_back();
  const std::size_t count = entries_.size();
  if (count == 0) return;
  std::size_t at = 0;
  for (std::size_t child = 1; child < count; child = 2 * at + 1) {
    std::size_t least = entries_[child].at < moved.at ? child : at;
    const sc_dt::uint64 least_at = least == at ? moved.at : entries_[least].at;
    if (child + 1 < count && entries_[child + 1].at < least_at) least = child + 1;
    if (least == at) break;
    entries_[at] = entries_[least];
    at = least;
  }
  entries_[at] = moved;
}

// Takes the next client that is due; null: no client is due.
inline Steps::Client* Steps::take_due(sc_dt::uint64 now) {
  while (!entries_.empty() && entries_.front().at <= now) {
    const bool stale = is_stale(entries_.front());
    Client* const client = entries_.front().client;
    pop();
    if (stale) continue;
    client->at = kNone;
    return client;
  }
  return nullptr;
}

// Calls all clients that are due (mostly one), and then the clients entered meanwhile for the present time.
inline void Steps::call_due(sc_dt::uint64 now) {
  Client* const first = take_due(now);
  if (first && !entries_.empty() && entries_.front().at <= now) {
    call_together(first, now);
  } else if (first) {
    first->call(first->owner);
  }
  if (!in_this_moment_.empty()) call_entered();
}

void Steps::call_together(Client* first, sc_dt::uint64 now) {
  for (Client* next = first; next; next = take_due(now)) calls_.push_back(next);
  for (Client* const client : calls_) client->call(client->owner);
  calls_.clear();
}

// Calls the clients entered for the present time, the latest first, until none is left, as SystemC does with events
// that are notified without delay.
void Steps::call_entered() {
  while (!in_this_moment_.empty()) {
    calls_.assign(in_this_moment_.rbegin(), in_this_moment_.rend());
    in_this_moment_.clear();
    for (Client* const client : calls_) client->at = kNone;
    for (Client* const client : calls_) client->call(client->owner);
    calls_.clear();
  }
}

void Steps::drop_stale() {
  while (!entries_.empty() && is_stale(entries_.front())) pop();
}

sc_dt::uint64 Steps::next_moment() {
  drop_stale();
  sc_dt::uint64 next = entries_.empty() ? kNone : entries_.front().at;
  if (sc_core::sc_pending_activity()) {
    const sc_core::sc_time kernel = sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity();
    next = std::min(next, kernel.value());
  }
  return next;
}

// Other pending activity comes first, because it may enter clients here. This function runs at each step of the
// machine, so it asks the kernel directly: sc_time_to_pending_activity() asks the same and converts times.
bool Steps::may_go_to(sc_dt::uint64 next) const {
  if (next >= ahead_before_ || kernel_->pending_activity_at_current_time()) return false;
  sc_core::sc_time pending;
  return !kernel_->next_time(pending) || pending.value() > next;
}

void Steps::run() {
  notified_ = kNone;
  running_ = true;
  struct Ended {
    Steps& steps;
    ~Ended() {
      present_ahead = nullptr;
      steps.running_ = false;
    }
  } const ended{*this};
  run_clients();
}

void Steps::run_clients() {
  const sc_dt::uint64 kernel = sc_core::sc_time_stamp().value();
  for (sc_dt::uint64 now = kernel;;) {
    call_due(now);
    drop_stale();
    const sc_dt::uint64 next = entries_.empty() ? kNone : entries_.front().at;
    if (next == kNone || !may_go_to(next)) {
      // The kernel's time must catch up with the machine's.
      if (next != kNone || now != kernel) notify(next != kNone ? next : now);
      return;
    }
    // from_value() is a call into SystemC, and a step of a machine that is ahead mostly takes a few half cycles.
    static const HalfCycles kHalfCycles;
    const sc_dt::uint64 halves = (next - now) / kHalfCycles.units;
    if (present_ahead && halves < kHalfCycles.times.size() && halves * kHalfCycles.units == next - now) {
      time_ += kHalfCycles.times[halves];
    } else {
      time_ = sc_core::sc_time::from_value(next);
    }
    now = next;
    present_ahead = &time_;
  }
}

void Steps::notify(sc_dt::uint64 at) {
  const sc_dt::uint64 kernel = sc_core::sc_time_stamp().value();
  notified_ = at;
  event_.notify(sc_core::sc_time::from_value(at > kernel ? at - kernel : 0));
}

}  // namespace unibank
