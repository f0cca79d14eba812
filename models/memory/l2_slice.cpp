#include "memory/l2_slice.h"

#include <algorithm>

#include "base/byte_masks.h"
#include "block/factories.h"
#include "tlm/protocol.h"
#include "tlm/time.h"

namespace unibank {

namespace {

L2SliceCore::Request slice_request(Payload& payload) {
  const std::uint64_t address = payload.get_address();
  return {&payload, address - address % kLineBytes,
          L2SliceCore::touched_bytes(address, payload.get_data_length(), payload.get_byte_enable_ptr(),
                                     payload.get_byte_enable_length()),
          payload.is_write()};
}

}  // namespace

L2Slice::L2Slice(const sc_core::sc_module_name& name, const L2SliceParameters& parameters)
    : sc_module(name),
      parameters_(parameters),
      core_(parameters, this->name()),
      socket_("socket", this),
      memory_port_("memory", this),
      whole_("whole", this, StepEvent::At::kWhole),
      half_("half", this, StepEvent::At::kHalf) {
  SC_HAS_PROCESS(L2Slice);
  SC_METHOD(whole_cycle);
  sensitive << whole_.calls<&L2Slice::whole_cycle>();
  dont_initialize();
  SC_METHOD(half_cycle);
  sensitive << half_.calls<&L2Slice::half_cycle>();
  dont_initialize();
}

// OK when the register map allows the request.
tlm::tlm_response_status L2Slice::check(const Payload& payload) const {
  const unsigned length = payload.get_data_length();
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (length == 0 || payload.get_address() % kLineBytes + length > kLineBytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (core_.slice_of(payload.get_address()) != parameters_.slice) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const bool enables = payload.get_byte_enable_ptr();
  if (enables && (payload.is_read() || payload.get_byte_enable_length() == 0)) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

unsigned L2Slice::in_flight() const { return core_.in_flight() + (waiting_ != nullptr); }

tlm::tlm_sync_enum L2Slice::request(unsigned /*port*/, Payload& payload, tlm::tlm_phase& phase,
                                    sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  if (waiting_) protocol_error(name(), "a request came before END_REQ of the last one");
  const tlm::tlm_response_status status = check(payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  const Cycle now = current_cycle(), arrival = due_cycle(delay);
  payload.acquire();
  if (writers_of(payload)) follow_values();
  if (arrival == now && core_.has_room(now)) {
    core_.accept(slice_request(payload), now);
    schedule_half(now + 1);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  waiting_ = &payload;
  waiting_since_ = arrival;
  schedule_whole(now + 1);
  return tlm::TLM_ACCEPTED;
}

// Lines that are already present have no bytes: a machine follows values from its beginning on, or never.
void L2Slice::follow_values() {
  if (data_) return;
  data_ = std::make_unique<L2Data>(core_.lines(), parameters_.mshr_entries);
  core_.keep(data_.get());
}

// Memory has the bytes that the slice lacks; a write changes both, and present bytes stay present.
unsigned L2Slice::request_debug(unsigned /*port*/, Payload& payload) {
  if (check(payload) != tlm::TLM_OK_RESPONSE || !writers_of(payload)) return 0;
  follow_values();
  const unsigned moved = memory_port_->transport_dbg(payload);
  std::size_t place;
  L2SliceCore::ByteMask present;
  const std::uint64_t address = payload.get_address();
  if (moved != 0 && core_.find(address - address % kLineBytes, place, present)) data_->debug(payload, place, present);
  return moved;
}

// Looks nothing up and moves no bytes, even where values are followed (L2Data): transport_dbg does.
void L2Slice::request_blocking(unsigned /*port*/, Payload& payload) {
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  memory_port_->b_transport(payload, none);
}

void L2Slice::half_cycle() {
  const Cycle now = current_cycle();
  core_.look_up(now);
  send(now);
  schedule_half(now + 1);
  schedule_whole(now + 1);
}

void L2Slice::send(Cycle now) {
  const L2SliceCore::Send* next = unaccepted_ || memory_free_ > now ? nullptr : core_.next_send(now);
  if (!next) return;
  MemoryRequest& request = prepare(*next);
  core_.sent(now);
  unaccepted_ = &request;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = memory_port_.send(request, phase, delay);
  if (status != tlm::TLM_ACCEPTED) unaccepted_ = nullptr;
  if (status == tlm::TLM_UPDATED) memory_free_ = due_cycle(delay);
  if (status == tlm::TLM_COMPLETED) memory_due(request, std::max(due_cycle(delay), now + 1));
}

// A write-back of whole adjacent sectors needs no byte enables.
L2Slice::MemoryRequest& L2Slice::prepare(const L2SliceCore::Send& what) {
  MemoryRequest& request = *pool_.get();
  request.entry = what.entry;
  request.set_address(what.address);
  request.set_data_length(what.length);
  request.set_command(what.entry == L2SliceCore::kNoEntry ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  request.set_byte_enable_ptr(nullptr);
  if (data_) PayloadPool<MemoryRequest>::follow_values(request);
  if (what.entry != L2SliceCore::kNoEntry) return request;
  if (data_) data_->put_write_back(request);
  bool whole = true;
  for (unsigned at = 0; at < what.length; at += kSectorBytes) {  // whole sectors
    const std::uint32_t bytes = what.bytes[(what.address % kLineBytes + at) / kSectorBytes];
    put_32_bytes(&request.enables[at], bytes);
    whole = whole && bytes == ~std::uint32_t{0};
  }
  if (whole) return request;
  request.set_byte_enable_ptr(request.enables.data());
  request.set_byte_enable_length(what.length);
  return request;
}

void L2Slice::answered(unsigned /*port*/, Payload& payload, const tlm::tlm_phase& phase,
                       const sc_core::sc_time& delay) {
  const Cycle now = current_cycle(), due = due_cycle(delay);
  if (unaccepted_ == &payload) {  // BEGIN_RESP implies END_REQ
    unaccepted_ = nullptr;
    memory_free_ = std::max(memory_free_, due);
    schedule_half(due);
  }
  if (phase != tlm::BEGIN_RESP) return;
  MemoryRequest& request = static_cast<MemoryRequest&>(payload);
  if (due > now) return memory_due(request, due);
  memory_done(request, now);
  give_answer(now);
  schedule_half(now);
  schedule_whole(now + 1);
}

void L2Slice::memory_due(MemoryRequest& request, Cycle due) {
  due_.add(due, request);
  whole_.notify(due);
}

void L2Slice::memory_done(MemoryRequest& request, Cycle now) {
  if (!request.is_response_ok()) protocol_error(name(), ("memory answered " + request.get_response_string()).c_str());
  if (request.entry == L2SliceCore::kNoEntry) {
    core_.write_back_done();
  } else {
    if (data_) data_->fetched(request.entry, request);
    core_.data_came(request.entry, now);
  }
  request.release();
}

// The order of memory's call and of this method at one whole cycle does not matter: lookups and sends wait for the half
// cycle, and responses are sent in order of readiness.
void L2Slice::whole_cycle() {
  const Cycle now = current_cycle();
  while (MemoryRequest* request = due_.take(now)) memory_done(*request, now);
  accept_waiting(now);
  give_answer(now);
  schedule_half(now);
  schedule_whole(now + 1);
}

void L2Slice::accept_waiting(Cycle now) {
  if (!waiting_ || waiting_since_ >= now || !core_.has_room(now)) return;
  Payload& payload = *waiting_;
  waiting_ = nullptr;
  core_.accept(slice_request(payload), waiting_since_);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket_.answer(payload, phase, delay);
}

void L2Slice::give_answer(Cycle now) {
  const L2SliceCore::RequestHandle handle = core_.next_answer(now);
  if (!handle) return;
  Payload& payload = *static_cast<Payload*>(handle);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket_.answer(payload, phase, delay);
  payload.release();
}

// The next whole cycle from `from` on in which something can happen without a call from outside. A request that waits
// is accepted in the cycle after a lookup.
void L2Slice::schedule_whole(Cycle from) {
  Cycle next = std::min(core_.next_answer_time(from), std::max(due_.next(), from));
  if (waiting_ && core_.has_room(from)) next = std::min(next, std::max(waiting_since_ + 1, from));
  whole_.notify(next);
}

void L2Slice::schedule_half(Cycle from) {
  Cycle next = core_.next_lookup(from);
  if (!unaccepted_) next = std::min(next, core_.next_send_time(std::max(from, memory_free_)));
  half_.notify(next);
}

namespace {

const NativeBlock<L2SliceKind, L2Slice> kL2Slice("sets, ways and write-back in C++");

}  // namespace

}  // namespace unibank
