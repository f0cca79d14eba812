#include "memory/dram_channel.h"

#include <algorithm>
#include <string>

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

DramChannel::DramChannel(const sc_core::sc_module_name& name, const DramParameters& parameters)
    : sc_module(name), core_(parameters), ports_(parameters.ports), wake_("wake") {
  SC_HAS_PROCESS(DramChannel);
  for (unsigned i = 0; i < ports_.size(); ++i) {
    ports_[i].socket = std::make_unique<TargetPort<DramChannel>>(("port" + std::to_string(i)).c_str(), this, i);
  }
  SC_METHOD(cycle);
  sensitive << wake_;
  dont_initialize();
}

unsigned DramChannel::queue_depth() const { return core_.depth(current_cycle()); }

tlm::tlm_sync_enum DramChannel::request(unsigned index, Payload& payload, tlm::tlm_phase& phase,
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
void DramChannel::request_blocking(unsigned /*port*/, Payload& payload) {
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void DramChannel::cycle() {
  const Cycle now = current_cycle();
  give_answers(now);
  accept_requests(now);
  if (watcher_) watcher_(now, core_.depth(now));
  const Cycle next = next_time(now);
  if (next != kNever) wake_.notify(until(next));
}

void DramChannel::give_answers(Cycle now) {
  for (Port& port : ports_) {
    std::deque<Answer>* queue = port.first();
    if (!queue || queue->front().due > now) continue;
    Payload& payload = *queue->front().payload;
    queue->pop_front();
    --in_flight_;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    port.socket->answer(payload, phase, delay);
    payload.release();
  }
}

// In the order (cycle of arrival, port). A port whose request is accepted here can be eligible again in the next cycle
// at the earliest, so that each is served at most once.
void DramChannel::accept_requests(Cycle now) {
  while (core_.has_room(now)) {
    Port* first = nullptr;
    for (Port& port : ports_) {
      if (port.pending && port.eligible <= now && (!first || port.eligible < first->eligible)) first = &port;
    }
    if (!first) return;
    accept(*first, now);
  }
}

void DramChannel::accept(Port& port, Cycle now) {
  Payload& payload = *port.pending;
  port.pending = nullptr;
  const unsigned sectors = touched_sectors(payload.get_address(), payload.get_data_length(),
                                           payload.get_byte_enable_ptr(), payload.get_byte_enable_length());
  const bool write = payload.is_write();
  (write ? port.writes : port.reads).push_back({core_.accept(now, write, sectors), order_++, &payload});
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  port.socket->answer(payload, phase, delay);
}

std::deque<DramChannel::Answer>* DramChannel::Port::first() {
  if (reads.empty()) return writes.empty() ? nullptr : &writes;
  if (writes.empty()) return &reads;
  const Answer &read = reads.front(), &write = writes.front();
  if (read.due != write.due) return read.due < write.due ? &reads : &writes;
  return read.order < write.order ? &reads : &writes;
}

Cycle DramChannel::next_time(Cycle now) {
  Cycle next = kNever;
  const bool room = core_.has_room(now);
  for (Port& port : ports_) {
    if (port.pending) next = std::min(next, std::max(port.eligible, room ? now + 1 : core_.next_room()));
    if (const std::deque<Answer>* queue = port.first()) {
      next = std::min(next, std::max(queue->front().due, now + 1));
    }
  }
  return next;
}

}  // namespace unibank
