#include "memory/dram_module.h"

#include <algorithm>
#include <string>

#include "block/signals.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

tlm::tlm_response_status check_dram_request(const Payload& payload) {
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_data_length() == 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() && (payload.is_read() || payload.get_byte_enable_length() == 0)) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

DramModule::DramModule(const sc_core::sc_module_name& name, unsigned ports)
    : sc_module(name), ports_(ports), wake_("wake", this) {
  SC_HAS_PROCESS(DramModule);
  for (unsigned i = 0; i < ports_.size(); ++i) {
    ports_[i].socket = std::make_unique<TargetPort<DramModule>>(("port" + std::to_string(i)).c_str(), this, i);
  }
  SC_METHOD(cycle);
  sensitive << wake_.calls<&DramModule::cycle>();
  dont_initialize();
}

tlm::tlm_sync_enum DramModule::request(unsigned index, Payload& payload, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  Port& port = ports_[index];
  if (port.pending) protocol_error(name(), "a request came before END_REQ of the last one");
  const tlm::tlm_response_status status = check_dram_request(payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  payload.acquire();
  ++in_flight_;
  const Cycle eligible = std::max(due_cycle(delay), port.accepted) + 1;
  const Ahead ahead = ports_.size() == 1 ? take_ahead(payload, eligible) : Ahead();
  if (ahead.accepted != kNever) {
    wake_.set(ahead.run);
    port.accepted = ahead.accepted;
    phase = tlm::END_REQ;
    delay = until(ahead.accepted);
    return tlm::TLM_UPDATED;
  }
  port.pending = &payload;
  port.eligible = eligible;
  wake_.set(eligible);
  return tlm::TLM_ACCEPTED;
}

// Moves no bytes, even where values are followed (MemoryBytes): transport_dbg does.
void DramModule::request_blocking(unsigned /*port*/, Payload& payload) {
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void DramModule::cycle() {
  const Cycle now = current_cycle();
  wake_.rang();
  const Cycle next = run(now);
  if (watcher_) watcher_(now, queue_depth());
  wake_.set(next);
}

// A port whose request is accepted here is eligible again in the next cycle at the earliest, so each port is served at
// most once.
void DramModule::accept_requests(Cycle now) {
  while (has_room(now)) {
    Port* first = nullptr;
    for (Port& port : ports_) {
      if (port.pending && port.eligible <= now && (!first || port.eligible < first->eligible)) first = &port;
    }
    if (!first) return;
    Payload& payload = *first->pending;
    first->pending = nullptr;
    take(static_cast<unsigned>(first - ports_.data()), payload, now);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    first->socket->answer(payload, phase, delay);
  }
}

void DramModule::answer(unsigned port, Payload& payload) {
  --in_flight_;
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  ports_[port].socket->answer(payload, phase, delay);
  payload.release();
}

Cycle DramModule::next_request(Cycle now, Cycle room) const {
  Cycle next = kNever;
  for (const Port& port : ports_) {
    if (port.pending) next = std::min(next, std::max({port.eligible, now + 1, room}));
  }
  return next;
}

namespace {

const SignalDeclaration kDramSignals(
    "dram", "the queue of DRAM",
    {{"dram.queue", "accepted requests of all channels whose transfer has not begun (with banks and rows: whose last "
                    "column command is still to come)"}});

}  // namespace

}  // namespace unibank
