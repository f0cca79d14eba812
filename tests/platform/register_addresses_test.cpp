// A platform's Gpu whose registers are lines of the array: device memory may have no address of a register.
#include <catch2/catch.hpp>
#include <memory>

#include "design/load.h"
#include "platform/machines.h"
#include "support/forked.h"

using namespace unibank;
using namespace unibank::test;
using Catch::Contains;

namespace {

// The error of a launch on one SM of Jing 2016, whose registers are 128 KB of lines, with `before` bytes allocated
// before the launch's data; empty if it ends.
std::string error_beside_registers(const PlatformGpuParameters& parameters, std::uint64_t before) {
  return forked([&] {
    sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_CACHE_REPORT);
    const std::vector<std::string> set = {"gpu.sms=1", "l2.bytes=0", "dram.channels=1"};
    const Design design = load_design("jing2016/integrated-fair", {}, set).design;
    std::unique_ptr<Shared> shared;
    std::unique_ptr<PlatformGpu> alone;
    if (parameters.system_memory) shared = std::make_unique<Shared>(design);
    else alone = std::make_unique<PlatformGpu>("gpu", design, parameters);
    PlatformGpu& gpu = shared ? shared->gpu : *alone;
    std::string message;
    Program program("program", [&] {
      gpu.load(kAddOne, "add_one.ptx");
      gpu.allocate(before, "before");
      const std::uint64_t data = gpu.allocate(4 * 4 * kThreads, "words");
      try {
        gpu.launch(add_one(data, 4));
      } catch (const RunError& error) {
        message = error.what();
      }
    });
    sc_core::sc_start();
    return message;
  });
}

}  // namespace

TEST_CASE("a launch with data at the addresses of registers fails") {
  constexpr std::uint64_t kFirst = 1 << 20, kRegisters = 128 * 1024, kData = 4096;
  PlatformGpuParameters own;
  own.memory_bytes = std::uint64_t{1} << 32;
  CHECK_THAT(error_beside_registers(own, own.memory_bytes - kFirst - kRegisters),
             Contains("0xfffe0100 is 0 bytes into 'words' (1024 bytes at 0xfffe0100); expected no address from"));
  CHECK(error_beside_registers(own, own.memory_bytes - kFirst - kRegisters - kData) == "");
  PlatformGpuParameters shared = Shared::parameters();
  CHECK_THAT(error_beside_registers(shared, shared.memory_bytes - kFirst - kRegisters),
             Contains("0x3e0100 is 0 bytes into 'words' (1024 bytes at 0x3e0100); expected no data from 0x3e0000 to "
                      "0x3fffff") && Contains("modulo the 4194304 bytes of the memory"));
  CHECK(error_beside_registers(shared, shared.memory_bytes - kFirst - kRegisters - kData) == "");
}
