// When a launch is over: when the machine has drained, whatever else lives in the simulation (clocks, initiators, a
// DRAM that refreshes). SystemC's queue of events says that only where nothing else does.
//
// From the last block's end on the machine is looked at a quarter of a cycle behind every moment in which anything
// happens: all that happens in the model happens at whole and half cycles, so the cycle in which a launch ends is that
// of the machine's own last event.
#pragma once

#include <functional>
#include <systemc>

#include "base/types.h"
#include "tlm/steps.h"

namespace unibank {

class LaunchEnd : public sc_core::sc_module {
 public:
  struct Machine {
    std::function<bool()> drained;    // nothing is under way, and nothing is going to happen
    std::function<Cycle()> deadline;  // for the next sign of life; RunError when it has passed
    Steps& steps;
  };
  LaunchEnd(const sc_core::sc_module_name& name, Machine machine);

  // From now on the machine goes ahead of SystemC's kernel while this runs that (tlm/steps.h): every block asks present().
  void go_ahead() { goes_ahead_ = true; }
  // RunError in a process of the simulation that cannot wait.
  static void check_caller();
  // Time passes until the machine has drained or end() has been called, or nothing is left to happen at all. The caller
  // is a thread of the simulation, or no process of it: then this runs the simulation. RunError for what a
  // process of the simulation throws, and when sc_stop() comes before the end.
  void wait_for_it();
  // From now on the machine may have drained.
  void watch();
  // At once: something has failed.
  void end();

 private:
  void look();
  void look_behind(sc_dt::uint64 moment);
  void pause();
  bool simulate(Cycle deadline);

  const Machine machine_;
  bool ended_ = false, waited_for_ = false, goes_ahead_ = false;
  bool in_thread_ = false;  // whoever waits is a thread of the simulation
  Steps::Client look_;
  sc_core::sc_event pause_, ended_event_;
};

}  // namespace unibank
