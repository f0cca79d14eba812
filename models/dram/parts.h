// The parts of a DRAM channel: variants by name, and an address map.
#pragma once

#include <string>
#include <vector>

#include "base/registry.h"
#include "dram/timing.h"

namespace unibank {

struct DramMapping {
  std::string order = "row bank column stripe";     // dram/address_map.h
  unsigned stripe_bytes = 256, stripe_banks = 2;
};

// The defaults are GPGPU-Sim 3.x's.
struct DramParts {
  PolicyChoice scheduler{"fr-fcfs", {}}, row_policy{"open", {}}, refresh{"none", {}}, hash{"none", {}};
  DramMapping mapping;
};

// Why the parts and the timing are incompatible, for the message that refuses the design.
struct DramRefusal {
  std::string key, message;  // key: of the design, "dram_refresh.policy"
};
std::vector<DramRefusal> refusals(const DramParts& parts, const DramTiming& timing);

}  // namespace unibank
