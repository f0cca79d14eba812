#include "gpu/launch_end.h"

#include "base/input_error.h"
#include "tlm/time.h"

namespace unibank {

namespace {

bool simulation_runs() { return sc_core::sc_get_status() == sc_core::SC_RUNNING; }

}  // namespace

void LaunchEnd::check_caller() {
  if (!simulation_runs()) return;
  const sc_core::sc_curr_proc_kind kind = sc_core::sc_get_current_process_handle().proc_kind();
  if (kind == sc_core::SC_THREAD_PROC_ || kind == sc_core::SC_CTHREAD_PROC_) return;
  throw RunError("a launch was started by an SC_METHOD, which cannot wait for its end; expected an SC_THREAD, or a call "
                 "while the simulation is not running");
}

LaunchEnd::LaunchEnd(const sc_core::sc_module_name& name, Machine machine)
    : sc_module(name), machine_(std::move(machine)), look_("look_event"), ended_event_("ended") {
  SC_HAS_PROCESS(LaunchEnd);
  SC_METHOD(look);
  sensitive << look_;
  dont_initialize();
}

void LaunchEnd::wait_for_it() {
  check_caller();
  in_thread_ = simulation_runs();
  struct Waiting {
    bool& is;
    ~Waiting() { is = false; }
  } const waiting{waited_for_ = true};
  ended_ = false;
  while (!ended_) {
    const Cycle deadline = machine_.deadline();
    if (in_thread_) {
      sc_core::wait(until(deadline), ended_event_);
    } else if (!simulate(deadline)) {
      break;
    }
  }
}

// False: no event is left. SystemC's time does not advance if it may end early and the next event is after the
// deadline.
bool LaunchEnd::simulate(Cycle deadline) {
  try {
    const bool later = sc_core::sc_pending_activity() && sc_core::sc_time_to_pending_activity() > until(deadline);
    sc_core::sc_start(until(deadline), later ? sc_core::SC_RUN_TO_TIME : sc_core::SC_EXIT_ON_STARVATION);
  } catch (const sc_core::sc_report& report) {
    throw RunError(report.get_msg());  // from an exception, or from an SC_REPORT_ERROR of another module
  }
  if (!ended_ && sc_core::sc_get_status() == sc_core::SC_STOPPED)
    throw RunError("the simulation was stopped (sc_stop) in the middle of a launch");
  return sc_core::sc_pending_activity();
}

void LaunchEnd::end() {
  if (!waited_for_ || ended_) return;
  ended_ = true;
  look_.cancel();
  in_thread_ ? ended_event_.notify(sc_core::SC_ZERO_TIME) : sc_core::sc_pause();
}

// Nothing else uses the quarters of a cycle after its start and its half, so two machines do not wait for each other.
void LaunchEnd::look_behind(sc_dt::uint64 moment) {
  const sc_dt::uint64 step = units_per_cycle() / 2, offset = step / 2;
  const sc_dt::uint64 at = (moment + step - offset) / step * step + offset;
  look_.notify(sc_core::sc_time::from_value(at) - present());
}

void LaunchEnd::watch() { look_behind(present().value()); }

void LaunchEnd::look() {
  if (!waited_for_ || ended_) return;
  if (machine_.drained()) return end();
  if (sc_core::sc_pending_activity())
    look_behind((present() + sc_core::sc_time_to_pending_activity()).value());
}

}  // namespace unibank
