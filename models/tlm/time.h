// Cycles and simulated time. One cycle is 1 ns, unless set_cycle_period() says otherwise; an Sm's method runs at the half
// cycle, answers come at whole cycles.
#pragma once

#include <systemc>

#include "base/types.h"

namespace unibank {

// Of all machines of the simulation, before the first asks for it; 1 ns unless it is called. Only simulated time follows
// it: cycles, counters and energies are what they are. Throws InputError for a period that has no quarter, and for
// another than the one that is in use.
void set_cycle_period(const sc_core::sc_time& period);
sc_dt::uint64 fix_units_per_cycle();

// Femtoseconds or picoseconds a cycle, whatever the resolution is: read once, after elaboration has fixed it.
inline sc_dt::uint64 units_per_cycle() {
  static const sc_dt::uint64 units = fix_units_per_cycle();
  return units;
}

inline sc_core::sc_time cycles(Cycle count) { return sc_core::sc_time::from_value(count * units_per_cycle()); }

// The cycle that a moment lies in: both 7.0 ns and 7.5 ns lie in cycle 7.
inline Cycle cycle_of(const sc_core::sc_time& time) { return time.value() / units_per_cycle(); }

// The time of a machine that has gone ahead of SystemC's kernel (steps.h); null: none has.
inline const sc_core::sc_time* present_ahead = nullptr;

// The time of the simulation, which is in one place all the time.
inline const sc_core::sc_time& present() {
  static const sc_core::sc_time& kernel = sc_core::sc_time_stamp();
  return present_ahead ? *present_ahead : kernel;
}

// Blocks ask for it several times in each moment: the division is made once (in each thread that asks).
inline Cycle current_cycle() {
  static thread_local sc_dt::uint64 divided = 0;
  static thread_local Cycle quotient = 0;
  const sc_dt::uint64 now = present().value();
  if (now != divided) {
    divided = now;
    quotient = now / units_per_cycle();
  }
  return quotient;
}

// The delay to annotate on an answer that is due `latency` whole cycles after the caller's cycle, for a caller at its
// half cycle whose own annotation so far is zero.
inline sc_core::sc_time answer_delay(Cycle latency) {
  return sc_core::sc_time::from_value(latency * units_per_cycle() - units_per_cycle() / 2);
}

// answer_delay(1), which nearly every block annotates; zero until somebody has asked for it.
inline sc_core::sc_time found_next_cycle_delay;
[[gnu::cold]] [[gnu::noinline]] inline const sc_core::sc_time& find_next_cycle_delay() {
  return found_next_cycle_delay = answer_delay(1);
}
inline bool knows_next_cycle_delay() { return found_next_cycle_delay.value() != 0; }
inline const sc_core::sc_time& next_cycle_delay() {
  return knows_next_cycle_delay() ? found_next_cycle_delay : find_next_cycle_delay();
}

// The cycle in which something annotated with `delay` is due: the one rule by which initiators order answers, early
// (TLM_COMPLETED with a delay) and late (BEGIN_RESP called back) alike.
inline Cycle due_cycle(const sc_core::sc_time& delay) {
  return delay.value() == 0 ? current_cycle() : cycle_of(present() + delay);
}

// The same for a caller at the half cycle of `now`, who need not ask the time. (Banks behind the crossbar: two cycles.)
inline Cycle due_cycle(Cycle now, const sc_core::sc_time& delay) {
  const sc_dt::uint64 units = units_per_cycle(), ahead = delay.value() + units / 2;
  return ahead == 2 * units ? now + 2 : now + ahead / units;
}

// From now to the start of a whole cycle, or to its half, that has not passed yet.
inline sc_core::sc_time until(Cycle cycle) { return cycles(cycle) - present(); }
inline sc_core::sc_time until_half(Cycle cycle) {
  return sc_core::sc_time::from_value(cycle * units_per_cycle() + units_per_cycle() / 2) - present();
}

}  // namespace unibank
