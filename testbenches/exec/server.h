// The model's side of the channel: answers a program's calls until the program ends.
#pragma once

#include <string>

#include "exec/machine.h"

namespace unibank::exec {

struct Served {
  std::string program;          // its name
  RunResult result;             // as simulate() of a workload leaves it, nothing judged
  std::vector<KernelRow> rows;
  std::string failure;          // what left the device of no more use; empty: nothing did
};

// Serves one program over `socket` with its own machine. `open_waves` may be null. Throws InputError if the
// design has no machine (the program gets the error, too).
Served serve(const MachineRequest& request, int socket, wave::Writer* waves);

}  // namespace unibank::exec
