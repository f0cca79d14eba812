// The closed forms of access plans (lanes side by side, broadcasts, banks without conflict) compared with the
// definition.
#include <catch2/catch.hpp>

#include <algorithm>
#include <tuple>

#include "sm/access_plan.h"
#include "sm/random_access.h"
#include "support/random.h"

using namespace unibank;
using test::RandomAccess;

namespace {

// The words of each lane, in lane order.
std::vector<LineAccess> lines_by_definition(const RandomAccess& access) {
  const unsigned bytes = access.what.bytes_per_lane;
  std::vector<LineAccess> lines;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!(access.shown.active >> lane & 1)) continue;
    for (std::uint64_t byte = access.shown.address[lane]; byte < access.shown.address[lane] + bytes; ++byte) {
      const std::uint64_t address = byte / kLineBytes * kLineBytes;
      auto line =
          std::find_if(lines.begin(), lines.end(), [&](const LineAccess& one) { return one.address == address; });
      if (line == lines.end()) line = lines.insert(line, {address, 0});
      line->words |= 1u << byte % kLineBytes / 4;
    }
  }
  return lines;
}

using Place = std::tuple<unsigned, unsigned, std::uint32_t>;  // port, bank, address
Place place_of(const BankRow& row) { return {row.port, row.bank, row.address}; }

// The rows of these lanes, each once, in the order of first touch, sorted into turns of its bank or of its port.
std::vector<BankRow> rows_by_definition(const RandomAccess& access, LaneMask lanes, const AddressMap& map,
                                        bool one_bank_a_port) {
  const unsigned piece = map.scratchpad_row_bytes(), bytes = access.what.bytes_per_lane;
  std::vector<BankRow> rows;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    for (unsigned at = 0; at < bytes; at += piece) {
      const BankRow row = map.scratchpad(1, access.shown.address[lane] + at, std::min(bytes, piece));
      const auto same = std::find_if(rows.begin(), rows.end(),
                                     [&](const BankRow& one) { return place_of(one) == place_of(row); });
      same == rows.end() ? rows.push_back(row) : static_cast<void>(same->words |= row.words);
    }
  }
  std::vector<unsigned> turns;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    turns.push_back(static_cast<unsigned>(std::count_if(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(i),
                                                        [&](const BankRow& before) {
      return before.port == rows[i].port && (one_bank_a_port || before.bank == rows[i].bank);
    })));
  }
  std::vector<BankRow> ordered;
  for (unsigned turn = 0; ordered.size() < rows.size(); ++turn) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (turns[i] == turn) ordered.push_back(rows[i]);
    }
  }
  return ordered;
}

// The phase of a lane follows from its number, and from the addresses of a load where each lane has that of its
// neighbour, or each that of the next but one.
unsigned phase_of(const RandomAccess& access, unsigned lane, ScratchpadPhases phases) {
  const unsigned bytes = access.what.bytes_per_lane;
  if (phases == ScratchpadPhases::kNone || bytes < 8) return 0;
  const auto alike = [&](unsigned bit) {
    for (unsigned one = 0; one < kWarpSize; ++one) {
      const bool both = (access.shown.active >> one & 1) && (access.shown.active >> (one ^ bit) & 1);
      if (both && access.shown.address[one] != access.shown.address[one ^ bit]) return false;
    }
    return true;
  };
  const bool paired = phases == ScratchpadPhases::kByWidthAndPairs && access.what.memory == MemoryOp::kLoad &&
                      (alike(1) || alike(2));
  return lane * bytes / 128 / (paired ? 2 : 1);
}

}  // namespace

TEST_CASE("the lines of any access are those of the definition in the order of first touch") {
  test::Random random(11);
  for (unsigned trial = 0; trial < 20000; ++trial) {
    RandomAccess access;
    test::fill(random, access, Space::kGlobal, 1u << random.below(5), 1 << 16);
    AccessPlan plan;
    plan_lines(access.shown, plan);
    const std::vector<LineAccess> expected = lines_by_definition(access);
    REQUIRE(plan.lines.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      REQUIRE(plan.lines[i].address == expected[i].address);
      REQUIRE(plan.lines[i].words == expected[i].words);
    }
  }
}

TEST_CASE("the scratchpad rows of any access are those of the definition, in the order of phases and turns") {
  test::Random random(12);
  for (const char* const layout : {"separate", "unified"}) {
    const AddressMap map(test::design_of(layout), 64, 16 * 1024, 2, 64);
    for (unsigned trial = 0; trial < 40000; ++trial) {
      RandomAccess access;
      test::fill(random, access, Space::kScratchpad, 1u << random.below(5), 16 * 1024);
      if (random.below(4) == 0) access.what.memory = MemoryOp::kStore;
      const bool one_bank_a_port = random.below(2) != 0;
      const auto phases = static_cast<ScratchpadPhases>(random.below(3));
      AccessPlan plan;
      plan_scratchpad(access.shown, map, 1, {one_bank_a_port, phases}, plan);
      bool another = true;
      for (unsigned phase = 0; phase < 4; ++phase) {
        LaneMask lanes = 0;
        for (unsigned lane = 0; lane < kWarpSize; ++lane)
          lanes |= LaneMask{phase_of(access, lane, phases) == phase} << lane;
        lanes &= access.shown.active;
        if (lanes == 0) continue;
        REQUIRE(another);
        const std::vector<BankRow> expected = rows_by_definition(access, lanes, map, one_bank_a_port);
        REQUIRE(plan.rows.size() == expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
          REQUIRE(place_of(plan.rows[i]) == place_of(expected[i]));
          REQUIRE(plan.rows[i].words == expected[i].words);
        }
        another = plan.next_phase();
      }
      REQUIRE_FALSE(another);
    }
  }
}

// Lanes on one address already take turns.
TEST_CASE("an atomic of 8 bytes has no phases") {
  test::Random random(13);
  const AddressMap map(test::design_of("separate"), 64, 16 * 1024, 2, 64);
  for (unsigned trial = 0; trial < 1000; ++trial) {
    RandomAccess access;
    test::fill(random, access, Space::kScratchpad, 8, 16 * 1024);
    access.what.memory = random.below(2) == 0 ? MemoryOp::kAtomic : MemoryOp::kReduction;
    AccessPlan whole, phased;
    plan_scratchpad(access.shown, map, 1, {false, ScratchpadPhases::kNone}, whole);
    plan_scratchpad(access.shown, map, 1, {false, ScratchpadPhases::kByWidthAndPairs}, phased);
    CHECK(phased.phases_left == 0);
    REQUIRE(phased.rows.size() == whole.rows.size());
    REQUIRE(phased.modified.size() == whole.rows.size());
    for (std::size_t i = 0; i < whole.rows.size(); ++i) REQUIRE(place_of(phased.rows[i]) == place_of(whole.rows[i]));
  }
}
