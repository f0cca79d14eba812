#include "memory/interconnect.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/input_error.h"
#include "block/factories.h"
#include "memory/dram_channel_core.h"
#include "memory/passed_on.h"
#include "tlm/notify.h"
#include "tlm/protocol.h"

namespace unibank {

namespace {

constexpr unsigned kHeadBytes = 8;  // command and address of a packet

// OK when the register map allows the request.
tlm::tlm_response_status check(const Payload& payload) {
  const unsigned length = payload.get_data_length();
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (length == 0 || payload.get_address() % kLineBytes + length > kLineBytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  const bool enables = payload.get_byte_enable_ptr();
  if (enables && (payload.is_read() || payload.get_byte_enable_length() == 0)) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

// The size of the packet with the data of a read or a write.
unsigned data_packet_bytes(const Payload& payload) {
  return kHeadBytes + kSectorBytes * touched_sectors(payload.get_address(), payload.get_data_length(),
                                                     payload.get_byte_enable_ptr(), payload.get_byte_enable_length());
}

// Packets that wait at an output of the request network, beyond its pipeline, have the same limit as those at an input.
NetworkParameters request_network(const InterconnectParameters& p) {
  if (p.queue == 0) throw InputError("interconnect: the queue of an SM's port must be at least 1");
  if (p.sms_per_port == 0 || p.sms % p.sms_per_port != 0) {
    throw InputError("interconnect: " + std::to_string(p.sms) + " SMs are not a whole number of ports with " +
                     std::to_string(p.sms_per_port) + " SMs each");
  }
  return {p.sms / p.sms_per_port, p.slices, p.latency, p.bytes_per_cycle, p.latency + p.queue, p.choices};
}

}  // namespace

Interconnect::Interconnect(const sc_core::sc_module_name& name, const InterconnectParameters& parameters)
    : sc_module(name),
      parameters_(parameters),
      slice_map_(parameters.slices, parameters.slice_hash),
      requests_(request_network(parameters)),
      answers_({parameters.slices, parameters.sms / parameters.sms_per_port, parameters.latency,
                parameters.bytes_per_cycle, 0, parameters.choices}),
      sms_(parameters.sms),
      unaccepted_(parameters.sms),
      ports_(parameters.sms / parameters.sms_per_port),
      slices_(parameters.slices),
      whole_("whole", this, StepEvent::At::kWhole),
      half_("half", this, StepEvent::At::kHalf) {
  SC_HAS_PROCESS(Interconnect);
  for (unsigned i = 0; i < sms_.size(); ++i) {
    sms_[i].socket = std::make_unique<TargetPort<Interconnect>>(("from_sm" + std::to_string(i)).c_str(), this, i);
  }
  for (unsigned i = 0; i < slices_.size(); ++i) {
    const std::string port = "to_slice" + std::to_string(i);
    slices_[i].socket = std::make_unique<InitiatorPort<Interconnect>>(port.c_str(), this, i);
  }
  if (parameters.sms_per_port != 1) shared_ = std::make_unique<std::mutex[]>(ports_);
  SC_METHOD(whole_cycle);
  sensitive << whole_.calls<&Interconnect::whole_cycle>();
  dont_initialize();
  SC_METHOD(half_cycle);
  sensitive << half_.calls<&Interconnect::half_cycle>();
  dont_initialize();
}

unsigned Interconnect::in_flight() const {
  const auto add = [](unsigned sum, const SmPort& sm) { return sum + sm.in_flight; };
  return std::accumulate(sms_.begin(), sms_.end(), 0u, add);
}

InterconnectCounters Interconnect::counters() const {
  InterconnectCounters counters = counters_;
  counters.request_waits = requests_.wait_cycles();
  counters.answer_waits = answers_.wait_cycles();
  return counters;
}

tlm::tlm_sync_enum Interconnect::request(unsigned index, Payload& payload, tlm::tlm_phase& phase,
                                         sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) protocol_error(name(), "only BEGIN_REQ is expected here");
  SmPort& sm = sms_[index];
  if (sm.unaccepted) protocol_error(name(), "a request came before END_REQ of the last one");
  const tlm::tlm_response_status status = check(payload);
  if (status != tlm::TLM_OK_RESPONSE) return refuse(payload, phase, status);
  const Cycle arrival = due_cycle(delay);
  payload.acquire();
  const unsigned bytes = payload.is_write() ? data_packet_bytes(payload) : kHeadBytes;
  const unsigned port = port_of(index);
  std::unique_lock<std::mutex> lock;
  if (shared_) lock = std::unique_lock<std::mutex>(shared_[port]);
  Hop& hop = make_hop(index, payload);
  requests_.arrive(port, {&hop, slice_map_.slice_of(payload.get_address()), bytes, arrival + 1, index});
  ++sm.in_flight;
  whole_.notify(arrival + 1);
  // If others may call later in this half cycle and have priority, the result is not known yet.
  if (!shared_ && arrival == current_cycle() && requests_.waiting(port) <= parameters_.queue) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  sm.unaccepted = &payload;
  sm.packet = &hop;
  sm.since = arrival;
  unaccepted_.set(index, true);
  return tlm::TLM_ACCEPTED;
}

// The payload is forwarded with the data of the request itself, which this block owns until the response.
Interconnect::Hop& Interconnect::make_hop(unsigned sm, Payload& payload) {
  Hop& hop = *sms_[sm].pool.get();
  hop.original = &payload;
  hop.sm = sm;
  hop.set_command(payload.get_command());
  hop.set_address(payload.get_address());
  hop.set_data_length(payload.get_data_length());
  borrow_data(hop, payload);
  return hop;
}

void Interconnect::request_blocking(unsigned /*sm*/, Payload& payload) {
  const tlm::tlm_response_status status = check(payload);
  if (status != tlm::TLM_OK_RESPONSE) return payload.set_response_status(status);
  sc_core::sc_time none = sc_core::SC_ZERO_TIME;
  (*slices_[slice_map_.slice_of(payload.get_address())].socket)->b_transport(payload, none);
}

unsigned Interconnect::request_debug(unsigned /*sm*/, Payload& payload) {
  if (check(payload) != tlm::TLM_OK_RESPONSE) return 0;
  return (*slices_[slice_map_.slice_of(payload.get_address())].socket)->transport_dbg(payload);
}

// Requests come at half cycles, responses of slices at whole ones: each network advances when its inputs are settled.
// An arrival and END_REQ notify the next call at once. So each method computes the other's next call only after changes
// of its own that may make that call earlier.
void Interconnect::whole_cycle() {
  const Cycle now = current_cycle();
  const bool started = requests_.advance(now);
  accept_waiting(now);
  give_answers(now);
  schedule_whole(now + 1);
  if (started) half_.notify(next_send(now));
}

void Interconnect::half_cycle() {
  const Cycle now = current_cycle();
  bool room = false;
  requests_.each_output([&](unsigned slice) { room |= send(slice, now); });
  const bool started = answers_.advance(now);
  if (room || started) schedule_whole(now + 1);
  schedule_half(now + 1);
}

void Interconnect::accept_waiting(Cycle now) {
  unsigned last = ports_;
  unaccepted_.each([&](std::size_t sm) {
    const unsigned port = port_of(static_cast<unsigned>(sm));
    if (port != last) accept_waiting(port, now);
    last = port;
  });
}

unsigned Interconnect::unaccepted(unsigned port) const {
  const auto first = sms_.begin() + port * parameters_.sms_per_port;
  return static_cast<unsigned>(std::count_if(first, first + parameters_.sms_per_port,
                                             [](const SmPort& sm) { return sm.unaccepted != nullptr; }));
}

// Requests without END_REQ are last in the port's queue, by (arrival, SM); the first of them is accepted when those
// before it leave room. With several choices one of them may leave first: it is accepted in that cycle.
void Interconnect::accept_waiting(unsigned port, Cycle now) {
  const unsigned end = (port + 1) * parameters_.sms_per_port;
  for (unsigned sm = end - parameters_.sms_per_port; sm < end; ++sm) {
    if (sms_[sm].unaccepted && !requests_.waits(port, sms_[sm].packet)) accept(sm);
  }
  while (requests_.waiting(port) + 1 <= parameters_.queue + unaccepted(port)) {
    unsigned first = end;
    for (unsigned sm = end - parameters_.sms_per_port; sm < end; ++sm) {
      const SmPort& one = sms_[sm];
      if (one.unaccepted && one.since < now && (first == end || one.since < sms_[first].since)) first = sm;
    }
    if (first == end) return;
    accept(first);
  }
}

void Interconnect::accept(unsigned number) {
  SmPort& sm = sms_[number];
  Payload& payload = *sm.unaccepted;
  sm.unaccepted = nullptr;
  unaccepted_.set(number, false);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  sm.socket->answer(payload, phase, delay);
}

// A slice processes a request of this half cycle from the next cycle on. Returns whether packets may have waited for
// the room before the slice that is free now.
bool Interconnect::send(unsigned index, Cycle now) {
  SlicePort& slice = slices_[index];
  if (slice.unaccepted || slice.free > now) return false;
  const NetworkCore::Packet* packet = requests_.come(index, now + 1);
  if (!packet) return false;
  Hop& hop = *static_cast<Hop*>(packet->name);
  ++counters_.requests;
  counters_.request_bytes += packet->bytes;
  const bool room = requests_.take(index, now + 1);
  slice.unaccepted = &hop;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  const tlm::tlm_sync_enum status = slice.socket->send(hop, phase, delay);
  if (status != tlm::TLM_ACCEPTED) slice.unaccepted = nullptr;
  if (status == tlm::TLM_UPDATED) slice.free = due_cycle(delay);
  if (status == tlm::TLM_COMPLETED) answer_ready(index, hop, std::max(due_cycle(delay), now + 1));
  return room;
}

void Interconnect::answered(unsigned index, Payload& payload, const tlm::tlm_phase& phase,
                            const sc_core::sc_time& delay) {
  SlicePort& slice = slices_[index];
  if (slice.unaccepted == &payload) {  // BEGIN_RESP implies END_REQ
    slice.unaccepted = nullptr;
    slice.free = std::max(slice.free, due_cycle(delay));
    half_.notify(slice.free);
  }
  if (phase == tlm::BEGIN_RESP) answer_ready(index, static_cast<Hop&>(payload), due_cycle(delay));
}

void Interconnect::answer_ready(unsigned slice, Hop& hop, Cycle ready) {
  const AtomicNote* const atomic = atomic_note_of(hop);
  const bool data = (hop.is_read() || (atomic && atomic->returns)) && hop.is_response_ok();
  answers_.arrive(slice, {&hop, port_of(hop.sm), data ? data_packet_bytes(hop) : kHeadBytes, ready, 0});
  half_.notify(ready);
}

void Interconnect::give_answers(Cycle now) {
  answers_.each_output([&](unsigned port) {
    const NetworkCore::Packet* packet = answers_.come(port, now);
    if (!packet) return;
    Hop& hop = *static_cast<Hop*>(packet->name);
    ++counters_.answers;
    counters_.answer_bytes += packet->bytes;
    answers_.take(port, now);
    give(hop);
  });
}

void Interconnect::give(Hop& hop) {
  Payload& payload = *hop.original;
  TargetPort<Interconnect>& socket = *sms_[hop.sm].socket;
  payload.set_response_status(hop.get_response_status());
  return_data(hop);
  --sms_[hop.sm].in_flight;
  hop.release();
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  socket.answer(payload, phase, delay);
  payload.release();
}

// The next whole cycle from `from` on in which something can happen without a call from outside. A port that waits for
// room is checked when a packet starts.
void Interconnect::schedule_whole(Cycle from) {
  Cycle next = requests_.next_start(from);
  answers_.each_output([&](unsigned port) { next = std::min(next, std::max(answers_.next_come(port), from)); });
  whole_.notify(next);
}

void Interconnect::schedule_half(Cycle from) { half_.notify(std::min(answers_.next_start(from), next_send(from))); }

Cycle Interconnect::next_send(Cycle from) const {
  Cycle next = kNever;
  requests_.each_output([&](unsigned slice) {
    if (!slices_[slice].unaccepted)
      next = std::min(next, std::max({requests_.next_come(slice) - 1, from, slices_[slice].free}));
  });
  return next;
}

namespace {

const NativeBlock<InterconnectKind, Interconnect> kInterconnect("a crossbar with ports and queues, in C++");

}  // namespace

}  // namespace unibank
