// RegMutex: which warp holds a section and when, which rows it has, and how many blocks and sections a register file
// holds.
#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "base/input_error.h"
#include "policy/next_step.h"
#include "policy/occupancy.h"
#include "policy/register_store.h"

namespace unibank {
namespace {

constexpr LaneMask kAll = ~LaneMask{0}, kLow = 0x0000ffff;
constexpr unsigned kRegisters = 24, kBase = 16;

// Four sub-cores of two banks, two warps each.
RegisterLayout sections_layout(unsigned sections, unsigned warps = 8) {
  RegisterLayout layout;
  layout.warps = warps;
  layout.registers_per_thread = kRegisters;
  layout.banks_per_cluster = 8;
  layout.schedulers = 4;
  layout.base_registers = kBase;
  layout.sections = sections;
  return layout;
}

std::unique_ptr<RegisterStore> store_of(const RegisterLayout& layout) {
  auto store = RegisterStoreRegistry::instance().make("regmutex");
  store->reset(layout);
  return store;
}

CounterValues counters_of(const RegisterStore& store) {
  CounterValues all;
  store.add_counters_to(all);
  return all;
}

// An A100's register file: 64 K registers in four parts, given to warps in units of 8 per thread, to four warps at
// once.
SmCapacity a100_registers() {
  SmCapacity capacity;
  capacity.memories = {{256 * 1024, true, false, false}, {192 * 1024, false, true, true}};
  capacity.max_threads = 2048;
  capacity.max_warps = 64;
  capacity.units.registers = 256;
  capacity.units.warps = 4;
  return capacity;
}

KernelNeeds needs_of(unsigned registers, unsigned base, unsigned threads) {
  KernelNeeds needs;
  needs.kernel = "k";
  needs.registers_per_thread = registers;
  needs.base_registers = base;
  needs.threads_per_block = threads;
  return needs;
}

unsigned sections_of(const KernelNeeds& needs, unsigned blocks) {
  const BlockNeeds block = block_needs(a100_registers(), needs);
  return register_sections(a100_registers(), block, blocks * block.warps);
}

TEST_CASE("a warp waits for a section of its own sub-core until the holder releases it") {
  auto store = store_of(sections_layout(4));  // one for each sub-core
  CHECK(store->acquire(0, kAll, 10));
  CHECK_FALSE(store->acquire(4, kAll, 12));  // the same sub-core
  CHECK(store->acquire(1, kAll, 12));        // another one
  CHECK_FALSE(store->acquire(4, kAll, 15));
  CHECK(store->extended_held() == 2 * (kRegisters - kBase));
  CHECK(store->release(0, kAll, 20));
  CHECK(store->acquire(4, kAll, 21));
  CHECK_FALSE(store->acquire(0, kAll, 22));
  CHECK(store->release(4, kAll, 30));
  CHECK(store->release(1, kAll, 33));
  CHECK(store->extended_held() == 0);
  const CounterValues counters = counters_of(*store);
  CHECK(counters["regmutex.acquires"] == 3);
  CHECK(counters["regmutex.waits"] == 1);
  CHECK(counters["regmutex.wait_cycles"] == 21 - 12);
  CHECK(counters["regmutex.held_cycles"] == (20 - 10) + (30 - 21) + (33 - 12));
}

TEST_CASE("a warp holds its section until no live lane needs it") {
  auto store = store_of(sections_layout(4));
  CHECK(store->acquire(0, kLow, 1));
  CHECK(store->acquire(0, ~kLow, 2));  // the warp has it already
  CHECK_FALSE(store->release(0, kLow, 3));
  CHECK_FALSE(store->acquire(4, kAll, 3));
  CHECK(store->release(0, ~kLow, 4));
  CHECK(store->acquire(4, kAll, 5));
  CHECK_FALSE(store->lanes_ended(4, kLow, 6));
  CHECK(store->lanes_ended(4, 0, 7));
  CHECK_FALSE(store->release(4, kAll, 8));  // nothing is held
  CHECK(store->acquire(0, kAll, 9));
  CHECK(counters_of(*store)["regmutex.acquires"] == 3);
}

TEST_CASE("a kernel whose warps hold all registers always has rows as under sub-cores and never waits") {
  RegisterLayout layout = sections_layout(0);
  layout.base_registers = 0;
  auto store = store_of(layout), sub_cores = RegisterStoreRegistry::instance().make("sub-cores");
  sub_cores->reset(layout);
  CHECK(store->rows_per_bank() == sub_cores->rows_per_bank());
  for (unsigned warp = 0; warp < 8; ++warp) {
    CHECK(store->acquire(warp, kAll, 0));
    for (unsigned number = 0; number < kRegisters; ++number) {
      CHECK(next_step(*store, warp, number).bank == next_step(*sub_cores, warp, number).bank);
      CHECK(next_step(*store, warp, number).row == next_step(*sub_cores, warp, number).row);
    }
  }
}

TEST_CASE("base registers and sections of all holders have rows of their own in the banks of their sub-core") {
  for (const unsigned registers : {17u, 18u, 23u, 24u}) {
    RegisterLayout layout = sections_layout(8);
    layout.registers_per_thread = registers;
    auto store = store_of(layout);
    std::set<std::pair<unsigned, unsigned>> rows;
    for (unsigned warp = 0; warp < 8; ++warp) {
      REQUIRE(store->acquire(warp, kAll, 0));
      for (unsigned number = 0; number < registers; ++number) {
        const RegisterStep at = next_step(*store, warp, number);
        CHECK(at.bank / 2u == warp % 4);
        CHECK(at.bank == store->bank(warp, number));
        CHECK(at.row < store->rows_per_bank());
        rows.emplace(at.bank, at.row);
      }
    }
    CHECK(rows.size() == 8 * registers);
  }
}

TEST_CASE("a section's rows pass from one warp to the next") {
  auto store = store_of(sections_layout(4));
  REQUIRE(store->acquire(0, kAll, 0));
  const RegisterStep first = next_step(*store, 0, kBase), own = next_step(*store, 0, 0);
  store->release(0, kAll, 1);
  REQUIRE(store->acquire(4, kAll, 2));
  CHECK(next_step(*store, 4, kBase).row == first.row);
  CHECK(next_step(*store, 4, kBase).bank == first.bank);
  CHECK(next_step(*store, 4, 0).row != own.row);
}

// Bits per warp: one that it holds a section, six for the section's number, one for each lane. And one bit per section;
// there are at most as many sections as warps.
TEST_CASE("regmutex adds bits for warps and sections and lanes") {
  CHECK(store_of(sections_layout(4))->added_state_bits(48) == 48 * (1 + 6 + 32) + 48);
}

TEST_CASE("regmutex needs a register file") {
  SmCapacity unified = a100_registers();
  unified.memories = {{448 * 1024, true, true, true}};
  const auto store = RegisterStoreRegistry::instance().make("regmutex");
  CHECK(store->refusal(a100_registers(), 8, 4).empty());
  CHECK_THAT(store->refusal(unified, 8, 4), Catch::Contains("expected a memory of registers alone"));
  CHECK_THAT(store->refusal(a100_registers(), 8, 3), Catch::Contains("an equal share of the banks"));
}

// A part has room for 512 registers per thread of a single warp. 130 are given as 136, so three warps fit a part: one
// block of eight warps, which takes two of each. With 120 held always, four warps leave 32, two sections of 16.
TEST_CASE("blocks are as many as base sets and a section for each part of the file admit") {
  CHECK(register_bound(a100_registers(), needs_of(130, 0, 256)) == 1);
  CHECK(register_bound(a100_registers(), needs_of(130, 120, 256)) == 2);
  CHECK(sections_of(needs_of(130, 120, 256), 2) == 4 * 2);
  CHECK(sections_of(needs_of(130, 120, 256), 1) == 4 * 2);      // no more than warps
  CHECK(register_bound(a100_registers(), needs_of(130, 128, 256)) == 1);  // four warps would leave nothing
  CHECK(sections_of(needs_of(130, 0, 256), 1) == 0);
  // 96 of 116: five warps of a part take 480 and leave one section of 24.
  CHECK(register_bound(a100_registers(), needs_of(116, 96, 128)) == 5);
  CHECK(sections_of(needs_of(116, 96, 128), 5) == 4);
}

TEST_CASE("a division counts the sections among the registers") {
  SmCapacity capacity = a100_registers();
  capacity.memories = {
      {256 * 1024, true, false, false}, {96 * 1024, false, true, false}, {96 * 1024, false, false, true}};
  const auto partition = PartitionRegistry::instance().make("separate");
  const PartitionResult given = partition->divide(capacity, {needs_of(130, 120, 256)}, 0);
  CHECK(given.resident_blocks == 2);
  CHECK(given.register_bytes == 16 * 120 * 128 + 8 * 16 * 128);
  CHECK(given.idle_bytes == 96 * 1024 + 256 * 1024 - given.register_bytes);
}

TEST_CASE("a block that does not fit beside a section is refused with both sizes") {
  CHECK_THROWS_WITH(register_bound(a100_registers(), needs_of(250, 240, 512)),
                    Catch::Contains("a block needs") && Catch::Contains("bytes of registers, the design has 262144"));
}

}  // namespace
}  // namespace unibank
