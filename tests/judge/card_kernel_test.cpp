// The kernels and rows of `unibank characterize` for a card.
#include <catch2/catch.hpp>

#include <sstream>
#include <tuple>

#include "characterize/card_kernel.h"
#include "characterize/table.h"

using namespace unibank::characterize;

namespace {

Trial trial(const std::string& benchmark, const std::string& kernel, bool half) {
  Trial one;
  one.benchmark = benchmark;
  one.kernel = kernel;
  one.half = half;
  return one;
}

// The lines of the kernel's body, and how many of them branch, or contain `access`.
struct Body {
  std::size_t lines = 0, branches = 0, accesses = 0;
};

Body body_of(const Trial& trial, const std::string& access) {
  const std::string text = card_manifest_of(trial)->ptx.at(0).text;
  const std::size_t begin = text.find(".entry " + trial.kernel + "("), end = text.find("\n}", begin);
  REQUIRE(end != std::string::npos);
  std::istringstream lines(text.substr(begin, end - begin));
  Body body;
  for (std::string line; std::getline(lines, line);) {
    ++body.lines;
    body.branches += line.find("bra") != std::string::npos && line.find("AGAIN") == std::string::npos;
    body.accesses += line.find(access) != std::string::npos;
  }
  return body;
}

Row row(const std::string& unit, Row::Is is, double events) {
  Row one;
  one.group = "issue";
  one.name = "some";
  one.unit = unit;
  one.is = is;
  one.events = events;
  one.longer = trial("issue", "rate_1", false);
  return one;
}

Row measured(Row row, unsigned long longer, unsigned long half) {
  std::vector<Row> rows{std::move(row)};
  Measured whole, part;
  whole.cycles = longer;
  part.cycles = half;
  measure_on_card(rows, [&](const Trial& one) -> const Measured& { return one.half ? part : whole; });
  return rows.front();
}

}  // namespace

TEST_CASE("a card's kernel and its half differ in eight accesses and in no branch") {
  for (const auto& [benchmark, kernel, access, lines] :
       std::vector<std::tuple<std::string, std::string, std::string, unsigned>>{
           {"issue", "chain_alu", "fma.rn", 8}, {"issue", "rate_1", "add.rn", 8}, {"issue", "rate_sfu", "ex2", 8},
           {"issue", "chain_bar", "bar.sync", 8}, {"scratchpad", "chain_load", "ld.shared", 8},
           {"scratchpad", "load_v4", "ld.shared.v4", 48}, {"scratchpad", "store_load", "ld.shared", 16},
           {"scratchpad", "reduce", "red.shared", 8}, {"memory", "load", "[%rd4]", 24},
           {"constants", "load", "ld.const", 24}, {"memory", "walk", "ld.global.cg", 21},
           {"memory", "chain_load", "ld.global", 8},
           {"texture_ring", "chain_load", "tex.1d", 8}}) {
    INFO(benchmark << ", " << kernel);
    CHECK(trial(benchmark, kernel, false).kept_by_compilers());
    const Body whole = body_of(trial(benchmark, kernel, false), access);
    const Body half = body_of(trial(benchmark, kernel, true), access);
    CHECK(whole.accesses - half.accesses == 8);
    CHECK(whole.lines - half.lines == lines);
    CHECK(whole.branches == half.branches);
  }
}

TEST_CASE("a figure that no SM can reach is refused") {
  const Row rate = measured(row("instructions/cycle", Row::Is::kPerCycle, 16384), 5003, 5000);
  CHECK(rate.refused == "no SM is as fast as 5461.333 instructions/cycle: the driver's compiler or the loop hides "
                        "instructions of this kernel");
  CHECK(measured(row("instructions/cycle", Row::Is::kPerCycle, 16384), 9214, 5000).refused.empty());
  CHECK_FALSE(measured(row("cycles", Row::Is::kCycles, 32), 5003, 5000).refused.empty());
  CHECK(measured(row("cycles", Row::Is::kCycles, 32), 5032, 5000).refused.empty());
  CHECK_FALSE(measured(row("cycles/access", Row::Is::kCycles, 1000), 5003, 5000).refused.empty());
  CHECK(measured(row("cycles/access", Row::Is::kCycles, 1000), 6000, 5000).refused.empty());
}

TEST_CASE("a capacity on a card is one that a larger working set exceeds") {
  Row capacity = row("bytes", Row::Is::kBytes, 0);
  for (const std::uint64_t loads : {64u, 128u, 160u}) {
    capacity.sweep.push_back(trial("memory", "chain_load", false));
    capacity.sweep.back().ring = loads;
    capacity.sweep.back().ring_stride = 128;
  }
  const auto found = [&](std::uint64_t fits) {
    std::vector<Row> rows{capacity};
    Measured slow, fast, half;
    slow.cycles = 100000;
    fast.cycles = 1100;
    half.cycles = 1000;
    measure_on_card(rows, [&](const Trial& one) -> const Measured& {
      return one.half ? half : one.ring <= fits ? fast : slow;
    });
    return rows.front();
  };
  CHECK(found(128).refused.empty());
  CHECK(found(128).measured == 128 * 128);
  CHECK(found(160).refused == "every working set that was tried stays, up to 20,480 bytes");
}

TEST_CASE("a chain through a working set goes round more often on a card") {
  std::vector<Row> rows{row("cycles", Row::Is::kCycles, 80), row("cycles", Row::Is::kCycles, 8)};
  for (Row& one : rows) one.longer.kernel = "chain_load";
  rows[0].longer.ring = 80;
  rows[0].longer.turns = 10;
  rows[1].longer.ring = 17;  // each line once
  rows[1].longer.turns = 1;
  prepare_for_card(rows, 1, 1);
  CHECK(rows[0].longer.turns == 80);
  CHECK(rows[0].events == 640);
  CHECK(rows[1].longer.turns == 1);
  CHECK(rows[1].events == 8);
}

TEST_CASE("rows of the whole memory system run on all SMs of the card and those of a part do not run") {
  std::vector<Row> rows{row("bytes/cycle", Row::Is::kPerCycle, 100), row("bytes", Row::Is::kBytes, 0),
                        row("cycles", Row::Is::kCycles, 1)};
  rows[0].memory = Row::Memory::kOfAll;
  rows[0].longer.bytes = 1000;
  rows[1].memory = Row::Memory::kOfSome;
  const std::vector<Row> before = rows;
  prepare_for_card(rows, 2, 132);
  CHECK(rows[0].longer.blocks == 132);
  CHECK(rows[0].longer.bytes == 66000);
  CHECK(rows[0].events == 100);  // the share of two SMs
  CHECK(rows[1].absent == "the card's L2 and DRAM are those of 132 SMs, the design's of 2");
  CHECK(rows[2].longer.key() == before[2].longer.key());
  CHECK(rows[2].absent.empty());
  rows = before;
  prepare_for_card(rows, 132, 132);
  CHECK(rows[0].longer.key() == before[0].longer.key());
  CHECK(rows[1].absent.empty());
}
