// Observes when each Sm runs, so that a benchmark can measure the host's time of it (testbenches/bench/cores).
#pragma once

namespace unibank {

class TickWatch {
 public:
  virtual ~TickWatch() = default;
  // The Sms that are due in a cycle run one after the other between these two calls.
  virtual void cycle_begins() = 0;
  virtual void cycle_ends() = 0;
  virtual void tick_begins(unsigned number) = 0;
  // Within the tick: from here on the Sm accesses what it shares with Sms of lower numbers. May come more than once.
  virtual void turn_begins(unsigned number) = 0;
  // `issued`: instructions.
  virtual void tick_ends(unsigned number, unsigned issued) = 0;
};

}  // namespace unibank
