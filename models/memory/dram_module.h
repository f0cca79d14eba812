// The interface of a DRAM channel, and the sockets that all channels share.
//
// Register map of every target port: address = device memory address, READ or WRITE of 1 to 128 bytes, byte enables
// allowed on writes. The channel keeps the bytes of payloads with writers (run.check_data); otherwise only the
// functional side has the contents of device memory.
// A request is accepted (END_REQ) at the first whole cycle strictly after its arrival (annotated delay included) in
// which the channel has room: at most one per port and cycle, in the order (cycle of arrival, port). The call returns
// TLM_ACCEPTED, or, if that cycle is already known, TLM_UPDATED with an END_REQ annotated with it. BEGIN_RESP comes
// in a whole cycle, one response per socket and cycle, later ones in the next cycle. An idle channel does not run.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "memory/dram_channel_core.h"
#include "memory/memory_bytes.h"
#include "tlm/notify.h"
#include "tlm/ports.h"

namespace unibank {

// OK when the register map above allows the request.
tlm::tlm_response_status check_dram_request(const Payload& payload);

// The Gpu's interface to a DRAM channel.
class DramInterface {
 public:
  virtual ~DramInterface() = default;
  virtual TargetSocket& socket(unsigned port) = 0;
  virtual unsigned queue_depth() const = 0;  // accepted requests that wait for the channel
  virtual unsigned in_flight() const = 0;    // requests without a response; 0 when drained
  virtual DramChannelCounters counters() const = 0;
  // Adds its counters under their names; a variant with further counters adds those too.
  virtual void add_counters_to(CounterValues& all) const { all.add(counters()); }
  // For waveforms: called with (cycle, queue depth) after each cycle in which the channel has run.
  virtual void watch(std::function<void(Cycle, unsigned)> /*watcher*/) {}
};

struct DramKind {
  static constexpr const char* kName = "dram";
  using Block = DramInterface;
  using Parameters = DramParameters;
};

// Sockets, the order of requests, END_REQ and BEGIN_RESP. The derived class decides when to accept and to respond.
class DramModule : public sc_core::sc_module, public DramInterface {
 public:
  TargetSocket& socket(unsigned port) override { return *ports_[port].socket; }
  unsigned in_flight() const override { return in_flight_; }
  void watch(std::function<void(Cycle, unsigned)> watcher) override { watcher_ = std::move(watcher); }

 protected:
  DramModule(const sc_core::sc_module_name& name, unsigned ports);

  // A whole cycle: sends responses, accepts requests, returns when the next such cycle is due (kNever: none).
  virtual Cycle run(Cycle now) = 0;
  virtual bool has_room(Cycle now) = 0;
  // Accepts a request; END_REQ follows.
  virtual void take(unsigned port, Payload& payload, Cycle now) = 0;
  // For a request of the only port, which competes with no other and may be accepted from cycle `at` on: accepts it
  // ahead of time, and returns the cycle of acceptance and that of the next run(). Returns kNever, without any effect,
  // if the cycle is not known yet.
  struct Ahead {
    Cycle accepted = kNever, run = kNever;
  };
  virtual Ahead take_ahead(Payload& /*payload*/, Cycle /*at*/) { return {}; }

  // The channel serves the request now: its bytes are read or written.
  void serve(Payload& payload) { bytes_.access(payload); }
  void accept_requests(Cycle now);
  void answer(unsigned port, Payload& payload);
  void tell_depth(Cycle at, unsigned depth) {
    if (watcher_) watcher_(at, depth);
  }
  // The earliest cycle after `now` in which a waiting request may be accepted, when there is room from
  // `room` on; kNever: none waits.
  Cycle next_request(Cycle now, Cycle room) const;

 private:
  friend class TargetPort<DramModule>;
  struct Port {
    std::unique_ptr<TargetPort<DramModule>> socket;
    Payload* pending = nullptr;  // not accepted yet
    Cycle eligible = 0;          // first whole cycle strictly after its arrival
    Cycle accepted = 0;          // cycle of the last request that was accepted ahead
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  unsigned request_debug(unsigned /*port*/, Payload& payload) { return bytes_.debug(payload); }
  void cycle();

  std::vector<Port> ports_;
  MemoryBytes bytes_;
  unsigned in_flight_ = 0;
  std::function<void(Cycle, unsigned)> watcher_;
  Alarm wake_;
};

}  // namespace unibank
