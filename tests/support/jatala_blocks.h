// The lines of tests/data/derived-jatala-resident-blocks.csv: the resident blocks of every kernel of tables I, VII and
// IX of Jatala et al. on their machines, computed by the rule of their section 3 with t = 0.1, and the paper's own
// numbers.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

namespace unibank::test {

struct ResidentBlocksRow {
  std::string table, application, configuration, limited_by, paper_unshared, paper_shared;
  unsigned scratchpad_kb = 0, bytes = 0, threads = 0, block_limit = 0, thread_limit_blocks = 0;
  unsigned fit = 0, pairs_that_fit = 0, unshared = 0, shared = 0, pairs = 0, alone = 0, in_pairs = 0;
  double idle_unshared = 0, idle_shared = 0;
  bool agrees = true;

  // The limit of threads per SM: 2,048 in Configuration-1 and -2 and where the configuration says so, else 3,072.
  unsigned thread_limit() const {
    const auto says = [this](const char* text) { return configuration.find(text) != std::string::npos; };
    return says("2048 threads") || says("Configuration") ? 2048 : 3072;
  }
};

// The cells of a line; a quoted cell may contain commas.
inline std::vector<std::string> cells_of(const std::string& line) {
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

inline ResidentBlocksRow row_of(const std::vector<std::string>& cells) {
  REQUIRE(cells.size() == 24);
  const auto whole = [&](unsigned i) { return static_cast<unsigned>(std::stoul(cells[i])); };
  ResidentBlocksRow row;
  row.table = cells[0];
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

inline std::vector<ResidentBlocksRow> resident_blocks_table() {
  std::ifstream file(UNIBANK_TEST_DATA "/derived-jatala-resident-blocks.csv");
  std::vector<ResidentBlocksRow> rows;
  std::string line;
  std::getline(file, line);  // titles
  while (std::getline(file, line)) rows.push_back(row_of(cells_of(line)));
  REQUIRE(rows.size() == 87);
  return rows;
}

}  // namespace unibank::test
