#include "gpu/pulse_wires.h"

namespace unibank {

// Records `wires` with their values in `shown_`.
void PulseWires::record(unsigned word, std::uint64_t wires, Cycle at) {
  for (std::uint64_t left = wires; left != 0; left &= left - 1) {
    const auto bit = static_cast<unsigned>(__builtin_ctzll(left));
    writer_.record(signals_[word * kBits + bit], at, shown_[word] >> bit & 1);
  }
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
