// Line requests at the socket `loads`, and their responses.
#include "l1/l1.h"

#include "block/factories.h"
#include "tlm/protocol.h"

namespace unibank {

L1::L1(sc_core::sc_module_name name, const L1Parameters& parameters)
    : sc_module(name),
      loads("loads", this),
      tags("tags", this, L1Core::kTags),
      memory("memory", this, L1Core::kMemory),
      cycle_(*parameters.cycle),
      rows_(*parameters.rows),
      core_({parameters.design, &cycle_.now, &cycle_.arbiter, &cycle_.observer, parameters.leaving, parameters.watch,
             parameters.lines, parameters.register_row, parameters.follow_values, this}),
      follows_(parameters.follow_values) {}

L1::~L1() = default;

// Null: the register map does not allow the request.
L1::Line* L1::line_of(Payload& payload) {
  const std::uint64_t word = payload.get_address();
  const auto operation = static_cast<LineOperation>(word >> 60);
  const std::uint64_t address = word & kLineRequestAddress;
  const std::uint32_t words = enabled_words(payload);
  const bool write = operation == LineOperation::kStore || operation == LineOperation::kReduction;
  if (operation > LineOperation::kReduction || payload.is_write() != write || payload.get_data_length() != kLineBytes ||
      address % kLineBytes != 0 || words == 0) {
    return nullptr;
  }
  if (free_lines_.empty()) {
    all_lines_.push_back(std::make_unique<Line>());
    free_lines_.push_back(all_lines_.back().get());
  }
  Line* const job = free_lines_.back();
  free_lines_.pop_back();
  job->payload = &payload;
  job->kept = false;
  job->operation = operation;
  job->local = word & kLineRequestLocal;
  job->past = word & kLineRequestPast;
  job->line = {address, words};
  if (operation != LineOperation::kLoad) job->bytes = enabled_bytes(payload);
  job->parts = 0;
  job->due = 0;
  const LineNote* const note = payload.get_extension<LineNote>();
  job->warp = note ? note->warp : 0;
  job->lanes = note ? note->lanes : 0;
  job->pc = note ? note->pc : 0;
  job->turns = note ? note->turns : AtomicTurns{};
  return job;
}

tlm::tlm_sync_enum L1::request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  if (core_.waiting()) protocol_error(name(), "a request came before the last one was accepted");
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return order(payload, phase);
  Line* const job = line_of(payload);
  if (!job) return refuse(payload, phase, tlm::TLM_GENERIC_ERROR_RESPONSE);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (!core_.request(*job)) {
    payload.acquire();
    job->kept = true;
    return tlm::TLM_ACCEPTED;
  }
  if (job->parts == 0) {
    free_lines_.push_back(job);
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  job->kept = true;
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

// Without time no lookup is possible.
void L1::request_blocking(unsigned, Payload& payload) {
  payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
}

void L1::taken(LineJob& job) {
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay;
  loads.answer(payload_of(job), phase, delay);
}

void L1::answer(LineJob& job) {
  Payload& payload = payload_of(job);
  const sc_dt::uint64 due = job.due * units_per_cycle();
  const sc_dt::uint64 now = present().value();
  job.kept = false;
  free_lines_.push_back(&static_cast<Line&>(job));
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = due > now ? sc_core::sc_time::from_value(due - now) : sc_core::SC_ZERO_TIME;
  loads.answer(payload, phase, delay);
  payload.release();
}

// Releases and acquires.
tlm::tlm_sync_enum L1::order(Payload& payload, tlm::tlm_phase& phase) {
  const auto operation = static_cast<LineOperation>(payload.get_address() >> 60);
  const LineNote* const note = payload.get_extension<LineNote>();
  const unsigned warp = note ? note->warp : 0;
  const bool release = operation == LineOperation::kRelease, acquires = payload.get_address() & kLineRequestPast;
  if ((!release && operation != LineOperation::kAcquire) || warp >= core_.warps())
    return refuse(payload, phase, tlm::TLM_GENERIC_ERROR_RESPONSE);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  if (!release) core_.acquire();
  if (!release || core_.release(warp, &payload, acquires)) return tlm::TLM_COMPLETED;
  payload.acquire();
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void L1::released(void* release) {
  Payload& payload = *static_cast<Payload*>(release);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay;
  loads.answer(payload, phase, delay);
  payload.release();
}

namespace {

const NativeBlock<L1Kind, L1> kL1("lookups, fills, stores and dirty lines in C++");

}  // namespace

}  // namespace unibank
