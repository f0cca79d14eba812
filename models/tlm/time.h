// Cycles and simulated time. One cycle is 1 ns, unless set_cycle_period() changes it; an Sm's method runs at the half
// cycle, responses come at whole cycles.
#pragma once

#include <systemc>

#include "base/types.h"

namespace unibank {

// For all machines of the simulation, before the first use of the period; default 1 ns. Changes only simulated time:
// cycles, counters and energies stay the same. Throws InputError for a period without a quarter, and for
// one that differs from the period in use.
void set_cycle_period(const sc_core::sc_time& period);
sc_dt::uint64 fix_units_per_cycle();

// Femtoseconds or picoseconds per cycle, by SystemC's resolution: read once, after elaboration has fixed it.
inline sc_dt::uint64 units_per_cycle() {
  static const sc_dt::uint64 units = fix_units_per_cycle();
  return units;
}

inline sc_core::sc_time cycles(Cycle count) { return sc_core::sc_time::from_value(count * units_per_cycle()); }

// The cycle that a moment lies in: both 7.0 ns and 7.5 ns lie in cycle 7.
inline Cycle cycle_of(const sc_core::sc_time& time) { return time.value() / units_per_cycle(); }

// The current simulation time; the object's address is constant.
inline const sc_core::sc_time& present() {
  static const sc_core::sc_time& time = sc_core::sc_time_stamp();
  return time;
}

// Blocks call this several times at each moment: the division is cached (per thread).
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

// The delay to annotate on a response that is due `latency` whole cycles after the caller's cycle, for a caller at its
// half cycle with no annotation so far.
inline sc_core::sc_time answer_delay(Cycle latency) {
  return sc_core::sc_time::from_value(latency * units_per_cycle() - units_per_cycle() / 2);
}

// answer_delay(1), which nearly every block annotates; zero until its first use.
inline sc_core::sc_time found_next_cycle_delay;
[[gnu::cold]] [[gnu::noinline]] inline const sc_core::sc_time& find_next_cycle_delay() {
  return found_next_cycle_delay = answer_delay(1);
}
inline bool knows_next_cycle_delay() { return found_next_cycle_delay.value() != 0; }
inline const sc_core::sc_time& next_cycle_delay() {
  return knows_next_cycle_delay() ? found_next_cycle_delay : find_next_cycle_delay();
}

// The cycle in which something annotated with `delay` is due: the rule by which initiators order both early responses
// (TLM_COMPLETED with a delay) and late ones (a backward BEGIN_RESP).
inline Cycle due_cycle(const sc_core::sc_time& delay) {
  return delay.value() == 0 ? current_cycle() : cycle_of(present() + delay);
}

// The same for a caller at the half cycle of `now`, without reading the time. (Banks at the crossbar: two cycles.)
inline Cycle due_cycle(Cycle now, const sc_core::sc_time& delay) {
  const sc_dt::uint64 units = units_per_cycle(), ahead = delay.value() + units / 2;
  return ahead == 2 * units ? now + 2 : now + ahead / units;
}

// From now to the start of a whole cycle, or to its half, which must not have passed.
inline sc_core::sc_time until(Cycle cycle) { return cycles(cycle) - present(); }
inline sc_core::sc_time until_half(Cycle cycle) {
  return sc_core::sc_time::from_value(cycle * units_per_cycle() + units_per_cycle() / 2) - present();
}

}  // namespace unibank
