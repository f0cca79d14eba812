// What a block does about a neighbour that breaks the protocol, and how requests are refused.
#pragma once

#include <string>

#include "base/input_error.h"
#include "tlm/ports.h"

namespace unibank {

// A neighbour of `where` did what the protocol of this folder does not allow. Out of line: the callers are hot.
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void protocol_error(const char* where, const char* what) {
  throw RunError(std::string(where) + ": " + what);
}

// A request that cannot be carried out is answered at once, with no time and no effect but its response status.
inline tlm::tlm_sync_enum refuse(Payload& payload, tlm::tlm_phase& phase, tlm::tlm_response_status status) {
  payload.set_response_status(status);
  phase = tlm::BEGIN_RESP;
  return tlm::TLM_COMPLETED;
}

}  // namespace unibank
