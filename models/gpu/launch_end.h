// Detects the end of a launch: the machine has drained. It does not depend on other modules in the simulation (clocks,
// initiators, a DRAM that refreshes); an empty event queue of SystemC would show the end only without such modules.
//
// From the last block's end on, the machine is checked a quarter of a cycle after every moment with an event: all
// events of the model are at whole and half cycles, so the cycle in which a launch ends is that of the machine's own
// last event. Several launches may be waited for, each by a thread of the simulation.
#pragma once

#include <functional>
#include <systemc>

#include "base/types.h"
#include "tlm/steps.h"

namespace unibank {

class LaunchEnd : public sc_core::sc_module {
 public:
  struct Machine {
    std::function<bool()> ended;      // whether a launch that some caller waits for has ended
    std::function<Cycle()> deadline;  // the cycle before which there must be progress; RunError when it has passed
    Steps& steps;
  };
  LaunchEnd(const sc_core::sc_module_name& name, Machine machine);

  // From now on the machine runs ahead of SystemC's kernel while this object runs the simulation (tlm/steps.h).
  void go_ahead() { goes_ahead_ = true; }
  // RunError in a process of the simulation that cannot wait.
  static void check_caller();
  // Lets time pass until `over`, which is checked when a launch has ended and after end(), or until no event is left.
  // The caller is a thread of the simulation, or it is outside of the simulation, and then this function runs the
  // simulation. std::bad_alloc if memory is exhausted in a process of the simulation, RunError for its other exceptions
  // and if sc_stop() is called before the end.
  void wait_for(const std::function<bool()>& over);
  // From now on a launch may have ended.
  void watch();
  // After a failure: ends at once the waits whose `over` is true.
  void end();

 private:
  void look();
  void look_behind(Steps::Moment moment);
  void pause();
  bool simulate(Cycle deadline);

  const Machine machine_;
  unsigned waiting_ = 0;    // callers of wait_for()
  bool ended_ = false, goes_ahead_ = false;
  bool in_thread_ = false;  // the callers are threads of the simulation; else there is one caller, outside of it
  Steps::Client look_;
  sc_core::sc_event pause_, ended_event_;
};

}  // namespace unibank
