#include "values/writer.h"

namespace unibank {

std::string describe(Writer writer) {
  if (writer == kNoWriter) return "what was there before";
  return "SM " + std::to_string(sm_of(writer)) + ", warp " + std::to_string(warp_of(writer)) + ", cycle " + std::to_string(cycle_of(writer)) + ", instruction " +
         std::to_string(pc_of(writer)) + " of its kernel";
}

}  // namespace unibank
