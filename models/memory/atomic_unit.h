// The ALU of atomics as a module, before each L2 slice, or each DRAM channel where there is no L2 cache. What it does
// when: atomic_unit_core.h.
//
// Register map: that of the block behind it. A WRITE with an AtomicNote (atomic_note.h) is an atomic, of whole sectors;
// everything else is passed on with the same payload, in the same call.
// Requests come at half cycles. While an atomic of its line is under way, or when the unit itself sends in that cycle,
// a request waits: TLM_ACCEPTED, and END_REQ at a whole cycle behind that in which it went on. So does an atomic when
// there is no place for it. Reads and writes of atomics leave before what passes, one request a cycle in all.
// An atomic on an idle unit whose bytes are read in d cycles is answered (BEGIN_RESP) d + turns x interval cycles
// behind its request, what comes behind it on its line turns x interval cycles later. Nobody waits for the write.
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

// What the machine needs of whatever takes the unit's place.
class AtomicUnitInterface {
 public:
  virtual ~AtomicUnitInterface() = default;
  virtual TargetSocket& socket() = 0;
  virtual InitiatorSocket& memory() = 0;
  virtual unsigned in_flight() const = 0;  // atomics not answered, and their writes; 0 when drained
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

  void whole_cycle();  // memory's answers that were early, the end of an atomic's turns, END_REQ
  void half_cycle();   // what the ALU begins with; sends
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
  void end_request();
  void schedule(Cycle from);

  AtomicUnitCore core_;
  TargetPort<AtomicUnit> in_;
  InitiatorPort<AtomicUnit> out_;
  PayloadPool<Own> pool_;
  std::vector<Own*> own_;          // sent, not answered
  std::vector<LineData> lines_;    // [entry]: its line's bytes, where values are followed
  std::vector<Own*> writes_;       // [entry]: what it leaves, from the end of its turns until that is sent
  Payload* waiting_ = nullptr;     // has come and not gone on
  Cycle waiting_since_ = 0;
  Payload* end_req_ = nullptr;     // has gone on, and its END_REQ is given at the next whole cycle
  const Payload* unaccepted_ = nullptr;  // sent, without END_REQ so far: nothing else may be sent
  Cycle memory_free_ = 0, last_send_ = kNever;
  DueQueue<Own> due_;              // answers of memory that were early
  Alarm whole_, half_;
};

}  // namespace unibank
