// One slice of the L2 cache as a module, between the interconnect and a DRAM channel. Its state: l2_slice_core.h.
//
// Register map: address = device memory address, READ or WRITE of 1 to 128 bytes inside one line of this slice, byte
// enables allowed on writes. Requests come at half cycles (one annotated with a later cycle waits as if there were no
// room until then). If the queue has room, the call returns TLM_UPDATED + END_REQ; otherwise TLM_ACCEPTED, and END_REQ
// comes at the first whole cycle with room. A request that came in cycle c is looked up in c + 1 at the earliest, one
// per cycle. Responses are BEGIN_RESP at whole cycles, one per cycle: for hits and writes latency cycles after the
// lookup, for misses in the cycle of memory's response. Towards memory: one request per cycle, sent at half cycles, a
// fetch latency cycles after its lookup at the earliest, a write-back without this latency, none while memory has not
// sent END_REQ. Memory may respond early (TLM_COMPLETED) or late. No request waits for the response to a write-back.
// Lines stay between launches, and nothing is written back when a kernel ends.
#pragma once

#include <vector>

#include "memory/l2_data.h"
#include "memory/l2_slice_core.h"
#include "tlm/due_queue.h"
#include "tlm/notify.h"
#include "tlm/pool.h"
#include "tlm/ports.h"

namespace unibank {

// The Gpu's interface to an L2 slice.
class L2SliceInterface {
 public:
  virtual ~L2SliceInterface() = default;
  virtual TargetSocket& socket() = 0;
  virtual InitiatorSocket& memory() = 0;
  virtual unsigned occupancy() const = 0;  // fetches under way
  virtual unsigned in_flight() const = 0;  // requests without a response and unfinished write-backs; 0 when drained
  virtual L2SliceCounters counters() const = 0;
  // Adds its counters under their names; a variant with further counters adds those too.
  virtual void add_counters_to(CounterValues& all) const { all.add(counters()); }
  // Blocks that are not timed have read the sectors of these bytes of a line, or written the bytes: the line is present
  // from now on, as after such a request. Takes no time and changes no counter. A slice that cannot do so stays as it
  // is.
  virtual void warm(std::uint64_t /*line*/, const L2SliceCore::ByteMask& /*bytes*/, bool /*write*/) {}
  // Places that have had no line yet; 0 if the slice does not know.
  virtual std::size_t empty_lines() const { return 0; }
};

struct L2SliceKind {
  static constexpr const char* kName = "l2";
  using Block = L2SliceInterface;
  using Parameters = L2SliceParameters;
};

class L2Slice : public sc_core::sc_module, public L2SliceInterface {
 public:
  L2Slice(const sc_core::sc_module_name& name, const L2SliceParameters& parameters);

  TargetSocket& socket() override { return socket_; }
  InitiatorSocket& memory() override { return memory_port_; }
  unsigned occupancy() const override { return core_.occupancy(); }
  unsigned in_flight() const override;
  L2SliceCounters counters() const override { return core_.counters(); }
  void warm(std::uint64_t line, const L2SliceCore::ByteMask& bytes, bool write) override {
    core_.warm(line, bytes, write);
  }
  std::size_t empty_lines() const override { return core_.empty_lines(); }

 private:
  friend class TargetPort<L2Slice>;
  friend class InitiatorPort<L2Slice>;
  struct MemoryRequest : Payload {
    unsigned entry = L2SliceCore::kNoEntry;
    std::array<unsigned char, kLineBytes> enables{};
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  unsigned request_debug(unsigned port, Payload& payload);
  void follow_values();
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  tlm::tlm_response_status check(const Payload& payload) const;

  void whole_cycle();  // processes memory's early responses, accepts the waiting request, sends responses
  void half_cycle();   // looks up, sends to memory
  void send(Cycle now);
  MemoryRequest& prepare(const L2SliceCore::Send& what);
  void memory_due(MemoryRequest& request, Cycle due);
  void memory_done(MemoryRequest& request, Cycle now);
  void accept_waiting(Cycle now);
  void give_answer(Cycle now);
  void schedule_whole(Cycle from);
  void schedule_half(Cycle from);

  L2SliceParameters parameters_;
  L2SliceCore core_;
  std::unique_ptr<L2Data> data_;  // exists once a payload has writers
  TargetPort<L2Slice> socket_;
  InitiatorPort<L2Slice> memory_port_;
  PayloadPool<MemoryRequest> pool_;
  Payload* waiting_ = nullptr;     // a request that is not accepted yet
  Cycle waiting_since_ = 0;
  Payload* unaccepted_ = nullptr;  // a request sent without END_REQ so far: no other may be sent
  Cycle memory_free_ = 0;          // no request may be sent before this cycle
  DueQueue<MemoryRequest> due_;    // answers of memory
  StepEvent whole_, half_;
};

}  // namespace unibank
