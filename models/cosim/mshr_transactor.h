// An MSHR in RTL in place of the model's. The RTL has one port: one of several requests in a cycle is accepted, and the
// operand stage's is taken before the L1's if both wait. A request of a half cycle is sent to memory in
// the same half cycle if the RTL allows it; memory's response at a whole cycle is forwarded there to the first waiter.
//
// An MSHR may take longer for each of these steps: it may accept requests at an edge, or answer several edges after
// the data. Edges are made while it is busy().
//
// Edges are made before anything else changes the pins in a cycle, so the order in which memory and this block act
// at a whole cycle changes nothing; and only while something is due.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "memory/line_data.h"
#include "memory/mshr.h"
#include "cosim/check_mode.h"
#include "cosim/mshr_check.h"
#include "cosim/mshr_order.h"
#include "cosim/mshr_block.h"
#include "cosim/pin_watch.h"
#include "cosim/request_ports.h"
#include "cosim/request_text.h"
#include "tlm/due_queue.h"
#include "tlm/pool.h"

namespace unibank::rtl {

class MshrTransactor : public sc_core::sc_module, public MshrInterface, public Compared {
 public:
  // Throws InputError for more entries or merges than the RTL has.
  MshrTransactor(const sc_core::sc_module_name& name, const MshrParameters& parameters, const BlockOptions& options,
                 std::unique_ptr<MshrBlock> pins);

  TargetSocket& socket(unsigned port) override { return ports_.socket(port); }
  InitiatorSocket& memory() override { return memory_port_; }
  unsigned occupancy() const override { return pins_->occupancy(); }
  unsigned in_flight() const override { return in_flight_; }
  MshrCounters counters() const override;
  void watch(std::function<void()> changed) override { watcher_ = std::move(changed); }
  const Comparison* comparison() const override { return check_.comparison(); }
  void no_progress() const override;

 private:
  friend class TargetPort<MshrTransactor>;
  friend class InitiatorPort<MshrTransactor>;
  struct MemoryRequest : Payload {
    unsigned entry_or_name = 0;
    bool passed_on = false;             // a write, with the bytes of the request itself
    unsigned char* own_data = nullptr;  // the pool's own buffer, while the payload has the request's bytes
  };
  struct Named {
    Payload* payload = nullptr;
    unsigned port = 0;
  };

  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  unsigned request_debug(unsigned port, Payload& payload);
  void answered(unsigned port, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  void whole_cycle();
  void half_cycle();
  void advance(Cycle now);
  void present(unsigned port, Payload& payload);
  void present_waiting(Cycle now);
  void send();
  MemoryRequest& prepare(const MshrBlock::ToMemory& what);
  void memory_due(MemoryRequest& request, Cycle due);
  void data_came(MemoryRequest& request);
  void give_answer();
  void accepted();
  void took(Payload& payload, Cycle now);
  void compare_at_rest() const;
  void compare(const std::string& difference) const;
  void compare_counts(const std::string& difference) const;
  void schedule(Cycle now);
  void show(Cycle now);

  const std::unique_ptr<MshrBlock> pins_;
  RequestPorts<MshrTransactor> ports_;
  InitiatorPort<MshrTransactor> memory_port_;
  PayloadPool<MemoryRequest> pool_;
  std::vector<Named> named_;       // [name]
  std::vector<LineData> came_;     // [entry]: the RTL stores names, not bytes
  std::vector<unsigned> free_names_;
  unsigned presented_ = RequestPorts<MshrTransactor>::kNone;  // the port whose request is at the pins and not accepted
                                                              // yet
  Payload* unaccepted_ = nullptr;  // a request sent to memory without END_REQ so far: no other may be sent
  Cycle memory_free_ = 0;          // no request may be sent to memory before this cycle
  Cycle memory_took_ = 0;          // cycle in which memory accepted the last request, and from which on it is free
  DueQueue<MemoryRequest> due_;    // responses of memory
  unsigned in_flight_ = 0;
  std::uint64_t reads_ = 0, writes_ = 0;
  Cycle cycle_ = 0, last_send_ = kNever, last_answer_ = kNever;  // cycle_: cycle of the pins
  CheckMode check_;
  std::unique_ptr<MshrCheck> model_;  // null: no comparison of cycles
  std::unique_ptr<MshrOrder> order_;  // null: no comparison of order
  PinWatch watch_;
  LastRequest last_;
  std::function<void()> watcher_;
  sc_core::sc_event whole_, half_;
};

}  // namespace unibank::rtl
