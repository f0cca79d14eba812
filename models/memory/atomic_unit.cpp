#include "memory/atomic_unit.h"

#include <algorithm>

#include "block/factories.h"
#include "tlm/protocol.h"
#include "values/store_order.h"

namespace unibank {

AtomicUnit::AtomicUnit(const sc_core::sc_module_name& name, const AtomicUnitParameters& parameters)
    : sc_module(name),
      latency_(parameters.latency),
      core_(parameters),
      in_("in", this),
      out_("out", this),
      lines_(parameters.entries),
      writes_(parameters.entries),
      whole_("whole", this),
      half_("half", this, Alarm::At::kHalf) {
  SC_HAS_PROCESS(AtomicUnit);
  SC_METHOD(whole_cycle);
  sensitive << whole_.calls<&AtomicUnit::whole_cycle>();
  dont_initialize();
  SC_METHOD(half_cycle);
  sensitive << half_.calls<&AtomicUnit::half_cycle>();
  dont_initialize();
}

tlm::tlm_sync_enum AtomicUnit::request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  if (waiting_) protocol_error(name(), "a request came before END_REQ of the last one");
  const Cycle now = current_cycle(), arrival = due_cycle(delay);
  const AtomicNote* const note = atomic_note_of(payload);
  if (!note && core_.occupancy() == 0 && may_send(now)) return pass_on(payload, phase, delay, now);
  const bool sectors = payload.get_address() % kSectorBytes == 0 && payload.get_data_length() % kSectorBytes == 0;
  if (note && (!payload.is_write() || !sectors)) return refuse(payload, phase, tlm::TLM_BURST_ERROR_RESPONSE);
  send_own(now);  // own requests first, independent of the order of this call and half_cycle()
  if (arrival == now) {
    if (!note && may_send(now) && !core_.has(payload.get_address(), payload.get_data_length()))
      return pass_on(payload, phase, delay, now);
    if (note && accept_atomic(payload, *note)) {
      send_own(now);
      schedule(now);
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    }
  }
  payload.acquire();
  waiting_ = &payload;
  waiting_since_ = arrival;
  schedule(now);
  return tlm::TLM_ACCEPTED;
}

// Blocking calls take no time; the write of an atomic carries its results.
void AtomicUnit::request_blocking(unsigned, Payload& payload) {
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  out_->b_transport(payload, none);
}

tlm::tlm_sync_enum AtomicUnit::pass_on(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay, Cycle now) {
  last_send_ = now;
  const tlm::tlm_sync_enum status = out_.send(payload, phase, delay);
  if (status == tlm::TLM_ACCEPTED) unaccepted_ = &payload;
  if (status == tlm::TLM_UPDATED) memory_free_ = due_cycle(delay);
  return status;
}

bool AtomicUnit::accept_atomic(Payload& payload, const AtomicNote& note) {
  const AtomicUnitCore::Place place =
      core_.accept({&payload, payload.get_address(), payload.get_data_length(), note.turns});
  if (place.entry == AtomicUnitCore::kNone) return false;
  payload.acquire();
  if (place.before != AtomicUnitCore::kNone && writers_of(payload)) lines_[place.entry] = lines_[place.before];
  return true;
}

void AtomicUnit::send_own(Cycle now) {
  const AtomicUnitCore::Send* const next = may_send(now) ? core_.next_send() : nullptr;
  if (!next) return;
  Own& request = next->write ? *writes_[next->entry] : own_request(tlm::TLM_READ_COMMAND, next->entry);
  core_.sent();
  own_.push_back(&request);
  last_send_ = now;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = out_.send(request, phase, delay);
  if (status == tlm::TLM_ACCEPTED) unaccepted_ = &request;
  if (status == tlm::TLM_UPDATED) memory_free_ = due_cycle(delay);
  if (status != tlm::TLM_COMPLETED) return;
  due_.add(std::max(due_cycle(delay), now + 1), request);
}

AtomicUnit::Own& AtomicUnit::own_request(tlm::tlm_command command, unsigned entry) {
  const AtomicUnitCore::Request& atomic = core_.request(entry);
  Own& request = *pool_.get();
  request.entry = entry;
  request.set_command(command);
  request.set_address(atomic.address);
  request.set_data_length(atomic.length);
  request.set_byte_enable_ptr(nullptr);
  PayloadPool<Own>::note_of(request).kind = AccessNote::Kind::kMemory;
  if (writers_of(*static_cast<const Payload*>(atomic.handle))) PayloadPool<Own>::follow_values(request);
  return request;
}

void AtomicUnit::half_cycle() {
  half_.rang();
  const Cycle now = current_cycle();
  core_.start(now);
  send_own(now);
  try_waiting(now);
  schedule(now + 1);
}

void AtomicUnit::try_waiting(Cycle now) {
  if (!waiting_ || waiting_since_ >= now) return;
  Payload& payload = *waiting_;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  tlm::tlm_sync_enum status = tlm::TLM_UPDATED;
  if (const AtomicNote* const note = atomic_note_of(payload)) {
    if (!accept_atomic(payload, *note)) return;
    send_own(now);
  } else {
    if (!may_send(now) || core_.has(payload.get_address(), payload.get_data_length())) return;
    status = pass_on(payload, phase, delay, now);
  }
  waiting_ = nullptr;
  core_.add_held(now - waiting_since_);
  if (status == tlm::TLM_UPDATED) {
    end_req_ = &payload;
    end_req_at_ = std::max(due_cycle(delay), now + 1);  // a full channel says in which cycle it has room
  }
  if (status == tlm::TLM_COMPLETED) {
    phase = tlm::BEGIN_RESP;
    in_.answer(payload, phase, delay);
  }
  payload.release();
}

void AtomicUnit::answered(unsigned, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
  const Cycle now = current_cycle(), due = due_cycle(delay);
  if (unaccepted_ == &payload) {  // BEGIN_RESP implies END_REQ
    unaccepted_ = nullptr;
    memory_free_ = std::max(memory_free_, due);
    schedule(now);
  }
  const auto own = own_.empty() ? own_.end() : std::find(own_.begin(), own_.end(), &payload);
  if (own == own_.end()) {
    if (phase == tlm::BEGIN_RESP) {
      finish(now);  // own responses first, whichever of this call and whole_cycle() SystemC makes first
      if (end_req_ == &payload) end_req_ = nullptr;
    }
    tlm::tlm_phase same_phase = phase;
    sc_core::sc_time same_delay = delay;
    in_.answer(payload, same_phase, same_delay);
    return;
  }
  if (phase != tlm::BEGIN_RESP) return;
  if (due > now) {
    due_.add(due, **own);
  } else {
    own_done(**own);
  }
  schedule(now);
}

void AtomicUnit::own_done(Own& request) {
  if (!request.is_response_ok()) protocol_error(name(), ("memory answered " + request.get_response_string()).c_str());
  own_.erase(std::find(own_.begin(), own_.end(), &request));
  if (request.is_read()) {
    if (const Writer* const writers = writers_of(request)) {
      LineData& line = lines_[request.entry];
      const auto first = static_cast<std::ptrdiff_t>(request.get_address() % kLineBytes);
      std::copy_n(request.get_data_ptr(), request.get_data_length(), line.bytes.begin() + first);
      std::copy_n(writers, request.get_data_length(), line.writers.begin() + first);
    }
    core_.read_came(request.entry);
  }
  request.release();
}

void AtomicUnit::whole_cycle() {
  whole_.rang();
  const Cycle now = current_cycle();
  while (Own* const request = due_.take(now)) own_done(*request);
  end_request(now);
  finish(now);
  schedule(now);
}

void AtomicUnit::end_request(Cycle now) {
  if (!end_req_ || end_req_at_ > now) return;
  Payload& payload = *end_req_;
  end_req_ = nullptr;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  in_.answer(payload, phase, delay);
}

// The last turn of an atomic is over: sends its response; its write may be sent in this cycle.
void AtomicUnit::finish(Cycle now) {
  const unsigned entry = core_.finish(now);
  if (entry == AtomicUnitCore::kNone) return;
  Payload& payload = *static_cast<Payload*>(core_.request(entry).handle);
  writes_[entry] = &write_of(entry);
  if (writers_of(payload)) change_line(entry);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = cycles(latency_);
  in_.answer(payload, phase, delay);
  payload.release();
}

// The write has its own bytes, enables and writers, because the initiator may reuse the atomic's after the response.
AtomicUnit::Own& AtomicUnit::write_of(unsigned entry) {
  const Payload& payload = *static_cast<const Payload*>(core_.request(entry).handle);
  Own& write = own_request(tlm::TLM_WRITE_COMMAND, entry);
  const unsigned length = payload.get_data_length();
  std::copy_n(payload.get_data_ptr(), length, write.get_data_ptr());
  if (const Writer* const writers = writers_of(payload)) std::copy_n(writers, length, writers_of(write));
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  if (!enables) return write;
  for (unsigned i = 0; i < length; ++i) write.enables[i] = enables[i % payload.get_byte_enable_length()];
  write.set_byte_enable_ptr(write.enables.data());
  write.set_byte_enable_length(length);
  return write;
}

// Returns the old values of the atomic, and applies it to its line.
void AtomicUnit::change_line(unsigned entry) {
  const Payload& payload = *static_cast<const Payload*>(core_.request(entry).handle);
  const AtomicNote& note = *atomic_note_of(payload);
  const Own& write = *writes_[entry];
  LineData& line = lines_[entry];
  const std::size_t first = payload.get_address() % kLineBytes;
  for (std::size_t i = 0; i < payload.get_data_length(); ++i) {
    unsigned char& byte = line.bytes[first + i];
    Writer& writer = line.writers[first + i];
    if (note.found) {
      note.found->bytes[i] = byte;
      note.found->writers[i] = writer;
    }
    if (write.get_byte_enable_ptr() && !write.enables[i]) continue;
    const Writer next = writers_of(write)[i];
    if (!overwrites(writer, next, payload.get_address() + i, false)) continue;
    byte = write.get_data_ptr()[i];
    writer = next;
  }
  if (core_.behind(entry) != AtomicUnitCore::kNone) lines_[core_.behind(entry)] = line;
}

// Schedules the next whole and half cycles in which something can happen without a call from outside.
void AtomicUnit::schedule(Cycle from) {
  const Cycle now = current_cycle();
  Cycle whole = std::min(core_.next_finish(), due_.next());
  if (end_req_) whole = std::min(whole, end_req_at_);
  if (whole != kNever) whole_.set(std::max(whole, now + 1));
  const bool sends = !unaccepted_ && (core_.next_send() || waiting_);
  if (sends || core_.may_start()) half_.set(sends && !core_.may_start() ? std::max(from, memory_free_) : from);
}

namespace {

const NativeBlock<AtomicUnitKind, AtomicUnit> kAtomicUnit("one ALU, atomics of a line in order, in C++");

}  // namespace

}  // namespace unibank
