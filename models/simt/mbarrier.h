// The operations on mbarriers.
#pragma once

#include <string>

#include "simt/lanes.h"

namespace unibank::simt {

Handler mbarrier_handler(const ptx::Instruction& instruction);
Handler increment_handler();  // cp.async.mbarrier.arrive: the phase waits for one arrival more
Handler arrival_handler();    // cp.async.mbarrier.arrive: the arrival that follows
// For messages, what the phase of an object waits for: "3 arrivals and 0 bytes".
std::string missing_in_phase(std::uint64_t object);

}  // namespace unibank::simt
