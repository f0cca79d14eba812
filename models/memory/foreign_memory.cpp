#include "memory/foreign_memory.h"

#include <algorithm>
#include <string>

#include "tlm/pool.h"
#include "tlm/protocol.h"
#include "tlm/time.h"
#include "values/store_order.h"

namespace unibank {

namespace {

// The first whole cycle that does not begin before a moment `delay` ahead.
Cycle whole_cycle_from(const sc_core::sc_time& delay) {
  return ((sc_core::sc_time_stamp() + delay).value() + units_per_cycle() - 1) / units_per_cycle();
}

}  // namespace

ForeignMemory::Port::Port(ForeignMemory& memory, unsigned index)
    : owner(memory),
      socket(("port" + std::to_string(index)).c_str(), &memory, index),
      out(("to" + std::to_string(index)).c_str()) {
  out.bind(static_cast<BwIf&>(*this));
}

ForeignMemory::ForeignMemory(const sc_core::sc_module_name& name, const ForeignMemoryParameters& parameters,
                             const Connect& connect)
    : sc_module(name),
      bytes_(parameters.bytes),
      base_(parameters.base),
      response_end_(parameters.response_end),
      wake_("wake") {
  SC_HAS_PROCESS(ForeignMemory);
  if (bytes_ % kLineBytes != 0) {
    throw InputError(std::string(this->name()) + ": a memory of " + std::to_string(bytes_) +
                     " bytes, expected a multiple of " + std::to_string(kLineBytes));
  }
  for (unsigned i = 0; i < parameters.ports; ++i) {
    ports_.push_back(std::make_unique<Port>(*this, i));
    connect(i, ports_.back()->out);
  }
  SC_METHOD(cycle);
  sensitive << wake_;
  dont_initialize();
}

tlm::tlm_sync_enum ForeignMemory::request(unsigned index, Payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  const tlm::tlm_response_status status = check_dram_request(payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  Port& port = *ports_[index];
  payload.acquire();
  count(payload);
  if (writers_of(payload)) follow(payload);
  payload.set_address(place_of(payload.get_address()));
  tlm::tlm_phase said = tlm::BEGIN_REQ;
  sc_core::sc_time annotated = delay;
  switch (port.out->nb_transport_fw(payload, said, annotated)) {
    case tlm::TLM_ACCEPTED: return tlm::TLM_ACCEPTED;
    case tlm::TLM_COMPLETED: note(port, End::kCompleted, payload, annotated); break;
    case tlm::TLM_UPDATED:
      if (said == tlm::BEGIN_RESP)
        note(port, End::kResponse, payload, annotated);
      else if (annotated != delay)
        delay = until(whole_cycle_from(annotated));
      break;
  }
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

void ForeignMemory::request_blocking(unsigned index, Payload& payload) {
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  payload.set_address(place_of(payload.get_address()));
  ports_[index]->out->b_transport(payload, none);
}

// The target stores the bytes, this module their writers.
unsigned ForeignMemory::request_debug(unsigned index, Payload& payload) {
  Writer* const writers = writers_of(payload);
  const std::uint64_t address = payload.get_address(), first = address % kLineBytes;
  const unsigned length = payload.get_data_length();
  if (!writers || first + length > kLineBytes || (bytes_ != 0 && address + length > bytes_)) return 0;
  payload.set_address(place_of(address));
  const unsigned moved = ports_[index]->out->transport_dbg(payload);
  payload.set_address(address);
  if (moved != length) return moved;
  MemoryWriters::Line line = writers_.line(address - first);
  if (payload.is_read()) {
    std::copy_n(line.begin() + static_cast<std::ptrdiff_t>(first), length, writers);
  } else {
    std::copy_n(writers, length, line.begin() + static_cast<std::ptrdiff_t>(first));
    writers_.set(address - first, line);
  }
  return moved;
}

// Follows the values in the order of requests: a target that serves requests of one address in another order is
// detected by its values.
void ForeignMemory::follow(Payload& payload) {
  Writer* const writers = writers_of(payload);
  const std::uint64_t address = payload.get_address(), first = address % kLineBytes;
  const unsigned length = payload.get_data_length();
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  MemoryWriters::Line line = writers_.line(address - first);
  if (payload.is_read()) {
    std::copy_n(line.begin() + static_cast<std::ptrdiff_t>(first), length, writers);
    return;
  }
  std::array<unsigned char, kLineBytes> mask{};
  bool late = false;
  for (unsigned i = 0; i < length; ++i) {
    if (enables && !enables[i % payload.get_byte_enable_length()]) continue;
    if (overwrites(line[first + i], writers[i], address + i, length == kLineBytes && !enables)) {
      line[first + i] = writers[i];
      mask[i] = TLM_BYTE_ENABLED;
    } else {
      late = true;
    }
  }
  writers_.set(address - first, line);
  if (!late) return;
  auto& kept = masks_[&payload] = mask;
  payload.set_byte_enable_ptr(kept.data());
  payload.set_byte_enable_length(length);
}

void ForeignMemory::count(const Payload& payload) {
  const std::uint64_t bytes = kSectorBytes * touched_sectors(payload.get_address(), payload.get_data_length(),
                                                             payload.get_byte_enable_ptr(),
                                                             payload.get_byte_enable_length());
  ++(payload.is_write() ? counters_.writes : counters_.reads);
  (payload.is_write() ? counters_.write_bytes : counters_.read_bytes) += bytes;
  ++in_flight_;
  if (watcher_) watcher_(current_cycle(), in_flight_);
}

tlm::tlm_sync_enum ForeignMemory::Port::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                                        sc_core::sc_time& delay) {
  if (phase == tlm::END_REQ) owner.note(*this, End::kRequest, payload, delay);
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  const Cycle now = current_cycle();
  const ResponseEnd way = owner.response_end_;
  const bool at_once = way == ResponseEnd::kCompleted || way == ResponseEnd::kUpdated;
  const bool goes_on = sc_core::sc_time_stamp() + delay == cycles(now) && said.empty() && responded != now;
  if (goes_on && way != ResponseEnd::kCall) {
    owner.respond(*this, payload);
  } else {
    owner.note(*this, at_once ? End::kCompleted : End::kResponse, payload, delay);
    if (!at_once) return tlm::TLM_ACCEPTED;
  }
  if (way != ResponseEnd::kUpdated) return tlm::TLM_COMPLETED;
  phase = tlm::END_RESP;
  return tlm::TLM_UPDATED;
}

void ForeignMemory::note(Port& port, End what, Payload& payload, const sc_core::sc_time& delay) {
  const Cycle due = whole_cycle_from(delay);
  const auto later = [due](const Said& one) { return one.due > due; };
  port.said.insert(std::find_if(port.said.begin(), port.said.end(), later), {due, what, &payload});
  wake_.notify(until(due));
}

void ForeignMemory::cycle() {
  const Cycle now = current_cycle();
  Cycle next = kNever;
  for (const auto& port : ports_) {
    pass_on(*port, now);
    if (!port->said.empty()) next = std::min(next, std::max(port->said.front().due, now + 1));
  }
  if (next != kNever) wake_.notify(until(next));
}

// END_RESP is sent before the response, because the initiator may change the payload after it.
void ForeignMemory::pass_on(Port& port, Cycle now) {
  while (!port.said.empty() && port.said.front().due <= now) {
    const Said said = port.said.front();
    if (said.what != End::kRequest && port.responded == now) return;
    port.said.pop_front();
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    tlm::tlm_phase phase = said.what == End::kResponse ? tlm::END_RESP : tlm::END_REQ;
    if (said.what == End::kResponse) port.out->nb_transport_fw(*said.payload, phase, delay);
    if (said.what == End::kRequest)
      port.socket.answer(*said.payload, phase, delay);
    else
      respond(port, *said.payload);
  }
}

void ForeignMemory::respond(Port& port, Payload& payload) {
  port.responded = current_cycle();
  --in_flight_;
  if (watcher_) watcher_(port.responded, in_flight_);
  if (!masks_.empty() && masks_.erase(&payload) != 0) payload.set_byte_enable_ptr(nullptr);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  port.socket.answer(payload, phase, delay);
  payload.release();
}

}  // namespace unibank
