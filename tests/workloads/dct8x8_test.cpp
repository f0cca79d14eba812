#include "workloads/dct8x8/dct8x8.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

#include "run_workload.h"

using namespace unibank;

namespace {

// The definition in double precision: each coefficient is a sum over all 64 pixels.
double coefficient(const dct8x8::Image& image, std::size_t top, std::size_t left, std::size_t v, std::size_t u) {
  const double pi = std::acos(-1.0);
  const auto scale = [](std::size_t k) { return k == 0 ? std::sqrt(0.125) : 0.5; };
  double sum = 0;
  for (std::size_t y = 0; y < 8; ++y) {
    for (std::size_t x = 0; x < 8; ++x) {
      sum += double{image.values[(top + y) * image.width + left + x]} *
             std::cos(static_cast<double>((2 * x + 1) * u) * pi / 16) *
             std::cos(static_cast<double>((2 * y + 1) * v) * pi / 16);
    }
  }
  return scale(u) * scale(v) * sum;
}

double energy(const dct8x8::Image& image) {
  return std::inner_product(image.values.begin(), image.values.end(), image.values.begin(), 0.0);
}

}  // namespace

TEST_CASE("dct8x8: coefficients are those of the definition") {
  const dct8x8::Image image = dct8x8::synthetic_image(16, 24, 1);
  const dct8x8::Image transformed = dct8x8::forward(image);
  for (std::size_t y = 0; y < image.height; ++y) {
    for (std::size_t x = 0; x < image.width; ++x) {
      const double expected = coefficient(image, y / 8 * 8, x / 8 * 8, y % 8, x % 8);
      CHECK(double{transformed.values[y * image.width + x]} == Approx(expected).margin(1e-3));
    }
  }
}

TEST_CASE("dct8x8: a uniform block has one coefficient, eight times its brightness") {
  const dct8x8::Image transformed = dct8x8::forward({8, 8, std::vector<float>(64, 10.0f)});
  CHECK(transformed.values[0] == Approx(80));
  for (std::size_t i = 1; i < 64; ++i) CHECK(transformed.values[i] == Approx(0).margin(1e-5));
}

TEST_CASE("dct8x8: the transform keeps the energy and its inverse brings the image back") {
  const dct8x8::Image image = dct8x8::synthetic_image(32, 40, 2);
  const dct8x8::Image transformed = dct8x8::forward(image), again = dct8x8::inverse(transformed);
  CHECK(energy(transformed) == Approx(energy(image)).epsilon(1e-6));
  for (std::size_t i = 0; i < image.values.size(); ++i) {
    CHECK(again.values[i] == Approx(image.values[i]).margin(1e-3));
  }
}

TEST_CASE("dct8x8: quantised coefficients are the nearest multiples of their steps") {
  CHECK(dct8x8::quantisation_step(0, 0) == 16);
  CHECK(dct8x8::quantisation_step(0, 7) == 61);
  CHECK(dct8x8::quantisation_step(7, 0) == 72);
  const dct8x8::Image transformed = dct8x8::forward(dct8x8::synthetic_image(16, 16, 3));
  const dct8x8::Image quantised = dct8x8::quantise(transformed);
  for (std::size_t i = 0; i < quantised.values.size(); ++i) {
    const float step = dct8x8::quantisation_step(i / 16 % 8, i % 16 % 8);
    CHECK(std::fmod(quantised.values[i], step) == 0);
    CHECK(std::abs(quantised.values[i] - transformed.values[i]) <= step / 2);
  }
}

TEST_CASE("dct8x8: the image has different whole numbers of 8 bits around 0") {
  const dct8x8::Image image = dct8x8::synthetic_image(64, 64, 1);
  CHECK(image.values == dct8x8::synthetic_image(64, 64, 1).values);
  CHECK(image.values != dct8x8::synthetic_image(64, 64, 2).values);
  for (const float value : image.values) {
    CHECK((value >= -128 && value <= 127));
    CHECK(std::trunc(value) == value);
  }
}

TEST_CASE("dct8x8 is right for three tiles by six in three launches") {
  const Outcome outcome = run_functionally("dct8x8", Size::kTiny, {{"size", "96"}});
  CHECK(outcome.verdict.text == "9216 pixels equal");
  CHECK(outcome.counts.launches == 3);
  CHECK(outcome.counts.blocks == 18 + 144 + 18);
}

TEST_CASE("dct8x8: no scratchpad as Gebhart's table 1 prints") {
  for (const char* kernel : {"dct8x8_forward", "dct8x8_quantise", "dct8x8_inverse"}) {
    CHECK(scratchpad_bytes("dct8x8", kernel) == 0);
  }
  CHECK(complete_arguments(find_workload("dct8x8"), Size::kPaper, {}) == WorkloadArguments{{"size", 512}});
}

TEST_CASE("dct8x8: an image that tiles of 32 pixels do not fill is refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("dct8x8", Size::kTiny, {{"size", "48"}}), InputError,
      Catch::Matchers::Message("argument 'size' of workload 'dct8x8' is 48; expected a multiple of 32"));
}
