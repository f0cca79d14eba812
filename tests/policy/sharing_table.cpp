// Jatala et al.: the resident blocks of every kernel of tables I, VII and IX under the machines of table II, of figures
// 20 and 21 and of table VIII, each with sharing of t = 0.1 and without.
#include <catch2/catch.hpp>
#include <fstream>

#include "policy/partition.h"

namespace unibank {
namespace {

// Cells of a line; a quoted cell may hold commas.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

struct Row {
  std::string application, configuration, limited_by, paper_unshared, paper_shared;
  unsigned scratchpad_kb = 0, bytes = 0, threads = 0, block_limit = 0, thread_limit_blocks = 0;
  unsigned fit = 0, pairs_that_fit = 0, unshared = 0, shared = 0, pairs = 0, alone = 0, in_pairs = 0;
  double idle_unshared = 0, idle_shared = 0;
  bool agrees = true;
};

Row row_of(const std::vector<std::string>& cells) {
  REQUIRE(cells.size() == 24);
  const auto whole = [&](unsigned i) { return static_cast<unsigned>(std::stoul(cells[i])); };
  Row row;
  row.application = cells[1];
  row.configuration = cells[2];
  row.scratchpad_kb = whole(3);
  row.bytes = whole(4);
  row.threads = whole(5);
  row.block_limit = whole(6);
  row.thread_limit_blocks = whole(7);
  row.fit = whole(8);
  row.pairs_that_fit = whole(9);
  row.unshared = whole(10);
  row.shared = whole(11);
  row.pairs = whole(12);
  row.alone = whole(13);
  row.in_pairs = whole(14);
  row.idle_unshared = std::stod(cells[15]);
  row.idle_shared = std::stod(cells[16]);
  row.limited_by = cells[17];
  row.paper_unshared = cells[18];
  row.paper_shared = cells[19];
  row.agrees = cells[20] != "no";
  return row;
}

std::vector<Row> table() {
  std::ifstream file(UNIBANK_TEST_DATA "/derived-jatala-resident-blocks.csv");
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);  // titles
  while (std::getline(file, line)) rows.push_back(row_of(cells_of(line)));
  return rows;
}

// Registers of 256 KB, 16 KB of cache, and room for 3,072 threads but where the configuration says 2,048.
SmCapacity machine(const Row& row) {
  const auto says = [&](const char* text) { return row.configuration.find(text) != std::string::npos; };
  SmCapacity capacity;
  capacity.register_bytes = 256 * 1024;
  capacity.scratchpad_bytes = row.scratchpad_kb * 1024;
  capacity.cache_bytes = 16 * 1024;
  capacity.max_threads = says("2048 threads") || says("Configuration") ? 2048 : 3072;
  capacity.max_warps = capacity.max_threads / 32;
  capacity.max_blocks = row.block_limit;
  return capacity;
}

PartitionResult divide(const Row& row, unsigned private_per_mille) {
  SmCapacity capacity = machine(row);
  capacity.sharing.private_per_mille = private_per_mille;
  const KernelNeeds needs{row.application, 16, row.threads, static_cast<double>(row.bytes)};
  return PartitionRegistry::instance().make("hard-partitioned")->divide(capacity, {needs}, 0);
}

double idle_scratchpad(const Row& row, const PartitionResult& got) {
  return row.scratchpad_kb * 1024 - got.scratchpad_bytes;
}

TEST_CASE("the 87 lines of resident blocks: pairs and unshared blocks with t = 0.1") {
  const std::vector<Row> rows = table();
  REQUIRE(rows.size() == 87);
  for (const Row& row : rows) {
    INFO(row.application << ", " << row.configuration << ", " << row.threads << " threads");
    const SharingRule rule{100, 4};
    const BlockSharing fit = share_blocks(rule, row.scratchpad_kb * 1024.0, 0, row.bytes, 1000000);
    CHECK(fit.default_blocks == row.fit);
    CHECK(fit.pairs == row.pairs_that_fit);
    const PartitionResult got = divide(row, 100);
    CHECK(got.resident_blocks == row.shared);
    CHECK(got.sharing.pairs == row.pairs);
    CHECK(got.sharing.unshared_blocks() == row.alone);
    CHECK(2 * got.sharing.pairs == row.in_pairs);
    CHECK(got.resident_threads == row.shared * row.threads);
    CHECK(idle_scratchpad(row, got) == Approx(row.idle_shared).epsilon(1e-12));
    if (row.agrees && !row.paper_shared.empty()) CHECK(got.resident_blocks == std::stoul(row.paper_shared));
  }
}

TEST_CASE("the 87 lines of resident blocks without sharing") {
  for (const Row& row : table()) {
    INFO(row.application << ", " << row.configuration << ", " << row.threads << " threads");
    const PartitionResult got = divide(row, 1000);
    CHECK(got.resident_blocks == row.unshared);
    CHECK(got.sharing.pairs == 0);
    CHECK(idle_scratchpad(row, got) == row.idle_unshared);
    // Of two limits that let as many blocks in, ours is the limit of threads and the table's that of blocks.
    const bool tie = row.limited_by == "block limit" && row.block_limit == row.thread_limit_blocks;
    CHECK(got.limited_by == (tie ? "thread limit" : row.limited_by));
    if (row.agrees && !row.paper_unshared.empty()) CHECK(got.resident_blocks == std::stoul(row.paper_unshared));
    const unsigned warps = (row.threads + 31) / 32;
    const SmCapacity capacity = machine(row);
    CHECK(std::min(capacity.max_threads / row.threads, capacity.max_warps / warps) == row.thread_limit_blocks);
  }
}

}  // namespace
}  // namespace unibank
