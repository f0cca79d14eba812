// Gebhart et al. 2012: the 26 programs of table 1 under the six designs; threads and bytes follow the paper's rule.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "policy/partition.h"
#include "support/storage.h"

namespace unibank {
namespace {

struct CountedRow {
  std::string program, design, limited_by;
  unsigned registers = 0, threads_exact = 0, threads = 0, warps = 0;
  double scratchpad = 0, register_kb = 0, scratchpad_kb = 0, cache_kb = 0, idle_kb = 0;
};

std::vector<CountedRow> table() {
  std::ifstream file(UNIBANK_TEST_DATA "/gebhart-occupancy.csv");
  std::vector<CountedRow> rows;
  bool titles = true;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (titles) {
      titles = false;
      continue;
    }
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    REQUIRE(cells.size() == 12);
    const auto number = [&](unsigned i) { return std::stod(cells[i]); };
    const auto whole = [&](unsigned i) { return static_cast<unsigned>(std::stoul(cells[i])); };
    rows.push_back({cells[0], cells[1], cells[7], whole(2), whole(4), whole(5), whole(6), number(3), number(8),
                    number(9), number(10), number(11)});
  }
  return rows;
}

struct CountedMachine {
  const char* name;
  const char* policy;
  unsigned registers_kb, scratchpad_kb, cache_kb, unified_kb;
};

const CountedMachine kMachines[] = {
    {"partitioned-256-64-64", "separate", 256, 64, 64, 0},
    {"fermi-like-256-96-32", "fermi-like", 256, 96, 32, 0},
    {"fermi-like-256-32-96", "fermi-like", 256, 32, 96, 0},
    {"unified-384", "unified", 0, 0, 0, 384},
    {"unified-256", "unified", 0, 0, 0, 256},
    {"unified-128", "unified", 0, 0, 0, 128},
};

const CountedMachine& machine_named(const std::string& name) {
  for (const CountedMachine& one : kMachines) {
    if (one.name == name) return one;
  }
  FAIL("no machine " << name);
  return kMachines[0];
}

SmCapacity capacity_of(const CountedMachine& machine, unsigned times = 1) {
  const std::uint64_t kb = 1024ull * times;
  SmCapacity capacity =
      machine.unified_kb != 0
          ? test::one_memory(machine.unified_kb * kb)
          : test::separate_storage(machine.registers_kb * kb, machine.scratchpad_kb * kb, machine.cache_kb * kb);
  capacity.max_threads *= times;
  capacity.max_warps *= times;
  capacity.max_blocks *= times;
  return capacity;
}

KernelNeeds warp_block(const CountedRow& row) { return {row.program, row.registers, 32, 32 * row.scratchpad}; }

TEST_CASE("table 1's 26 programs under six designs: whole warps, bytes and limits") {
  const std::vector<CountedRow> rows = table();
  REQUIRE(rows.size() == 26 * 6);
  for (const CountedRow& row : rows) {
    INFO(row.program << " on " << row.design);
    const CountedMachine& design = machine_named(row.design);
    const PartitionResult got =
        PartitionRegistry::instance().make(design.policy)->divide(capacity_of(design), {warp_block(row)}, 0);
    CHECK(got.resident_threads == row.threads);
    CHECK(got.resident_warps == row.warps);
    CHECK(got.resident_blocks == row.warps);
    CHECK(got.limited_by == row.limited_by);
    CHECK(got.register_bytes / 1024 == Approx(row.register_kb).margin(0.00006));
    CHECK(got.scratchpad_bytes / 1024 == Approx(row.scratchpad_kb).margin(0.00006));
    CHECK(got.cache_bytes / 1024 == Approx(row.cache_kb).margin(0.00006));
    CHECK(got.idle_bytes / 1024 == Approx(row.idle_kb).margin(0.00006));
    CHECK(got.cache_sets == static_cast<unsigned>(got.cache_bytes / 512));
    CHECK(got.register_bytes + got.scratchpad_bytes + got.cache_bytes + got.idle_bytes ==
          Approx((design.registers_kb + design.scratchpad_kb + design.cache_kb + design.unified_kb) * 1024.0));
  }
}

// A machine 32 times as large holds as many warps of a program as this machine holds threads.
TEST_CASE("table 1's 26 programs under six designs: exact threads") {
  for (const CountedRow& row : table()) {
    INFO(row.program << " on " << row.design);
    const CountedMachine& design = machine_named(row.design);
    const PartitionResult got =
        PartitionRegistry::instance().make(design.policy)->divide(capacity_of(design, 32), {warp_block(row)}, 0);
    CHECK(got.resident_blocks == row.threads_exact);
    CHECK(got.limited_by == row.limited_by);
  }
}

}  // namespace
}  // namespace unibank
