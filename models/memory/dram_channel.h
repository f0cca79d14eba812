// One DRAM channel as a module: bandwidth, latency and a bounded queue, several initiators.
//
// Register map of every target port: address = device memory address, READ or WRITE of 1 to 128 bytes, byte enables
// allowed on writes. Timing only: no bytes are kept (device memory belongs to the functional side).
// A request is answered TLM_ACCEPTED. It is accepted (END_REQ) at the first whole cycle strictly after its arrival
// (annotated delay included) in which the queue has room: at most one a port a cycle, in the order (cycle of arrival,
// port). BEGIN_RESP comes at the whole cycle of DramChannelCore::accept(), one answer a socket a cycle, later ones in
// the next cycle. Nothing runs while the channel is idle.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "memory/dram_channel_core.h"
#include "tlm/ports.h"

namespace unibank {

// OK when the register map above allows the request.
tlm::tlm_response_status check_dram_request(const Payload& payload);

// What the Gpu needs of whatever takes the channel's place.
class DramSeat {
 public:
  virtual ~DramSeat() = default;
  virtual TargetSocket& socket(unsigned port) = 0;
  virtual unsigned queue_depth() const = 0;  // accepted requests that wait for the channel
  virtual unsigned in_flight() const = 0;    // requests not answered yet; 0 when drained
  virtual DramChannelCounters counters() const = 0;
  // For waveforms: told (cycle, queue depth) whenever the channel has run.
  virtual void watch(std::function<void(Cycle, unsigned)> /*watcher*/) {}
};

class DramChannel : public sc_core::sc_module, public DramSeat {
 public:
  DramChannel(const sc_core::sc_module_name& name, const DramParameters& parameters);

  TargetSocket& socket(unsigned port) override { return *ports_[port].socket; }
  unsigned queue_depth() const override;
  unsigned in_flight() const override { return in_flight_; }
  DramChannelCounters counters() const override { return core_.counters(); }
  void watch(std::function<void(Cycle, unsigned)> watcher) override { watcher_ = std::move(watcher); }

 private:
  friend class TargetPort<DramChannel>;
  struct Answer {
    Cycle due;
    std::uint64_t order;
    Payload* payload;
  };
  struct Port {
    std::unique_ptr<TargetPort<DramChannel>> socket;
    Payload* pending = nullptr;  // not accepted yet
    Cycle eligible = 0;          // first whole cycle strictly after its arrival
    std::deque<Answer> reads, writes;  // each in order of time
    std::deque<Answer>* first();       // the one whose front is next; null: none
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  void cycle();
  void give_answers(Cycle now);
  void accept_requests(Cycle now);
  void accept(Port& port, Cycle now);
  Cycle next_time(Cycle now);

  mutable DramChannelCore core_;  // depth() forgets what has started
  std::vector<Port> ports_;
  std::uint64_t order_ = 0;
  unsigned in_flight_ = 0;
  std::function<void(Cycle, unsigned)> watcher_;
  sc_core::sc_event wake_;
};

}  // namespace unibank
