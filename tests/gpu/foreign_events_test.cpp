// A launch ends when the machine has drained, whatever else is in the simulation, and takes as many cycles as it takes
// alone.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/workload_run.h"
#include "memory/foreign_memory.h"
#include "support/foreign_events.h"
#include "support/shut_gate.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;
using sc_core::sc_time;

namespace {

// A design whose cycles depend on when a launch begins, because refreshes have their own times.
Design refreshing_design() {
  return load_design("jing2016/separate-16k", {},
                     {"gpu.sms=2", "dram.model=fr-fcfs", "dram.standard=hbm2", "dram_refresh.policy=per-bank"})
      .design;
}

// All measurements of a workload that runs beside the module made by `make`.
template <typename Make>
std::string text_beside(const std::string& workload, const Design& design, Make make) {
  return forked([&] {
    const auto other = make();
    return text_of(measure(workload, design, {}));
  });
}

auto clock_of(double ns) {
  return [ns] { return std::make_unique<sc_core::sc_clock>("clock", sc_time(ns, sc_core::SC_NS)); };
}

BlockFactories behind(RefreshingMemory& memory) {
  BlockFactories factories;
  factories.set<DramKind>([&memory](const char* name, const DramParameters& parameters) {
    return std::make_unique<ForeignMemory>(name, ForeignMemoryParameters{parameters.ports, 0},
                                           [&](unsigned, InitiatorSocket& socket) { socket.bind(memory.socket); });
  });
  return factories;
}

const ScratchpadGateRegistry::Registration kShutBeside(
    {"test-shut-beside", "", {}, [](const PolicyValues&) { return std::make_unique<ShutGate>(); }});

// Stops the simulation at 5000.3 ns.
struct Stopper : sc_core::sc_module {
  explicit Stopper(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Stopper);
    SC_METHOD(stop);
  }
  void stop() {
    if (sc_core::sc_time_stamp() != sc_core::SC_ZERO_TIME) return sc_core::sc_stop();
    next_trigger(sc_time(5000.3, sc_core::SC_NS));
  }
};

}  // namespace

TEST_CASE("a clock beside a machine neither keeps a launch going nor changes its cycles") {
  for (const char* workload : {"needle", "srad"}) {
    for (const Design& design : {unified_design(), refreshing_design()}) {
      const std::string alone = run_text(workload, design);
      REQUIRE_THAT(alone, Contains("\ncycles "));
      for (const double ns : {1.0, 0.7, 0.5, 37.0}) {
        INFO(workload << " beside a clock of " << ns << " ns");
        CHECK(text_beside(workload, design, clock_of(ns)) == alone);
      }
    }
  }
}

TEST_CASE("an initiator that ends long after a launch changes nothing and is not waited for") {
  const std::string alone = run_text("needle", unified_design());
  const std::string beside = forked([] {
    const Ticking other("other", sc_time(3, sc_core::SC_NS), 100000);
    const std::string text = text_of(measure("needle", unified_design(), {}));
    return text + (other.left() > 50000 ? "" : " and waited for the other");
  });
  CHECK(beside == alone);
}

TEST_CASE("a memory that refreshes forever does not keep a launch going") {
  for (const char* workload : {"needle", "bfs", "srad"}) {
    INFO(workload);
    const std::string text = forked([&] {
      RefreshingMemory memory("memory");
      const Measured measured = measure(workload, unified_design(), behind(memory));
      std::string broken;
      for (const std::string& one : measured.result.broken_invariants) broken += "; " + one;
      return (measured.result.verified ? "right" : measured.result.verification) + broken +
             (memory.refreshes > measured.result.cycles / 200 ? "" : "; refreshes are missing") +
             (memory.requests == memory.answers ? "" : "; answers are missing");
    });
    CHECK(text == "right");
  }
}

TEST_CASE("a machine that is stuck beside a clock reports it after run.no_progress_cycles") {
  Design design = load_design("gebhart2012/partitioned", {}, {"run.no_progress_cycles=5000"}).design;
  design.scratchpad_gate.name = "test-shut-beside";
  CHECK_THAT(text_beside("needle", design, clock_of(1.0)),
             Contains("no instruction has issued and no response has come for 5001 cycles (run.no_progress_cycles); "
                      "warp 0 (block slot 0) is ready but may not issue before"));
}

TEST_CASE("a refreshing memory that has lost a request is named after ten times as long") {
  Design design = unified_design();
  design.run.no_progress_cycles = 2000;
  const std::string text = forked([&] {
    RefreshingMemory memory("memory", 5);
    return text_of(measure("needle", design, behind(memory)));
  });
  CHECK_THAT(text, Contains("no instruction has issued and no response has come for 20001 cycles "
                            "(run.no_progress_cycles)") &&
                       Contains(" requests are still in the DRAM channel; warp 0 (block slot 0) waits for memory, or "
                                "sleeps, before"));
}

TEST_CASE("beside a clock a slow start is not taken for a launch without progress") {
  for (const char* slow : {"gpu.launch_latency=6000", "dram.latency=6000"}) {
    INFO(slow);
    const Design design = load_design("jing2016/separate-16k", {}, {"run.no_progress_cycles=5000", slow}).design;
    CHECK(text_beside("vectoradd", design, clock_of(1.0)) == run_text("vectoradd", design));
  }
}

TEST_CASE("a launch reports that the simulation was stopped from outside") {
  CHECK_THAT(text_beside("needle", unified_design(), [] { return std::make_unique<Stopper>("stopper"); }),
             Contains("error: the simulation was stopped (sc_stop) in the middle of a launch"));
}
