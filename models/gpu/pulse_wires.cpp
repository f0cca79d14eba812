#include "gpu/pulse_wires.h"

namespace unibank {

// Records `wires` with their values in `shown_`.
void PulseWires::record(unsigned word, std::uint64_t wires, Cycle at) {
  for (unsigned half = 0; half < kBits / kJoined; ++half) {
    const auto changed = static_cast<std::uint32_t>(wires >> half * kJoined);
    const auto values = static_cast<std::uint32_t>(shown_[word] >> half * kJoined);
    if (changed != 0) writer_.record_all(joined_[word * kBits / kJoined + half], at, changed, values);
  }
}

void PulseWires::join() {
  const std::size_t words = (signals_.size() + kBits - 1) / kBits;
  signals_.resize(words * kBits);
  busy_.resize(words);
  shown_.resize(words);
  for (auto first = signals_.begin(); first != signals_.end(); first += kJoined)
    joined_.push_back(writer_.join({first, first + kJoined}));
}

void PulseWires::settle(Cycle now) {
  if (now == at_) return;
  const bool quiet_between = now > at_ + 1;
  for (unsigned word = 0; word < busy_.size(); ++word) {
    const std::uint64_t changed = busy_[word] ^ shown_[word];
    shown_[word] = busy_[word];
    busy_[word] = 0;
    record(word, changed, at_);
    if (!quiet_between || shown_[word] == 0) continue;
    const std::uint64_t ended = shown_[word];
    shown_[word] = 0;
    record(word, ended, at_ + 1);
  }
  at_ = now;
}

}  // namespace unibank
