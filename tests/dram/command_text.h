// Commands of DRAM, in short.
#pragma once

#include "dram/device.h"

namespace unibank {

inline const char* text(DramCommand command) {
  switch (command) {
    case DramCommand::kActivate: return "ACT";
    case DramCommand::kPrecharge: return "PRE";
    case DramCommand::kPrechargeAll: return "PREA";
    case DramCommand::kRefresh: return "REF";
    case DramCommand::kRefreshBank: return "REFB";
    case DramCommand::kRead: return "RD";
    default: return "WR";
  }
}

}  // namespace unibank
