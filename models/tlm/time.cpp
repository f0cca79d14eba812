#include "tlm/time.h"

#include "base/input_error.h"

namespace unibank {

namespace {

sc_core::sc_time& chosen_period() {
  static sc_core::sc_time period(1, sc_core::SC_NS);
  return period;
}
bool fixed = false;

}  // namespace

sc_dt::uint64 fix_units_per_cycle() {
  fixed = true;
  return chosen_period().value();
}

void set_cycle_period(const sc_core::sc_time& period) {
  if (period.value() == 0 || period.value() % 4 != 0) {
    throw InputError("a clock period of " + period.to_string() + ", expected a multiple of " +
                     sc_core::sc_time::from_value(4).to_string() + ": a quarter of a period is a time, too");
  }
  if (fixed && period != chosen_period()) {
    throw InputError("a clock period of " + period.to_string() + ", expected " + chosen_period().to_string() +
                     ": the machines of a simulation have one clock");
  }
  chosen_period() = period;
}

}  // namespace unibank
