#include "layout/conflicts.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <random>

namespace unibank {
namespace {

using Rows = std::array<std::uint8_t, 32>;
using Registers = std::array<std::uint8_t, 4>;

const ConflictLayout kSeparate{false, false, 8, 4};
const ConflictLayout kSingle{true, false, 8, 4};
const ConflictLayout kMultiple{true, true, 8, 4};

TEST_CASE("the paper's example: one bank three times, another twice, is a delay of 2") {
  const Registers none{};
  Rows rows{};
  rows[5] = 3;
  rows[9] = 2;
  const ConflictCount got = count_conflicts(kSeparate, none.data(), rows.data());
  CHECK(got.count == 3);
  CHECK(got.penalty == 2);
}

TEST_CASE("separate memories: registers and scratchpad do not add") {
  const Registers registers{2, 0, 1, 0};
  Rows rows{};
  rows[0] = 2;
  CHECK(count_conflicts(kSeparate, registers.data(), rows.data()).count == 2);
  CHECK(count_conflicts(kSeparate, registers.data(), nullptr).penalty == 1);
}

TEST_CASE("unified: register reads and rows of a bank add") {
  const Registers registers{2, 0, 1, 0};
  Rows rows{};
  rows[4 * 3 + 0] = 1;  // cluster 3, bank 0
  CHECK(count_conflicts(kSingle, registers.data(), rows.data()).count == 3);
  CHECK(count_conflicts(kMultiple, registers.data(), rows.data()).count == 3);
}

TEST_CASE("unified: rows in several banks of a cluster share its single port unless the multiplexer is wide") {
  const Registers none{};
  Rows rows{};
  for (unsigned bank = 0; bank < 4; ++bank) rows[4 * 6 + bank] = 1;
  const ConflictCount single = count_conflicts(kSingle, none.data(), rows.data());
  CHECK(single.count == 4);
  CHECK(single.penalty == 3);
  CHECK(single.largest_bank == 1);
  const ConflictCount multiple = count_conflicts(kMultiple, none.data(), rows.data());
  CHECK(multiple.count == 1);
  CHECK(multiple.penalty == 0);
}

TEST_CASE("nothing accessed costs nothing") {
  const Registers none{};
  CHECK(count_conflicts(kSingle, none.data(), nullptr).count == 0);
  CHECK(count_conflicts(kSingle, none.data(), nullptr).penalty == 0);
}

TEST_CASE("lines are looked up one a cycle in every layout") {
  const Registers none{};
  Rows rows{};
  for (unsigned cluster = 0; cluster < 8; ++cluster) {
    for (unsigned bank = 0; bank < 4; ++bank) rows[4 * cluster + bank] = 2;  // 8 lines in a row
  }
  CHECK(count_conflicts(kMultiple, none.data(), rows.data()).count == 2);
  CHECK(count_conflicts(kMultiple, none.data(), rows.data(), 8).penalty == 7);
  CHECK(count_conflicts(kSingle, none.data(), rows.data(), 8).penalty == 7);
  CHECK(count_conflicts(kSeparate, none.data(), nullptr, 32).penalty == 31);
}

TEST_CASE("random instructions have the conflicts of the formulas") {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 5000; ++round) {
    Registers r{};
    Rows m{};
    for (auto& reads : r) reads = random() % 4;
    for (auto& rows : m) rows = random() % 3 ? 0 : random() % 5;
    int most_r = 0, most_m = 0, most_sum = 0, most_port = 0;
    for (int bank = 0; bank < 32; ++bank) {
      most_r = std::max<int>(most_r, r[bank % 4]);
      most_m = std::max<int>(most_m, m[bank]);
      most_sum = std::max<int>(most_sum, r[bank % 4] + m[bank]);
      if (bank % 4 == 0) most_port = std::max<int>(most_port, m[bank] + m[bank + 1] + m[bank + 2] + m[bank + 3]);
    }
    const auto penalty = [](int count) { return static_cast<unsigned>(std::max(count - 1, 0)); };
    REQUIRE(count_conflicts(kSeparate, r.data(), m.data()).penalty == penalty(std::max(most_r, most_m)));
    REQUIRE(count_conflicts(kSingle, r.data(), m.data()).penalty == penalty(std::max(most_port, most_sum)));
    REQUIRE(count_conflicts(kMultiple, r.data(), m.data()).penalty == penalty(most_sum));
    REQUIRE(static_cast<int>(count_conflicts(kSingle, r.data(), m.data()).largest_bank) == most_sum);
  }
}

}  // namespace
}  // namespace unibank
