// dct2: the integer and matrix references compared with dct8x8's transform, which is itself compared with the
// definition; each kernel.
#include "workloads/dct2/dct2.h"

#include <catch2/catch.hpp>

#include <cmath>

#include "scratchpad_shape.h"

using namespace unibank;

TEST_CASE("dct2: transforms of integers are within a few units of those of floats") {
  const dct8x8::Image image = dct8x8::synthetic_image(32, 40, 1), exact = dct8x8::forward(image);
  const dct2::ShortImage pixels = dct2::rounded(image), coefficients = dct2::forward(pixels);
  const dct2::ShortImage again = dct2::inverse(coefficients);
  for (std::size_t i = 0; i < exact.values.size(); ++i) {
    CHECK(static_cast<float>(coefficients.values[i]) == Approx(exact.values[i]).margin(2.5));
    CHECK(std::abs(again.values[i] - pixels.values[i]) <= 2);
  }
}

TEST_CASE("dct2: a uniform block of integers has one coefficient and comes back") {
  const dct2::ShortImage uniform{8, 8, std::vector<std::int16_t>(64, 100)};
  const dct2::ShortImage coefficients = dct2::forward(uniform);
  CHECK(coefficients.values[0] == 800);
  for (std::size_t i = 1; i < 64; ++i) CHECK(coefficients.values[i] == 0);
  CHECK(dct2::inverse(coefficients).values == uniform.values);
}

TEST_CASE("dct2: quantised integers are multiples of JPEG's steps") {
  const dct2::ShortImage coefficients = dct2::forward(dct2::rounded(dct8x8::synthetic_image(16, 16, 3)));
  const dct2::ShortImage quantised = dct2::quantise(coefficients);
  for (std::size_t i = 0; i < quantised.values.size(); ++i) {
    const int step = static_cast<int>(dct8x8::quantisation_step(i / 16 % 8, i % 16 % 8));
    CHECK(quantised.values[i] % step == 0);
    CHECK(2 * std::abs(quantised.values[i] - coefficients.values[i]) <= step);
  }
}

TEST_CASE("dct2: products of matrices are the transform") {
  const dct8x8::Image image = dct8x8::synthetic_image(24, 16, 5);
  const dct8x8::Image products = dct2::products(image), expected = dct8x8::forward(image);
  for (std::size_t i = 0; i < image.values.size(); ++i) {
    CHECK(products.values[i] == Approx(expected.values[i]).margin(1e-3));
  }
}

TEST_CASE("dct2: each kernel agrees to the last bit and writes its scratchpad before it reads it") {
  for (const char* kernel : {"1", "2", "3", "4", "5"}) {
    const Outcome outcome = run_functionally("dct2", Size::kTiny, {{"kernel", kernel}, {"size", "96"}});
    INFO(kernel << ": " << outcome.verdict.text);
    CHECK(outcome.verdict.text == "9216 values equal");
    CHECK(outcome.counts.launches == 1);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
  for (const char* kernel : {"1", "2"}) {
    const Given given{{"kernel", kernel}, {"size", "128"}, {"tile", "64"}};
    const Outcome outcome = run_functionally("dct2", Size::kTiny, given);
    CHECK(outcome.verdict.text == "16384 values equal");
    CHECK(outcome.counts.blocks == 2 * 4);
    CHECK(outcome.counts.uninitialised_scratchpad_reads.count == 0);
  }
}

TEST_CASE("dct2: scratchpad and blocks in 16 KB are those of Jatala's tables") {
  const auto shape = [](const Given& given, const std::string& kernel) {
    return scratchpad_shapes("dct2", given).at(kernel);
  };
  const ScratchpadShape dct1{2112, 1, 64}, dct3{2176, 1, 128}, larger{8320, 1, 256}, dct5{512, 2, 64};
  CHECK(shape({{"kernel", "1"}}, "dct2_forward_32x16") == dct1);
  CHECK(shape({{"kernel", "2"}}, "dct2_inverse_32x16") == dct1);
  CHECK(shape({{"kernel", "3"}}, "dct2_short_forward") == dct3);
  CHECK(shape({{"kernel", "4"}}, "dct2_short_inverse") == dct3);
  CHECK(shape({{"kernel", "5"}}, "dct2_products") == dct5);
  CHECK(shape({{"kernel", "1"}, {"tile", "64"}}, "dct2_forward_64x32") == larger);
  CHECK(shape({{"kernel", "2"}, {"tile", "64"}}, "dct2_inverse_64x32") == larger);
  CHECK(resident(dct1).resident_blocks == 7);
  CHECK(resident(dct3).resident_blocks == 7);
  CHECK(resident(dct5).resident_blocks == 16);  // the limit of blocks: 32 would fit
}

TEST_CASE("dct2: at paper size every kernel of floats and of integers has the 32768 threads of Jatala's table VI") {
  for (const char* kernel : {"1", "2", "3", "4"}) {
    const Outcome outcome = run_functionally("dct2", Size::kPaper, {{"kernel", kernel}});
    CHECK(outcome.verdict.right);
    CHECK(outcome.counts.blocks * (kernel[0] < '3' ? 64 : 128) == 32768);
  }
}

TEST_CASE("dct2: images that the tiles do not fill and tiles that a kernel does not have are refused") {
  const auto refused = [](const Given& given, const std::string& message) {
    CHECK_THROWS_MATCHES(run_functionally("dct2", Size::kTiny, given), InputError, Catch::Matchers::Message(message));
  };
  refused({{"size", "96"}, {"tile", "64"}},
          "argument 'size' of workload 'dct2' is 96; expected a multiple of tile = 64");
  refused({{"kernel", "3"}, {"tile", "64"}}, "argument 'tile' of workload 'dct2' is 64; expected 32 with kernel = 3");
}
