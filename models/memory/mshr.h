// Miss status holding registers as a module: an Sm's only access to memory.
//
// Register map of the target ports (0 L1, 1 operand stage): address = device memory address.
//   READ   32, 64, 96 or 128 bytes at a multiple of 32. Allocates an entry, which is sent to memory, or merges into the
//          entry of the same address and length. All merged reads get the same bytes. A read after a write to a line
//          never merges into an entry from before the write.
//   WRITE  up to 128 bytes, byte enables allowed: forwarded in order with the reads; the response follows memory's.
// Requests come at half cycles (one annotated with a later cycle waits as if there were no room until then). If there
// is room, the call returns TLM_UPDATED + END_REQ. Otherwise (no entry, no merge left, an earlier write not yet sent)
// it returns TLM_ACCEPTED, and END_REQ comes at the start of the first cycle with room, port 0 first. An entry is busy
// through the cycle of its last response. Responses are BEGIN_RESP at whole cycles: to the first waiter in the cycle of
// memory's response, to further ones one per cycle and port after it. (Where the Sm makes the MSHR's calls itself, on
// several cores, they come at the half of the same cycle, before the Sm's own: AlarmGroup.) Towards memory: one request
// per cycle, sent at half cycles (without delay when nothing waits), none before the cycle of memory's END_REQ. Memory
// may respond early (TLM_COMPLETED) or late.
#pragma once

#include <functional>
#include <memory>
#include <utility>
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

// Marks a read that the MSHR must not merge: it has its own request to memory (a load that bypasses the caches, or that
// follows an acquire).
struct GoesAlone : tlm::tlm_extension<GoesAlone> {
  tlm::tlm_extension_base* clone() const override { return new GoesAlone; }
  void copy_from(const tlm::tlm_extension_base&) override {}
  void free() override {}  // owned by the initiator: a payload does not delete it
};
inline bool goes_alone(const Payload& payload) { return payload.get_extension<GoesAlone>() != nullptr; }

// The Sm's interface to an MSHR.
class MshrInterface {
 public:
  virtual ~MshrInterface() = default;
  virtual TargetSocket& socket(unsigned port) = 0;
  virtual InitiatorSocket& memory() = 0;
  virtual unsigned occupancy() const = 0;   // entries in use
  virtual unsigned in_flight() const = 0;   // requests without a response; 0 when drained
  virtual MshrCounters counters() const = 0;
  // Adds its counters under their names; a variant with further counters adds those too.
  virtual void add_counters_to(CounterValues& all) const { all.add(counters()); }
  // For observers: [entry]: not 0 while the entry is in use. Null: the entries are not visible.
  virtual const std::vector<std::uint8_t>* entries() const { return nullptr; }
  // For observers: the entries in use whose last response was in this cycle: they are free from the next one on. Null:
  // they are not known.
  virtual const std::vector<unsigned>* ended() const { return nullptr; }
  // For waveforms: `changed` is called after each step in which entries may have been allocated or have ended. The Sm
  // may sleep in such a cycle.
  virtual void watch(std::function<void()> /*changed*/) {}
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
  const std::vector<unsigned>* ended() const override { return &settled().ended(); }
  void watch(std::function<void()> changed) override { watcher_ = std::move(changed); }

 private:
  friend class TargetPort<Mshr>;
  friend class InitiatorPort<Mshr>;
  // A request to memory, with its origin.
  struct MemoryRequest : Payload {
    bool followed = false;  // whether it has writers beside its data
    unsigned entry = MshrCore::kNoEntry;
    unsigned port = 0;
    Payload* write = nullptr;            // the forwarded request
    unsigned char* own_data = nullptr;   // the pool's own buffer, while the data pointer is the write's
  };
  struct Port {
    std::unique_ptr<TargetPort<Mshr>> socket;
    Payload* waiting = nullptr;  // not accepted yet
    Cycle since = 0;
    bool refused = false;  // there was no room; the request is retried when an entry has ended or a write has been sent
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  unsigned request_debug(unsigned port, Payload& payload);
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

  void whole_cycle();  // accepts a waiting request, sends further responses
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
  void tell() const {
    if (watcher_) watcher_();
  }

  // The core with its entries as of this cycle: ended entries are freed only on demand.
  MshrCore& settled() const {
    core_.free_ended(current_cycle());
    return core_;
  }

  mutable MshrCore core_;
  std::vector<Port> ports_;
  InitiatorPort<Mshr> memory_port_;
  PayloadPool<MemoryRequest> pool_;
  std::vector<LineData> came_;     // [entry]: memory's response, for all waiters; empty while values are not followed
  Payload* unaccepted_ = nullptr;  // a request sent without END_REQ so far: no other may be sent
  Cycle memory_free_ = 0;          // no request may be sent before this cycle
  DueQueue<MemoryRequest> due_;    // answers of memory
  std::function<void()> watcher_;
  Alarm whole_, half_;
};

}  // namespace unibank
