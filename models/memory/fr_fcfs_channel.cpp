#include "memory/fr_fcfs_channel.h"

#include <algorithm>
#include <string>

#include "base/input_error.h"
#include "memory/slices.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

FrFcfsChannel::FrFcfsChannel(const sc_core::sc_module_name& name, const DramParameters& parameters)
    : sc_module(name),
      parameters_(parameters),
      core_(parameters.timing, parameters.queue),
      ports_(parameters.ports),
      wake_("wake") {
  SC_HAS_PROCESS(FrFcfsChannel);
  if (parameters.ports == 0 || parameters.memory_cycles == 0 || parameters.slices == 0 || parameters.channels == 0) {
    throw InputError("DRAM channel: ports, memory cycles, slices and channels must be at least 1");
  }
  for (unsigned i = 0; i < ports_.size(); ++i) {
    ports_[i].socket = std::make_unique<TargetPort<FrFcfsChannel>>(("port" + std::to_string(i)).c_str(), this, i);
  }
  SC_METHOD(cycle);
  sensitive << wake_;
  dont_initialize();
}

DramChannelCounters FrFcfsChannel::counters() const {
  DramChannelCounters counters = counters_;
  const RowCounters& rows = core_.counters();
  counters.busy_cycles = sm_cycle(rows.bus_cycles);
  counters.row_hits = rows.hits;
  counters.row_misses = rows.misses;
  counters.row_conflicts = rows.conflicts;
  return counters;
}

tlm::tlm_sync_enum FrFcfsChannel::request(unsigned index, Payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  Port& port = ports_[index];
  if (port.pending) protocol_error(name(), "a request came before END_REQ of the last one");
  const tlm::tlm_response_status status = check_dram_request(payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  payload.acquire();
  port.pending = &payload;
  port.eligible = due_cycle(delay) + 1;
  ++in_flight_;
  wake_.notify(until(port.eligible));
  return tlm::TLM_ACCEPTED;
}

// Timing only: there is no state to change.
void FrFcfsChannel::request_blocking(unsigned /*port*/, Payload& payload) {
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void FrFcfsChannel::cycle() {
  const Cycle now = current_cycle();
  issue_commands(now);
  give_answers(now);
  accept_requests(now);
  if (watcher_) watcher_(now, core_.waiting());
  const Cycle next = next_time(now);
  if (next != kNever) wake_.notify(until(next));
}

// Those of memory cycles that began before `now`: data end in `now` at the earliest.
void FrFcfsChannel::issue_commands(Cycle now) {
  const Cycle end = memory_cycle(now);
  for (;;) {
    const FrFcfsCore::Issued issued = core_.step(end);
    if (issued.command == FrFcfsCore::Command::kNone) return;
    if (!issued.name) continue;
    Payload* payload = static_cast<Payload*>(issued.name);
    const auto at = accepted_.find(payload);
    const Cycle due = sm_cycle(issued.data_end) + (payload->is_read() ? parameters_.answer_latency : 0);
    at->second->answers[{due, order_++}] = payload;
    accepted_.erase(at);
  }
}

void FrFcfsChannel::give_answers(Cycle now) {
  for (Port& port : ports_) {
    if (port.answers.empty() || port.answers.begin()->first.first > now) continue;
    Payload& payload = *port.answers.begin()->second;
    port.answers.erase(port.answers.begin());
    --in_flight_;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    port.socket->answer(payload, phase, delay);
    payload.release();
  }
}

// In the order (cycle of arrival, port), one a port.
void FrFcfsChannel::accept_requests(Cycle now) {
  while (core_.has_room()) {
    Port* first = nullptr;
    for (Port& port : ports_) {
      if (port.pending && port.eligible <= now && (!first || port.eligible < first->eligible)) first = &port;
    }
    if (!first) return;
    accept(*first, now);
  }
}

void FrFcfsChannel::accept(Port& port, Cycle now) {
  Payload& payload = *port.pending;
  port.pending = nullptr;
  const auto touched = [&payload](unsigned block) {
    return touched_blocks(payload.get_address(), payload.get_data_length(), payload.get_byte_enable_ptr(),
                          payload.get_byte_enable_length(), block);
  };
  const std::uint64_t bytes = std::uint64_t{touched(kSectorBytes)} * kSectorBytes;
  const bool write = payload.is_write();
  ++(write ? counters_.writes : counters_.reads);
  (write ? counters_.write_bytes : counters_.read_bytes) += bytes;
  accepted_[&payload] = &port;
  core_.arrive(memory_cycle(now), channel_address(payload.get_address(), parameters_.slices, parameters_.channels),
               write, std::max(1u, touched(parameters_.timing.burst_bytes)), &payload);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  port.socket->answer(payload, phase, delay);
}

// Who waits for room is looked at when a command has been issued.
Cycle FrFcfsChannel::next_time(Cycle now) const {
  const Cycle command = core_.next_command();
  Cycle next = command == kNever ? kNever : std::max(now + 1, command * 1000 / parameters_.memory_cycles + 1);
  for (const Port& port : ports_) {
    if (port.pending && core_.has_room()) next = std::min(next, std::max(port.eligible, now + 1));
    if (!port.answers.empty()) next = std::min(next, std::max(port.answers.begin()->first.first, now + 1));
  }
  return next;
}

}  // namespace unibank
