// Modules between the MSHR of an SM and memory.
#include <catch2/catch.hpp>

#include "gpu/workload_run.h"
#include "memory/miss_path.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Forwards everything, and reports `holds` requests in flight.
class Wire : public sc_core::sc_module, public MissPathInterface {
 public:
  Wire(const sc_core::sc_module_name& name, unsigned holds)
      : sc_module(name), in_("in", this), out_("out", this), holds_(holds) {}
  TargetSocket& socket() override { return in_; }
  InitiatorSocket& memory() override { return out_; }
  unsigned in_flight() const override { return holds_; }

 private:
  friend class TargetPort<Wire>;
  friend class InitiatorPort<Wire>;
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    return out_.send(payload, phase, delay);
  }
  void request_blocking(unsigned, Payload&) {}
  void answered(unsigned, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    tlm::tlm_phase same_phase = phase;
    sc_core::sc_time same_delay = delay;
    in_.answer(payload, same_phase, same_delay);
  }

  TargetPort<Wire> in_;
  InitiatorPort<Wire> out_;
  const unsigned holds_;
};

BlockFactories with_wire(unsigned holds = 0) {
  BlockFactories factories;
  factories.set<MissPathKind>([holds](const char* name, const MissPathParameters&) {
    return std::make_unique<Wire>(name, holds);
  });
  return factories;
}

}  // namespace

TEST_CASE("a wire in the miss path changes no byte") {
  Design several = unified_design();
  several.gpu.sms = 3;
  several.l2.bytes = 8192;
  several.l2.slices = 4;
  several.l2.ways = 4;
  for (const char* workload : {"needle", "bfs"}) {
    for (const Design& design : {partitioned_design(), several}) {
      INFO(workload << " on " << design.gpu.sms << " SMs");
      CHECK(run_text(workload, design, with_wire()) == run_text(workload, design));
    }
  }
}

TEST_CASE("requests that stay in the miss path break an invariant") {
  CHECK_THAT(run_text("vectoradd", partitioned_design(), with_wire(2)),
             Catch::Contains("broken: 2 requests are still in the miss path\n"));
}
