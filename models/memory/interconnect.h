// The interconnect between SMs and L2 slices (or DRAM channels): a crossbar of two networks, one for requests, one for
// responses.
//
// Register map of target port i (SM i): address = device memory address, READ or WRITE of 1 to 128 bytes inside one
// line, byte enables allowed on writes. The request is forwarded to its slice (slices.h) with its address unchanged. A
// request is a packet of 8 bytes and, for a write, the touched sectors; a response is 8 bytes and, for a read or an
// atomic that returns old values, the sectors (the packets of GPGPU-Sim 3.x). Sharing of ports: network_core.h.
// Requests come at half cycles (one annotated with a later cycle waits as if there were no room until then). If the
// port's queue has room, the call returns TLM_UPDATED + END_REQ; otherwise TLM_ACCEPTED, and END_REQ comes at the whole
// cycle in which a packet has left. On an idle network a request reaches its slice, and a response its SM, latency +
// transfer - 1 cycles later than with a direct binding. Requests are forwarded at half cycles, one per slice and cycle,
// none while the slice has not sent END_REQ; responses are BEGIN_RESP at whole cycles, one per SM and cycle. A slice
// may respond early (TLM_COMPLETED) or late. Responses always have room: there are at most as many as outstanding
// requests. Where SMs share a port (sms_per_port), requests of one half cycle are queued in the order of their SMs, all
// get TLM_ACCEPTED, END_REQ comes at the next whole cycle with room, and the port sends one response per cycle. SMs may
// send their requests of one half cycle from several threads (sm/sm_clock.h): each uses only its own port.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/counters.h"
#include "memory/network_core.h"
#include "memory/slices.h"
#include "tlm/notify.h"
#include "tlm/pool.h"
#include "tlm/ports.h"

namespace unibank {

struct InterconnectParameters {
  unsigned sms = 1, slices = 1;
  unsigned latency = 1;           // cycles one way, at least 1
  unsigned bytes_per_cycle = 32;  // bandwidth of every port and direction
  unsigned queue = 8;             // most accepted requests that wait at a port of SMs; as many may wait before a slice
  unsigned sms_per_port = 1;      // adjacent SMs that share a port of the network, in both directions
  unsigned choices = 1;           // the oldest packets at a port, in either direction, of which any may start
  std::string slice_hash = "modulo";  // the hash of a line's slice (slices.h)
};

#define UNIBANK_INTERCONNECT_COUNTERS(counter) \
  counter(requests, "interconnect.requests", "packets", "from SMs that arrived at a slice or channel") \
  counter(answers, "interconnect.answers", "packets", "that arrived at an SM") \
  counter(request_bytes, "interconnect.request_bytes", "bytes", "in packets from SMs, heads included") \
  counter(answer_bytes, "interconnect.answer_bytes", "bytes", "in packets to SMs, heads included") \
  counter(request_waits, "interconnect.request_waits", "cycles", \
          "of delay of packets from SMs, compared with an idle network") \
  counter(answer_waits, "interconnect.answer_waits", "cycles", \
          "of delay of packets to SMs, compared with an idle network")
UNIBANK_COUNTERS(InterconnectCounters, "interconnect", UNIBANK_INTERCONNECT_COUNTERS);

// The Gpu's interface to an interconnect.
class InterconnectInterface {
 public:
  virtual ~InterconnectInterface() = default;
  virtual TargetSocket& from_sm(unsigned sm) = 0;
  virtual InitiatorSocket& to_slice(unsigned slice) = 0;
  virtual unsigned in_flight() const = 0;  // requests without a response; 0 when drained
  virtual InterconnectCounters counters() const = 0;
  // Adds its counters under their names; a variant with further counters adds those too.
  virtual void add_counters_to(CounterValues& all) const { all.add(counters()); }
};

struct InterconnectKind {
  static constexpr const char* kName = "interconnect";
  using Block = InterconnectInterface;
  using Parameters = InterconnectParameters;
};

class Interconnect : public sc_core::sc_module, public InterconnectInterface {
 public:
  // Throws InputError for a parameter of 0, and unless sms is a multiple of sms_per_port.
  Interconnect(const sc_core::sc_module_name& name, const InterconnectParameters& parameters);

  TargetSocket& from_sm(unsigned sm) override { return *sms_[sm].socket; }
  InitiatorSocket& to_slice(unsigned slice) override { return *slices_[slice].socket; }
  unsigned in_flight() const override;
  InterconnectCounters counters() const override;

 private:
  friend class TargetPort<Interconnect>;
  friend class InitiatorPort<Interconnect>;
  // A request on its way to a slice and back, with its origin.
  struct Hop : Payload {
    Payload* original = nullptr;
    unsigned sm = 0;
    unsigned char* own_data = nullptr;  // the pool's own buffer, while the data pointer is the original's
  };
  struct SmPort {
    std::unique_ptr<TargetPort<Interconnect>> socket;
    Payload* unaccepted = nullptr;  // its last request, if that has no END_REQ so far
    const Hop* packet = nullptr;    // of that request, in the port's queue or under way
    Cycle since = 0;
    unsigned in_flight = 0;
    PayloadPool<Hop> pool;
  };
  struct SlicePort {
    std::unique_ptr<InitiatorPort<Interconnect>> socket;
    Payload* unaccepted = nullptr;  // a request sent without END_REQ so far: no other may be sent
    Cycle free = 0;                 // no request may be sent before this cycle
  };

  tlm::tlm_sync_enum request(unsigned sm, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned sm, Payload& payload);
  unsigned request_debug(unsigned sm, Payload& payload);
  void answered(unsigned slice, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

  void whole_cycle();  // starts requests, accepts waiting ones, sends responses
  void half_cycle();   // sends to slices, starts responses
  unsigned port_of(unsigned sm) const { return sm / parameters_.sms_per_port; }
  unsigned unaccepted(unsigned port) const;  // requests of its SMs without END_REQ so far
  Hop& make_hop(unsigned sm, Payload& payload);
  void accept_waiting(Cycle now);
  void accept_waiting(unsigned port, Cycle now);
  void accept(unsigned sm);
  void give_answers(Cycle now);
  void give(Hop& hop);
  bool send(unsigned slice, Cycle now);
  void answer_ready(unsigned slice, Hop& hop, Cycle ready);
  void schedule_whole(Cycle from);
  void schedule_half(Cycle from);
  Cycle next_send(Cycle from) const;

  InterconnectParameters parameters_;
  SliceMap slice_map_;
  NetworkCore requests_, answers_;
  std::vector<SmPort> sms_;
  Marks unaccepted_;  // SMs with a request without END_REQ so far
  unsigned ports_;  // ports of SMs
  std::unique_ptr<std::mutex[]> shared_;  // [port] if several SMs share a port; null if each has its own
  std::vector<SlicePort> slices_;
  InterconnectCounters counters_;
  StepEvent whole_, half_;
};

}  // namespace unibank
