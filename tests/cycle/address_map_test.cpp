// Where registers, scratchpad and cache lie in the banks. Q-11: 16-byte piece i of each 128-byte stretch is in cluster
// i, and stretch L is in bank L mod 4. In separate memories, word w is in bank w mod 32.
#include <catch2/catch.hpp>

#include <array>
#include <map>
#include <set>

#include "policy/register_store.h"
#include "cycle/address_map.h"

using namespace unibank;

namespace {

constexpr unsigned kClusters = 8, kBanks = 4;

Design unified(std::uint64_t kilobytes) {
  Design design;
  design.layout.name = "unified";
  design.storage.unified_bytes = kilobytes * 1024;
  design.storage.register_bytes = design.storage.scratchpad_bytes = design.storage.cache_bytes = 0;
  return design;
}

// The resources of a launch, as a partition would divide them.
struct Division {
  unsigned registers, warps, blocks, scratchpad, cache_sets;
};

std::unique_ptr<RegisterStore> store_of(const Division& division) {
  auto store = RegisterStoreRegistry::instance().make("banks", {});
  store->reset({division.warps, division.registers, kBanks});
  return store;
}

// Records which use (registers, scratchpad, cache) takes each 4-byte word of a port's memory; in unified memory this
// includes the registers in the cluster's banks.
class Ownership {
 public:
  enum Kind { kRegister = 1, kScratchpad, kCache };
  explicit Ownership(std::uint64_t port_bytes) : bytes_(port_bytes) {}

  void take(Kind kind, unsigned port, std::uint64_t address, unsigned bytes) {
    outside += port >= kClusters || address + bytes > bytes_;
    misaligned += address % bytes != 0;
    for (std::uint64_t word = address / 4; word < (address + bytes) / 4; ++word) shared += owner_[{port, word}]++ != 0;
    Kind& row = rows_.try_emplace({port, address / bytes_a_row}, kind).first->second;
    mixed += row != kind;
  }
  unsigned bytes_a_row = 16;
  unsigned outside = 0, misaligned = 0;
  unsigned shared = 0;  // words with two owners
  unsigned mixed = 0;   // rows with two kinds of owner

 private:
  std::uint64_t bytes_;
  std::map<std::pair<unsigned, std::uint64_t>, unsigned> owner_;
  std::map<std::pair<unsigned, std::uint64_t>, Kind> rows_;
};

void take_registers(const Division& division, std::uint64_t bank_bytes, Ownership& owners) {
  const auto store = store_of(division);
  for (unsigned warp = 0; warp < division.warps; ++warp) {
    for (unsigned number = 0; number < division.registers; ++number) {
      RegisterAccess access{warp, number, false, true, 0};
      const RegisterStep step = store->next(access, nullptr);
      for (unsigned cluster = 0; cluster < kClusters; ++cluster) {
        owners.take(Ownership::kRegister, cluster, step.bank * bank_bytes + step.row * 16, 16);
      }
    }
  }
}

// Takes every scratchpad word of every block once, then every piece of every cache line.
void take_memory(const AddressMap& map, const Division& division, unsigned ways, Ownership& owners) {
  for (unsigned block = 0; block < division.blocks; ++block) {
    for (unsigned offset = 0; offset < division.scratchpad; offset += 4) {
      const BankRow row = map.scratchpad(block, offset);
      owners.take(Ownership::kScratchpad, row.port, row.address + (map.scratchpad_row_bytes() == 16 ? offset % 16 : 0),
                  4);
    }
  }
  for (unsigned set = 0; set < map.cache_sets(); ++set) {
    for (unsigned way = 0; way < ways; ++way) {
      for (unsigned piece = 0; piece < AddressMap::kPorts; ++piece) {
        const BankRow row = map.cache(set, way, piece);
        owners.take(Ownership::kCache, row.port, row.address, row.width);
      }
    }
  }
}

void check_unified(std::uint64_t kilobytes, const Division& division) {
  const Design design = unified(kilobytes);
  const unsigned register_rows = store_of(division)->rows_per_bank();
  const AddressMap map(design, register_rows, division.scratchpad, division.blocks, division.cache_sets);
  const std::uint64_t bank_bytes = kilobytes * 1024 / (kClusters * kBanks);
  Ownership owners(kBanks * bank_bytes);
  take_registers(division, bank_bytes, owners);
  take_memory(map, division, design.cache.ways, owners);
  CHECK(owners.outside == 0);
  CHECK(owners.misaligned == 0);
  CHECK(owners.shared == 0);
  CHECK(owners.mixed == 0);
  // A set of four lines takes one row of every bank, so the cache can have all whole rows that registers and scratchpad
  // leave.
  const std::uint64_t scratchpad = std::uint64_t{division.scratchpad + 15u} / 16 * 16 * division.blocks;
  const std::uint64_t scratchpad_rows = (scratchpad + 511) / 512;
  const std::uint64_t left = bank_bytes / 16 - register_rows - scratchpad_rows;
  CHECK(map.cache_sets() == std::min<std::uint64_t>(division.cache_sets, left));
}

void check_separate(const Design& design, const Division& division) {
  const AddressMap map(design, 0, division.scratchpad, division.blocks, division.cache_sets);
  CHECK(map.cache_sets() == division.cache_sets);
  Ownership owners((design.storage.scratchpad_bytes + design.storage.cache_bytes) / kClusters);
  owners.bytes_a_row = 4;
  take_memory(map, division, design.cache.ways, owners);
  CHECK(owners.outside == 0);
  CHECK(owners.misaligned == 0);
  CHECK(owners.shared == 0);
  CHECK(owners.mixed == 0);
}

Design apart(std::uint64_t unified_kb, std::uint64_t scratchpad_kb) {
  Design design = unified(unified_kb);
  design.layout.name = "unified-scratchpad-apart";
  design.storage.scratchpad_bytes = scratchpad_kb * 1024;
  return design;
}

Design integrated(Design design) {
  design.layout.name = "integrated";
  return design;
}

}  // namespace

TEST_CASE("separate scratchpad: words are in 4-byte banks after the banks of the port's cluster") {
  const AddressMap map(apart(128, 48), 0, 16384, 3, 256);
  const unsigned wide_bytes = 4 * 1024;
  CHECK(map.scratchpad_row_bytes() == 4);
  for (unsigned word = 0; word < 4096; ++word) {
    const BankRow row = map.scratchpad(1, 4 * word);
    CHECK(row.port * 4u + row.bank - 4 == word % 32);
    CHECK(row.width == 4);
    CHECK(row.address == 4 * wide_bytes + (16384 / 128 + word / 32) * 16 + word % 4 * 4);
  }
}

TEST_CASE("integrated: a line is one row of the bank its address names in every cluster") {
  const Design design = integrated(apart(128, 48));
  const AddressMap map(design, 0, 0, 0, 256);
  CHECK(map.cache_sets() == 256);
  CHECK(map.cache_ways() == 4);
  const std::uint64_t address = 0x12345 * kLineBytes;
  const auto set = static_cast<std::uint32_t>(address / kLineBytes % 256);
  for (unsigned piece = 0; piece < 8; ++piece) {
    const BankRow row = map.cache(set, 3, piece);
    CHECK(row.port == piece);
    CHECK(row.bank == (address >> 7 & 3));
    CHECK(row.address == row.bank * 4096 + ((address >> 9 & 63) * 4 + 3) * 16);
  }
  CHECK(AddressMap(design, 0, 0, 0, 0).cache_sets() == 256);
  Design two_ways = design;
  two_ways.cache.ways = 2;
  CHECK(AddressMap(two_ways, 0, 0, 0, 0).cache_sets() == 512);
}

TEST_CASE("integrated: the scratchpad has the last ways and no two uses share a bank row") {
  const Design design = integrated(unified(128));
  const AddressMap map(design, 0, 20000, 3, 256);
  CHECK(map.cache_ways() == 2);  // 60000 bytes are two ways of 32 KB
  CHECK(map.cache_sets() == 256);
  CHECK(map.scratchpad_row_bytes() == 16);
  CHECK(map.scratchpad(0, 0).address == 2 * 16);
  Division division{0, 0, 3, 20000, 256};
  Ownership owners(128 * 1024 / kClusters);
  take_memory(map, division, map.cache_ways(), owners);
  CHECK(owners.outside == 0);
  CHECK(owners.misaligned == 0);
  CHECK(owners.shared == 0);
  Design units = design;
  units.storage.units.scratchpad_bytes = 1024;
  units.storage.units.scratchpad_reserved = 1024;
  CHECK(AddressMap(units, 0, 20000, 3, 256).cache_ways() == 2);  // 3 x (20 + 1) KB
  units.storage.units.scratchpad_reserved = 2048;
  CHECK(AddressMap(units, 0, 20000, 3, 256).cache_ways() == 1);  // 3 x (20 + 2) KB
  CHECK_THROWS_WITH(AddressMap(design, 0, 32768, 4, 256),
                    "the scratchpad of the resident blocks takes 4 of the array's 4 ways: none is left for registers "
                    "and cache");
}

TEST_CASE("separate scratchpad: the cache begins above the registers and no two uses share a bank row") {
  const Design design = apart(128, 48);
  const Division division{21, 40, 3, 16000, (128 * 1024 - 40 * 21 * 128) / 512};
  const unsigned rows = store_of(division)->rows_per_bank();
  const AddressMap map(design, rows, division.scratchpad, division.blocks, division.cache_sets);
  CHECK(map.cache_sets() == division.cache_sets);
  CHECK(map.cache(0, 0, 0).address == rows * 16);
  Ownership owners((128 + 48) * 1024 / kClusters);
  take_registers(division, 4 * 1024, owners);
  take_memory(map, division, design.cache.ways, owners);
  CHECK(owners.outside == 0);
  CHECK(owners.misaligned == 0);
  CHECK(owners.shared == 0);
}

TEST_CASE("unified: 16-byte piece i of a stretch is in cluster i and stretch L in bank L mod 4") {
  const unsigned register_rows = 100;
  const AddressMap map(unified(384), register_rows, 4096, 4, 64);
  const unsigned bank_bytes = 12 * 1024;
  for (unsigned offset = 0; offset < 4096; offset += 4) {
    const BankRow row = map.scratchpad(0, offset);
    const unsigned bank = offset >> 7 & 3;
    CHECK(row.port == (offset >> 4 & 7));
    CHECK(row.bank == bank);
    CHECK(row.width == 16);
    CHECK(row.address == bank * bank_bytes + (register_rows + offset / 512) * 16);
  }
}

TEST_CASE("unified: the lines of the cache are at the top of the banks") {
  const unsigned rows = 12 * 1024 / 16;
  const AddressMap map(unified(384), 100, 4096, 4, 64);
  for (unsigned set = 0; set < 64; ++set) {
    for (unsigned way = 0; way < 4; ++way) {
      for (unsigned piece = 0; piece < 8; ++piece) {
        const BankRow row = map.cache(set, way, piece);
        CHECK(row.port == piece);
        CHECK(row.bank == way);
        CHECK(row.address == way * 12 * 1024 + (rows - 64 + set) * 16);
      }
    }
  }
}

TEST_CASE("separate: word w of the scratchpad is in bank w mod 32 and row w / 32") {
  const AddressMap map(Design(), 0, 4096, 4, 128);
  for (unsigned word = 0; word < 1024; ++word) {
    const BankRow row = map.scratchpad(0, 4 * word);
    CHECK(row.port * 4u + row.bank == word % 32);
    CHECK(row.width == 4);
    CHECK(row.address == word / 32 * 16 + word % 4 * 4);
  }
}

TEST_CASE("separate: a line covers all 32 cache banks behind the port's scratchpad banks") {
  const AddressMap map(Design(), 0, 4096, 4, 128);
  for (unsigned set : {0u, 1u, 127u}) {
    for (unsigned way = 0; way < 4; ++way) {
      for (unsigned piece = 0; piece < 8; ++piece) {
        const BankRow row = map.cache(set, way, piece);
        CHECK(row.port == piece);
        CHECK(row.bank == 4);
        CHECK(row.banks == 4);
        CHECK(row.width == 16);
        CHECK(row.address == 64 * 1024 / 8 + (set * 4 + way) * 16);
        const BankRow part = row.part(1, 2);
        CHECK((part.port == piece && part.bank == 5 && part.banks == 2 && part.width == 8 && part.words == 0b11));
        CHECK(part.address == row.address + 4);
      }
    }
  }
}

TEST_CASE("blocks follow one another at whole 16-byte rows") {
  const AddressMap map(unified(384), 0, 100, 3, 0);
  CHECK(map.scratchpad(1, 0).port == map.scratchpad(0, 112).port);
  CHECK(map.scratchpad(1, 0).address == map.scratchpad(0, 112).address);
  CHECK(map.scratchpad(2, 0).port == map.scratchpad(0, 224).port);
}

TEST_CASE("blocks that do not fit with padding to 16 bytes follow one another at whole words") {
  Design design;  // 64 KB of scratchpad
  const unsigned each = 64 * 1024 / 11 / 4 * 4;
  REQUIRE(each % 16 != 0);
  check_separate(design, {0, 0, 11, each, 0});
  const AddressMap map(design, 0, each, 11, 0);
  CHECK(map.scratchpad(1, 0).address == map.scratchpad(0, each).address);
}

namespace {

BlockSharing one_pair_of_three(std::uint64_t private_bytes) {
  BlockSharing sharing;
  sharing.default_blocks = 2;
  sharing.pairs = 1;
  sharing.private_bytes = private_bytes;
  return sharing;
}

bool same_row(const BankRow& a, const BankRow& b) {
  return a.port == b.port && a.bank == b.bank && a.address == b.address && a.words == b.words;
}

// Slots 0 and 2 share: their blocks overlap beyond the private bytes; below, no two blocks overlap.
void check_pair(const AddressMap& map, unsigned each, unsigned private_bytes, unsigned step) {
  std::set<std::array<unsigned, 4>> taken;
  const auto take = [&](unsigned slot, unsigned offset) {
    const BankRow row = map.scratchpad(slot, offset);
    CHECK(taken.insert({row.port, row.bank, row.address, row.words}).second);
  };
  for (unsigned offset = 0; offset < each; offset += step) {
    take(0, offset);
    take(1, offset);
    if (offset < private_bytes) {
      take(2, offset);
    } else {
      CHECK(same_row(map.scratchpad(2, offset), map.scratchpad(0, offset)));
    }
  }
}

}  // namespace

TEST_CASE("two blocks of a pair share only the rows of the shared part in every layout") {
  check_pair(AddressMap(Design(), 0, 8452, 3, 128, one_pair_of_three(844)), 8452, 844, 4);
  check_pair(AddressMap(apart(128, 48), 0, 8452, 3, 256, one_pair_of_three(844)), 8452, 844, 4);
  check_pair(AddressMap(unified(384), 64, 8452, 3, 64, one_pair_of_three(832)), 8452, 832, 4);
}

TEST_CASE("the private part of an added block lies above the others and takes no more than its bytes") {
  Design design;
  design.storage.scratchpad_bytes = 2 * 8452 + 844;  // not at whole rows of 16 bytes
  const AddressMap map(design, 0, 8452, 3, 128, one_pair_of_three(844));
  CHECK(map.scratchpad_layout().bytes() == 2 * 8452 + 844);
  CHECK(map.scratchpad_layout().address(2, 0) == 2 * 8452);
  CHECK(map.scratchpad_layout().address(2, 843) == 2 * 8452 + 843);
  CHECK(map.scratchpad_layout().address(2, 844) == 844);
  design.storage.scratchpad_bytes = 64 * 1024;
  CHECK(AddressMap(design, 0, 8452, 3, 128, one_pair_of_three(844)).scratchpad_layout().address(2, 0) ==
        2 * 8464);
}

TEST_CASE("no two uses share a bank row: unified 384 KB with registers and scratchpad and cache") {
  // 32 warps x 18 registers x 128 B = 72 KB, 4 x 35,200 B, the rest is cache.
  check_unified(384, {18, 32, 4, 35200, (384 * 1024 - 73728 - 4 * 35200) / 512});
}

TEST_CASE("no two uses share a bank row: unified 256 KB with an odd number of registers and warps") {
  check_unified(256, {21, 7, 7, 1000, (256 * 1024 - 7 * 21 * 128 - 7 * 1000) / 512});
}

TEST_CASE("no two uses share a bank row: unified 128 KB all cache but one warp") {
  check_unified(128, {9, 1, 1, 0, (128 * 1024 - 9 * 128) / 512});
}

TEST_CASE("no two uses share a bank row: unified 128 KB filled by registers") {
  check_unified(128, {32, 32, 4, 0, 0});
}

TEST_CASE("no two uses share a bank row: separate 64 KB each") {
  check_separate(Design(), {16, 32, 8, 8192, 128});
}

TEST_CASE("no two uses share a bank row: separate 96 KB of scratchpad and 32 KB of cache") {
  Design design;
  design.storage.scratchpad_bytes = 96 * 1024;
  design.storage.cache_bytes = 32 * 1024;
  check_separate(design, {16, 32, 5, 19000, 64});
}

TEST_CASE("no two uses share a bank row: separate 32 KB of scratchpad and 96 KB of cache") {
  Design design;
  design.storage.scratchpad_bytes = 32 * 1024;
  design.storage.cache_bytes = 96 * 1024;
  check_separate(design, {16, 32, 3, 10000, 192});
}
