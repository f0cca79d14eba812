// Launches by several threads of a simulation on one machine: which may run at once, and which are refused, with the
// reason.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "gpu/kernel_machine.h"
#include "support/grid_sync_kernel.h"
#include "support/program_thread.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;
using Catch::StartsWith;

namespace {

Design with_kernels(unsigned sms, unsigned at_once) {
  Design design;
  design.gpu.sms = sms;
  design.gpu.concurrent_kernels = at_once;
  return design;
}

// Word i becomes i. It has the same three parameters as the kernel "rounds".
const char* const kPlain = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry plain(.param .u64 values, .param .u64 sums, .param .u32 rounds)
{
  .reg .b32 %r<5>;
  .reg .b64 %l<4>;
  ld.param.u64 %l1, [values];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %l2, %r4, 4;
  add.s64 %l3, %l1, %l2;
  st.global.u32 [%l3], %r4;
  ret;
})";

constexpr unsigned kStreamBlocks = 4, kStreamThreads = 128, kStreamRounds = 3;

// Two threads launch kernels at once, each as a cooperative launch if asked for. Returns the messages of both; "ended"
// for a launch that ended well.
std::string two_launches(const Design& design, bool first_cooperative, bool second_cooperative) {
  return forked([&] {
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    Device device(backend, memory);
    device.load(kGridSync, "grid.ptx");
    device.load(kPlain, "plain.ptx");
    std::string messages[2];
    const auto launch = [&](unsigned number, bool cooperative) {
      const std::uint64_t values = device.upload(first_values(kStreamBlocks * kStreamThreads), "values");
      const std::uint64_t sums = device.allocate(kStreamBlocks * kStreamThreads * 4, "sums");
      const Arguments arguments(values, sums, kStreamRounds);
      try {
        if (cooperative) {
          device.launch_cooperative("rounds", {kStreamBlocks, 1, 1}, {kStreamThreads, 1, 1}, arguments);
        } else {
          device.launch("plain", {kStreamBlocks, 1, 1}, {kStreamThreads, 1, 1}, arguments);
        }
        messages[number] = "ended";
      } catch (const RunError& error) {
        messages[number] = error.what();
      }
    };
    const Program first("first", [&] { launch(0, first_cooperative); });
    const Program second("second", [&] {
      sc_core::wait(3, sc_core::SC_NS);
      launch(1, second_cooperative);
    });
    sc_core::sc_start();
    return messages[0] + "; " + messages[1];
  });
}

}  // namespace

TEST_CASE("two threads launch at once as far as the design allows, and a refused launch harms nothing") {
  CHECK(two_launches(with_kernels(2, 2), false, false) == "ended; ended");
  CHECK(two_launches(with_kernels(2, 1), false, false) ==
        "ended; kernel 'plain': a launch while kernel 'plain' runs: as many run as gpu.concurrent_kernels allows (1)");
}

TEST_CASE("a launch whose blocks do not fit in whole rows is refused and harms no other") {
  Design design = load_design("jatala/shared-owf", {}, {"gpu.sms=2", "gpu.concurrent_kernels=2",
                                                        "kernel.registers_per_thread=23"}).design;
  design.partition_scope = PartitionScope::kKernel;
  const std::string text = forked([&] {
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    Device device(backend, memory);
    device.load(kPlain, "plain.ptx");
    const std::uint64_t values = device.allocate(4096, "values");
    std::string messages;
    const auto launch = [&](unsigned threads) {
      try {
        device.launch("plain", {4, 1, 1}, {threads, 1, 1}, Arguments(values, values, 0u));
        messages += "ended; ";
      } catch (const InputError& error) {
        messages += std::string(error.what()).substr(0, 29) + "; ";
      }
    };
    const Program first("first", [&] { launch(64); });
    const Program second("second", [&] {
      sc_core::wait(3, sc_core::SC_NS);
      launch(256);  // while the other one runs
      sc_core::wait(1, sc_core::SC_MS);
      launch(256);
      launch(64);
    });
    sc_core::sc_start();
    return messages;
  });
  CHECK(text == "the resident blocks need 130 ; ended; the resident blocks need 130 ; ended; ");
}

TEST_CASE("a cooperative launch does not overlap with others") {
  const std::string why = " runs: the blocks of a cooperative launch wait for each other, and it needs every SM";
  CHECK(two_launches(with_kernels(2, 2), false, true) == "ended; kernel 'rounds': a launch while kernel 'plain'" + why);
  CHECK(two_launches(with_kernels(2, 2), true, false) == "ended; kernel 'plain': a launch while kernel 'rounds'" + why);
}

TEST_CASE("a program launches from outside of the simulation while a thread's launch runs: refused") {
  const std::string text = forked([] {
    DeviceMemory memory;
    GpuBackend backend(with_kernels(2, 2), memory, BlockFactories());
    Device device(backend, memory);
    device.load(kGridSync, "grid.ptx");
    device.load(kPlain, "plain.ptx");
    const std::uint64_t values = device.upload(first_values(kStreamThreads), "values");
    const std::uint64_t sums = device.allocate(kStreamThreads * 4, "sums");
    const auto launch = [&] { device.launch("plain", {1, 1, 1}, {kStreamThreads, 1, 1}, Arguments(values, sums, 0u)); };
    bool ended = false;
    const Program thread("thread", [&] {
      launch();
      ended = true;
    });
    sc_core::sc_start(5, sc_core::SC_NS);
    std::string message = "none";
    try {
      launch();
    } catch (const RunError& error) {
      message = error.what();
    }
    sc_core::sc_start(1, sc_core::SC_MS);
    return message + (ended ? "; ended" : "; not ended");
  });
  CHECK(text == "kernel 'plain': a launch while kernel 'plain' runs: it runs in a thread of the simulation; expected a "
                "launch by another thread of it; ended");
}

TEST_CASE("a machine that follows values refuses launches that overlap") {
  Design design = with_kernels(2, 2);
  design.run.check_data = true;
  const std::string text = forked([&] {
    DeviceMemory memory;
    const GpuBackend backend(design, memory, BlockFactories());
    return std::string("built");
  });
  CHECK_THAT(text, StartsWith("error: gpu.concurrent_kernels is 2, and this machine follows values"));
}
