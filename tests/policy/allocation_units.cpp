// Registers and scratchpad in the allocation units of two GPUs, as in the vendor's occupancy calculator.
#include "policy/allocation_units.h"

#include <catch2/catch.hpp>

#include "policy/occupancy.h"
#include "support/storage.h"

namespace unibank {
namespace {

SmCapacity chip(unsigned registers, unsigned threads, unsigned blocks, AllocationUnits units) {
  SmCapacity capacity = test::separate_storage(4 * registers, 48 * 1024, 16 * 1024);
  capacity.max_threads = threads;
  capacity.max_warps = threads / 32;
  capacity.max_blocks = blocks;
  capacity.units = units;
  return capacity;
}

SmCapacity fermi() { return chip(32768, 1536, 8, {64, true, 2, 128}); }
SmCapacity kepler() { return chip(65536, 2048, 16, {256, false, 4, 256}); }

PartitionResult divide_units(const SmCapacity& capacity, const KernelNeeds& kernel) {
  return PartitionRegistry::instance().make("separate")->divide(capacity, {kernel}, 0);
}

std::string units_message(const SmCapacity& capacity, const KernelNeeds& kernel) {
  try {
    divide_units(capacity, kernel);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("without units a warp has 32 times the registers of a thread") {
  for (unsigned registers = 0; registers <= 255; ++registers) CHECK(registers_of_warp({}, registers) == 32 * registers);
}

TEST_CASE("Kepler gives a warp registers in units of 256") {
  const AllocationUnits units = kepler().units;
  CHECK(registers_of_warp(units, 32) == 1024);
  CHECK(registers_of_warp(units, 33) == 1280);  // 1056
  CHECK(registers_of_warp(units, 40) == 1280);
  CHECK(registers_of_warp(units, 63) == 2048);  // 2016
}

TEST_CASE("Fermi gives a warp registers in units of 64 and of 128 for eight counts") {
  const AllocationUnits units = fermi().units;
  CHECK(registers_of_warp(units, 20) == 640);
  CHECK(registers_of_warp(units, 21) == 768);  // 672
  CHECK(registers_of_warp(units, 22) == 768);  // 704
  CHECK(registers_of_warp(units, 23) == 768);  // 736
  CHECK(registers_of_warp(units, 25) == 832);  // 800
  CHECK(registers_of_warp(units, 46) == 1536);  // 1472
  CHECK(registers_of_warp(units, 53) == 1728);  // 1696
  unsigned more = 0;
  for (unsigned registers = 1; registers <= 63; ++registers) {
    more += registers_of_warp(units, registers) != registers_of_warp({64, false, 2, 128}, registers);
  }
  CHECK(more == 8);
}

TEST_CASE("more registers for a thread never mean fewer registers for a warp") {
  for (const AllocationUnits& units : {fermi().units, kepler().units}) {
    for (unsigned registers = 1; registers <= 255; ++registers) {
      CHECK(registers_of_warp(units, registers) >= registers_of_warp(units, registers - 1));
    }
  }
}

TEST_CASE("all threads can be resident with up to 20 registers on Fermi and 32 on Kepler") {
  CHECK(divide_units(fermi(), {"k", 20, 256, 0}).resident_threads == 1536);
  CHECK(divide_units(fermi(), {"k", 21, 256, 0}).resident_threads < 1536);
  CHECK(divide_units(kepler(), {"k", 32, 256, 0}).resident_threads == 2048);
  CHECK(divide_units(kepler(), {"k", 33, 256, 0}).resident_threads < 2048);
}

TEST_CASE("the warps in a register file are a multiple of the number of its parts") {
  // Fermi, 63 registers: 2016 per warp, rounded up to a multiple of 64, are 2048; 32768 / 2048 = 16 warps.
  CHECK(divide_units(fermi(), {"k", 63, 32, 0}).resident_warps == 8);  // the block limit
  CHECK(divide_units(fermi(), {"k", 63, 96, 0}).resident_warps == 15);
  // 51 registers: 1664 per warp; 19.7 fit, so 18: three blocks of 6 warps.
  const PartitionResult got = divide_units(fermi(), {"k", 51, 192, 0});
  CHECK(got.resident_blocks == 3);
  CHECK(got.limited_by == "register file");
  CHECK(got.register_bytes == 3 * 6 * 1664 * 4);
  // A block of 19 warps: the register file has 19 x 1664 registers, but each half of it holds only nine warps.
  CHECK(units_message(fermi(), {"k", 51, 608, 0}) ==
        "kernel k: a block needs 133120 bytes of registers, the design has 131072");
  // Kepler, 37 registers: 1280 per warp; 51.2 fit, in four parts 48. Of blocks of 5 warps 9 fit, not 10.
  CHECK(divide_units(kepler(), {"k", 37, 160, 0}).resident_blocks == 9);
}

TEST_CASE("a block is given scratchpad in units of 128 bytes on Fermi and of 256 on Kepler") {
  const PartitionResult on_fermi = divide_units(fermi(), {"k", 16, 64, 6145});  // 6272: seven
  CHECK(on_fermi.resident_blocks == 7);
  CHECK(on_fermi.scratchpad_bytes == 7 * 6272);
  CHECK(on_fermi.limited_by == "scratchpad");
  CHECK(divide_units(fermi(), {"k", 16, 64, 6144}).resident_blocks == 8);
  const PartitionResult on_kepler = divide_units(kepler(), {"k", 16, 64, 4000});  // 4096: twelve
  CHECK(on_kepler.resident_blocks == 12);
  CHECK(on_kepler.scratchpad_bytes == 12 * 4096);
  CHECK(units_message(kepler(), {"k", 16, 64, 49153}) ==
        "kernel k: a block needs 49408 bytes of scratchpad, the design has 49152");
}

TEST_CASE("bytes given in units and idle bytes add up to the SM") {
  const PartitionResult got = divide_units(kepler(), {"k", 37, 160, 1000});
  CHECK(got.register_bytes == 9 * 5 * 1280 * 4);
  CHECK(got.scratchpad_bytes == 9 * 1024);
  CHECK(got.register_bytes + got.scratchpad_bytes + got.cache_bytes + got.idle_bytes == (256 + 48 + 16) * 1024);
}

TEST_CASE("units of scratchpad and registers also hold in one memory") {
  SmCapacity capacity = test::one_memory(64 * 1024);
  capacity.units = {256, false, 1, 256};
  const PartitionResult got = PartitionRegistry::instance().make("unified")->divide(capacity, {{"k", 17, 32, 300}}, 0);
  // 17 x 32 = 544 registers are rounded up to 768, 300 bytes to 512: 18 blocks of 3584 bytes.
  CHECK(got.resident_blocks == 18);
  CHECK(got.register_bytes == 18 * 768 * 4);
  CHECK(got.scratchpad_bytes == 18 * 512);
}

}  // namespace unibank
