#include "memory/atomic_unit_core.h"

#include "base/input_error.h"

namespace unibank {

AtomicUnitCore::AtomicUnitCore(const AtomicUnitParameters& parameters)
    : parameters_(parameters), entries_(parameters.entries) {
  if (parameters.interval == 0 || parameters.entries == 0)
    throw InputError("atomic unit: interval and entries must be at least 1");
}

// The last atomic that occupies any of the bytes begin .. end - 1.
unsigned AtomicUnitCore::newest(std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t unit = parameters_.occupied_bytes;
  unsigned found = kNone;
  for (unsigned i = 0; occupied_ != 0 && i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.state == State::kFree || (end - 1) / unit < entry.begin / unit || begin / unit > (entry.end - 1) / unit)
      continue;
    if (found == kNone || entry.order > entries_[found].order) found = i;
  }
  return found;
}

AtomicUnitCore::Place AtomicUnitCore::accept(const Request& request) {
  if (occupied_ == entries_.size()) return {};
  const std::uint64_t begin = request.address, end = begin + request.length;
  const unsigned before = newest(begin, end);
  // Sectors that the earlier atomic has not read must be read after its write.
  if (before != kNone && (begin < entries_[before].begin || end > entries_[before].end)) return {};
  unsigned free = 0;
  while (entries_[free].state != State::kFree) ++free;
  Entry& entry = entries_[free];
  entry = {State::kReading, request, order_++, begin, end, kNone};
  ++occupied_;
  ++counters_.requests;
  counters_.turns += request.turns;
  if (before == kNone) {
    sends_.push_back({free, false});
    ++counters_.reads;
    return {free, kNone};
  }
  entry.begin = entries_[before].begin;
  entry.end = entries_[before].end;
  entry.state = entries_[before].state == State::kWriting ? State::kReady : State::kBehind;
  entries_[before].behind = free;
  return {free, before};
}

void AtomicUnitCore::sent() {
  const Send send = sends_.front();
  sends_.pop_front();
  if (!send.write) return;
  entries_[send.entry].state = State::kFree;
  --occupied_;
}

unsigned AtomicUnitCore::ready() const {
  unsigned oldest = kNone;
  for (unsigned i = 0; occupied_ != 0 && i < entries_.size(); ++i) {
    if (entries_[i].state != State::kReady) continue;
    if (oldest == kNone || entries_[i].order < entries_[oldest].order) oldest = i;
  }
  return oldest;
}

void AtomicUnitCore::start(Cycle now) {
  if (working_ != kNone || (working_ = ready()) == kNone) return;
  Entry& entry = entries_[working_];
  entry.state = State::kWorking;
  const Cycle cycles = Cycle{entry.request.turns} * parameters_.interval;
  counters_.busy += cycles;
  done_ = now + cycles;
}

unsigned AtomicUnitCore::finish(Cycle now) {
  if (working_ == kNone || done_ > now) return kNone;
  const unsigned entry = working_;
  working_ = kNone;
  entries_[entry].state = State::kWriting;
  sends_.push_back({entry, true});
  const unsigned behind = entries_[entry].behind;
  if (behind != kNone) entries_[behind].state = State::kReady;
  return entry;
}

}  // namespace unibank
