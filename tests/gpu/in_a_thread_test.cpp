// Launches by threads of a user's simulation, and several machines in it.
#include <catch2/catch.hpp>

#include "gpu/workload_run.h"
#include "support/foreign_events.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

// A machine that runs a workload in its own SC_THREAD from the beginning of the simulation.
class Programmed : public sc_core::sc_module {
 public:
  Programmed(const sc_core::sc_module_name& name, const std::string& workload, const Design& design)
      : sc_module(name), workload_(find_workload(workload)), backend_(design, memory_, {}), device_(backend_, memory_) {
    SC_HAS_PROCESS(Programmed);
    SC_THREAD(program);
  }
  sc_core::sc_time ended;
  std::string text() const {
    Measured measured;
    backend_.gpu.collect(measured.result);
    measured.result.verified = right_;
    return text_of(measured);
  }

 private:
  void program() {
    right_ = workload_.run(device_, complete_arguments(workload_, Size::kTiny, {})).right;
    ended = sc_core::sc_time_stamp();
  }
  const Workload& workload_;
  DeviceMemory memory_;
  GpuBackend backend_;
  Device device_;
  bool right_ = false;
};

// The same workload run as an ordinary program.
std::string alone(const std::string& workload, const Design& design) {
  return forked([&] {
    Measured measured = measure(workload, design, {});
    measured.result.verification.clear();
    measured.issue_order = 0;
    return text_of(measured);
  });
}

}  // namespace

TEST_CASE("a workload in a thread of a user's simulation takes the cycles that it takes alone") {
  for (const char* workload : {"needle", "bfs"}) {
    INFO(workload);
    const std::string text = forked([&] {
      const Programmed one("one", workload, unified_design());
      sc_core::sc_start();
      return one.text();
    });
    CHECK(text == alone(workload, unified_design()));
    CHECK_THAT(text, Catch::StartsWith("1 "));
  }
}

TEST_CASE("two machines in one simulation do not wait for each other") {
  const std::string text = forked([] {
    const Programmed one("one", "needle", unified_design()), other("other", "bfs", partitioned_design());
    const sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    sc_core::sc_start(5, sc_core::SC_MS);
    return one.text() + other.text() + (one.ended != other.ended ? "" : "ended together");
  });
  CHECK(text == alone("needle", unified_design()) + alone("bfs", partitioned_design()));
}

TEST_CASE("a simulation goes on when a launch in it has failed") {
  struct Program : sc_core::sc_module {
    explicit Program(const sc_core::sc_module_name& name) : sc_module(name), backend(design(), memory, {}) {
      SC_HAS_PROCESS(Program);
      SC_THREAD(run);
    }
    static Design design() {
      Design design;
      design.run.instruction_limit = 1000;
      return design;
    }
    void run() {
      Device device(backend, memory);
      device.load(".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { again: bra again; }", "k.ptx");
      for (int i = 0; i < 2; ++i) {
        try {
          device.launch("k", {100, 1, 1}, {32, 1, 1}, Arguments());
        } catch (const RunError& error) {
          text += std::string(error.what()).substr(0, 27) + "; ";
        }
        wait(1000, sc_core::SC_NS);
      }
      text += "and on";
    }
    DeviceMemory memory;
    GpuBackend backend;
    std::string text;
  };
  const std::string text = forked([] {
    const Program program("program");
    const sc_core::sc_clock clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    sc_core::sc_start(1, sc_core::SC_MS);
    return program.text;
  });
  CHECK(text == "the launch has executed 100; a launch was aborted, and t; and on");
}

TEST_CASE("a method cannot launch") {
  struct Method : sc_core::sc_module {
    explicit Method(const sc_core::sc_module_name& name) : sc_module(name), backend(Design(), memory, {}) {
      SC_HAS_PROCESS(Method);
      SC_METHOD(launch);
    }
    void launch() {
      Device device(backend, memory);
      device.load(".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }", "k.ptx");
      try {
        device.launch("k", {1, 1, 1}, {32, 1, 1}, Arguments());
      } catch (const RunError& error) {
        text = error.what();
      }
    }
    DeviceMemory memory;
    GpuBackend backend;
    std::string text;
  };
  const std::string text = forked([] {
    const Method method("method");
    sc_core::sc_start();
    return method.text;
  });
  CHECK_THAT(text, Catch::StartsWith("a launch was started by an SC_METHOD, which cannot wait for its end"));
}
