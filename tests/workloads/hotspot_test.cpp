// hotspot: the CPU's step compared with the laws of heat; the kernel's pyramids tested with every width of halo.
#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include "run_workload.h"
#include "workloads/hotspot/hotspot.h"

using namespace unibank;
using hotspot::Chip;

namespace {
hotspot::Grid uniform(std::size_t rows, std::size_t columns, float value) {
  return {rows, columns, std::vector<float>(rows * columns, value)};
}
double sum(const hotspot::Grid& grid) { return std::accumulate(grid.cells.begin(), grid.cells.end(), 0.0); }
constexpr float kInsulated = 1e30f;  // K/W: practically no heat passes
}  // namespace

TEST_CASE("hotspot: a chip without power and as warm as its surroundings keeps its temperature") {
  const hotspot::Grid ambient = uniform(9, 5, hotspot::kAmbient);
  CHECK(hotspot::step(ambient, uniform(9, 5, 0), hotspot::silicon(9, 5)).cells == ambient.cells);
}

TEST_CASE("hotspot: a warm cell gives heat to its four neighbours according to the resistances") {
  hotspot::Grid before = uniform(3, 3, 100);
  before.cells[4] = 110;
  const Chip chip{2, 5, 10, kInsulated, 1};  // half a degree a joule; 1/5 W/K along the row, 1/10 along the column
  const hotspot::Grid after = hotspot::step(before, uniform(3, 3, 0), chip);
  const float middle = 110 - 0.5f * (2 * 10 / 5.0f + 2 * 10 / 10.0f), beside = 101, above = 100.5f;
  const std::vector<float> expected{100, above, 100, beside, middle, beside, 100, above, 100};
  for (std::size_t i = 0; i < 9; ++i) CHECK(after.cells[i] == Approx(expected[i]));
}

TEST_CASE("hotspot: powers warm their cells and the surroundings cool them") {
  hotspot::Grid powers = uniform(2, 2, 0);
  powers.cells[3] = 6;
  const hotspot::Grid warmed = hotspot::step(uniform(2, 2, 90), powers, {3, kInsulated, kInsulated, kInsulated, 0.5f});
  CHECK(warmed.cells == std::vector<float>{90, 90, 90, 91});
  const hotspot::Grid cooled = hotspot::step(uniform(2, 2, 90), uniform(2, 2, 0), {3, kInsulated, kInsulated, 4, 0.5f});
  for (const float cell : cooled.cells) CHECK(cell == Approx(90 - 0.5 / 3 * 10 / 4));
}

TEST_CASE("hotspot: heat moves within the chip but only powers and surroundings change its sum") {
  const hotspot::Grid before = hotspot::random_temperatures(21, 34, 3), powers = hotspot::random_powers(21, 34, 4);
  Chip chip = hotspot::silicon(21, 34);
  chip.rz = kInsulated;
  const hotspot::Grid after = hotspot::step(before, powers, chip);
  CHECK(after.cells != before.cells);
  CHECK(sum(after) == Approx(sum(before) + double{chip.time} / chip.capacity * sum(powers)).epsilon(1e-7));
}

TEST_CASE("hotspot: silicon of twice the cells a side has a quarter of the capacity a cell") {
  const Chip coarse = hotspot::silicon(100, 100), fine = hotspot::silicon(200, 200);
  CHECK(coarse.capacity == Approx(4 * fine.capacity));
  CHECK(coarse.rz == Approx(fine.rz / 4));
  CHECK(coarse.rx == Approx(10));
  CHECK(coarse.ry == Approx(fine.ry));
  CHECK(coarse.time == fine.time);
  // The chip's maximum power, 3 MW/m^2 of surface, warms a cell by 0.001 in a step.
  CHECK(3e6 * 0.016 * 0.016 / 1e4 * coarse.time / coarse.capacity == Approx(0.001));
}

TEST_CASE("hotspot: temperatures and powers lie in their ranges") {
  for (const float cell : hotspot::random_temperatures(40, 40, 1).cells) CHECK((cell >= 323 && cell < 343));
  for (const float cell : hotspot::random_powers(40, 40, 1).cells) CHECK((cell >= 0 && cell < 0.003f));
}

TEST_CASE("hotspot: the kernel agrees to the last bit on chips that the blocks do not fill") {
  for (const char* size : {"1", "2", "11", "12", "13", "25", "37"}) {
    const Outcome outcome = run_functionally("hotspot", Size::kTiny, {{"size", size}});
    INFO("size " << size << ": " << outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text.find(" equal") != std::string::npos);
  }
}

TEST_CASE("hotspot: pyramids of every height agree, also where the last launch does fewer steps") {
  for (unsigned pyramid = 1; pyramid <= 7; ++pyramid) {
    const Given given{{"size", "30"}, {"steps", "9"}, {"pyramid", std::to_string(pyramid)}};
    const Outcome outcome = run_functionally("hotspot", Size::kTiny, given);
    INFO("pyramid " << pyramid << ": " << outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.launches == (9 + pyramid - 1) / pyramid);
  }
}

TEST_CASE("hotspot: blocks of pyramid 2 give 12 x 12 cells and take 12 bytes of scratchpad a thread") {
  CHECK(run_functionally("hotspot", Size::kTiny, {{"size", "36"}}).counts.blocks == 9);
  CHECK(run_functionally("hotspot", Size::kTiny, {{"size", "37"}}).counts.blocks == 16);
  CHECK(scratchpad_bytes("hotspot", "hotspot") == 12 * 256);
}
