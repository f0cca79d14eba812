// Registers that a thread reads without having written them, with run.check_data.
#include <catch2/catch.hpp>

#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Runs `body`, which reads %never after others have written the registers of its number, because it has none of its
// own. Returns how many registers were compared.
std::uint64_t compared_registers(const std::string& type, const std::string& body) {
  const std::string text = R"(
.visible .entry k(.param .u64 out) {
  .reg .u32 %r<4>;
  .reg .u64 %rd<4>;
  .reg .)" + type + " %never;\n" + body + "st.global.u32 [%rd1], %r3;\nret;\n}";
  Design design = load_design("gebhart2012/partitioned").design;
  design.run.check_data = true;
  return std::stoull(forked([&] {
    KernelMachine machine(design, text.c_str());
    const std::uint64_t out = machine.device.allocate(32 * 4, "out");
    machine.device.launch("k", {1, 1, 1}, {32, 1, 1}, Arguments(out));
    RunResult result;
    machine.backend.gpu.collect(result);
    return std::to_string(result.counters["values.registers"]);
  }));
}

}  // namespace

TEST_CASE("run.check_data does not report a value of 64 bits that no instruction has written") {
  CHECK(compared_registers("u64", R"(
  mov.u32 %r1, %tid.x;
  add.u32 %r1, %r1, 1000;
  add.u32 %r2, %r1, 2000;
  add.u32 %r3, %r1, %r2;
  cvt.u32.u64 %r3, %never;
  ld.param.u64 %rd1, [out];
)") == 1 + 1 + 2 + 2 + 3);
}

TEST_CASE("run.check_data does not report a value of 32 bits that no instruction has written") {
  CHECK(compared_registers("u32", R"(
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 2147483649;
  add.u64 %rd3, %rd2, 99;
  shr.u64 %rd2, %rd3, 1;
  add.u64 %rd2, %rd2, %rd3;
  add.u32 %r3, %never, %never;
  ld.param.u64 %rd1, [out];
)") == 1 + 2 + 2 + 4 + 1 + 3);
}
