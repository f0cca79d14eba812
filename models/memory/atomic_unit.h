// The ALU of atomics as a module, before each L2 slice, or each DRAM channel if there is no L2 cache. Its timing:
// atomic_unit_core.h.
//
// The register map is that of the block behind the unit. A WRITE with an AtomicNote (atomic_note.h) is an atomic, of
// whole sectors; every other request is forwarded with the same payload, in the same call. Requests come at half
// cycles. A forwarded request waits while an atomic under way occupies its bytes (occupied_bytes), or when the unit
// itself sends in that cycle: TLM_ACCEPTED, and END_REQ when the block behind the unit has accepted it. An atomic waits
// when no entry is free, or when the atomic before it on these bytes does not have all its sectors; its END_REQ comes
// at the whole cycle after it has an entry. Reads and writes of atomics have priority over forwarded requests, one
// request per cycle in total. An atomic on an idle unit with a read latency of d cycles gets its response (BEGIN_RESP)
// d + turns x interval + latency cycles after its request; later atomics on its bytes wait for these turns, other
// requests to them until its write has been sent. No request waits for the response to the write.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "memory/atomic_note.h"
#include "memory/atomic_unit_core.h"
#include "tlm/due_queue.h"
#include "tlm/notify.h"
#include "tlm/pool.h"
#include "tlm/ports.h"

namespace unibank {

// The machine's interface to an atomic unit.
class AtomicUnitInterface {
 public:
  virtual ~AtomicUnitInterface() = default;
  virtual TargetSocket& socket() = 0;
  virtual InitiatorSocket& memory() = 0;
  virtual unsigned in_flight() const = 0;  // atomics without a response, and their writes; 0 when drained
  virtual void add_counters_to(CounterValues& all) const = 0;
};

struct AtomicUnitKind {
  static constexpr const char* kName = "atomic_unit";
  using Block = AtomicUnitInterface;
  using Parameters = AtomicUnitParameters;
};

class AtomicUnit : public sc_core::sc_module, public AtomicUnitInterface {
 public:
  AtomicUnit(const sc_core::sc_module_name& name, const AtomicUnitParameters& parameters);

  TargetSocket& socket() override { return in_; }
  InitiatorSocket& memory() override { return out_; }
  unsigned in_flight() const override { return core_.occupancy() + static_cast<unsigned>(own_.size()); }
  void add_counters_to(CounterValues& all) const override { all.add(core_.counters()); }

 private:
  friend class TargetPort<AtomicUnit>;
  friend class InitiatorPort<AtomicUnit>;
  struct Own : Payload {
    unsigned entry = AtomicUnitCore::kNone;
    std::array<unsigned char, kLineBytes> enables{};
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  unsigned request_debug(unsigned, Payload& payload) { return out_->transport_dbg(payload); }
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

  void whole_cycle();  // early responses of memory, the end of an atomic's turns, END_REQ
  void half_cycle();   // starts the ALU; sends
  bool may_send(Cycle now) const { return !unaccepted_ && memory_free_ <= now && last_send_ != now; }
  bool accept_atomic(Payload& payload, const AtomicNote& note);
  tlm::tlm_sync_enum pass_on(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay, Cycle now);
  void try_waiting(Cycle now);
  void send_own(Cycle now);
  Own& own_request(tlm::tlm_command command, unsigned entry);
  Own& write_of(unsigned entry);
  void own_done(Own& request);
  void finish(Cycle now);
  void change_line(unsigned entry);
  void end_request(Cycle now);
  void schedule(Cycle from);

  const Cycle latency_;
  AtomicUnitCore core_;
  TargetPort<AtomicUnit> in_;
  InitiatorPort<AtomicUnit> out_;
  PayloadPool<Own> pool_;
  std::vector<Own*> own_;          // requests sent, without a response
  std::vector<LineData> lines_;    // [entry]: its line's bytes, where values are followed
  std::vector<Own*> writes_;       // [entry]: its write, from the end of its turns until it is sent
  Payload* waiting_ = nullptr;     // a request that arrived and is not forwarded
  Cycle waiting_since_ = 0;
  Payload* end_req_ = nullptr;     // a forwarded request; its END_REQ follows
  Cycle end_req_at_ = 0;           // in this whole cycle
  const Payload* unaccepted_ = nullptr;  // a request sent without END_REQ so far: no other may be sent
  Cycle memory_free_ = 0, last_send_ = kNever;
  DueQueue<Own> due_;              // early responses of memory
  Alarm whole_, half_;
};

}  // namespace unibank
