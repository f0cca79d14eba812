#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "policy/next_step.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"

namespace unibank {
namespace {

TEST_CASE("register r of warp w is in bank (r + w) mod 4, rows packed in the order of warps") {
  auto store = RegisterStoreRegistry::instance().make("banks");
  store->reset({2, 5, 4, 0});
  // Warp 0 has registers 0 and 4 in bank 0 and one in each other bank; warp 1 has its 0 and 4 in bank 1.
  CHECK(next_step(*store, 0, 0).bank == 0);
  CHECK(next_step(*store, 0, 4).bank == 0);
  CHECK(next_step(*store, 0, 4).row == 1);
  CHECK(next_step(*store, 1, 0).bank == 1);
  CHECK(next_step(*store, 1, 0).row == 1);
  CHECK(next_step(*store, 1, 4).row == 2);
  CHECK(next_step(*store, 1, 3).bank == 0);
  CHECK(next_step(*store, 1, 3).row == 2);
  CHECK(store->rows_per_bank() == 3);
  CHECK(next_step(*store, 1, 3).kind == RegisterStep::Kind::kBank);
}

TEST_CASE("no two registers share a row, and no bank has a gap") {
  auto store = RegisterStoreRegistry::instance().make("banks");
  for (unsigned banks : {1u, 2u, 4u, 8u}) {
    for (unsigned warps : {1u, 3u, 7u, 32u}) {
      for (unsigned registers : {1u, 2u, 9u, 18u, 33u, 57u, 255u}) {
        store->reset({warps, registers, banks, 0});
        std::set<std::pair<unsigned, unsigned>> rows;
        std::vector<unsigned> in_bank(banks, 0);
        for (unsigned warp = 0; warp < warps; ++warp) {
          for (unsigned number = 0; number < registers; ++number) {
            const RegisterStep at = next_step(*store, warp, number);
            REQUIRE(at.bank == (number + warp) % banks);
            REQUIRE(at.bank == store->bank(warp, number));
            REQUIRE(at.row == in_bank[at.bank]++);  // packed: the next free row of its bank
            rows.emplace(at.bank, at.row);
          }
        }
        REQUIRE(rows.size() == warps * registers);
        REQUIRE(store->rows_per_bank() == *std::max_element(in_bank.begin(), in_bank.end()));
        REQUIRE(store->rows_per_bank() < (warps * registers + banks - 1) / banks + banks);
      }
    }
  }
}

TEST_CASE("a register number beyond the allocated ones wraps around") {
  auto store = RegisterStoreRegistry::instance().make("banks");
  store->reset({4, 18, 4, 0});
  CHECK(next_step(*store, 2, 18).bank == next_step(*store, 2, 0).bank);
  CHECK(next_step(*store, 2, 37).row == next_step(*store, 2, 1).row);
  CHECK(store->bank(3, 18 + 5) == store->bank(3, 5));
}

TEST_CASE("a kernel without registers takes no rows") {
  auto store = RegisterStoreRegistry::instance().make("banks");
  store->reset({32, 0, 4, 0});
  CHECK(store->rows_per_bank() == 0);
  CHECK(next_step(*store, 0, 0).bank == 0);
}

TEST_CASE("the open gate refuses nothing") {
  auto gate = ScratchpadGateRegistry::instance().make("open");
  GateLaunch launch;
  launch.block_slots = 8;
  launch.scratchpad_bytes_per_block = 4096;
  gate->reset(launch);
  gate->block_started(3, 0);
  CHECK(gate->ask({3, 12, 0, 4095, 1000}).open);
  gate->block_finished(3, 2000);
  CHECK(gate->rank(3) == 0);
}

}  // namespace
}  // namespace unibank
