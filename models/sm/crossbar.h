// The crossbar between the units of an Sm (load/store unit, L1) and storage: ports of 16 bytes; requests pass in zero
// time, responses take a cycle.
//
// Register map of target port p: the ranges of that port one after the other, from address 0; a request is forwarded
// with its address relative to its range's start. Unified: a range for each bank of cluster p. Partitioned: the
// scratchpad banks of port p, then the cache banks. Pool: one range, the banks of port p. Requests are arbitrated per
// cycle before they are sent. With eight ports, rows of lines have a socket of their own (sm/line_rows.h).
#pragma once

#include <memory>
#include <vector>

#include "base/counters.h"
#include "sm/line_rows.h"
#include "tlm/ports.h"

namespace unibank {

struct CrossbarParameters {
  unsigned ports = 8;
  std::vector<std::uint64_t> range_bytes;  // of each port, in order; one initiator socket each
};

#define UNIBANK_CROSSBAR_COUNTERS(counter) \
  counter(transfers, "crossbar.transfers", "requests", "for rows of scratchpad and cache through its ports")
UNIBANK_COUNTERS(CrossbarCounters, "sm.crossbar", UNIBANK_CROSSBAR_COUNTERS);

// The Sm's interface to the crossbar.
class CrossbarInterface {
 public:
  virtual ~CrossbarInterface() = default;
  virtual TargetSocket& target(unsigned port) = 0;
  virtual InitiatorSocket& initiator(unsigned port, unsigned range = 0) = 0;
  // The socket for rows of lines (sm/line_rows.h); null: they go through the ports. To be called in a module's
  // constructor, or never: a socket that exists must be bound. lines_from(): the address from which on rows may be sent
  // there (LineRows::kNone: none), known after elaboration.
  virtual WideTargetSocket* lines() { return nullptr; }
  virtual std::uint64_t lines_from() const { return LineRows::kNone; }
  virtual std::uint64_t transfers(unsigned port) const = 0;
  virtual unsigned ports() const = 0;
  virtual void add_counters_to(CounterValues& all) const {
    for (unsigned port = 0; port < ports(); ++port) all.add(CrossbarCounters{transfers(port)});
  }
};

struct CrossbarKind {
  static constexpr const char* kName = "crossbar";
  using Block = CrossbarInterface;
  using Parameters = CrossbarParameters;
};

class Crossbar : public sc_core::sc_module, public CrossbarInterface {
 public:
  Crossbar(const sc_core::sc_module_name& name, const CrossbarParameters& parameters);

  TargetSocket& target(unsigned port) override { return *targets_[port]; }
  InitiatorSocket& initiator(unsigned port, unsigned range = 0) override {
    return *initiators_[port * ranges() + range];
  }
  WideTargetSocket* lines() override;
  std::uint64_t lines_from() const override { return lines_ ? lines_->from() : LineRows::kNone; }
  std::uint64_t transfers(unsigned port) const override {
    return transfers_[port] + (lines_ ? lines_->transfers(port) : 0);
  }
  unsigned ports() const override { return static_cast<unsigned>(transfers_.size()); }

 private:
  friend class TargetPort<Crossbar>;
  friend class InitiatorPort<Crossbar>;
  unsigned ranges() const { return static_cast<unsigned>(ends_.size()); }
  tlm::tlm_sync_enum request(unsigned port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void request_blocking(unsigned port, Payload& payload);
  void end_of_elaboration() override;
  // The initiator socket of a request, and its address there; kNone: outside all ranges.
  unsigned route(unsigned port, std::uint64_t& address) const {
    std::uint64_t start = 0;
    unsigned to = port * ranges();
    for (const std::uint64_t end : ends_) {
      if (address < end) {
        address -= start;
        return to;
      }
      start = end;
      ++to;
    }
    return kNone;
  }
  void answered(unsigned initiator, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay);

  static constexpr unsigned kNone = ~0u;

  sc_core::sc_time one_cycle_;
  std::vector<std::uint64_t> ends_;  // the ends of the ranges, in the address space of a port
  std::vector<std::uint64_t> transfers_;
  std::vector<std::unique_ptr<TargetPort<Crossbar>>> targets_;
  std::vector<std::unique_ptr<InitiatorPort<Crossbar>>> initiators_;  // [port][range]
  std::vector<ForwardPath> paths_;                                             // the paths through initiators_, once
                                                                               // bound
  std::unique_ptr<LineRows> lines_;  // null: the socket was not requested
};

}  // namespace unibank
