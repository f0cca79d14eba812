// The two GPUs of Hayes and Zhang 2014, section 5.
#include <catch2/catch.hpp>

#include "design/design_text.h"
#include "design/load.h"

namespace unibank {
namespace {

Design hayes(const std::string& name) { return load_design("hayes2014/" + name).design; }

unsigned cores(const Design& design) { return design.sm.schedulers * design.sm.lanes; }

// The bytes that all DRAM channels transfer in a nanosecond.
double bandwidth(const Design& design) {
  const double of_channel{design.blocks.of("dram").values.at("bytes_per_cycle")};
  return design.dram.channels * of_channel * design.energy.frequency_ghz;
}

}  // namespace

TEST_CASE("the two cards have the cores and storage that the paper gives") {
  const Design kepler = hayes("kepler"), fermi = hayes("fermi");
  CHECK(kepler.gpu.sms == 8);
  CHECK(cores(kepler) == 192);
  CHECK(kepler.gpu.sms * cores(kepler) == 1536);
  CHECK(cores(fermi) == 32);
  CHECK(fermi.gpu.sms * cores(fermi) == 448);
  CHECK(kepler.storage.register_bytes == 4 * 65536);
  CHECK(fermi.storage.register_bytes == 4 * 32768);
  CHECK(kepler.sm.max_threads == 2048);
  CHECK(fermi.sm.max_threads == 1536);
  for (const Design& design : {kepler, fermi}) {
    CHECK(design.storage.scratchpad_bytes == 48 * kKb);
    CHECK(design.storage.scratchpad_bytes + design.storage.cache_bytes == 64 * kKb);
    CHECK(design.sm.alu_latency == 9);
    CHECK(design.kernel.register_limit == 63);
    CHECK_FALSE(design.register_hierarchy.enabled);
  }
}

TEST_CASE("the two cards have the limits and units of the occupancy calculator") {
  const Design kepler = hayes("kepler"), fermi = hayes("fermi");
  CHECK(kepler.sm.max_warps == 64);
  CHECK(kepler.sm.max_blocks == 16);
  CHECK(kepler.storage.units.registers == 256);
  CHECK_FALSE(kepler.storage.units.doubled_counts);
  CHECK(kepler.capacity().units.warps == 4);
  CHECK(kepler.capacity().units.scratchpad_bytes == 256);
  CHECK(fermi.sm.max_warps == 48);
  CHECK(fermi.sm.max_blocks == 8);
  CHECK(fermi.storage.units.registers == 64);
  CHECK(fermi.capacity().units.doubled_counts);
  CHECK(fermi.capacity().units.warps == 2);
  CHECK(fermi.capacity().units.scratchpad_bytes == 128);
}

TEST_CASE("the first level cache is for spills on Kepler and for everything on Fermi") {
  CHECK_FALSE(hayes("kepler").cache.holds_global_memory);
  CHECK(hayes("kepler").cache.holds_local_memory);
  CHECK(hayes("fermi").cache.holds_global_memory);
  CHECK(hayes("fermi").cache.holds_local_memory);
}

TEST_CASE("stores to local memory enter the first level cache of both cards and stay until their line is evicted") {
  for (const char* card : {"kepler", "fermi"}) {
    INFO(card);
    CHECK(hayes(card).cache.local_stores == StorePolicy::kWriteBack);
    CHECK(hayes(card).cache.local_stores_allocate);
    CHECK(hayes(card).cache.global_stores == StorePolicy::kWriteEvict);
  }
}

TEST_CASE("the memory bandwidth of the two cards is that of their data sheets") {
  CHECK(bandwidth(hayes("kepler")) == Approx(192.26).epsilon(0.01));
  CHECK(bandwidth(hayes("fermi")) == Approx(144).epsilon(0.01));
}

}  // namespace unibank
