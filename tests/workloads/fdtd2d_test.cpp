// fdtd2d: the CPU's step compared with values by hand and with properties that a field keeps; the kernels where blocks
// are not full.
#include "workloads/fdtd2d/fdtd2d.h"

#include <catch2/catch.hpp>

#include "run_without.h"
#include "run_workload.h"

using namespace unibank;
using Catch::Matchers::Message;

namespace {
fdtd2d::Field zero(std::size_t height, std::size_t width) {
  return {height, width, std::vector<float>(height * (width + 1)), std::vector<float>((height + 1) * width),
          std::vector<float>(height * width)};
}
}  // namespace

TEST_CASE("fdtd2d: a source drives row 0 of ey, and hz answers in the same step") {
  fdtd2d::Field field = zero(3, 2);
  fdtd2d::step(field, 1);
  CHECK(field.ey == std::vector<float>{1, 1, 0, 0, 0, 0, 0, 0});
  CHECK(field.ex == std::vector<float>(9));
  const float answer = 0.7f;  // 0 - 0.7 (0 - 0 + 0 - 1)
  CHECK(field.hz == std::vector<float>{answer, answer, 0, 0, 0, 0});
}

TEST_CASE("fdtd2d: half of hz's differences goes to ex and ey, by hand") {
  fdtd2d::Field field = zero(2, 2);
  field.hz = {1, 3, 7, 15};
  fdtd2d::step(field, 5);
  CHECK(field.ey == std::vector<float>{5, 5, -3, -6, 0, 0});  // -(7 - 1) / 2, -(15 - 3) / 2
  CHECK(field.ex == std::vector<float>{0, -1, 0, 0, -4, 0});  // -(3 - 1) / 2, -(15 - 7) / 2
  // The curls: -1 - 0 - 3 - 5, 0 + 1 - 6 - 5, -4 - 0 + 0 + 3 and 0 + 4 + 0 + 6.
  const std::vector<float> expected{1 + 0.7f * 9, 3 + 0.7f * 10, 7 + 0.7f * 1, 15 - 0.7f * 10};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(field.hz[i] == Approx(expected[i]));
}

TEST_CASE("fdtd2d: the edges that no step writes keep their values") {
  constexpr std::size_t height = 4, width = 5;
  fdtd2d::Field field = zero(height, width);
  for (std::size_t i = 0; i < field.ex.size(); ++i) field.ex[i] = static_cast<float>(i * i);
  for (std::size_t i = 0; i < field.ey.size(); ++i) field.ey[i] = static_cast<float>(2 * i);
  const fdtd2d::Field before = field;
  for (const float source : {1.0f, -2.0f, 0.5f}) fdtd2d::step(field, source);
  for (std::size_t y = 0; y < height; ++y) {
    CHECK(field.ex[y * (width + 1)] == before.ex[y * (width + 1)]);
    CHECK(field.ex[y * (width + 1) + width] == before.ex[y * (width + 1) + width]);
    CHECK(field.ex[y * (width + 1) + 1] != before.ex[y * (width + 1) + 1]);
  }
  for (std::size_t x = 0; x < width; ++x) CHECK(field.ey[height * width + x] == before.ey[height * width + x]);
}

TEST_CASE("fdtd2d: the kernels agree to the last bit where blocks are not full, three launches a step") {
  for (const auto& [width, height] : {std::pair{1u, 1u}, std::pair{33u, 7u}, std::pair{31u, 17u}}) {
    const Outcome outcome = run_functionally(
        "fdtd2d", Size::kTiny,
        {{"width", std::to_string(width)}, {"height", std::to_string(height)}, {"steps", "3"}});
    CHECK(outcome.verdict.text == std::to_string(height * (width + 1)) + " ex points equal, " +
                                      std::to_string((height + 1) * width) + " ey points equal, " +
                                      std::to_string(height * width) + " hz points equal");
    CHECK(outcome.counts.launches == 9);
    CHECK(outcome.counts.blocks == 9 * ((width + 31) / 32) * ((height + 7) / 8));
  }
}

TEST_CASE("fdtd2d: the verdict notices an omitted kernel") {
  for (const char* kernel : {"fdtd2d_ey", "fdtd2d_ex", "fdtd2d_hz"}) CHECK_FALSE(run_without("fdtd2d", kernel).right);
}

TEST_CASE("fdtd2d: fields without points and more steps than PolyBench's are refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("fdtd2d", Size::kTiny, {{"width", "0"}}), InputError,
      Message("argument 'width' of workload 'fdtd2d' is '0'; expected a whole number from 1 to 8192"));
  CHECK_THROWS_MATCHES(
      run_functionally("fdtd2d", Size::kTiny, {{"steps", "501"}}), InputError,
      Message("argument 'steps' of workload 'fdtd2d' is '501'; expected a whole number from 1 to 500"));
}
