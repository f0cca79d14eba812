// Any TLM-2.0 base-protocol target in the DRAM channel's place: a user's memory model, bound unchanged. A target that
// implements only b_transport goes behind a BlockingAdapter (tlm/blocking_adapter.h).
//
// Register map: DramChannel's, forwarded with the same payload; the address is device memory's, modulo `bytes`, plus
// `base`. With run.check_data the target stores device memory: it must move bytes by transport_dbg, and have all
// addresses. This module keeps the writers of the bytes; a store that arrives after a younger store of another warp is
// forwarded without the bytes that both write. Without run.check_data the target's bytes are neither set nor used. The
// target may respond in all ways of the base protocol and at any time. Its calls between two whole cycles are forwarded
// at the next whole cycle; a returned END_REQ counts from the first whole cycle that is not before its annotated time.
// BEGIN_RESP is forwarded once per socket and cycle: the call returns TLM_ACCEPTED, and END_RESP follows when the
// response is forwarded. A response that comes at a whole cycle and can be forwarded at once is completed on return, as
// everywhere in this model; other ways to end a response: ResponseEnd.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "memory/dram_channel.h"
#include "values/memory_writers.h"

namespace unibank {

// How the target learns that a response has ended. It should support every way; otherwise choose one that it supports.
enum class ResponseEnd {
  kWhenPassedOn,  // TLM_COMPLETED if the response is forwarded at once, else TLM_ACCEPTED and END_RESP when it is
  kCompleted,     // TLM_COMPLETED at once
  kUpdated,       // TLM_UPDATED with END_RESP at once
  kCall,          // TLM_ACCEPTED, and END_RESP when the response is forwarded
};

struct ForeignMemoryParameters {
  unsigned ports = 1;
  std::uint64_t bytes = 0;  // the size of the target, a multiple of a line; 0: it has all addresses
  std::uint64_t base = 0;   // the target's address of the first byte of device memory
  ResponseEnd response_end = ResponseEnd::kWhenPassedOn;
};

class ForeignMemory : public sc_core::sc_module, public DramInterface {
 public:
  // Binds the socket of a port to the target.
  using Connect = std::function<void(unsigned port, InitiatorSocket& socket)>;

  // Throws InputError for `bytes` that are not a multiple of a line.
  ForeignMemory(const sc_core::sc_module_name& name, const ForeignMemoryParameters& parameters, const Connect& connect);

  TargetSocket& socket(unsigned port) override { return ports_[port]->socket; }
  unsigned queue_depth() const override { return in_flight_; }  // the target's own queue is not visible
  unsigned in_flight() const override { return in_flight_; }
  // Requests and bytes; the target's busy time is not known (0).
  DramChannelCounters counters() const override { return counters_; }
  void watch(std::function<void(Cycle, unsigned)> watcher) override { watcher_ = std::move(watcher); }

 private:
  friend class TargetPort<ForeignMemory>;
  enum class End { kRequest, kResponse, kCompleted };  // END_REQ; BEGIN_RESP; completed without a phase
  struct Said {
    Cycle due;  // the whole cycle in which it is forwarded
    End what;
    Payload* payload;
  };
  struct Port : private BwIf {
    Port(ForeignMemory& owner, unsigned index);
    ForeignMemory& owner;
    TargetPort<ForeignMemory> socket;
    InitiatorSocket out;
    std::deque<Said> said;      // in order of `due`
    Cycle responded = kNever;   // the last cycle with a response

   private:
    tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override;
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  unsigned request_debug(unsigned port, Payload& payload);
  void count(const Payload& payload);
  void follow(Payload& payload);
  void note(Port& port, End what, Payload& payload, const sc_core::sc_time& delay);
  void cycle();
  void pass_on(Port& port, Cycle now);
  void respond(Port& port, Payload& payload);

  // The target's address of a byte of device memory.
  std::uint64_t place_of(std::uint64_t address) const { return base_ + (bytes_ != 0 ? address % bytes_ : address); }

  const std::uint64_t bytes_, base_;
  const ResponseEnd response_end_;
  std::vector<std::unique_ptr<Port>> ports_;
  unsigned in_flight_ = 0;
  DramChannelCounters counters_;
  MemoryWriters writers_;
  std::unordered_map<const Payload*, std::array<unsigned char, kLineBytes>> masks_;  // byte enables of late stores
  std::function<void(Cycle, unsigned)> watcher_;
  sc_core::sc_event wake_;
};

}  // namespace unibank
