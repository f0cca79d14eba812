// Registers, scratchpad and cache in the same banks of 16 bytes.
#include <catch2/catch.hpp>

#include "layout/storage_layout.h"

namespace unibank {
namespace {

constexpr std::uint32_t kBankBytes = 2048;  // 64 KB in 8 clusters of 4 banks: 128 rows of 16 bytes

std::unique_ptr<StoragePlaces> places(const std::string& layout, const LaunchNeeds& needs) {
  StorageShape shape;
  shape.unified_bytes = 8 * 4 * kBankBytes;
  return StorageLayoutRegistry::instance().make(layout)->places(shape, needs);
}

TEST_CASE("lines are at the top of every bank whatever registers and scratchpad below take") {
  // A set of 4 lines is a row of all banks: 96 sets are the last 96 of 128 rows.
  for (const char* layout : {"unified", "unified-scratchpad-apart"}) {
    for (const LaunchNeeds& needs : {LaunchNeeds{0, 0, 96}, LaunchNeeds{20, 0, 96}, LaunchNeeds{7, 12 * 512, 96}}) {
      const auto map = places(layout, needs);
      CHECK(map->cache_sets == 96);
      for (const std::uint32_t set : {0u, 1u, 95u}) {
        for (const unsigned way : {0u, 3u}) {
          const BankRow row = map->line(set, way);
          CHECK(row.bank == way);
          CHECK(row.address == way * kBankBytes + (32 + set) * 16);
        }
      }
    }
  }
}

TEST_CASE("registers and scratchpad in whole rows can cost sets and the lines stay at the top") {
  // 30 rows of registers and 1,500 bytes, which are 3 rows of 512, leave 95 of 128 rows.
  const auto map = places("unified", {30, 1500, 96});
  CHECK(map->cache_sets == 95);
  CHECK(map->line(0, 0).address == 33 * 16);
  CHECK(map->line(94, 0).address == 127 * 16);
  BankRow row;
  const std::uint64_t last = 1496;
  map->scratchpad(&last, 1, 4, &row);
  CHECK(row.address % kBankBytes == (30 + last / 512) * 16);
}

TEST_CASE("an array of ways that do not fill the last row begins with the row of its first line") {
  StorageShape shape;
  shape.unified_bytes = 8 * 4 * kBankBytes;
  shape.ways = 3;
  // 90 lines take 22.5 rows of 4.
  const auto map = StorageLayoutRegistry::instance().make("unified")->places(shape, {50, 0, 30});
  CHECK(map->cache_sets == 30);
  CHECK(map->line(0, 0).address == (128 - 23) * 16);
  CHECK(map->line(29, 2).address % kBankBytes == 127 * 16);
}

}  // namespace
}  // namespace unibank
