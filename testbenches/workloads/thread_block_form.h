// The forms of the programs of Jatala et al., table IX. A virtual thread block (VTB) is several blocks merged by hand
// into one, which has the scratchpad of a single block and lets its parts take turns; VTB_PIPE overlaps the turns, and
// in CO_VTB the parts work together instead of taking turns. The paper takes these forms from another and does not
// define them; what each does is said in the .cu of each program. Table XI leaves CO_VTB out for four of the six.
#pragma once

#include <string>
#include <vector>

#include "workloads/workload.h"

namespace unibank {

struct ThreadBlockForm {
  std::string kernel;  // NAME, NAME_vtb, NAME_vtb_pipe or NAME_co_vtb
  unsigned parts = 1;  // blocks merged into one
};

// `merged`: how many blocks VTB, VTB_PIPE and CO_VTB merge, as many as the program has of these three.
WorkloadArgument form_argument(const std::vector<unsigned>& merged);
ThreadBlockForm form_of(const WorkloadArguments& arguments, const std::string& workload,
                        const std::vector<unsigned>& merged);

}  // namespace unibank
