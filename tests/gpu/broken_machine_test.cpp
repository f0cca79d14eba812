// After an aborted launch the machine refuses every other one with the reason.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "gpu/kernel_machine.h"
#include "host/functional_backend.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

// Blocks load and add for a while; block number `bad` stores outside of every allocation.
constexpr const char* kStoresOutside = R"(
.visible .entry k(.param .u64 data, .param .u32 bad) {
  .reg .u32 %r<6>;
  .reg .u64 %rd<5>;
  .reg .pred %p<3>;
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [bad];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, 20;
AGAIN:
  mul.wide.u32 %rd2, %r3, 128;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.u32 %r4, [%rd3];
  add.u32 %r5, %r5, %r4;
  sub.u32 %r3, %r3, 1;
  setp.ne.u32 %p1, %r3, 0;
  @%p1 bra AGAIN;
  setp.eq.u32 %p2, %r2, %r1;
  mov.u64 %rd4, 0;
  @%p2 st.global.u32 [%rd4], %r5;
  ret;
})";

constexpr std::uint32_t kNone = 1000;

// The message of a launch that follows one whose block 5 has failed.
std::string after_failure(unsigned sms, unsigned cores) {
  return forked([&] {
    KernelMachine machine(with_sms(sms), kStoresOutside);
    machine.backend.gpu.use_cores(cores, 0);
    const std::uint64_t data = machine.memory.allocate(4096, "data");
    const auto launch = [&](std::uint32_t bad) {
      machine.device.launch("k", {40, 1, 1}, {64, 1, 1}, Arguments(data, bad));
    };
    launch(kNone);
    try {
      launch(5);
    } catch (const RunError& error) {
      const std::string first = error.what();
      try {
        launch(kNone);
      } catch (const RunError& second) {
        const std::string text = second.what();
        return text + (text.find(first) != std::string::npos ? " (named)" : "");
      }
      return std::string("the next one ended");
    }
    return std::string("nothing failed");
  });
}

}  // namespace

TEST_CASE("after a failure a machine refuses every other launch and says what to do") {
  for (const auto& [sms, cores] : {std::pair{1u, 1u}, {2u, 1u}, {4u, 1u}, {4u, 2u}, {4u, 3u}}) {
    INFO(sms << " SMs on " << cores << " cores");
    CHECK_THAT(after_failure(sms, cores),
               Catch::StartsWith("a launch was aborted, and the machine accepts no other; start the program again, or "
                                 "run kernels that may fail on a FunctionalBackend first. The error was: ") &&
                   Contains("block (5, 0, 0)") && Catch::EndsWith(" (named)"));
  }
}

TEST_CASE("a launch that cannot start leaves the machine usable") {
  const std::string text = forked([] {
    KernelMachine machine(with_sms(2), kStoresOutside);
    const std::uint64_t data = machine.memory.allocate(4096, "data");
    try {
      machine.device.launch("k", {4, 1, 1}, {64, 1, 1}, Arguments(data, kNone), 1u << 20);
    } catch (const InputError&) {
      machine.device.launch("k", {4, 1, 1}, {64, 1, 1}, Arguments(data, kNone));
      return std::string("the next one ended");
    }
    return std::string("it started");
  });
  CHECK(text == "the next one ended");
}

TEST_CASE("the functional backend goes on after a failure") {
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory);
  device.load(std::string(".version 7.0\n.target sm_70\n.address_size 64\n") + kStoresOutside, "k.ptx");
  const std::uint64_t data = device.allocate(4096, "data");
  CHECK_THROWS_AS(device.launch("k", {40, 1, 1}, {64, 1, 1}, Arguments(data, 5u)), RunError);
  CHECK_NOTHROW(device.launch("k", {40, 1, 1}, {64, 1, 1}, Arguments(data, kNone)));
}
