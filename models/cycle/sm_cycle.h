// The state shared by all blocks of one Sm: the current cycle, due events, the arbiter of banks and ports; and the
// functions by which they send a request at the Sm's half cycle.
#pragma once

#include <string>

#include "base/input_error.h"
#include "cycle/arbiter.h"
#include "cycle/calendar.h"
#include "cycle/observer.h"
#include "tlm/pool.h"
#include "tlm/time.h"

namespace unibank {

class SmCycle {
 public:
  virtual ~SmCycle() = default;
  // Makes the Sm's method run in cycle `at` at the latest, for responses that arrive between activations.
  virtual void wake(Cycle at) = 0;
  // A response has arrived for cycle `at`, in which the Sm has not run. True: the Sm's cycle would have no effect
  // beyond that of the response, and the Sm does not run for it.
  virtual bool passes(Cycle /*at*/) { return false; }
  // Waits until all Sms with lower numbers have finished this cycle. An Sm with a higher number waits here until this
  // Sm has finished the cycle. For state shared between Sms.
  virtual void take_turn() = 0;

  bool several_cores = false;  // Sms may run concurrently
  Cycle now = 0;  // the current cycle, or the last one while the Sm sleeps
  Calendar calendar;
  Arbiter arbiter;
  SmObserver* observer = nullptr;

  // Enters a response that arrived between activations in the calendar, and wakes the Sm for it.
  void add_answer(Cycle due, Due kind, std::uint64_t sequence, void* subject) {
    calendar.add(due, kind, sequence, subject);
    wake(due);
  }
};

// How a target accepted a request.
enum class Taken { kAnswered, kAccepted, kNotYet };  // kNotYet: no further request on this socket until END_REQ

struct SendOutcome {
  Taken taken;
  Cycle due = 0;  // kAnswered: when the response may be used
};

// A refused request is an error of the model (an address outside of the banks, say), never of the kernel.
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void request_refused(const Payload& payload) {
  throw RunError("the model sent a request that was refused: " + payload.get_response_string() + " at address " +
                 std::to_string(payload.get_address()));
}
inline void check_response(const Payload& payload) {
  if (payload.is_response_error()) request_refused(payload);
}

// The result of a request of the Sm's half cycle `now`.
[[gnu::always_inline]] inline SendOutcome outcome_of(tlm::tlm_sync_enum status, const sc_core::sc_time& delay,
                                                     Cycle now) {
  switch (status) {
    case tlm::TLM_COMPLETED: return {Taken::kAnswered, delay == next_cycle_delay() ? now + 1 : due_cycle(now, delay)};
    case tlm::TLM_UPDATED: return {Taken::kAccepted};
    default: return {Taken::kNotYet};
  }
}

// Sends a request at the Sm's half cycle `now`.
template <typename Port>
[[gnu::always_inline]] inline SendOutcome send_request(Port& port, Payload& payload, Cycle now) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  const tlm::tlm_sync_enum status = port.send(payload, phase, delay);
  return outcome_of(status, delay, now);
}

}  // namespace unibank
