#include "gpu/launch_end.h"

#include <new>
#include <string>

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
  throw RunError(
      "a launch was started by an SC_METHOD, which cannot wait for its end; expected an SC_THREAD, or a call "
      "while the simulation is not running");
}

LaunchEnd::LaunchEnd(const sc_core::sc_module_name& name, Machine machine)
    : sc_module(name), machine_(std::move(machine)), pause_("pause_event"), ended_event_("ended") {
  SC_HAS_PROCESS(LaunchEnd);
  SC_METHOD(pause);
  sensitive << pause_;
  dont_initialize();
  look_.owner = this;
  machine_.steps.add(look_);
  look_.call = [](void* self) { static_cast<LaunchEnd*>(self)->look(); };
}

void LaunchEnd::wait_for(const std::function<bool()>& over) {
  check_caller();
  in_thread_ = simulation_runs();
  struct Waiting {
    unsigned& all;
    ~Waiting() { --all; }
  } const waiting{++waiting_};
  ended_ = false;
  while (!over()) {
    const Cycle deadline = machine_.deadline();
    if (in_thread_) {
      sc_core::wait(until(deadline), ended_event_);
    } else if (!simulate(deadline) || ended_) {
      break;
    }
  }
}

// Returns false if no event is left. With SC_EXIT_ON_STARVATION alone, time would not advance to the deadline if the
// next event is after it.
bool LaunchEnd::simulate(Cycle deadline) {
  struct Ahead {
    Steps& steps;
    ~Ahead() { steps.run_ahead(0); }
  } const ahead{machine_.steps};
  if (goes_ahead_) machine_.steps.run_ahead(deadline * Steps::kPerCycle);
  try {
    const bool later = sc_core::sc_pending_activity() && sc_core::sc_time_to_pending_activity() > until(deadline);
    sc_core::sc_start(until(deadline), later ? sc_core::SC_RUN_TO_TIME : sc_core::SC_EXIT_ON_STARVATION);
  } catch (const sc_core::sc_report& report) {
    // From an exception, of which SystemC keeps the text only, or from an SC_REPORT_ERROR of another module.
    if (report.get_msg() == std::string(std::bad_alloc().what())) throw std::bad_alloc();
    throw RunError(report.get_msg());
  }
  if (!ended_ && sc_core::sc_get_status() == sc_core::SC_STOPPED)
    throw RunError("the simulation was stopped (sc_stop) in the middle of a launch");
  return sc_core::sc_pending_activity();
}

void LaunchEnd::end() {
  if (waiting_ == 0 || (ended_ && !in_thread_)) return;
  ended_ = true;
  machine_.steps.cancel(look_);
  if (in_thread_) return ended_event_.notify(sc_core::SC_ZERO_TIME);
  machine_.steps.run_ahead(0);
  // If the machine is ahead, the kernel's time must catch up first.
  const sc_core::sc_time left = present() - sc_core::sc_time_stamp();
  left == sc_core::SC_ZERO_TIME ? pause() : pause_.notify(left);
}

void LaunchEnd::pause() { sc_core::sc_pause(); }

// No other process runs a quarter of a cycle after a whole or a half cycle, so two machines do not wait for each other.
void LaunchEnd::look_behind(Steps::Moment moment) {
  constexpr Steps::Moment kStep = Steps::kPerCycle / 2, kOffset = kStep / 2;
  machine_.steps.enter(look_, (moment + kStep - kOffset) / kStep * kStep + kOffset);
}

void LaunchEnd::watch() {
  const sc_dt::uint64 units = units_per_cycle() / Steps::kPerCycle;
  look_behind(present().value() / units);
}

void LaunchEnd::look() {
  if (waiting_ == 0 || (ended_ && !in_thread_)) return;
  if (machine_.ended()) return end();
  const Steps::Moment next = machine_.steps.next_moment();
  if (next != Steps::kNone) look_behind(next);
}

}  // namespace unibank
