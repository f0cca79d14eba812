// What takes a DRAM channel's place, and what all of them do at their sockets.
//
// Register map of every target port: address = device memory address, READ or WRITE of 1 to 128 bytes, byte enables
// allowed on writes. Bytes are kept of payloads with writers (run.check_data); of others device memory belongs to the
// functional side alone.
// A request is accepted (END_REQ) at the first whole cycle strictly after its arrival (annotated delay included) in
// which the channel has room: at most one a port a cycle, in the order (cycle of arrival, port). It is answered
// TLM_ACCEPTED, or, where that cycle is known by then, TLM_UPDATED with an END_REQ annotated into it. BEGIN_RESP comes
// in a whole cycle, one answer a socket a cycle, later ones in the next cycle. Nothing runs while the channel is idle.
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

// What the Gpu needs of whatever takes the channel's place.
class DramInterface {
 public:
  virtual ~DramInterface() = default;
  virtual TargetSocket& socket(unsigned port) = 0;
  virtual unsigned queue_depth() const = 0;  // accepted requests that wait for the channel
  virtual unsigned in_flight() const = 0;    // requests not answered yet; 0 when drained
  virtual DramChannelCounters counters() const = 0;
  // What it counts, under the names of its counters; whoever counts more adds that.
  virtual void add_counters_to(CounterValues& all) const { all.add(counters()); }
  // For waveforms: told (cycle, queue depth) whenever the channel has run.
  virtual void watch(std::function<void(Cycle, unsigned)> /*watcher*/) {}
};

struct DramKind {
  static constexpr const char* kName = "dram";
  using Block = DramInterface;
  using Parameters = DramParameters;
};

// Sockets, the order of requests, END_REQ and BEGIN_RESP. When requests are taken and answered is the derived class's.
class DramModule : public sc_core::sc_module, public DramInterface {
 public:
  TargetSocket& socket(unsigned port) override { return *ports_[port].socket; }
  unsigned in_flight() const override { return in_flight_; }
  void watch(std::function<void(Cycle, unsigned)> watcher) override { watcher_ = std::move(watcher); }

 protected:
  DramModule(const sc_core::sc_module_name& name, unsigned ports);

  // A whole cycle: gives answers, accepts requests, returns when the next such cycle is due (kNever: none).
  virtual Cycle run(Cycle now) = 0;
  virtual bool has_room(Cycle now) = 0;
  // Takes a request; END_REQ follows.
  virtual void take(unsigned port, Payload& payload, Cycle now) = 0;
  // The only port's request, which meets no other and may be accepted from cycle `at` on: takes it before that, and
  // returns when it is accepted, and when run() is due. kNever, and nothing has been done: there is no saying yet.
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
  // The earliest cycle behind `now` in which a request that is not accepted yet may be, when there is room from
  // `room` on; kNever: nobody waits.
  Cycle next_request(Cycle now, Cycle room) const;

 private:
  friend class TargetPort<DramModule>;
  struct Port {
    std::unique_ptr<TargetPort<DramModule>> socket;
    Payload* pending = nullptr;  // not accepted yet
    Cycle eligible = 0;          // first whole cycle strictly after its arrival
    Cycle accepted = 0;          // that of the last request that was taken ahead
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
