// recursivegaussian: the CPU's blur compared with the sum over all pixels in double precision; the kernels on images
// that the blocks do not fill.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>

#include "pixels.h"
#include "run_workload.h"
#include "workloads/recursivegaussian/recursivegaussian.h"

using namespace unibank;

namespace {

// One row of the blur as a sum: a pixel at distance d before counts memory^d, and the edge pixel is repeated without
// end.
std::vector<double> blurred_line(const std::vector<double>& line, double memory) {
  const auto count = static_cast<int>(line.size());
  std::vector<double> result(line.size(), 0);
  for (int i = 0; i < count; ++i) {
    for (int d = -2000; d <= 2000; ++d) {
      const double value = line[static_cast<std::size_t>(std::min(std::max(i + d, 0), count - 1))];
      const double weight = (1 - memory) * std::pow(memory, std::abs(d));
      result[static_cast<std::size_t>(i)] += (d == 0 ? 1 : 0.5) * weight * value;
    }
  }
  return result;
}

}  // namespace

TEST_CASE("recursivegaussian: a plain image stays plain in all four channels") {
  const recursivegaussian::Image plain{9, 4, std::vector<std::uint32_t>(36, 0x80ff0b4du)};
  CHECK(recursivegaussian::blur(plain, 0.9f).pixels == plain.pixels);
}

TEST_CASE("recursivegaussian: without memory nothing is blurred") {
  const recursivegaussian::Image image = recursivegaussian::random_image(13, 7, 1);
  CHECK(recursivegaussian::blur(image, 0).pixels == image.pixels);
}

TEST_CASE("recursivegaussian: rows and columns are the sum of what lies before and behind them") {
  std::vector<double> line;
  for (int i = 0; i < 40; ++i) line.push_back(i * i * 37 % 256);
  for (const float memory : {0.25f, 0.6f, 0.875f}) {
    const std::vector<double> expected = blurred_line(line, memory);
    recursivegaussian::Image row{40, 1, {}}, column{1, 40, {}};
    for (const double value : line) row.pixels.push_back(static_cast<std::uint32_t>(value) * 0x01010101u);
    column.pixels = row.pixels;
    const recursivegaussian::Image row_after = recursivegaussian::blur(row, memory);
    const recursivegaussian::Image column_after = recursivegaussian::blur(column, memory);
    CHECK(row_after.pixels == column_after.pixels);
    for (std::size_t i = 0; i < 40; ++i) {
      // Rounded to whole numbers twice; the first rounding counts with half weight.
      CHECK(std::abs(channel(row_after.pixels[i], 0) - expected[i]) <= 0.76);
      CHECK(row_after.pixels[i] == static_cast<std::uint32_t>(channel(row_after.pixels[i], 0)) * 0x01010101u);
    }
  }
}

TEST_CASE("recursivegaussian: a mirrored and a transposed image give the mirrored and transposed blur") {
  const recursivegaussian::Image image = recursivegaussian::random_image(31, 18, 2);
  const recursivegaussian::Image after = recursivegaussian::blur(image, 0.7f);
  recursivegaussian::Image mirrored = image, transposed{18, 31, image.pixels};
  for (std::size_t y = 0; y < 18; ++y) {
    for (std::size_t x = 0; x < 31; ++x) {
      mirrored.pixels[y * 31 + 30 - x] = image.pixels[y * 31 + x];
      transposed.pixels[x * 18 + y] = image.pixels[y * 31 + x];
    }
  }
  mirrored = recursivegaussian::blur(mirrored, 0.7f);
  transposed = recursivegaussian::blur(transposed, 0.7f);
  for (std::size_t y = 0; y < 18; ++y) {
    for (std::size_t x = 0; x < 31; ++x) {  // the passes down and up are rounded differently
      CHECK(std::abs(channel(mirrored.pixels[y * 31 + 30 - x], 0) - channel(after.pixels[y * 31 + x], 0)) <= 1);
      CHECK(std::abs(channel(transposed.pixels[x * 18 + y], 0) - channel(after.pixels[y * 31 + x], 0)) <= 2);
    }
  }
}

TEST_CASE("recursivegaussian: a wider blur has a longer memory") {
  CHECK(recursivegaussian::memory_of(1.695f) == Approx(std::exp(-1.0)));
  CHECK(recursivegaussian::memory_of(10) > recursivegaussian::memory_of(5));
  CHECK(recursivegaussian::memory_of(1000) < 1);
}

TEST_CASE("recursivegaussian: random images are opaque and differ by their seed") {
  const recursivegaussian::Image image = recursivegaussian::random_image(20, 30, 1);
  for (const std::uint32_t pixel : image.pixels) CHECK(pixel >> 24 == 0xff);
  CHECK(image.pixels != recursivegaussian::random_image(20, 30, 2).pixels);
}

TEST_CASE("recursivegaussian: the kernels agree to the last bit on images that the blocks do not fill") {
  for (const Given& given :
       {Given{{"width", "1"}, {"height", "1"}}, Given{{"width", "65"}, {"height", "3"}, {"sigma", "2"}},
        Given{{"width", "5"}, {"height", "70"}}, Given{{"width", "33"}, {"height", "17"}, {"sigma", "1"}}}) {
    const Outcome outcome = run_functionally("recursivegaussian", Size::kTiny, given);
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text.find(" pixels equal") != std::string::npos);
    CHECK(outcome.counts.launches == 4);
  }
}

TEST_CASE("recursivegaussian: blocks of 64 columns filter and tiles of 16 x 17 words transpose") {
  const auto counts =
      run_functionally("recursivegaussian", Size::kTiny, {{"width", "130"}, {"height", "33"}}).counts;
  CHECK(counts.blocks == (3 + 9 * 3) + (1 + 3 * 9));
  CHECK(scratchpad_bytes("recursivegaussian", "recursivegaussian_filter") == 0);
  CHECK(scratchpad_bytes("recursivegaussian", "recursivegaussian_transpose") == 1088);
}
