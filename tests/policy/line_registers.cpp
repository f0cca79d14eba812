#include <catch2/catch.hpp>
#include <set>

#include "policy/register_store.h"

namespace unibank {
namespace {

RegisterLayout line_layout(unsigned warps, unsigned registers, unsigned banks, unsigned sets) {
  RegisterLayout layout;
  layout.warps = warps;
  layout.registers_per_thread = registers;
  layout.banks_per_cluster = banks;
  layout.sets = sets;
  layout.ways = 4;
  return layout;
}

// The address that a register write asks the tag array to enter.
std::uint64_t claimed_line(RegisterStore& store, unsigned warp, unsigned number) {
  RegisterAccess access;
  access.warp = warp;
  access.number = number;
  access.write = true;
  return store.next(access, nullptr).address;
}

TEST_CASE("registers as lines: when swizzled register r of warp w is in bank (r + w) mod 4 and no two share a place") {
  for (const char* policy : {"lru-fair", "lru-prioritized"}) {
    for (const unsigned registers : {6u, 8u, 21u}) {
      const auto store = RegisterStoreRegistry::instance().make(policy, {{"swizzle", 1}});
      store->reset(line_layout(16, registers, 4, 256));
      std::set<std::uint64_t> lines;
      for (unsigned warp = 0; warp < 16; ++warp) {
        for (unsigned number = 0; number < registers; ++number) {
          REQUIRE(store->bank(warp, number) == (number + warp) % 4);
          lines.insert(claimed_line(*store, warp, number));
        }
      }
      CHECK(lines.size() == 16 * registers);
      CHECK(*lines.rbegin() - *lines.begin() == (16 * registers - 1) * kLineBytes);
    }
  }
}

TEST_CASE("registers as lines: where a bank would have more registers than lines, they are in the order of warps") {
  // 51 warps of 5 registers are 255: 33 of them in bank 2 of 8, which has only 32 of the 256 lines.
  const auto store = RegisterStoreRegistry::instance().make("lru-prioritized", {{"swizzle", 1}});
  store->reset(line_layout(51, 5, 8, 64));
  std::set<std::uint64_t> lines;
  for (unsigned warp = 0; warp < 51; ++warp) {
    for (unsigned number = 0; number < 5; ++number) {
      REQUIRE(store->bank(warp, number) == (5 * warp + number) % 8);
      lines.insert(claimed_line(*store, warp, number));
    }
  }
  CHECK(lines.size() == 255);
}

TEST_CASE("registers as lines: where the scratchpad takes a way, no set has more registers than the other ways") {
  // 3 warps of 20 registers are 60: 9 of them in bank 3 of 8, which has 8 of the 64 lines that the scratchpad leaves.
  for (const char* policy : {"lru-fair", "lru-prioritized"}) {
    const auto store = RegisterStoreRegistry::instance().make(policy, {{"swizzle", 1}});
    RegisterLayout layout = line_layout(3, 20, 8, 64);
    layout.ways = 2;
    layout.scratchpad_ways = 1;
    store->reset(layout);
    std::set<std::uint64_t> sets;
    for (unsigned warp = 0; warp < 3; ++warp) {
      for (unsigned number = 0; number < 20; ++number)
        sets.insert(claimed_line(*store, warp, number) / kLineBytes % 64);
    }
    CHECK(sets.size() == 60);
  }
}

}  // namespace
}  // namespace unibank
