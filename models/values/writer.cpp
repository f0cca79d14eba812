#include "values/writer.h"

#include "base/input_error.h"

namespace unibank {

void refuse_writer_of(Cycle cycle) {
  throw RunError("run.check_data follows values up to cycle " + std::to_string(kWritersEnd) +
                 " of a run; this one is in cycle " + std::to_string(cycle) + ": set run.check_data=false");
}

std::string describe(Writer writer) {
  if (writer == kNoWriter) return "no instruction of this launch";
  return "SM " + std::to_string(sm_of(writer)) + ", warp " + std::to_string(warp_of(writer)) + ", cycle " +
         std::to_string(cycle_of(writer)) + ", instruction " + std::to_string(pc_of(writer)) + " of its kernel";
}

}  // namespace unibank
