// sm.scratchpad_phases: half-warps and quarter-warps of wide accesses to the scratchpad, one after the other.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr ScratchpadPhases kNone = ScratchpadPhases::kNone, kByWidth = ScratchpadPhases::kByWidth,
                           kPairs = ScratchpadPhases::kByWidthAndPairs;

struct Lanes {
  unsigned bytes;
  std::uint64_t (*address)(unsigned lane);
  LaneMask active = kAllLanes;
  Script::Address each() const {
    return [of = address](std::uint64_t, unsigned lane) { return of(lane); };
  }
};

Design phased(ScratchpadPhases phases, ConflictModel model = ConflictModel::kArbitrated) {
  Design design = bench_design();
  design.conflicts.model = model;
  design.sm.scratchpad_phases = phases;
  return design;
}

// Runs the script; the cycles from its instruction `from` to `to`, and these counters.
std::string run(const Design& design, const Script& script, unsigned from, unsigned to,
                const std::vector<const char*>& counters = {}) {
  return forked([&] {
    SmBench bench(design);
    bench.scratchpad_bytes = 16384;
    bench.run(script);
    std::string text = std::to_string(bench.issued(0, to) - bench.issued(0, from));
    for (const char* const counter : counters) text += " " + std::to_string(bench.sm.counters()[counter]);
    return text;
  });
}

// Cycles of the banks, where instruction `to` uses a value that `from` loads: 1 when it is there after the latency.
unsigned turns_of(const std::string& cycles) {
  return static_cast<unsigned>(std::stoul(cycles)) - Design().sm.scratchpad_latency + 1;
}

// Cycles for which a load has the banks.
unsigned turns(ScratchpadPhases phases, const Lanes& lanes, ConflictModel model = ConflictModel::kArbitrated) {
  Script script;
  script.load(Space::kScratchpad, {1, 2, 3, 4}, {}, lanes.each(), lanes.bytes).lanes(lanes.active);
  script.alu({5}, {1}).exit();
  return turns_of(run(phased(phases, model), script, 0, 1));
}

// The same for a store: a load after it is later by as many cycles.
unsigned store_turns(ScratchpadPhases phases, const Lanes& lanes) {
  Script script;
  script.store(Space::kScratchpad, {}, lanes.each(), lanes.bytes).lanes(lanes.active);
  script.load(Space::kScratchpad, {1}, {}, [](std::uint64_t, unsigned) { return 0; }).alu({5}, {1}).exit();
  return turns_of(run(phased(phases), script, 1, 2));
}

std::uint64_t one_place(unsigned) { return 0; }
std::uint64_t side_by_side_4(unsigned lane) { return 4 * lane; }
std::uint64_t side_by_side_8(unsigned lane) { return 8 * lane; }
std::uint64_t side_by_side_16(unsigned lane) { return 16 * lane; }
std::uint64_t same_banks(unsigned lane) { return 128 * lane; }
std::uint64_t half_apart(unsigned lane) { return lane / 16 * 8; }
std::uint64_t quarter_apart(unsigned lane) { return lane / 8 * 16; }
std::uint64_t quarters_in_one_bank(unsigned lane) { return lane / 8 * 128 + lane % 8 * 16; }
std::uint64_t in_pairs(unsigned lane) { return lane / 2 * 16; }
std::uint64_t in_distant_pairs(unsigned lane) { return (lane / 4 * 2 + lane % 2) * 16; }
std::uint64_t in_fours(unsigned lane) { return lane / 4 * 16; }

}  // namespace

TEST_CASE("a broadcast of 8 bytes takes two cycles and one of 16 bytes four, in half and quarter warps") {
  for (const ConflictModel model : {ConflictModel::kArbitrated, ConflictModel::kPerInstruction}) {
    for (const unsigned bytes : {1u, 4u, 8u, 16u}) {
      CHECK(turns(kNone, {bytes, one_place}, model) == 1);
      CHECK(turns(kByWidth, {bytes, one_place}, model) == std::max(1u, bytes / 4));
    }
  }
}

TEST_CASE("lanes side by side take a cycle for each 128 bytes, with phases or without") {
  for (const ScratchpadPhases phases : {kNone, kByWidth, kPairs}) {
    for (const Lanes& lanes : {Lanes{4, side_by_side_4}, Lanes{8, side_by_side_8}, Lanes{16, side_by_side_16}}) {
      CHECK(turns(phases, lanes) == lanes.bytes / 4);
      CHECK(store_turns(phases, lanes) == lanes.bytes / 4);
    }
  }
}

TEST_CASE("phases in different banks take a cycle each") {
  for (const ConflictModel model : {ConflictModel::kArbitrated, ConflictModel::kPerInstruction}) {
    CHECK(turns(kNone, {8, half_apart}, model) == 1);
    CHECK(turns(kByWidth, {8, half_apart}, model) == 2);
    CHECK(turns(kNone, {16, quarter_apart}, model) == 1);
    CHECK(turns(kByWidth, {16, quarter_apart}, model) == 4);
  }
  CHECK(store_turns(kByWidth, {8, half_apart}) == 2);
  CHECK(store_turns(kByWidth, {16, quarter_apart}) == 4);
}

TEST_CASE("lanes of a phase in one bank take turns") {
  for (const unsigned bytes : {8u, 16u}) {
    CHECK(turns(kByWidth, {bytes, same_banks}) == 32);  // 128 / bytes lanes a phase, bytes / 4 phases
    CHECK(turns(kByWidth, {bytes, same_banks}, ConflictModel::kPerInstruction) == 32);
    CHECK(store_turns(kByWidth, {bytes, same_banks}) == 32);
  }
}

TEST_CASE("phases without active lanes do not exist") {
  CHECK(turns(kByWidth, {16, one_place, 0x000000ff}) == 1);
  CHECK(turns(kByWidth, {16, one_place, 0xff000000}) == 1);
  CHECK(turns(kByWidth, {16, one_place, 0x80000001}) == 2);
  CHECK(turns(kByWidth, {16, one_place, 0x01010100}) == 3);
  CHECK(turns(kByWidth, {8, one_place, 0x0000ffff}) == 1);
  CHECK(turns(kByWidth, {8, one_place, 0x00018000}) == 2);
  CHECK(store_turns(kByWidth, {8, one_place, 0x00018000}) == 2);
}

TEST_CASE("a load in which pairs of lanes share their addresses has half as many phases") {
  for (const Lanes& lanes : {Lanes{16, in_pairs}, Lanes{16, in_distant_pairs}, Lanes{16, one_place},
                             Lanes{16, in_fours}}) {
    CHECK(turns(kByWidth, lanes) == 4);
    CHECK(turns(kPairs, lanes) == 2);
    CHECK(store_turns(kPairs, lanes) == 4);
  }
  CHECK(turns(kPairs, {8, one_place}) == 1);
  CHECK(turns(kPairs, {16, quarter_apart}) == 2);
  CHECK(turns(kByWidth, {16, in_pairs, 0x55555555}) == 4);
  CHECK(turns(kPairs, {16, in_pairs, 0x55555555}) == 2);  // no lane has an active partner
  CHECK(turns(kPairs, {16, same_banks}) == 32);
}

// Rows that wait are counted as conflicts, those of a later phase are not.
TEST_CASE("quarters of a warp in one bank conflict without phases only") {
  const std::vector<const char*> counters = {"conflicts.arbitration_waits", "scratchpad.row_reads", "conflicts.1",
                                             "conflicts.4"};
  const auto counted = [&](ScratchpadPhases phases, const Lanes& lanes) {
    Script script;
    script.load(Space::kScratchpad, {1, 2, 3, 4}, {}, lanes.each(), lanes.bytes).exit();
    return run(phased(phases), script, 0, 0, counters);
  };
  CHECK(counted(kNone, {16, quarters_in_one_bank}) == "0 " + std::to_string(32 * (3 + 2 + 1)) + " 128 1 1");
  CHECK(counted(kByWidth, {16, quarters_in_one_bank}) == "0 0 128 2 0");
  CHECK(counted(kNone, {16, one_place}) == "0 0 4 2 0");
  CHECK(counted(kByWidth, {16, one_place}) == "0 0 16 2 0");
}

TEST_CASE("the penalty is the turns of all phases less one, with the registers in the first") {
  const auto penalty = [](ScratchpadPhases phases, const Lanes& lanes, std::vector<std::uint16_t> sources) {
    Script script;
    script.load(Space::kScratchpad, {1}, std::move(sources), lanes.each(), lanes.bytes).exit();
    return run(phased(phases, ConflictModel::kPerInstruction), script, 0, 0, {"conflicts.penalty_cycles"});
  };
  CHECK(penalty(kNone, {16, one_place}, {}) == "0 0");
  CHECK(penalty(kByWidth, {8, one_place}, {}) == "0 1");
  CHECK(penalty(kByWidth, {16, one_place}, {}) == "0 3");
  CHECK(penalty(kByWidth, {16, one_place}, {0, 4}) == "0 4");  // two registers of one bank
  CHECK(penalty(kByWidth, {16, same_banks}, {}) == "0 31");
  CHECK(penalty(kByWidth, {16, same_banks}, {0, 4}) == "0 31");
}

TEST_CASE("a matrix is a phase") {
  const auto matrices = [](ScratchpadPhases phases, unsigned count, Script::Address address) {
    Script script;
    script.matrices(count, {1, 2, 3, 4}, std::move(address)).alu({5}, {4}).exit();
    return turns_of(run(phased(phases), script, 0, 1));
  };
  const auto lines = [](std::uint64_t, unsigned lane) { return std::uint64_t{16} * lane; };
  const auto a_place_a_matrix = [](std::uint64_t, unsigned lane) { return std::uint64_t{16} * (lane / 8); };
  for (const unsigned count : {1u, 2u, 4u}) {
    CHECK(matrices(kNone, count, lines) == count);
    CHECK(matrices(kNone, count, a_place_a_matrix) == 1);
    for (const ScratchpadPhases phases : {kByWidth, kPairs}) {
      CHECK(matrices(phases, count, lines) == count);
      CHECK(matrices(phases, count, a_place_a_matrix) == count);
    }
  }
}

TEST_CASE("a copy writes its rows phase by phase") {
  const auto copied = [](ScratchpadPhases phases, const Lanes& lanes) {
    Script script;
    script.copy([](std::uint64_t, unsigned lane) { return 4096 + 16 * lane; }, lanes.each(), lanes.bytes);
    script.wait_copies(kAllCopies).alu({1}, {}).exit();
    return std::stoul(run(phased(phases), script, 0, 2));
  };
  CHECK(copied(kByWidth, {16, quarter_apart}) == copied(kNone, {16, quarter_apart}) + 3);
  CHECK(copied(kByWidth, {8, half_apart}) == copied(kNone, {8, half_apart}) + 1);
  CHECK(copied(kByWidth, {16, side_by_side_16}) == copied(kNone, {16, side_by_side_16}));
}
