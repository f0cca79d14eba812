// Litmus tests of memory consistency (tests/data/litmus) with timing: PTX allows every observed outcome, every load
// returns from the machine what the executor used (run.check_data), and ordering has its cost in cycles.
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/workload_run.h"
#include "host/device.h"
#include "support/litmus.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design with_four_sms(const std::string& name, const std::vector<std::string>& overrides = {}) {
  std::vector<std::string> all = {"gpu.sms=4"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return load_design(name, {}, all).design;
}

Design watched(const std::string& name) { return with_four_sms(name, {"run.check_data=true"}); }

// "54 tests", then the faults.
std::string run_all(const Design& design, Placement placement, unsigned cores = 1) {
  return forked([&] {
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    backend.gpu.use_cores(cores, 0);
    Device device(backend, memory);
    LitmusRunner runner(device);
    unsigned tests = 0;
    std::string faults;
    for (const Litmus& test : litmus_tests()) {
      const unsigned rounds = test.shape == Litmus::Shape::kTwoLocations ? 2 : 6;
      for (const std::string& fault : runner.run(test, placement, rounds).faults)
        faults += ", " + test.kernel + ": " + fault;
      ++tests;
    }
    return std::to_string(tests) + " tests" + faults;
  });
}

void check_all(const Design& design) {
  for (const Placement placement : {Placement::kOneBlock, Placement::kBlocks}) {
    CAPTURE(static_cast<int>(placement));
    CHECK(run_all(design, placement) == "54 tests");
  }
}

// Cycles of a round; "wrong" if a hand-over was lost.
std::string ping_pong(const std::string& kernel, const Design& design, Placement placement, unsigned rounds) {
  return forked([&] {
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    Device device(backend, memory);
    LitmusRunner runner(device);
    for (const Litmus& test : litmus_tests()) {
      if (test.kernel == kernel && !runner.run(test, placement, rounds).faults.empty()) return std::string("wrong");
    }
    RunResult run;
    backend.gpu.collect(run);
    return std::to_string(run.cycles / rounds);
  });
}

}  // namespace

TEST_CASE("litmus tests in time: gebhart2012/partitioned") { check_all(watched("gebhart2012/partitioned")); }
TEST_CASE("litmus tests in time: gebhart2012/unified-384k") { check_all(watched("gebhart2012/unified-384k")); }
TEST_CASE("litmus tests in time: gebhart2012/unified-384k-multiple-arbitrated") {
  check_all(watched("gebhart2012/unified-384k-multiple-arbitrated"));
}
TEST_CASE("litmus tests in time: gebhart2012/fermi-like-32-96") { check_all(watched("gebhart2012/fermi-like-32-96")); }
TEST_CASE("litmus tests in time: jing2016/separate-16k") { check_all(watched("jing2016/separate-16k")); }
TEST_CASE("litmus tests in time: jing2016/unified-128k") { check_all(watched("jing2016/unified-128k")); }
TEST_CASE("litmus tests in time: jing2016/integrated-fair") { check_all(watched("jing2016/integrated-fair")); }
TEST_CASE("litmus tests in time: jing2016/integrated-prioritized") {
  check_all(watched("jing2016/integrated-prioritized"));
}
TEST_CASE("litmus tests in time: jatala/shared-owf-opt") { check_all(watched("jatala/shared-owf-opt")); }
TEST_CASE("litmus tests in time: hayes2014/fermi") { check_all(watched("hayes2014/fermi")); }
TEST_CASE("litmus tests in time: hayes2014/kepler") { check_all(watched("hayes2014/kepler")); }
TEST_CASE("litmus tests in time: crossover/pooled") { check_all(watched("crossover/pooled")); }

TEST_CASE("timed litmus tests observe only allowed outcomes on two cores") {
  for (const char* design : {"jing2016/separate-16k", "jing2016/integrated-fair"})
    CHECK(run_all(watched(design), Placement::kBlocks, 2) == "54 tests");
}

// Each hand-over is a store to the L2 and a load that returns from there.
TEST_CASE("a flag that two SMs exchange takes at least two trips to L2 each round") {
  for (const char* kernel : {"ping_pong_volatile", "ping_pong_relaxed", "ping_pong_fence", "ping_pong_membar",
                             "ping_pong_acquire_release"}) {
    for (const char* name : {"jing2016/separate-16k", "hayes2014/kepler"}) {
      CAPTURE(kernel, name);
      const Design design = with_four_sms(name);
      const std::string round = ping_pong(kernel, design, Placement::kBlocks, 60);
      CAPTURE(round);
      REQUIRE(round != "wrong");
      CHECK(std::stoul(round) >= 2 * design.l2.latency);
    }
  }
}

TEST_CASE("within a block a flag is handed over in the L1") {
  const Design design = with_four_sms("jing2016/separate-16k");
  const std::string near = ping_pong("ping_pong_acquire_release_cta", design, Placement::kOneBlock, 60);
  const std::string far = ping_pong("ping_pong_acquire_release", design, Placement::kOneBlock, 60);
  CHECK(std::stoul(near) < std::stoul(far));
}

// All SMs read the lines first, so that each has its own copy, which stays dirty in its L1.
TEST_CASE("SMs that store to words of one line lose none of them, where stores are written back") {
  const std::string body = R"(
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  ld.param.u64 %rd1, [k_param_0];
  mul.wide.u32 %rd2, %r2, 128;
  add.u64 %rd1, %rd1, %rd2;
  ld.global.u32 %r3, [%rd1];
  mul.wide.u32 %rd3, %r1, 4;
  add.u64 %rd1, %rd1, %rd3;
  add.u32 %r4, %r1, 1;
  st.global.u32 [%rd1], %r4;
  ret;
})";
  const std::string kernel =
      ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry k(.param .u64 k_param_0) {\n"
      "  .reg .b32 %r<8>;\n  .reg .b64 %rd<8>;" + body;
  for (const char* name : {"jing2016/integrated-fair", "crossover/integrated-fair"}) {
    CAPTURE(name);
    const Design design = watched(name);
    CHECK(forked([&] {
            DeviceMemory memory;
            GpuBackend backend(design, memory, BlockFactories());
            Device device(backend, memory);
            device.load(kernel, "k.ptx");
            const std::uint64_t words = device.upload(std::vector<std::uint32_t>(32 * 32, 0));
            device.launch("k", {4, 1, 1}, {32, 1, 1}, Arguments(words));
            unsigned right = 0;
            const auto found = device.download<std::uint32_t>(words, 32 * 32);
            for (unsigned line = 0; line < 32; ++line)
              for (unsigned block = 0; block < 4; ++block) right += found[32 * line + block] == block + 1;
            return std::to_string(right);
          }) == std::to_string(32 * 4));
  }
}
