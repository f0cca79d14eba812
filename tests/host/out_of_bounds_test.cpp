// Accesses outside of every allocation on the functional backend: an error, or a count over all launches.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "simt/device_memory.h"

using namespace unibank;
using Catch::Contains;

namespace {

// Each thread looks its number up in a table of two words and stores the result.
constexpr const char* kLookUp = R"(.version 7.0
.target sm_70
.address_size 64
.const .align 4 .u32 table[2] = {5, 6};
.visible .entry look_up(.param .u64 out)
{
  .reg .b32 %r<4>; .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  mov.u64 %rd3, table;
  add.s64 %rd3, %rd3, %rd2;
  mov.u32 %r2, 9;
  ld.const.u32 %r2, [%rd3];
  add.s64 %rd4, %rd1, %rd2;
  st.global.u32 [%rd4], %r2;
  ret;
}
)";

struct TableMachine {
  TableMachine() { device.load(kLookUp, "table.ptx"); }
  std::vector<std::uint32_t> run(unsigned threads) {
    const std::uint64_t out = device.allocate(threads * 4, "out");
    device.launch("look_up", {}, {threads, 1, 1}, Arguments(out));
    return device.download<std::uint32_t>(out, threads);
  }
  DeviceMemory memory;
  FunctionalBackend backend{memory};
  Device device{backend, memory};
};

}  // namespace

TEST_CASE("a read outside of a constant is an error unless only a warning is asked for") {
  TableMachine machine;
  CHECK(machine.run(2) == std::vector<std::uint32_t>{5, 6});
  CHECK_THROWS_AS(machine.run(4), RunError);
  machine.backend.warn_out_of_bounds(true);
  CHECK(machine.run(4) == std::vector<std::uint32_t>{5, 6, 0, 0});
  machine.backend.warn_out_of_bounds(false);
  CHECK_THROWS_WITH(machine.run(3), Contains("thread (2, 0, 0): load of 4 bytes at 0x") &&
                                        Contains("is out of bounds: 0 bytes after the end of 'table' (8 bytes"));
}

TEST_CASE("accesses out of bounds add up over all launches and the very first is named") {
  TableMachine machine;
  machine.backend.warn_out_of_bounds(true);
  machine.run(2);
  CHECK(machine.backend.counts().out_of_bounds.count() == 0);
  machine.run(5);
  machine.run(3);
  const OutOfBoundsAccesses& found = machine.backend.counts().out_of_bounds;
  CHECK(found.reads == 3 + 1);
  CHECK(found.writes == 0);
  CHECK_THAT(found.first,
             Contains("table.ptx:14: kernel 'look_up', block (0, 0, 0), thread (2, 0, 0): load of 4 bytes"));
}
