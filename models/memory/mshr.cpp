#include "memory/mshr.h"

#include <algorithm>
#include <string>

#include "block/factories.h"
#include "block/signals.h"
#include "memory/passed_on.h"
#include "tlm/protocol.h"

namespace unibank {

tlm::tlm_response_status check_mshr_request(const Payload& payload) {
  const unsigned length = payload.get_data_length();
  if (length == 0 || length > kLineBytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.is_write()) return tlm::TLM_OK_RESPONSE;
  if (!payload.is_read()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (length % kSectorBytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  return payload.get_address() % kSectorBytes ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
}

namespace {

MshrCore::Request mshr_request(Payload& payload) {
  return {&payload, payload.get_address(), payload.get_data_length(), payload.is_write(), goes_alone(payload)};
}

}  // namespace

Mshr::Mshr(const sc_core::sc_module_name& name, const MshrParameters& parameters)
    : sc_module(name),
      core_(parameters),
      ports_(parameters.ports),
      memory_port_("memory", this),
      whole_("whole", this),
      half_("half", this, Alarm::At::kHalf) {
  SC_HAS_PROCESS(Mshr);
  for (unsigned i = 0; i < ports_.size(); ++i) {
    ports_[i].socket = std::make_unique<TargetPort<Mshr>>(("port" + std::to_string(i)).c_str(), this, i);
  }
  SC_METHOD(whole_cycle);
  sensitive << whole_.calls<&Mshr::whole_cycle>();
  dont_initialize();
  SC_METHOD(half_cycle);
  sensitive << half_.calls<&Mshr::half_cycle>();
  dont_initialize();
}

unsigned Mshr::in_flight() const {
  unsigned waiting = 0;
  for (const Port& port : ports_) waiting += port.waiting != nullptr;
  return core_.in_flight() + waiting;
}

tlm::tlm_sync_enum Mshr::request(unsigned index, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  Port& port = ports_[index];
  if (port.waiting) protocol_error(name(), "a request came before END_REQ of the last one");
  const tlm::tlm_response_status status = check_mshr_request(payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  const Cycle now = current_cycle(), arrival = due_cycle(delay);
  payload.acquire();
  if (arrival == now && settled().accept(index, mshr_request(payload), now)) {
    send(now);
    schedule(now);
    tell();
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  port.waiting = &payload;
  port.since = arrival;
  port.refused = arrival == now;
  schedule(now);
  return tlm::TLM_ACCEPTED;
}

// Blocking calls have no time: nothing merges.
void Mshr::request_blocking(unsigned /*port*/, Payload& payload) {
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  memory_port_->b_transport(payload, none);
}

unsigned Mshr::request_debug(unsigned /*port*/, Payload& payload) { return memory_port_->transport_dbg(payload); }

void Mshr::half_cycle() {
  half_.rang();
  send(current_cycle());
}

void Mshr::send(Cycle now) {
  const bool free = !unaccepted_ && memory_free_ <= now;
  if (const MshrCore::Send* next = free ? core_.next_send(now) : nullptr) {
    MemoryRequest& request = prepare(*next);
    core_.sent(now);
    unaccepted_ = &request;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum status = memory_port_.send(request, phase, delay);
    if (status != tlm::TLM_ACCEPTED) unaccepted_ = nullptr;
    if (status == tlm::TLM_UPDATED) memory_free_ = due_cycle(delay);
    const bool write = request.write;
    if (status == tlm::TLM_COMPLETED) memory_due(request, std::max(due_cycle(delay), now + 1));
    if (write) schedule(now);
  }
  schedule_send(now + 1);
}

void Mshr::schedule_send(Cycle from) {
  if (core_.sends_waiting() && !unaccepted_) half_.set(std::max(from, memory_free_));
}

// A write is forwarded with the data of the request itself, which this block owns until the response.
Mshr::MemoryRequest& Mshr::prepare(const MshrCore::Send& what) {
  MemoryRequest& request = *pool_.get();
  request.entry = what.entry;
  request.port = what.port;
  request.write = what.request.write ? static_cast<Payload*>(what.request.handle) : nullptr;
  request.set_address(what.request.address);
  request.set_data_length(what.request.length);
  request.set_command(what.request.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  if (request.write) {
    borrow_data(request, *request.write);
  } else if ((request.followed = writers_of(*static_cast<const Payload*>(what.request.handle)))) {
    PayloadPool<MemoryRequest>::follow_values(request);
  }
  return request;
}

void Mshr::answered(unsigned /*port*/, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  const Cycle now = current_cycle();
  if (unaccepted_ == &payload) {  // BEGIN_RESP implies END_REQ
    unaccepted_ = nullptr;
    memory_free_ = std::max(memory_free_, due_cycle(delay));
    schedule_send(now);
  }
  if (phase != tlm::BEGIN_RESP) return;
  MemoryRequest& request = static_cast<MemoryRequest&>(payload);
  const Cycle due = due_cycle(delay);
  if (due > now || whole_.in_group()) return memory_due(request, due);
  memory_done(request, now);
  give_answers(now);
  schedule(now);
  tell();
}

void Mshr::memory_due(MemoryRequest& request, Cycle due) {
  due_.add(due, request);
  whole_.set(due);
}

void Mshr::memory_done(MemoryRequest& request, Cycle now) {
  if (!request.is_response_ok()) protocol_error(name(), ("memory answered " + request.get_response_string()).c_str());
  if (request.write) {
    core_.write_done(request.port, request.write, now);
    return_data(request);
  } else {
    if (request.followed) {
      came_.resize(core_.entries().size());
      came_[request.entry].take(request);
    }
    core_.data_came(request.entry, now);
  }
  request.release();
}

// The order of memory's call and of this method at one whole cycle does not matter: entries are freed a cycle after
// their end, responses are sent in order of readiness, and requests wait for the half cycle.
void Mshr::whole_cycle() {
  whole_.rang();
  const Cycle now = current_cycle();
  while (MemoryRequest* request = due_.take(now)) memory_done(*request, now);
  accept_waiting(now);
  give_answers(now);
  schedule(now);
  tell();
}

void Mshr::accept_waiting(Cycle now) {
  for (unsigned index = 0; index < ports_.size(); ++index) {
    Port& port = ports_[index];
    if (!port.waiting || port.since >= now) continue;
    port.refused = !settled().accept(index, mshr_request(*port.waiting), now);
    if (port.refused) continue;
    Payload& payload = *port.waiting;
    port.waiting = nullptr;
    if (payload.is_read()) core_.add_stall(now - port.since);  // a write has waited for an earlier one to be sent
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    port.socket->answer(payload, phase, delay);
  }
  schedule_send(now);
}

void Mshr::give_answers(Cycle now) {
  MshrCore::Answer answer;
  for (unsigned port = 0; port < ports_.size() && core_.answers_waiting(); ++port) {
    if (core_.next_answer(port, now, answer)) give(port, answer);
  }
}

void Mshr::give(unsigned port, const MshrCore::Answer& answer) {
  Payload& payload = *static_cast<Payload*>(answer.handle);
  if (!came_.empty() && payload.is_read() && writers_of(payload)) came_[answer.entry].put(payload);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  ports_[port].socket->answer(payload, phase, delay);
  payload.release();
}

// Schedules the next whole cycle in which something can happen without a call from outside. A waiting port is checked
// when an entry ends or a write has been sent; `now` may be either.
void Mshr::schedule(Cycle now) {
  bool next = core_.answers_waiting();
  for (const Port& port : ports_) {
    next = next || (port.waiting && (!port.refused || core_.ended_waiting() || core_.wrote_in(now)));
  }
  if (next) {
    whole_.set(now + 1);
  } else if (due_.next() != kNever) {
    whole_.set(due_.next());
  }
}

namespace {

const NativeBlock<MshrKind, Mshr> kMshr("entries and merges in C++");
const SignalDeclaration kMshrSignals("mshr", "miss status holding registers",
                                     {{"smN.mshr.occupancy", "entries in use"},
                                      {"smN.mshr.full", "1 while all entries are in use"},
                                      {"smN.mshr.entry_N", "1 while the entry is in use; not of every MSHR in RTL"}});

}  // namespace

}  // namespace unibank
