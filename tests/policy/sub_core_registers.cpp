#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "policy/next_step.h"
#include "policy/register_store.h"
#include "support/storage.h"

namespace unibank {
namespace {

RegisterLayout sub_core_layout(unsigned warps, unsigned registers, unsigned banks, unsigned schedulers) {
  RegisterLayout layout;
  layout.warps = warps;
  layout.registers_per_thread = registers;
  layout.banks_per_cluster = banks;
  layout.schedulers = schedulers;
  return layout;
}

TEST_CASE("even and odd registers of a warp are in the two banks of its sub-core") {
  auto store = RegisterStoreRegistry::instance().make("sub-cores");
  store->reset(sub_core_layout(8, 5, 8, 4));
  // Warps 0 and 4 belong to sub-core 0, warps 3 and 7 to sub-core 3; of five registers 0, 2 and 4 are even.
  CHECK(next_step(*store, 0, 0).bank == 0);
  CHECK(next_step(*store, 0, 1).bank == 1);
  CHECK(next_step(*store, 0, 4).row == 2);
  CHECK(next_step(*store, 4, 0).bank == 0);
  CHECK(next_step(*store, 4, 0).row == 3);
  CHECK(next_step(*store, 4, 1).row == 2);
  CHECK(next_step(*store, 3, 0).bank == 6);
  CHECK(next_step(*store, 7, 3).bank == 7);
  CHECK(next_step(*store, 7, 3).row == 3);
  CHECK(store->rows_per_bank() == 6);
  CHECK(next_step(*store, 7, 3).kind == RegisterStep::Kind::kBank);
}

TEST_CASE("no two registers of any sub-core share a row") {
  auto store = RegisterStoreRegistry::instance().make("sub-cores");
  for (const auto& [banks, schedulers] : {std::pair{8u, 4u}, {4u, 4u}, {4u, 2u}, {8u, 1u}, {6u, 2u}}) {
    for (const unsigned warps : {1u, 5u, 32u, 64u}) {
      for (const unsigned registers : {1u, 2u, 7u, 18u, 255u}) {
        store->reset(sub_core_layout(warps, registers, banks, schedulers));
        std::set<std::pair<unsigned, unsigned>> rows;
        for (unsigned warp = 0; warp < warps; ++warp) {
          for (unsigned number = 0; number < registers; ++number) {
            const RegisterStep at = next_step(*store, warp, number);
            REQUIRE(at.bank / (banks / schedulers) == warp % schedulers);
            REQUIRE(at.bank == store->bank(warp, number));
            REQUIRE(at.row < store->rows_per_bank());
            rows.emplace(at.bank, at.row);
          }
        }
        REQUIRE(rows.size() == warps * registers);
      }
    }
  }
}

TEST_CASE("a register number beyond the allocated ones wraps around - sub-cores") {
  auto store = RegisterStoreRegistry::instance().make("sub-cores");
  store->reset(sub_core_layout(8, 18, 8, 4));
  CHECK(next_step(*store, 2, 18).bank == next_step(*store, 2, 0).bank);
  CHECK(next_step(*store, 2, 37).row == next_step(*store, 2, 1).row);
  CHECK(store->bank(3, 18 + 5) == store->bank(3, 5));
}

TEST_CASE("a kernel without registers takes no rows - sub-cores") {
  auto store = RegisterStoreRegistry::instance().make("sub-cores");
  store->reset(sub_core_layout(32, 0, 8, 4));
  CHECK(store->rows_per_bank() == 0);
  CHECK(next_step(*store, 0, 0).bank == 0);
}

TEST_CASE("sub-cores require rows for registers and equal shares of the banks and units that fill them evenly") {
  auto store = RegisterStoreRegistry::instance().make("sub-cores");
  SmCapacity capacity = test::registers_apart(256 * 1024, 192 * 1024);
  capacity.units.registers = 256;
  capacity.units.warps = 4;
  CHECK(store->refusal(capacity, 8, 4).empty());
  CHECK(store->refusal(capacity, 4, 4).empty());
  CHECK(store->refusal(capacity, 2, 4) ==
        "each scheduler has an equal share of the banks; expected sm.banks_per_cluster that is a multiple of "
        "sm.schedulers");
  capacity.units.warps = 2;
  const std::string units = "a warp fills the banks of its sub-core evenly; expected storage.register_unit that is a "
                            "multiple of 64 and storage.register_warp_unit of 4";
  CHECK(store->refusal(capacity, 8, 4) == units);
  capacity.units.warps = 4;
  capacity.units.registers = 32;
  CHECK(store->refusal(capacity, 8, 4) == units);
  SmCapacity unified = test::one_memory(65536);
  unified.units = capacity.units;
  CHECK(store->refusal(unified, 8, 4) == units);
  unified.units.registers = 64;
  CHECK(store->refusal(unified, 8, 4).empty());
  unified.integrated = true;
  CHECK(store->refusal(unified, 8, 4) ==
        "it gives each register a row; expected a memory whose lines do not hold registers");
  CHECK(RegisterStoreRegistry::instance().make("banks")->refusal(test::one_memory(65536), 3, 2).empty());
}

// Calls check(division, store) for kernels of few and many registers on the A100's SM, in blocks of one, three, five,
// eight, eleven and 32 warps: of all but those of eight and 32 the sub-cores have different numbers.
template <class Check>
void for_every_need(SmCapacity capacity, const char* partition, double scratchpad, double most_bytes, Check check) {
  auto store = RegisterStoreRegistry::instance().make("sub-cores");
  capacity.units.registers = 256;
  capacity.units.warps = 4;
  capacity.max_warps = 64;
  capacity.max_threads = 2048;
  capacity.max_blocks = 32;
  const auto policy = PartitionRegistry::instance().make(partition);
  for (unsigned registers = 1; registers <= 255; ++registers) {
    for (const unsigned threads : {32u, 96u, 160u, 256u, 352u, 1024u}) {
      const KernelNeeds kernel{"k", registers, threads, scratchpad};
      if (registers * 4.0 * threads > most_bytes) continue;
      const PartitionResult division = policy->divide(capacity, {kernel}, 0);
      store->reset(sub_core_layout(division.resident_blocks * (threads / 32), registers, 8, 4));
      INFO(registers << " registers, " << threads << " threads");
      check(division, *store);
    }
  }
}

TEST_CASE("what registers and warps in units take fits the banks of every sub-core") {
  for_every_need(test::registers_apart(256 * 1024, 192 * 1024), "carve-out", 0, 192 * 1024,
                 [](const PartitionResult&, const RegisterStore& store) {
                   REQUIRE(store.rows_per_bank() <= 256 * 1024 / 8 / 128);
                 });
}

TEST_CASE("what registers take of a unified memory fits the banks of every sub-core below scratchpad and cache") {
  for_every_need(test::one_memory(448 * 1024), "unified", 1024, 384 * 1024,
                 [](const PartitionResult& division, const RegisterStore& store) {
                   REQUIRE(store.rows_per_bank() * 8 * 128 <= division.register_bytes);
                 });
}

}  // namespace
}  // namespace unibank
