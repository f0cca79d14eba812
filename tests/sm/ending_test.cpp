// Launches that cannot end, or exceed a limit: the message names the waiting warps.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "support/addresses.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

// Refuses every second warp forever; it may be asked again `retry` cycles later (0: only when a block has started or
// finished).
template <Cycle retry>
class Refuse : public ScratchpadGate {
 public:
  void reset(const GateLaunch&) override {}
  void block_started(unsigned, Cycle) override {}
  void block_finished(unsigned, Cycle) override {}
  GateAnswer ask(const ScratchpadAccess& access) override {
    if (access.warp % 2 == 0) return {};
    return {false, retry == 0 ? kNever : access.cycle + retry};
  }
};

template <Cycle retry>
std::unique_ptr<ScratchpadGate> make_refusing(const PolicyValues&) {
  return std::make_unique<Refuse<retry>>();
}

const ScratchpadGateRegistry::Registration kSilent({"test-never", "", {}, make_refusing<0>});
const ScratchpadGateRegistry::Registration kAsked({"test-ask-again", "", {}, make_refusing<10>});

// A scratchpad access that the gate may refuse, then a barrier.
Script guarded() { return Script().load(Space::kScratchpad, {1}, {}, consecutive(0)).barrier().alu({2}, {}).exit(); }

Design with_gate(const char* name) {
  Design design = bench_design();
  design.scratchpad_gate.name = name;
  return design;
}

// The message of the error that ends the run; empty when it ends normally.
std::string message(SmBench& bench, const Script& script, unsigned blocks = 1, unsigned warps = 1) {
  try {
    bench.run(script, blocks, warps);
  } catch (const RunError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a barrier that one warp never reaches leaves the SM waiting and names both warps") {
  SmBench bench(with_gate("test-never"));
  CHECK(message(bench, guarded(), 1, 2).empty());  // no event is left: the simulation kernel stops
  CHECK_FALSE(bench.sm.idle());
  CHECK(bench.stream->finished == 0);
  const std::string waiting = bench.sm.waiting_warps(4);
  CHECK_THAT(waiting, Contains("warp 0 (block slot 0) waits at a barrier before 'line 2'"));
  CHECK_THAT(waiting, Contains("warp 1 (block slot 0) is ready but may not issue before 'line 0'"));
}

TEST_CASE("admitted blocks retire while a refused one waits") {
  SmBench bench(with_gate("test-never"));
  message(bench, Script().load(Space::kScratchpad, {1}, {}, consecutive(0)).exit(), 2);
  CHECK(bench.stream->finished == 1);
  CHECK_FALSE(bench.sm.idle());
  CHECK(bench.sm.waiting_warps(4) == "warp 1 (block slot 1) is ready but may not issue before 'line 0'");
}

TEST_CASE("a gate that refuses every retry ends the launch after the cycles without progress") {
  Design design = with_gate("test-ask-again");
  design.run.no_progress_cycles = 1000;
  SmBench bench(design);
  const std::string text = message(bench, guarded(), 1, 2);
  CHECK_THAT(text, Contains("no instruction has issued and no response has come for 1"));
  CHECK_THAT(text, Contains("warp 0 (block slot 0) waits at a barrier"));
  CHECK_THAT(text, Contains("warp 1 (block slot 0) is ready but may not issue before 'line 0'"));
  // The limit counts from the last result; then the gate is asked every 10 cycles.
  CHECK(bench.sm.cycle() - bench.stream->commits.back().cycle <= 1000 + 10 + 10);
}

TEST_CASE("memory that takes longer than the cycles without progress is no error: its answer is progress") {
  Design design = bench_design();
  design.run.no_progress_cycles = 300;
  SmBench bench(design);
  CHECK(message(bench, Script().load(Space::kGlobal, {1}, {0}, consecutive(0)).alu({2}, {1}).exit()).empty());
  CHECK(bench.sm.idle());
}

TEST_CASE("an instruction limit ends a launch that exceeds it and whose warp might issue more") {
  Design design = bench_design();
  design.run.instruction_limit = 50;
  SmBench bench(design);
  Script script;
  for (unsigned i = 0; i < 100; ++i) script.alu({static_cast<std::uint16_t>(i % 16)}, {});
  const std::string text = message(bench, script.exit());
  CHECK_THAT(text, Contains("50 warp instructions (run.instruction_limit)"));
  CHECK_THAT(text, Contains("warp 0 (block slot 0) is ready before 'line "));
  CHECK(bench.sm.counters()["warp_instructions"] == 50 + 1);
}

TEST_CASE("a launch of exactly the instruction limit ends well and the next begins anew") {
  Design design = bench_design();
  design.run.instruction_limit = 3;
  SmBench bench(design);
  const Script script = Script().alu({1}, {}).alu({2}, {}).exit();
  CHECK(message(bench, script).empty());
  CHECK(message(bench, script).empty());
  CHECK(bench.sm.counters()["warp_instructions"] == 2 * 3);
}

TEST_CASE("a message names four warps and counts the others") {
  SmBench bench(with_gate("test-never"));
  message(bench, guarded(), 1, 8);
  const std::string waiting = bench.sm.waiting_warps(4);
  CHECK_THAT(waiting, Contains("warp 3 "));
  CHECK_THAT(waiting, !Contains("warp 4 "));
  CHECK_THAT(waiting, Contains(" and 4 more"));
}

TEST_CASE("an SM that has drained names no waiting warp") {
  SmBench bench(bench_design());
  CHECK(message(bench, Script().alu({1}, {}).exit()).empty());
  CHECK(bench.sm.idle());
  CHECK(bench.sm.waiting_warps(4) == "no warp is resident");
}
