// Wires that are 1 in the cycles of an event; only their changes are recorded.
#pragma once

#include <cstdint>
#include <vector>

#include "wave/writer.h"

namespace unibank {

class PulseWires {
 public:
  explicit PulseWires(wave::Writer& writer) : writer_(writer) {}

  // The wire drives this signal, which is 0 until the first event.
  void set(unsigned wire, wave::SignalId signal) {
    if (wire >= signals_.size()) signals_.resize(wire + 1);
    signals_[wire] = signal;
    writer_.record(signal, 0, 0);
  }
  wave::SignalId signal(unsigned wire) const { return signals_[wire]; }
  // To be called when all wires are set.
  void join();

  // An event in cycle `now`; cycles come in order.
  void pulse(unsigned wire, Cycle now) { pulse_all(wire, 1, now); }
  // Events on wire `first` + i for each bit i of `which`. If bits above 0 are set, `first` is a multiple of 8, and bits
  // are below 8.
  void pulse_all(unsigned first, std::uint64_t which, Cycle now) {
    if (now != at_) settle(now);
    busy_[first / kBits] |= which << first % kBits;
  }
  // Records the events before `now`.
  void settle(Cycle now);

 private:
  static constexpr unsigned kBits = 64, kJoined = 32;
  void record(unsigned word, std::uint64_t wires, Cycle at);

  wave::Writer& writer_;
  std::vector<wave::SignalId> signals_;
  std::vector<wave::WiresId> joined_;  // [32 wires]
  // One bit per wire: in the cycle `at_` so far; in the cycle before it.
  std::vector<std::uint64_t> busy_, shown_;
  Cycle at_ = 0;
};

}  // namespace unibank
