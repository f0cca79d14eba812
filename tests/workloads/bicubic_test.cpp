// bicubic: the CPU's interpolation compared with properties of B-splines and with the sum over all texels in double
// precision; the kernel on images that its blocks do not fill.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "run_workload.h"
#include "workloads/bicubic/bicubic.h"

using namespace unibank;
using bicubic::View;

namespace {

// The cubic B-spline around 0: two pieces on each side.
double spline(double x) {
  const double a = std::abs(x);
  if (a < 1) return 2.0 / 3 - a * a + a * a * a / 2;
  return a < 2 ? std::pow(2 - a, 3) / 6 : 0;
}

// The image's value at a point, as grey: the sum of the splines of all nearby texels; texels outside have the edge's
// value.
double spread(const bicubic::Image& image, double u, double v) {
  const auto width = static_cast<int>(image.width), height = static_cast<int>(image.height);
  double sum = 0;
  for (int y = -9; y < height + 9; ++y) {
    for (int x = -9; x < width + 9; ++x) {
      const int column = std::clamp(x, 0, width - 1), row = std::clamp(y, 0, height - 1);
      sum += image.grey[static_cast<std::size_t>(row * width + column)] * spline(u - x) * spline(v - y);
    }
  }
  return sum;
}

std::uint32_t grey_of(std::uint32_t pixel) { return pixel & 0xff; }

}  // namespace

TEST_CASE("bicubic: weights are the cubic B-spline at the distances of four texels and add up to 1") {
  for (int i = 0; i <= 64; ++i) {
    const double a = i / 64.0;
    const auto w = bicubic::weights(static_cast<float>(a));
    const double expected[] = {spline(1 + a), spline(a), spline(1 - a), spline(2 - a)};
    for (int k = 0; k < 4; ++k) CHECK(double{w[static_cast<std::size_t>(k)]} == Approx(expected[k]).margin(1e-6));
    CHECK(w[0] + w[1] + w[2] + w[3] == Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("bicubic: pixels equal the splines of all texels within rounding") {
  const bicubic::Image image = bicubic::random_image(20, 13, 5);
  const View view{0.4f, -1.3f, 0.7f, 9, 6};
  const auto pixels = bicubic::render(image, view, 20, 13);
  unsigned close = 0;
  for (std::size_t y = 0; y < 13; ++y) {
    for (std::size_t x = 0; x < 20; ++x) {
      const double u = (static_cast<double>(x) + 0.5 - 9) * 0.7 + 9 + 0.4 - 0.5;
      const double v = (static_cast<double>(y) + 0.5 - 6) * 0.7 + 6 - 1.3 - 0.5;
      const double value = spread(image, u, v);
      const std::uint32_t pixel = pixels[y * 20 + x];
      if (std::abs(value + 0.5 - std::round(value + 0.5)) < 1e-3) {
        ++close;
      } else {
        CHECK(grey_of(pixel) == static_cast<std::uint32_t>(value + 0.5));
      }
      CHECK(pixel == grey_of(pixel) * 0x010101);
    }
  }
  CHECK(close < 10);
}

TEST_CASE("bicubic: a plain image stays plain and a slope stays straight inside") {
  const View view{0.25f, 0.75f, 0.5f, 8, 8};
  const bicubic::Image plain{16, 16, std::vector<std::uint8_t>(256, 77)};
  for (const std::uint32_t pixel : bicubic::render(plain, view, 16, 16)) CHECK(pixel == 77u * 0x010101);
  bicubic::Image slope = plain;
  for (std::size_t i = 0; i < 256; ++i) slope.grey[i] = static_cast<std::uint8_t>(i % 16 * 10);
  const auto pixels = bicubic::render(slope, view, 16, 16);
  for (std::size_t x = 0; x < 16; ++x) {  // texels 3.75 to 11.25: B-splines keep straight lines
    const double place = (static_cast<double>(x) + 0.5 - 8) * 0.5 + 8 + 0.25 - 0.5;
    CHECK(std::abs(grey_of(pixels[5 * 16 + x]) - 10 * place) <= 0.51);
  }
}

TEST_CASE("bicubic: beyond the image its edge is repeated") {
  bicubic::Image image = bicubic::random_image(8, 8, 1);
  for (std::size_t y = 0; y < 8; ++y) image.grey[y * 8 + 7] = 200;
  const auto right = bicubic::render(image, {50, 0, 1, 4, 4}, 8, 8);
  for (const std::uint32_t pixel : right) CHECK(grey_of(pixel) == 200);
  const auto corner = bicubic::render(image, {-50, -50, 1, 4, 4}, 8, 8);
  for (const std::uint32_t pixel : corner) CHECK(grey_of(pixel) == image.grey[0]);
}

TEST_CASE("bicubic: random images have dark and bright parts") {
  const bicubic::Image image = bicubic::random_image(64, 64, 1);
  CHECK(*std::min_element(image.grey.begin(), image.grey.end()) < 64);
  CHECK(*std::max_element(image.grey.begin(), image.grey.end()) > 160);
  CHECK(image.grey != bicubic::random_image(64, 64, 2).grey);
}

TEST_CASE("bicubic: the kernel agrees to the last bit on images that the blocks do not fill, smaller and larger") {
  for (const Given& given : {Given{{"size", "1"}}, Given{{"size", "15"}, {"zoom", "100"}},
                             Given{{"size", "17"}, {"zoom", "50"}}, Given{{"size", "33"}, {"zoom", "730"}}}) {
    const Outcome outcome = run_functionally("bicubic", Size::kTiny, given);
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text.find(" pixels equal") != std::string::npos);
  }
}

TEST_CASE("bicubic: blocks of 16 x 16 pixels and nothing in the scratchpad") {
  CHECK(run_functionally("bicubic", Size::kTiny, {{"size", "33"}}).counts.blocks == 9);
  CHECK(scratchpad_bytes("bicubic", "bicubic") == 0);
}
