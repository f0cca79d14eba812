// Registers in banks of their own, scratchpad and cache in one pool of 32 banks of 4 bytes.
#include <catch2/catch.hpp>

#include "layout/storage_layout.h"

namespace unibank {
namespace {

StorageShape shape(std::uint64_t register_kb = 128, std::uint64_t pool_kb = 64) {
  StorageShape made;
  made.register_bytes = register_kb * 1024;
  made.unified_bytes = pool_kb * 1024;
  return made;
}

std::unique_ptr<StorageLayout> layout() { return StorageLayoutRegistry::instance().make("registers-apart"); }

std::unique_ptr<StoragePlaces> places(const LaunchNeeds& needs) { return layout()->places(shape(), needs); }

std::string refusal(const StorageShape& of) {
  std::string text;
  layout()->check(of, "registers-apart", [&text](const std::string&, const std::string& message) {
    text += text.empty() ? message : "; " + message;
  });
  return text;
}

TEST_CASE("the pool is one range behind each port and registers are not behind the crossbar") {
  const std::vector<StorageMemory> memories = layout()->memories(shape());
  REQUIRE(memories.size() == 2);
  CHECK((memories[0].registers && !memories[0].scratchpad && !memories[0].cache));
  CHECK((memories[0].wide && memories[0].banks == 4 && !memories[0].crossbar));
  CHECK((!memories[1].registers && memories[1].scratchpad && memories[1].cache));
  CHECK((!memories[1].wide && memories[1].banks == 4 && memories[1].crossbar && !memories[1].wires));
  CHECK(memories[1].name == "pool");
  CHECK(memories[1].first_bank == 0);
  CHECK(memories[1].ranges() == 1);
}

TEST_CASE("word w of the scratchpad is in bank w mod 32 and row w / 32 of the pool") {
  const auto map = places({0, 16384, 96});
  CHECK(map->scratchpad_row_bytes == 4);
  for (std::uint64_t word = 0; word < 4096; ++word) {
    const std::uint64_t address = 4 * word;
    BankRow row;
    map->scratchpad(&address, 1, 4, &row);
    CHECK(row.port * 4u + row.bank == word % 32);
    CHECK(row.address == word / 32 * 16 + word % 4 * 4);
  }
}

TEST_CASE("lines are at the top of the same banks and stay there whatever the scratchpad below takes") {
  // 512 rows of 128 bytes; 96 sets of 4 lines are the last 384.
  for (const std::uint64_t scratchpad : {std::uint64_t{0}, std::uint64_t{10000}, std::uint64_t{16384}}) {
    const auto map = places({0, scratchpad, 96});
    CHECK(map->cache_sets == 96);
    CHECK(map->cache_ways == 4);
    for (const std::uint32_t set : {0u, 1u, 95u}) {
      const BankRow row = map->line(set, 3);
      CHECK((row.port == 0 && row.bank == 0 && row.banks == 4 && row.width == 16));
      CHECK(row.address == (512 - 384 + set * 4 + 3) * 16);
    }
  }
}

TEST_CASE("whole rows of the scratchpad can cost the cache a set") {
  CHECK(places({0, 16384, 96})->cache_sets == 96);
  CHECK(places({0, 16385, 96})->cache_sets == 95);
  CHECK_THROWS_WITH(places({0, 65537, 0}), Catch::Contains("513 of scratchpad in a bank, which has 512"));
  CHECK_THROWS_WITH(places({257, 0, 0}), Catch::Contains("257 rows of registers"));
}

TEST_CASE("rows of the pool conflict with each other and with no register") {
  const auto map = places({0, 16384, 96});
  const std::uint8_t reads[] = {2, 0, 0, 0};
  const std::uint64_t words[] = {0, 128, 256};  // three rows of bank 0
  BankRow rows[3];
  map->scratchpad(words, 3, 4, rows);
  const ConflictCount found = map->conflicts(reads, {rows, 3, nullptr, 0});
  CHECK(found.largest_bank == 3);
  CHECK(found.penalty == 2);
  const LineAccess lines[] = {{0, 1}, {128, 1}};
  CHECK(map->conflicts(reads, {nullptr, 0, lines, 2}).penalty == 1);
}

TEST_CASE("sizes of a pool are checked as its banks are") {
  CHECK(refusal(shape()).empty());
  CHECK(refusal(shape(128, 0)) == "storage.unified_bytes is 0, expected a pool for scratchpad and cache");
  CHECK(refusal(shape(0, 64)) == "storage.register_bytes is 0, expected a register file");
  StorageShape three = shape();
  three.cache_bytes = 4096;
  CHECK(refusal(three) == "storage.cache_bytes is 4096, expected 0: storage.layout is \"registers-apart\"");
  StorageShape odd = shape();
  odd.unified_bytes = 1000;
  CHECK(refusal(odd) == "storage.unified_bytes is 1000, expected a multiple of 128: words of 4 bytes in 32 banks");
}

}  // namespace
}  // namespace unibank
