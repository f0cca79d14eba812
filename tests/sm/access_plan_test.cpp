// The accesses that the addresses of a warp's lanes become: memory lines, scratchpad rows, distinct constants.
#include <catch2/catch.hpp>

#include <array>
#include <functional>
#include <set>

#include "sm/access_plan.h"
#include "sm/measures.h"

using namespace unibank;
using test::kAllLanes;

namespace {

constexpr std::uint32_t kWholeLine = ~std::uint32_t{0};

// One memory instruction of a warp.
struct LaneAccess {
  using Address = std::function<std::uint64_t(unsigned)>;
  LaneAccess(Space space, unsigned bytes, const Address& address, LaneMask active = kAllLanes) {
    what.unit = Unit::kMemory;
    what.space = space;
    what.memory = MemoryOp::kLoad;
    what.bytes_per_lane = static_cast<std::uint8_t>(bytes);
    shown.decoded = &what;
    shown.active = active;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) shown.address[lane] = address(lane);
  }
  LaneAccess(const LaneAccess&) = delete;
  StaticInstruction what;
  WarpInstruction shown;
};

AccessPlan lines_of(const LaneAccess& access) {
  AccessPlan plan;
  plan_lines(access.shown, plan);
  return plan;
}

Design unified() {
  Design design;
  design.layout.name = "unified";
  design.storage.unified_bytes = 384 * 1024;
  design.storage.register_bytes = design.storage.scratchpad_bytes = design.storage.cache_bytes = 0;
  return design;
}

AccessPlan rows_of(const LaneAccess& access, const Design& design, bool one_bank_a_port = false,
                   unsigned block_slot = 0) {
  AccessPlan plan;
  plan_scratchpad(access.shown, AddressMap(design, 64, 16 * 1024, 2, 64), block_slot,
                  {one_bank_a_port, ScratchpadPhases::kNone}, plan);
  return plan;
}

auto lanes_apart(std::uint64_t base, std::uint64_t stride) {
  return [base, stride](unsigned lane) { return base + stride * lane; };
}

std::set<unsigned> banks(const AccessPlan& plan) {
  std::set<unsigned> all;
  for (const BankRow& row : plan.rows) all.insert(row.port * 8u + row.bank);
  return all;
}

}  // namespace

TEST_CASE("each lane of an atomic on one address is a turn of its sector") {
  // Lanes 0 to 15 access one word, 16 to 23 words of their own in the next sector; of the rest, two lanes each access
  // one word of the next line.
  LaneAccess atomic(Space::kGlobal, 4, [](unsigned lane) -> std::uint64_t {
    return lane < 16 ? 1024 : lane < 24 ? 1024 + 32 + 4 * (lane - 16) : 1024 + 128 + 96 + 4 * (lane % 4);
  });
  atomic.what.memory = MemoryOp::kAtomic;
  const AccessPlan plan = lines_of(atomic);
  REQUIRE(plan.lines.size() == 2);
  CHECK(plan.turns == std::vector<AtomicTurns>{{16, 1, 0, 0}, {0, 0, 0, 2}});
  atomic.what.memory = MemoryOp::kStore;
  CHECK(lines_of(atomic).turns.empty());
}

TEST_CASE("32 consecutive words are one line") {
  const AccessPlan plan = lines_of({Space::kGlobal, 4, lanes_apart(4096, 4)});
  REQUIRE(plan.lines.size() == 1);
  CHECK(plan.lines[0].address == 4096);
  CHECK(plan.lines[0].words == kWholeLine);
  CHECK(plan.lines[0].sectors() == 0b1111);
}

TEST_CASE("one word for all lanes is one word of one line") {
  const AccessPlan plan = lines_of({Space::kGlobal, 4, lanes_apart(4096 + 40, 0)});
  REQUIRE(plan.lines.size() == 1);
  CHECK(plan.lines[0].address == 4096);
  CHECK(plan.lines[0].words == 1u << 10);
  CHECK(plan.lines[0].sectors() == 0b0010);
}

TEST_CASE("a stride of two words is two lines with every other word of each") {
  const AccessPlan plan = lines_of({Space::kGlobal, 4, lanes_apart(4096, 8)});
  REQUIRE(plan.lines.size() == 2);
  for (unsigned i = 0; i < 2; ++i) {
    CHECK(plan.lines[i].address == 4096 + 128 * i);
    CHECK(plan.lines[i].words == 0x55555555);
  }
}

TEST_CASE("a stride of a line is a line a lane in the order of the lanes") {
  const AccessPlan plan = lines_of({Space::kGlobal, 4, lanes_apart(4096, 128)});
  REQUIRE(plan.lines.size() == 32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    CHECK(plan.lines[lane].address == 4096 + 128 * lane);
    CHECK(plan.lines[lane].words == 1);
    CHECK(plan.lines[lane].sectors() == 1);
  }
}

TEST_CASE("consecutive words from the middle of a line are two lines") {
  const AccessPlan plan = lines_of({Space::kGlobal, 4, lanes_apart(4096 + 96, 4)});
  REQUIRE(plan.lines.size() == 2);
  CHECK(plan.lines[0].words == 0xff000000);
  CHECK(plan.lines[0].sectors() == 0b1000);
  CHECK(plan.lines[1].words == 0x00ffffff);
  CHECK(plan.lines[1].sectors() == 0b0111);
}

TEST_CASE("consecutive words up to the highest address are lines like any others") {
  for (const unsigned bytes : {1u, 4u, 8u, 16u}) {
    const std::uint64_t first = 0 - std::uint64_t{kWarpSize} * bytes;
    const AccessPlan plan = lines_of(LaneAccess(Space::kGlobal, bytes, lanes_apart(first, bytes)));
    const AccessPlan lower = lines_of(LaneAccess(Space::kGlobal, bytes, lanes_apart(first - 1024, bytes)));
    REQUIRE(plan.lines.size() == (bytes + 3) / 4);
    REQUIRE(lower.lines.size() == plan.lines.size());
    for (std::size_t i = 0; i < plan.lines.size(); ++i) {
      CHECK(plan.lines[i].address == lower.lines[i].address + 1024);
      CHECK(plan.lines[i].words == lower.lines[i].words);
    }
  }
}

TEST_CASE("8 bytes a lane are two lines and 16 bytes a lane are four") {
  for (unsigned bytes : {8u, 16u}) {
    const AccessPlan plan = lines_of({Space::kGlobal, bytes, lanes_apart(4096, bytes)});
    REQUIRE(plan.lines.size() == bytes * 32 / 128);
    for (const LineAccess& line : plan.lines) CHECK(line.words == kWholeLine);
  }
}

TEST_CASE("bytes and half words touch the word they lie in") {
  const AccessPlan bytes = lines_of({Space::kGlobal, 1, lanes_apart(4096, 1)});
  REQUIRE(bytes.lines.size() == 1);
  CHECK(bytes.lines[0].words == 0xff);
  const AccessPlan halves = lines_of({Space::kGlobal, 2, lanes_apart(4096, 2)});
  REQUIRE(halves.lines.size() == 1);
  CHECK(halves.lines[0].words == 0xffff);
}

TEST_CASE("stores and atomics of half words write two bytes of each word they lie in") {
  for (const MemoryOp operation : {MemoryOp::kStore, MemoryOp::kAtomic, MemoryOp::kReduction}) {
    LaneAccess halves(Space::kGlobal, 2, lanes_apart(4096, 4));
    halves.what.memory = operation;
    CHECK(lines_of(halves).written(0) == LineBytes{0x33333333, 0x33333333, 0x33333333, 0x33333333});
  }
}

TEST_CASE("only active lanes touch memory") {
  const AccessPlan plan = lines_of({Space::kGlobal, 4, lanes_apart(4096, 4), 0x0000f00f});
  REQUIRE(plan.lines.size() == 1);
  CHECK(plan.lines[0].words == 0x0000f00f);
  CHECK(plan.lines[0].sectors() == 0b0011);
  CHECK(lines_of({Space::kGlobal, 4, lanes_apart(4096, 4), 0}).lines.empty());
}

TEST_CASE("lanes that come back to an earlier line add to it") {
  const auto back_and_forth = [](unsigned lane) { return 4096 + 128 * (lane % 2) + 4 * lane; };
  const AccessPlan plan = lines_of({Space::kGlobal, 4, back_and_forth});
  REQUIRE(plan.lines.size() == 2);
  CHECK(plan.lines[0].words == 0x55555555);
  CHECK(plan.lines[1].words == 0xaaaaaaaa);
}

TEST_CASE("wide local variables are interleaved: word k of all lanes is one line") {
  for (unsigned bytes : {4u, 8u, 16u}) {
    const AccessPlan plan = lines_of({Space::kLocal, bytes, lanes_apart(1 << 20, 4)});
    REQUIRE(plan.lines.size() == bytes / 4);
    for (unsigned word = 0; word < bytes / 4; ++word) {
      CHECK(plan.lines[word].address == (1 << 20) + 128 * word);
      CHECK(plan.lines[word].words == kWholeLine);
    }
  }
}

TEST_CASE("32 consecutive words of the scratchpad are 32 narrow rows and 8 wide ones") {
  const AccessPlan narrow = rows_of({Space::kScratchpad, 4, lanes_apart(0, 4)}, Design());
  CHECK(narrow.rows.size() == 32);
  CHECK(banks(narrow).size() == 32);
  const AccessPlan wide = rows_of({Space::kScratchpad, 4, lanes_apart(0, 4)}, unified(), true);
  CHECK(wide.rows.size() == 8);
  CHECK(banks(wide).size() == 8);
}

TEST_CASE("lanes on one row of the scratchpad count once") {
  CHECK(rows_of({Space::kScratchpad, 4, lanes_apart(64, 0)}, Design()).rows.size() == 1);
  CHECK(rows_of({Space::kScratchpad, 4, lanes_apart(64, 0)}, unified(), true).rows.size() == 1);
  // Eight lanes on four words: four narrow rows, one wide one.
  const auto eight = [](unsigned lane) { return 64 + 4 * (lane % 4); };
  CHECK(rows_of({Space::kScratchpad, 4, eight, 0xff}, Design()).rows.size() == 4);
  CHECK(rows_of({Space::kScratchpad, 4, eight, 0xff}, unified(), true).rows.size() == 1);
}

TEST_CASE("a column of a 32-word matrix is 32 rows of one narrow bank") {
  const AccessPlan plan = rows_of({Space::kScratchpad, 4, lanes_apart(8, 128)}, Design());
  CHECK(plan.rows.size() == 32);
  CHECK(banks(plan) == std::set<unsigned>{2});
}

TEST_CASE("a column of a 32-word matrix is 8 rows in each of one cluster's four wide banks") {
  const AccessPlan plan = rows_of({Space::kScratchpad, 4, lanes_apart(8, 128)}, unified());
  REQUIRE(plan.rows.size() == 32);
  std::array<unsigned, 4> of_bank{};
  for (const BankRow& row : plan.rows) {
    CHECK(row.port == 0);
    ++of_bank[row.bank];
  }
  CHECK(of_bank == std::array<unsigned, 4>{8, 8, 8, 8});
}

TEST_CASE("a column of a padded 33-word matrix has no conflict in narrow banks") {
  const AccessPlan plan = rows_of({Space::kScratchpad, 4, lanes_apart(0, 132)}, Design());
  CHECK(plan.rows.size() == 32);
  CHECK(banks(plan).size() == 32);
}

TEST_CASE("16 bytes a lane are 128 narrow rows in 32 banks") {
  const AccessPlan plan = rows_of({Space::kScratchpad, 16, lanes_apart(0, 16)}, Design());
  CHECK(plan.rows.size() == 128);
  CHECK(banks(plan).size() == 32);
}

TEST_CASE("16 bytes a lane are 32 wide rows and one in each bank of the SM") {
  const AccessPlan plan = rows_of({Space::kScratchpad, 16, lanes_apart(0, 16)}, unified());
  CHECK(plan.rows.size() == 32);
  CHECK(banks(plan).size() == 32);
}

TEST_CASE("a row knows which of its words cross the crossbar") {
  const auto words = [](const AccessPlan& plan) {
    std::vector<unsigned> all;
    for (const BankRow& row : plan.rows) all.push_back(row.words);
    return all;
  };
  const auto two_rows = [](unsigned lane) { return lane == 0 ? 64 : lane == 1 ? 72 : 128 + 4; };
  CHECK(words(rows_of({Space::kScratchpad, 4, two_rows, 0b111}, unified())) == std::vector<unsigned>{0b0101, 0b0010});
  CHECK(words(rows_of({Space::kScratchpad, 1, lanes_apart(64, 1), 0x1f}, unified())) == std::vector<unsigned>{0b0011});
  CHECK(words(rows_of({Space::kScratchpad, 8, lanes_apart(8, 8), 0b11}, unified())) ==
        std::vector<unsigned>{0b1100, 0b0011});
  CHECK(words(rows_of({Space::kScratchpad, 16, lanes_apart(32, 16), 0b1}, unified())) == std::vector<unsigned>{0b1111});
  CHECK(words(rows_of({Space::kScratchpad, 8, lanes_apart(8, 8), 0b1}, Design())) == std::vector<unsigned>{1, 1});
}

TEST_CASE("inactive lanes touch no row") {
  CHECK(rows_of({Space::kScratchpad, 4, lanes_apart(0, 4), 0x0000ffff}, Design()).rows.size() == 16);
  CHECK(rows_of({Space::kScratchpad, 4, lanes_apart(0, 4), 0x0000ffff}, unified()).rows.size() == 4);
}

TEST_CASE("the same offsets of another block are other rows") {
  const AccessPlan first = rows_of({Space::kScratchpad, 4, lanes_apart(0, 4)}, Design(), false, 0);
  const AccessPlan second = rows_of({Space::kScratchpad, 4, lanes_apart(0, 4)}, Design(), false, 1);
  REQUIRE(first.rows.size() == second.rows.size());
  for (std::size_t i = 0; i < first.rows.size(); ++i) {
    CHECK(second.rows[i].address == first.rows[i].address + 16 * 1024 / 8);
  }
}

TEST_CASE("rows are in the order of their turns: all first rows of the banks before all second ones") {
  // Lanes 2 l and 2 l + 1 read two rows of the same bank: words l and l + 32.
  const auto pairs = [](unsigned lane) { return 4 * (lane / 2) + 128 * (lane % 2); };
  const AccessPlan plan = rows_of({Space::kScratchpad, 4, pairs}, Design());
  REQUIRE(plan.rows.size() == 32);
  const std::set<unsigned> all = banks(plan);
  CHECK(all.size() == 16);
  std::set<unsigned> first_half;
  for (unsigned i = 0; i < 16; ++i) first_half.insert(plan.rows[i].port * 8u + plan.rows[i].bank);
  CHECK(first_half == all);
}

TEST_CASE("words side by side in the narrow banks of a port are one row") {
  const auto joined = [](const LaneAccess& access) {
    AccessPlan plan = rows_of(access, Design());
    join_neighbours(plan.rows);
    std::vector<std::array<unsigned, 4>> rows;
    for (const BankRow& row : plan.rows) rows.push_back({row.port, row.bank, row.banks, row.address});
    return rows;
  };
  using Rows = std::vector<std::array<unsigned, 4>>;
  CHECK(joined({Space::kScratchpad, 4, lanes_apart(0, 4)}) ==
        Rows{{0, 0, 4, 0}, {1, 0, 4, 0}, {2, 0, 4, 0}, {3, 0, 4, 0}, {4, 0, 4, 0}, {5, 0, 4, 0}, {6, 0, 4, 0},
             {7, 0, 4, 0}});
  // Words 2 to 5: two at port 0 and two at port 1. Then words 1 and 3, with a bank between them.
  CHECK(joined({Space::kScratchpad, 4, lanes_apart(8, 4), 0xf}) == Rows{{0, 2, 2, 8}, {1, 0, 2, 0}});
  CHECK(joined({Space::kScratchpad, 4, lanes_apart(4, 8), 0x3}) == Rows{{0, 1, 1, 4}, {0, 3, 1, 12}});
  // Words 1 and 0: not in ascending order. Words 0 and 33: in different rows.
  CHECK(joined({Space::kScratchpad, 4, [](unsigned lane) { return 4 - 4 * lane; }, 0x3}).size() == 2);
  CHECK(joined({Space::kScratchpad, 4, lanes_apart(0, 132), 0x3}).size() == 2);
}

TEST_CASE("no row combines words of two turns") {
  // Words 33, 0 and 1: bank 1 is used twice, so word 1 waits for the second turn.
  const std::array<unsigned, 3> words = {33, 0, 1};
  AccessPlan plan = rows_of({Space::kScratchpad, 4, [&](unsigned lane) { return 4 * words[lane % 3]; }, 0x7}, Design());
  join_neighbours(plan.rows);
  CHECK(plan.rows.size() == 3);
}

TEST_CASE("with one bank a port rows of one port take turns though their banks differ") {
  // Two stretches of 128 bytes: banks 0 and 1 of every cluster.
  const LaneAccess access(Space::kScratchpad, 8, lanes_apart(0, 8));
  const AccessPlan plan = rows_of(access, unified(), true);
  REQUIRE(plan.rows.size() == 16);
  std::set<unsigned> first, second;
  for (unsigned i = 0; i < 8; ++i) first.insert(plan.rows[i].port);
  for (unsigned i = 8; i < 16; ++i) second.insert(plan.rows[i].port);
  CHECK(first.size() == 8);
  CHECK(second.size() == 8);
}

TEST_CASE("constants count distinct words: bytes of one word count once and a wider constant counts once") {
  const auto distinct = [](const LaneAccess& access) {
    AccessPlan plan;
    plan_broadcast(access.shown, plan);
    return plan.words.size();
  };
  CHECK(distinct({Space::kConstant, 4, lanes_apart(8, 0)}) == 1);
  CHECK(distinct({Space::kConstant, 4, [](unsigned lane) { return std::uint64_t{4 * (lane % 3)}; }}) == 3);
  CHECK(distinct({Space::kConstant, 4, lanes_apart(0, 4)}) == 32);
  CHECK(distinct({Space::kConstant, 4, lanes_apart(0, 4), 0b101}) == 2);
  CHECK(distinct({Space::kConstant, 1, lanes_apart(0, 1)}) == 8);
  CHECK(distinct({Space::kConstant, 16, lanes_apart(0, 16)}) == 32);
}
