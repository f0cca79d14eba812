#include "tlm/steps.h"

#include <algorithm>
#include <array>
#include <utility>

namespace unibank {

namespace {

sc_dt::uint64 units_per_moment() { return units_per_cycle() / Steps::kPerCycle; }

// [n]: the time of n moments.
struct Moments {
  Moments() {
    for (std::size_t n = 0; n < times.size(); ++n) times[n] = sc_core::sc_time::from_value(n * units_per_moment());
  }
  std::array<sc_core::sc_time, 128> times;
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

void Steps::add(Client& client) {
  client.number = static_cast<unsigned>(clients_.size());
  clients_.push_back(&client);
  const unsigned words = client.number / kBits + 1;
  if (words == words_) return;
  std::vector<Word> larger(std::size_t{kMoments} * words, 0);
  for (std::size_t i = 0; i < calendar_.size(); ++i) larger[i / words_ * words + i % words_] = calendar_[i];
  calendar_ = std::move(larger);
  entered_.resize(words, 0);
  called_.resize(words, 0);
  words_ = words;
}

void Steps::enter_earlier(Client& client, Moment at) {
  if (client.at != kNone) take_out(client);
  const bool now = at <= base_ || (!running_ && at * units_per_moment() <= present().value());
  client.at = now ? 0 : at;  // no moment is earlier than the present one
  if (now) {
    entered_[client.number / kBits] |= bit_of(client.number);
    any_entered_ = true;
  } else {
    put(client);
  }
  if (!running_ && at < notified_) notify(at);
}

inline void Steps::put(const Client& client) {
  if (client.at - base_ >= kMoments) {
    later_.push_back(&client);
    first_later_ = std::min(first_later_, client.at);
    return;
  }
  set_of(client.at)[client.number / kBits] |= bit_of(client.number);
  const unsigned slot = client.at % kMoments;
  occupied_[slot / kBits] |= bit_of(slot);
}

void Steps::take_out(const Client& client) {
  entered_[client.number / kBits] &= ~bit_of(client.number);
  const auto later = std::find(later_.begin(), later_.end(), &client);
  if (later != later_.end()) {
    later_.erase(later);
    return find_first_later();
  }
  Word* const set = set_of(client.at);
  set[client.number / kBits] &= ~bit_of(client.number);
  const unsigned slot = client.at % kMoments;
  if (std::all_of(set, set + words_, [](Word word) { return word == 0; })) occupied_[slot / kBits] &= ~bit_of(slot);
}

void Steps::cancel(Client& client) {
  if (client.at == kNone) return;
  take_out(client);
  client.at = kNone;
}

void Steps::find_first_later() {
  first_later_ = kNone;
  for (const Client* const client : later_) first_later_ = std::min(first_later_, client->at);
}

// The calendar has come to the first of the later entries.
void Steps::take_from_later() {
  std::vector<const Client*> later;
  later.swap(later_);
  for (const Client* const client : later) put(*client);
  find_first_later();
}

// Calls all clients that are due, and then those entered meanwhile for the present moment, until none is left.
inline void Steps::call_due() {
  if (first_later_ - base_ < kMoments) take_from_later();
  const unsigned slot = base_ % kMoments;
  if (occupied_[slot / kBits] & bit_of(slot)) {
    occupied_[slot / kBits] &= ~bit_of(slot);
    call(set_of(base_));
  }
  while (any_entered_) {
    any_entered_ = false;
    call(entered_.data());
  }
}

// A client of the set may be entered again by a call of another one: so all are taken out before the first call.
inline void Steps::call(Word* set) {
  for (unsigned w = 0; w < words_; ++w) {
    called_[w] = set[w];
    set[w] = 0;
    for (Word left = called_[w]; left != 0; left &= left - 1) client_of(w, left).at = kNone;
  }
  for (unsigned w = 0; w < words_; ++w) {
    for (Word left = called_[w]; left != 0; left &= left - 1) {
      const Client& client = client_of(w, left);
      client.call(client.owner);
    }
  }
}

// The first moment in the calendar; kNone: the calendar is empty. The set of base_ itself is empty: call_due() has
// taken its clients out.
inline Steps::Moment Steps::next_in_calendar() const {
  const unsigned words = kMoments / kBits, first = base_ % kMoments;
  Word word = occupied_[first / kBits] >> first % kBits;
  if (word != 0) return base_ + lowest_bit(word);
  Moment at = base_ - first % kBits;
  for (unsigned w = 1; w <= words; ++w) {
    at += kBits;
    word = occupied_[(first / kBits + w) % words];
    if (word != 0) return at + lowest_bit(word);
  }
  return kNone;
}

// All later entries come after those of the calendar.
inline Steps::Moment Steps::next() const {
  const Moment next = next_in_calendar();
  return next != kNone ? next : first_later_;
}

Steps::Moment Steps::next_moment() const {
  if (any_entered_) return base_;
  Moment next = this->next();
  if (sc_core::sc_pending_activity()) {
    const sc_core::sc_time kernel = sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity();
    next = std::min<Moment>(next, (kernel.value() + units_per_moment() - 1) / units_per_moment());
  }
  return next;
}

// Other pending activity comes first, because it may enter clients here. This function runs at each step of the
// machine, so it asks the kernel directly: sc_time_to_pending_activity() asks the same and converts times.
bool Steps::may_go_to(Moment next) const {
  if (next >= ahead_before_ || kernel_->pending_activity_at_current_time()) return false;
  sc_core::sc_time pending;
  return !kernel_->next_time(pending) || pending.value() > next * units_per_moment();
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
  const Moment kernel = sc_core::sc_time_stamp().value() / units_per_moment();
  for (base_ = kernel;;) {
    call_due();
    const Moment next = this->next();
    if (next == kNone || !may_go_to(next)) {
      // The kernel's time must catch up with the machine's.
      if (next != kNone || base_ != kernel) notify(next != kNone ? next : base_);
      return;
    }
    // from_value() is a call into SystemC, and a step of a machine that is ahead mostly takes a few moments.
    static const Moments kTimes;
    const Moment step = next - base_;
    if (present_ahead && step < kTimes.times.size()) {
      time_ += kTimes.times[step];
    } else {
      time_ = sc_core::sc_time::from_value(next * units_per_moment());
    }
    base_ = next;
    present_ahead = &time_;
  }
}

void Steps::notify(Moment at) {
  const sc_dt::uint64 kernel = sc_core::sc_time_stamp().value(), time = at * units_per_moment();
  notified_ = at;
  event_.notify(sc_core::sc_time::from_value(time > kernel ? time - kernel : 0));
}

}  // namespace unibank
