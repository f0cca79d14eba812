// The table and the graphs of the occupancy calculator.
#include "concurrency/occupancy_table.h"

#include <catch2/catch.hpp>

#include "design/load.h"

namespace unibank {
namespace {

Design design(const std::string& name) { return load_design(name).design; }

const OccupancyRow& row(const OccupancyTable& table, const std::string& part) {
  for (const OccupancyRow& one : table.rows)
    if (one.part == part) return one;
  FAIL("no row " << part);
  return table.rows.front();
}

const OccupancyCurve& curve(const std::vector<OccupancyCurve>& curves, const std::string& quantity) {
  for (const OccupancyCurve& one : curves)
    if (one.quantity == quantity) return one;
  FAIL("no curve " << quantity);
  return curves.front();
}

}  // namespace

TEST_CASE("Kepler: how many blocks of a kernel each resource of an SM allows") {
  const OccupancyTable table = occupancy_table(design("hayes2014/kepler"), {"k", 37, 160, 1000});
  CHECK(row(table, "threads").blocks == 12);           // 2048 / 160
  CHECK(row(table, "warps").of_a_block == 5);
  CHECK(row(table, "warps").blocks == 12);
  CHECK(row(table, "blocks").blocks == 16);
  CHECK(row(table, "registers").available == 65536);
  CHECK(row(table, "registers").of_a_block == 6400);   // 5 warps of 1280
  CHECK(row(table, "registers").blocks == 9);          // 48 warps, and not the 10 blocks of 51
  CHECK(row(table, "scratchpad bytes").of_a_block == 1024);
  CHECK(row(table, "scratchpad bytes").blocks == 48);
  CHECK(table.result.resident_blocks == 9);
  CHECK(table.result.limited_by == "register file");
  CHECK(table.occupancy() == 45.0 / 64);
}

TEST_CASE("the lowest row of separate storage equals the partition's result") {
  for (const char* name : {"hayes2014/kepler", "hayes2014/fermi", "gebhart2012/partitioned", "nvidia/rtx2080ti"}) {
    const Design chip = design(name);
    for (unsigned registers = 1; registers <= 63; registers += 3) {
      for (unsigned threads = 32; threads <= 512; threads += 96) {
        const double bytes = registers % 2 == 0 ? 777 : 7777;
        const OccupancyTable table = occupancy_table(chip, {"k", registers, threads, bytes});
        unsigned lowest = OccupancyRow::kUnbounded;
        for (const OccupancyRow& one : table.rows) lowest = std::min(lowest, one.blocks);
        CHECK(table.result.resident_blocks == lowest);
      }
    }
  }
}

TEST_CASE("the scratchpad's row has the most that the partition can carve out of the pool") {
  const OccupancyTable table = occupancy_table(design("nvidia/a100"), {"k", 22, 32, 8452});
  CHECK(row(table, "scratchpad bytes").available == 164 * 1024);    // of the pool of 192 KB
  CHECK(row(table, "scratchpad bytes").of_a_block == 8576 + 1024);  // in units of 128 bytes, and the system's 1 KB
  CHECK(row(table, "scratchpad bytes").blocks == 17);
  CHECK(table.result.limited_by == "scratchpad");
  const auto of = [](const std::string& name, const std::vector<std::string>& overrides, double bytes) {
    const OccupancyTable one = occupancy_table(load_design(name, {}, overrides).design, {"k", 22, 32, bytes});
    CHECK(one.result.resident_blocks == row(one, "scratchpad bytes").blocks);
    return row(one, "scratchpad bytes").available / 1024;
  };
  CHECK(of("nvidia/v100", {}, 8000) == 96);
  CHECK(of("nvidia/h100", {}, 8000) == 228);
  CHECK(of("nvidia/rtx2080ti", {}, 8000) == 64);
  CHECK(of("today/run-time-carve-out", {}, 8000) == 164);
  CHECK(of("nvidia/a100", {"partition.scratchpad_percent=50"}, 8000) == 100);    // 96 KB are the step of 100
  CHECK(of("nvidia/a100", {"partition.scratchpad_percent=50"}, 110000) == 132);  // one block needs more
}

TEST_CASE("the graph of scratchpad ends with the most that the partition can give") {
  const OccupancyCurve scratchpad =
      curve(occupancy_curves(design("nvidia/a100"), {"k", 22, 32, 8452}), "scratchpad bytes per block");
  CHECK(scratchpad.at.back() == 164 * 1024);
  CHECK(scratchpad.warps[scratchpad.warps.size() - 2] == 1);
}

TEST_CASE("one memory has one row for registers and scratchpad and a separate scratchpad has its own row") {
  const OccupancyTable inside = occupancy_table(design("gebhart2012/unified-384k"), {"k", 24, 32, 8452});
  CHECK(row(inside, "bytes of one memory").of_a_block == 24 * 128 + 8452);
  CHECK(row(inside, "bytes of one memory").blocks == 34);
  const OccupancyTable apart = occupancy_table(design("jing2016/unified-128k"), {"k", 24, 32, 8452});
  CHECK(row(apart, "bytes of one memory").of_a_block == 24 * 128);
  CHECK(row(apart, "scratchpad bytes").blocks == 5);
}

TEST_CASE("blocks that share scratchpad are counted by the partition and named in the text") {
  const Design sharing =
      load_design("jing2016/separate-16k", {}, {"scratchpad_gate.policy=sharing"}).design;
  const OccupancyTable table = occupancy_table(sharing, {"k", 16, 64, 9408});
  CHECK(row(table, "scratchpad bytes").blocks == 5);
  CHECK(table.result.resident_blocks == 5 + table.result.sharing.pairs);
  CHECK(table.result.sharing.pairs > 0);
  CHECK_THAT(table_text(table, "d"), Catch::Contains(std::to_string(table.result.sharing.pairs) +
                                                     " share the scratchpad of another"));
}

TEST_CASE("a kernel of which not one block fits has no table") {
  CHECK_THROWS_WITH(occupancy_table(design("hayes2014/kepler"), {"k", 16, 64, 50000}),
                    "kernel k: a block needs 50176 bytes of scratchpad, the design has 49152");
}

TEST_CASE("the graphs vary one quantity and keep the others") {
  const std::vector<OccupancyCurve> curves = occupancy_curves(design("hayes2014/fermi"), {"k", 37, 256, 0});
  const OccupancyCurve& threads = curve(curves, "threads per block");
  CHECK(threads.at.front() == 32);
  CHECK(threads.at.back() == 1024);
  CHECK(threads.now == 256);
  CHECK(threads.warps[0] == 8);    // eight blocks
  CHECK(threads.warps[7] == 24);   // 25 warps of 1280 registers are 24
  CHECK(threads.warps[31] == 0);   // 32 warps do not fit
  const OccupancyCurve& registers = curve(curves, "registers per thread");
  CHECK(registers.at.size() == 63);
  CHECK(registers.warps[19] == 48);
  CHECK(registers.warps[20] == 40);
  CHECK(registers.warps[62] == 16);
  const OccupancyCurve& scratchpad = curve(curves, "scratchpad bytes per block");
  CHECK(scratchpad.at.back() == 49152);
  CHECK(scratchpad.warps.front() == 24);
  CHECK(scratchpad.warps.back() == 8);
}

TEST_CASE("more registers than 64 are drawn in steps") {
  const OccupancyCurve registers =
      curve(occupancy_curves(design("gebhart2012/partitioned"), {"k", 37, 256, 0}), "registers per thread");
  CHECK(registers.at.size() == 64);
  CHECK(registers.at.front() == 2);
  CHECK(registers.at.back() == 128);
}

TEST_CASE("the table as text") {
  const OccupancyTable table = occupancy_table(design("hayes2014/kepler"), {"k", 37, 160, 0});
  CHECK(table_text(table, "hayes2014/kepler") ==
        "k on hayes2014/kepler: 160 threads per block, 37 registers per thread, 0 bytes of scratchpad per block\n\n"
        "                         an SM has     a block   blocks\n"
        "  threads                     2048         160       12\n"
        "  warps                         64           5       12\n"
        "  blocks                        16           1       16\n"
        "  registers                  65536        6400        9\n"
        "  scratchpad bytes           49152           0      any\n\n"
        "  resident: 9 blocks, 1440 threads, 45 of 64 warps: occupancy 70.3 %\n"
        "  limited by: register file\n");
}

TEST_CASE("a graph as text marks the kernel's own value") {
  OccupancyCurve one;
  one.quantity = "registers per thread";
  one.at = {1, 2, 3, 4};
  one.warps = {16, 16, 8, 0};
  one.now = 3;
  CHECK(curves_text({one}, 16) ==
        "\nresident warps against registers per thread\n"
        "    16 |##\n    14 |##\n    12 |##\n    10 |##\n     8 |###\n     6 |###\n     4 |###\n     2 |###\n"
        "     0 +----\n        1  4\n          ^ 3\n");
}

TEST_CASE("a graph as text marks a block of 33 threads where blocks of two warps are") {
  OccupancyCurve one;
  one.quantity = "threads per block";
  one.at = {32, 64, 96};
  one.warps = {16, 16, 15};
  const auto mark = [&one](unsigned threads) {
    one.now = threads;
    const std::string text = curves_text({one}, 16);
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
  };
  CHECK(mark(1) == "        ^ 1\n");
  CHECK(mark(32) == "        ^ 32\n");
  CHECK(mark(33) == "         ^ 33\n");
  CHECK(mark(64) == "         ^ 64\n");
  CHECK(mark(97) == "          ^ 97\n");
}

}  // namespace unibank
