// Cycles and simulated time. One cycle is 1 ns, unless set_cycle_period() changes it; an Sm's method runs at the half
// cycle, responses come at whole cycles.
#pragma once

#include <systemc>

#include "base/types.h"

namespace unibank {

// Sets the cycle period of all machines of the simulation, before the first use of the period; default 1 ns. It changes
// only simulated time: cycles, counters and energies stay the same. Throws InputError for a period that is not a
// multiple of four time resolutions, and for a period that differs from the one in use.
void set_cycle_period(const sc_core::sc_time& period);
sc_dt::uint64 fix_units_per_cycle();

// Units of SystemC's time resolution (femtoseconds or picoseconds) per cycle: read once, after elaboration has fixed
// the resolution.
inline sc_dt::uint64 units_per_cycle() {
  static const sc_dt::uint64 units = fix_units_per_cycle();
  return units;
}

inline sc_core::sc_time cycles(Cycle count) { return sc_core::sc_time::from_value(count * units_per_cycle()); }

// The cycle that a moment lies in: both 7.0 ns and 7.5 ns lie in cycle 7.
inline Cycle cycle_of(const sc_core::sc_time& time) { return time.value() / units_per_cycle(); }

// The time of a machine that runs ahead of SystemC's kernel (steps.h); null: no machine runs ahead.
inline const sc_core::sc_time* present_ahead = nullptr;

// The current simulation time. Unless a machine runs ahead, the object's address is constant.
inline const sc_core::sc_time& present() {
  static const sc_core::sc_time& kernel = sc_core::sc_time_stamp();
  return present_ahead ? *present_ahead : kernel;
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

// The cycle in which a phase annotated with `delay` is due. Initiators order both early responses (TLM_COMPLETED with a
// delay) and late responses (a backward BEGIN_RESP) by this cycle.
inline Cycle due_cycle(const sc_core::sc_time& delay) {
  return delay.value() == 0 ? current_cycle() : cycle_of(present() + delay);
}

// The due cycle for a caller at the half cycle of `now`, computed without reading the time. Two cycles, as for banks
// behind the crossbar, need no division.
inline Cycle due_cycle(Cycle now, const sc_core::sc_time& delay) {
  const sc_dt::uint64 units = units_per_cycle(), ahead = delay.value() + units / 2;
  return ahead == 2 * units ? now + 2 : now + ahead / units;
}

// The time from now to the start of `cycle`, or to its half, which must not have passed.
inline sc_core::sc_time until(Cycle cycle) { return cycles(cycle) - present(); }
inline sc_core::sc_time until_half(Cycle cycle) {
  return sc_core::sc_time::from_value(cycle * units_per_cycle() + units_per_cycle() / 2) - present();
}

}  // namespace unibank
