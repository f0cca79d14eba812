// Miss status holding registers as a module: an Sm's only way to memory.
//
// Register map of the target ports (0 load/store unit, 1 operand stage): address = device memory address.
//   READ   32, 64, 96 or 128 bytes at a multiple of 32. Allocates an entry, which is sent on, or merges into the entry
//          of the same address and length. All that are merged get the same bytes. Behind a write of a line no read
//          merges into one before it.
//   WRITE  up to 128 bytes, byte enables allowed: passed on in order with the reads, answered when memory has answered.
// Requests come at half cycles (one annotated into a later cycle waits as if there were no room until then). With room:
// TLM_UPDATED + END_REQ. Without (no entry, no merge left, an earlier write not yet sent): TLM_ACCEPTED; END_REQ comes
// at the start of the first cycle that has room, port 0 first. An entry is busy through the cycle of its last answer.
// Answers are BEGIN_RESP at whole cycles: to the first waiter in the cycle in which memory answers, to further ones one
// a cycle and port after it. Towards memory: one request a cycle, sent at half cycles (straight through when nothing
// waits), none while memory has not sent END_REQ. Memory may answer early (TLM_COMPLETED) or late.
#pragma once

#include <memory>
#include <vector>

#include "memory/mshr_core.h"
#include "memory/line_data.h"
#include "tlm/due_queue.h"
#include "tlm/notify.h"
#include "tlm/pool.h"
#include "tlm/ports.h"
#include "tlm/time.h"

namespace unibank {

// OK when the register map above allows the request.
tlm::tlm_response_status check_mshr_request(const Payload& payload);

// Beside a read that memory must answer anew: an atomic, a load past the caches. The MSHR merges it with no other.
struct GoesAlone : tlm::tlm_extension<GoesAlone> {
  tlm::tlm_extension_base* clone() const override { return new GoesAlone; }
  void copy_from(const tlm::tlm_extension_base&) override {}
  void free() override {}  // whoever has it keeps it: a payload that ends deletes nothing
};
inline bool goes_alone(const Payload& payload) { return payload.get_extension<GoesAlone>() != nullptr; }

// What the Sm needs of whatever takes the MSHR's place.
class MshrInterface {
 public:
  virtual ~MshrInterface() = default;
  virtual TargetSocket& socket(unsigned port) = 0;
  virtual InitiatorSocket& memory() = 0;
  virtual unsigned occupancy() const = 0;   // entries in use
  virtual unsigned in_flight() const = 0;   // requests not answered yet; 0 when drained
  virtual MshrCounters counters() const = 0;
  // What it counts, under the names of its counters; whoever counts more adds that.
  virtual void add_counters_to(CounterValues& all) const { all.add(counters()); }
  // For observers: [entry], not 0 while it is in use. Null: it does not show its entries.
  virtual const std::vector<std::uint8_t>* entries() const { return nullptr; }
};

struct MshrKind {
  static constexpr const char* kName = "mshr";
  using Block = MshrInterface;
  using Parameters = MshrParameters;
};

class Mshr : public sc_core::sc_module, public MshrInterface {
 public:
  Mshr(const sc_core::sc_module_name& name, const MshrParameters& parameters);

  TargetSocket& socket(unsigned port) override { return *ports_[port].socket; }
  InitiatorSocket& memory() override { return memory_port_; }
  unsigned occupancy() const override { return settled().occupancy(); }
  unsigned in_flight() const override;
  MshrCounters counters() const override { return core_.counters(); }
  const std::vector<std::uint8_t>* entries() const override { return &settled().entries(); }

 private:
  friend class TargetPort<Mshr>;
  friend class InitiatorPort<Mshr>;
  // A request to memory, and for whom.
  struct MemoryRequest : Payload {
    bool followed = false;  // it has writers beside its data
    unsigned entry = MshrCore::kNoEntry;
    unsigned port = 0;
    Payload* write = nullptr;            // the request that is passed on
    unsigned char* own_data = nullptr;   // of the pool's entry, while the data pointer is the write's
  };
  struct Port {
    std::unique_ptr<TargetPort<Mshr>> socket;
    Payload* waiting = nullptr;  // not accepted yet
    Cycle since = 0;
    bool refused = false;  // there was no room: looked at again when an entry has ended or a write has left
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  unsigned request_debug(unsigned port, Payload& payload);
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

  void whole_cycle();  // accepts who waits, gives further answers
  void half_cycle();   // sends to memory
  void send(Cycle now);
  void schedule_send(Cycle from);
  MemoryRequest& prepare(const MshrCore::Send& what);
  void memory_due(MemoryRequest& request, Cycle due);
  void memory_done(MemoryRequest& request, Cycle now);
  void accept_waiting(Cycle now);
  void give_answers(Cycle now);
  void give(unsigned port, const MshrCore::Answer& answer);
  void schedule(Cycle now);

  // The core with its entries as they are in this cycle: nothing runs to free one before somebody asks.
  MshrCore& settled() const {
    core_.free_ended(current_cycle());
    return core_;
  }

  mutable MshrCore core_;
  std::vector<Port> ports_;
  InitiatorPort<Mshr> memory_port_;
  PayloadPool<MemoryRequest> pool_;
  std::vector<LineData> came_;     // [entry]: what memory has answered, for all that wait; empty while it is not followed
  Payload* unaccepted_ = nullptr;  // sent, without END_REQ so far: nothing else may be sent
  Cycle memory_free_ = 0;          // nor before this cycle
  DueQueue<MemoryRequest> due_;    // answers of memory
  Alarm whole_, half_;
};

}  // namespace unibank
