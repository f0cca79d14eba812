// Errors of the protocol, and refused requests.
#pragma once

#include <string>

#include "base/input_error.h"
#include "tlm/ports.h"

namespace unibank {

// Throws a RunError: a neighbour of `where` violated the protocol of this folder. Not inlined, because the callers are
// performance-critical.
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void protocol_error(const char* where, const char* what) {
  throw RunError(std::string(where) + ": " + what);
}

// Completes an invalid request at once, without time and without any effect except its response status.
inline tlm::tlm_sync_enum refuse(Payload& payload, tlm::tlm_phase& phase, tlm::tlm_response_status status) {
  payload.set_response_status(status);
  phase = tlm::BEGIN_RESP;
  return tlm::TLM_COMPLETED;
}

}  // namespace unibank
