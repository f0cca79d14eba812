// One DRAM channel with banks, rows and GDDR5 timing as a module: takes the place of a DramChannel, with the same
// register map, the same rule for END_REQ (dram_channel.h) and one answer a socket a cycle.
//
// A request takes as many column commands as it touches bursts, at least one. The scheduler sees a request that is
// accepted in cycle c from the first memory cycle on that does not begin before c; commands are issued as FrFcfsCore
// says. A read is answered answer_latency cycles after the first whole cycle in which its data have come, a write in
// the first whole cycle in which its data have been taken; answers need not come in the order of requests. Nothing
// runs while the channel is idle.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "memory/dram_channel.h"
#include "memory/fr_fcfs_core.h"

namespace unibank {

class FrFcfsChannel : public sc_core::sc_module, public DramSeat {
 public:
  // Throws InputError for parameters that are none.
  FrFcfsChannel(const sc_core::sc_module_name& name, const DramParameters& parameters);

  TargetSocket& socket(unsigned port) override { return *ports_[port].socket; }
  unsigned queue_depth() const override { return core_.waiting(); }
  unsigned in_flight() const override { return in_flight_; }
  DramChannelCounters counters() const override;
  void watch(std::function<void(Cycle, unsigned)> watcher) override { watcher_ = std::move(watcher); }

 private:
  friend class TargetPort<FrFcfsChannel>;
  struct Port {
    std::unique_ptr<TargetPort<FrFcfsChannel>> socket;
    Payload* pending = nullptr;  // not accepted yet
    Cycle eligible = 0;          // first whole cycle strictly after its arrival
    std::map<std::pair<Cycle, std::uint64_t>, Payload*> answers;  // [due, order]
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  void cycle();
  void issue_commands(Cycle now);
  void give_answers(Cycle now);
  void accept_requests(Cycle now);
  void accept(Port& port, Cycle now);
  Cycle next_time(Cycle now) const;
  // The first memory cycle that does not begin before an SM cycle, and the other way round.
  Cycle memory_cycle(Cycle sm_cycle) const { return (sm_cycle * parameters_.memory_cycles + 999) / 1000; }
  Cycle sm_cycle(Cycle memory_cycle) const {
    return (memory_cycle * 1000 + parameters_.memory_cycles - 1) / parameters_.memory_cycles;
  }

  DramParameters parameters_;
  FrFcfsCore core_;
  std::vector<Port> ports_;
  std::map<const Payload*, Port*> accepted_;  // requests whose last column command is still to come
  DramChannelCounters counters_;
  std::uint64_t order_ = 0;
  unsigned in_flight_ = 0;
  std::function<void(Cycle, unsigned)> watcher_;
  sc_core::sc_event wake_;
};

}  // namespace unibank
