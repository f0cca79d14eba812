// What the stages of one Sm share: the cycle under way, the calendar, the arbiter, what they count together.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/counters.h"
#include "base/input_error.h"
#include "policy/victim_lines.h"
#include "sm/arbiter.h"
#include "sm/calendar.h"
#include "sm/expected_values.h"
#include "sm/in_flight.h"
#include "sm/lines_asked.h"
#include "sm/observer.h"
#include "sm/register_life.h"
#include "tlm/pool.h"
#include "tlm/time.h"

namespace unibank {

// Lines that both load/store unit and operand stage send to memory.
#define UNIBANK_LINE_COUNTERS(counter) \
  counter(register_spills, "registers.spills", "registers", "of warps, written to memory for want of a way") \
  counter(write_backs, "cache.write_backs", "lines", "of memory written back, for whatever reason")
UNIBANK_COUNTERS(LineCounters, "sm", UNIBANK_LINE_COUNTERS);

class SmContext {
 public:
  virtual ~SmContext() = default;
  // The Sm's method runs in cycle `at` at the latest. For answers that come between its activations.
  virtual void wake(Cycle at) = 0;
  // The last result of an instruction has been granted its bank: its registers may be read from this cycle on.
  virtual void result_written(InFlight& instruction) = 0;
  // A register takes the place of a line that memory does not have.
  virtual void line_driven_out(std::uint64_t line) = 0;
  // Rows of a line's place (set x ways + way) are read and written in the order of the tag array's answers, whatever
  // lines it has held meanwhile. Is there a load, store or fill, or a register, whose turn there is before this one?
  virtual bool line_in_use(std::size_t place, std::uint64_t turn) const = 0;
  virtual bool register_in_use(std::size_t place, std::uint64_t turn) const = 0;
  // Returns when the Sms with lower numbers have done this cycle; until this one has, none with a higher number goes
  // past here. For what Sms share.
  virtual void take_turn() = 0;
  // One row of a bank in every cluster, for a line that lies there, behind the operands of this cycle. False: the bank
  // is taken, ask again in the next. `line`: what is written or read (run.check_data).
  virtual bool register_row(const RegisterRow& row, bool write, LineValues* line) = 0;

  bool several_cores = false;  // Sms may run side by side
  Cycle now = 0;  // the cycle under way, or the last one while the Sm sleeps
  Calendar calendar;
  Arbiter arbiter;
  InFlightPool instructions;
  LineCounters line_counters;
  RegisterLife register_life;
  SmObserver* observer = nullptr;
  // Cycles of the stage between issue and operand read that looks registers up in the tag array; 0 where they are found
  // without tags. Results are looked up in the last cycle of their unit, so that writing them takes no longer.
  Cycle tag_stage = 0;
  // Lines that have lost their way to another and are not yet with the MSHR: who reads them from memory waits.
  std::vector<std::uint64_t> leaving;

  bool is_leaving(std::uint64_t line) const {
    return !leaving.empty() && std::find(leaving.begin(), leaving.end(), line) != leaving.end();
  }
  // The last write that the MSHR took. What it answers in the same cycle does not know of it, whichever of the two came
  // first within the cycle.
  struct {
    std::uint64_t line = 0;
    Cycle at = kNever;
  } last_write;

  std::uint64_t place_turns = 0;  // of those, given out so far

  LinesAsked lines_asked;
  // The MSHR has taken a write of the line in cycle `at`.
  void wrote(std::uint64_t line, Cycle at) {
    last_write = {line, at};
    lines_asked.written(line, at);
  }

  // The MSHR has taken a whole line in cycle `at`, one of those or not.
  void has_left(std::uint64_t line, Cycle at) {
    wrote(line, at);
    const auto one = std::find(leaving.begin(), leaving.end(), line);
    if (one == leaving.end()) return;
    leaving.erase(one);
  }
  std::unique_ptr<ExpectedValues> expected;  // null unless run.check_data

  // An answer that arrived between activations: entered in the calendar, and the Sm woken for it.
  void add_answer(Cycle due, Due kind, std::uint64_t sequence, void* subject) {
    calendar.add(due, kind, sequence, subject);
    wake(due);
  }
};

// How a target took a request.
enum class Taken { kAnswered, kAccepted, kNotYet };  // kNotYet: nothing more on this socket until END_REQ

struct SendOutcome {
  Taken taken;
  Cycle due = 0;  // kAnswered: when the answer may be acted upon
};

// A refused request is a fault of the model (an address outside of the banks, say), never of the kernel.
[[noreturn]] [[gnu::cold]] [[gnu::noinline]] inline void request_refused(const Payload& payload) {
  throw RunError("the model sent a request that was refused: " + payload.get_response_string() + " at address " +
                 std::to_string(payload.get_address()));
}
inline void check_response(const Payload& payload) {
  if (payload.is_response_error()) request_refused(payload);
}

// What a target has answered to a request of the Sm's half cycle `now`.
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
