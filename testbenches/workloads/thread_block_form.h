// The forms of the programs of Jatala et al., table IX. A virtual thread block (VTB) is several blocks merged by hand
// into one; it has the scratchpad of a single block, which its parts use in turn. VTB_PIPE overlaps the turns, and in
// CO_VTB the parts work together instead of taking turns. The paper takes these forms from another paper and does not
// define them; the .cu file of each program describes its forms. Table XI has no CO_VTB for four of the six programs.
#pragma once

#include <string>
#include <vector>

#include "workloads/workload.h"

namespace unibank {

struct ThreadBlockForm {
  std::string kernel;  // NAME, NAME_vtb, NAME_vtb_pipe or NAME_co_vtb
  unsigned parts = 1;  // blocks merged into one
};

// `merged`: the number of blocks that VTB, VTB_PIPE and CO_VTB merge, with one entry for each of these forms that the
// program has.
WorkloadArgument form_argument(const std::vector<unsigned>& merged);
ThreadBlockForm form_of(const WorkloadArguments& arguments, const std::string& workload,
                        const std::vector<unsigned>& merged);

}  // namespace unibank
