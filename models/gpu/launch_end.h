// Detects the end of a launch: the machine has drained, independent of other modules in the simulation (clocks,
// initiators, a DRAM that refreshes). SystemC's event queue shows that only without other modules.
//
// From the last block's end on, the machine is checked a quarter of a cycle after every moment with an event: all
// events of the model are at whole and half cycles, so the cycle in which a launch ends is that of the machine's own
// last event.
#pragma once

#include <functional>
#include <systemc>

#include "base/types.h"

namespace unibank {

class LaunchEnd : public sc_core::sc_module {
 public:
  struct Machine {
    std::function<bool()> drained;    // nothing is under way or scheduled
    std::function<Cycle()> deadline;  // for the next progress; RunError when it has passed
  };
  LaunchEnd(const sc_core::sc_module_name& name, Machine machine);

  // RunError in a process of the simulation that cannot wait.
  static void check_caller();
  // Lets time pass until the machine has drained, end() has been called, or no event is left. The caller
  // is a thread of the simulation, or no process of it: then this runs the simulation. RunError for an exception of a
  // process of the simulation, and when sc_stop() comes before the end.
  void wait_for_it();
  // From now on the machine may have drained.
  void watch();
  // Ends the wait at once, after a failure.
  void end();

 private:
  void look();
  void look_behind(sc_dt::uint64 moment);
  bool simulate(Cycle deadline);

  const Machine machine_;
  bool ended_ = false, waited_for_ = false;
  bool in_thread_ = false;  // the waiting caller is a thread of the simulation
  sc_core::sc_event look_, ended_event_;
};

}  // namespace unibank
