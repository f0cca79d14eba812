// The search of Hayes and Zhang 2014, figure 5, with the choices, over kernels given as tables.
#include "concurrency/search.h"

#include <catch2/catch.hpp>
#include <set>

namespace unibank {
namespace {

// Levels 1, 2, ... of a kernel: dispatch cycles for each off-chip instruction at an interval of 1, and spills.
struct Table {
  std::vector<unsigned> cycles;
  unsigned spills_from = 100;
  std::vector<unsigned> asked = {};

  ConcurrencyAnswer search(ConcurrencyQuestion question) {
    question.most = static_cast<unsigned>(cycles.size());
    return choose_concurrency(question, [this](unsigned blocks) {
      asked.push_back(blocks);
      return CompiledLevel{{1, cycles.at(blocks - 1)}, blocks >= spills_from};
    });
  }
};

// An interval of 4 and 192 lanes: 768 threads, three blocks of 256.
ConcurrencyQuestion question(unsigned original) {
  ConcurrencyQuestion asked;
  asked.dispatch_interval = 4;
  asked.lanes = 192;
  asked.block_threads = 256;
  asked.original = original;
  return asked;
}

std::vector<unsigned> tried(const ConcurrencyAnswer& answer) {
  std::vector<unsigned> blocks;
  for (const ConcurrencyAnswer::Step& step : answer.steps) blocks.push_back(step.blocks);
  return blocks;
}

}  // namespace

TEST_CASE("a kernel whose instructions are dispatched one a cycle stays as it is") {
  Table table{{100, 100, 100, 100}};
  ConcurrencyQuestion asked = question(2);
  asked.dispatch_interval = 1;
  const ConcurrencyAnswer answer = table.search(asked);
  CHECK(answer.blocks == 2);
  CHECK_FALSE(answer.transformed);
  CHECK_FALSE(answer.concurrency_bound);
  CHECK(table.asked.empty());
}

TEST_CASE("the search starts at the dispatch interval times the lanes in whole blocks") {
  Table table{{0, 0, 0, 0, 0, 0, 0, 0}};
  CHECK(table.search(question(1)).start == 3);
  ConcurrencyQuestion asked = question(1);
  asked.dispatch_interval = 4.6;  // 883 threads, 3.45 blocks
  CHECK(table.search(asked).start == 3);
  asked.dispatch_interval = 4.7;  // 902 threads, 3.53 blocks
  CHECK(table.search(asked).start == 4);
  asked.dispatch_interval = 1.01;
  asked.block_threads = 1024;
  CHECK(table.search(asked).start == 1);
  asked.dispatch_interval = 9;
  asked.block_threads = 64;
  CHECK(table.search(asked).start == 8);  // of 27
}

TEST_CASE("up: every level is tried and the highest that passes is chosen") {
  // 51 x 4 exceeds 200, 50 x 4 does not.
  Table table{{60, 60, 51, 50, 51, 50, 40, 0}};
  const ConcurrencyAnswer answer = table.search(question(2));
  CHECK(answer.concurrency_bound);
  CHECK(answer.start == 3);
  CHECK(answer.blocks == 5);
  CHECK(answer.transformed);
  CHECK(tried(answer) == std::vector<unsigned>{3, 4, 5, 6, 7, 8});
  CHECK(answer.steps[0].cycles == 204);
  CHECK(answer.steps[0].passes);
  CHECK_FALSE(answer.steps[1].passes);
  CHECK(answer.without_spills == 0);
}

TEST_CASE("up: a level below the original is the kernel as it is") {
  Table table{{60, 60, 60, 60, 0, 0, 0, 0}};
  const ConcurrencyAnswer answer = table.search(question(4));
  CHECK(answer.blocks == 4);
  CHECK_FALSE(answer.transformed);
}

TEST_CASE("up: the highest level itself may pass") {
  Table table{{60, 60, 60, 60}};
  CHECK(table.search(question(2)).blocks == 4);
}

TEST_CASE("down: the first level that passes is chosen") {
  Table table{{60, 60, 55, 60, 60, 30, 20, 10}, 3};
  ConcurrencyQuestion asked = question(1);
  asked.dispatch_interval = 4;
  asked.lanes = 448;  // seven blocks
  const ConcurrencyAnswer answer = table.search(asked);
  CHECK(answer.start == 7);
  CHECK(answer.without_spills == 2);
  CHECK(tried(answer) == std::vector<unsigned>{7, 6, 5});
  CHECK(answer.blocks == 5);
  CHECK(answer.transformed);
}

TEST_CASE("down: the highest level without spills is the last one tried") {
  for (const unsigned cycles : {60u, 50u}) {
    Table table{{60, 60, 60, cycles, 0, 0, 0, 0}, 5};
    ConcurrencyQuestion asked = question(2);
    asked.lanes = 384;  // six blocks
    const ConcurrencyAnswer answer = table.search(asked);
    CHECK(tried(answer) == std::vector<unsigned>{6, 5, 4});
    CHECK(answer.without_spills == 4);
    CHECK(answer.blocks == (cycles == 60 ? 4 : 2));  // or the unchanged kernel
    CHECK(answer.transformed == (cycles == 60));
  }
}

TEST_CASE("a start that fails at the highest level without spills leaves the kernel as it is") {
  Table table{{60, 60, 0, 0, 0, 0, 0, 0}, 4};
  const ConcurrencyAnswer answer = table.search(question(1));
  CHECK(answer.without_spills == 3);
  CHECK(tried(answer) == std::vector<unsigned>{3});
  CHECK_FALSE(answer.transformed);
}

TEST_CASE("down: the floor may be the highest level without spills, which then need not pass") {
  for (const unsigned original : {2u, 4u}) {
    Table table{{60, 60, 60, 50, 0, 0, 0, 0}, 5};
    ConcurrencyQuestion asked = question(original);
    asked.lanes = 384;  // six blocks
    asked.floor_is_chosen = true;
    const ConcurrencyAnswer answer = table.search(asked);
    CHECK(answer.without_spills == 4);
    CHECK(answer.blocks == 4);
    CHECK(answer.transformed == (original < 4));  // at the original number: the kernel unchanged
  }
}

TEST_CASE("down: a level above the floor that passes is chosen under either floor") {
  for (const bool floor_is_chosen : {false, true}) {
    Table table{{60, 60, 60, 50, 60, 0, 0, 0}, 5};
    ConcurrencyQuestion asked = question(2);
    asked.lanes = 384;
    asked.floor_is_chosen = floor_is_chosen;
    CHECK(table.search(asked).blocks == 5);
  }
}

TEST_CASE("a start that fails at or below the floor takes the floor") {
  for (const unsigned spills_from : {4u, 7u}) {
    Table table{{0, 0, 0, 0, 0, 0, 0, 0}, spills_from};
    ConcurrencyQuestion asked = question(1);  // starts at three
    asked.floor_is_chosen = true;
    const ConcurrencyAnswer answer = table.search(asked);
    CHECK(tried(answer) == std::vector<unsigned>{3});
    CHECK(answer.without_spills == spills_from - 1);
    CHECK(answer.blocks == spills_from - 1);
    CHECK(answer.transformed);
  }
}

TEST_CASE("down: never to the original level") {
  Table table{{60, 60, 60, 60, 0, 0, 0, 0}, 2};
  ConcurrencyQuestion asked = question(4);
  asked.lanes = 384;
  const ConcurrencyAnswer answer = table.search(asked);
  CHECK(tried(answer) == std::vector<unsigned>{6, 5});
  CHECK(answer.blocks == 4);
  CHECK_FALSE(answer.transformed);
}

TEST_CASE("a start that fails below a level without spills leaves the kernel as it is") {
  Table table{{0, 0, 0, 60, 60, 60, 60, 60}, 7};
  const ConcurrencyAnswer answer = table.search(question(2));
  CHECK(answer.without_spills == 6);
  CHECK(tried(answer) == std::vector<unsigned>{3});
  CHECK(answer.blocks == 2);
  CHECK_FALSE(answer.transformed);
}

TEST_CASE("a kernel without an instruction that leaves the chip passes everywhere") {
  const ConcurrencyAnswer answer = [] {
    ConcurrencyQuestion asked = question(2);
    asked.most = 6;
    return choose_concurrency(asked, [](unsigned) { return CompiledLevel{{0, 10}, false}; });
  }();
  CHECK(answer.blocks == 6);
}

TEST_CASE("no level is compiled twice") {
  Table table{{60, 60, 0, 0, 0, 0, 0, 0}, 3};
  ConcurrencyQuestion asked = question(1);
  asked.lanes = 384;
  table.search(asked);
  CHECK(std::set<unsigned>(table.asked.begin(), table.asked.end()).size() == table.asked.size());
}

}  // namespace unibank
