// recursivegaussian_deriche: the CPU's blur compared with the sum over all pixels in double precision; the kernels on
// images that the blocks do not fill, and the resources that their threads need.
#include "workloads/recursivegaussian_deriche/recursivegaussian_deriche.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "pixels.h"
#include "run_without.h"
#include "run_workload.h"
#include "thread_needs.h"

using namespace unibank;
using recursivegaussian_deriche::blur;
using recursivegaussian_deriche::coefficients;

namespace {

// One row of the blur as a sum; the edge pixel is repeated without end.
std::vector<double> gaussian_line(const std::vector<double>& line, double sigma) {
  const double alpha = 1.695 / sigma;
  const auto count = static_cast<int>(line.size());
  std::vector<double> result(line.size(), 0);
  double sum = 0;
  for (int d = -2000; d <= 2000; ++d) {
    const double weight = (alpha * std::abs(d) + 1) * std::exp(-alpha * std::abs(d));
    sum += weight;
    for (int i = 0; i < count; ++i) {
      result[static_cast<std::size_t>(i)] +=
          weight * line[static_cast<std::size_t>(std::clamp(i + d, 0, count - 1))];
    }
  }
  for (double& value : result) value /= sum;
  return result;
}

}  // namespace

TEST_CASE("recursivegaussian_deriche: a plain image stays plain in all four channels") {
  const recursivegaussian::Image plain{9, 4, std::vector<std::uint32_t>(36, 0x80ff0b4du)};
  for (const float sigma : {2.0f, 10.0f}) {
    const recursivegaussian::Image after = blur(plain, coefficients(sigma));
    for (const std::uint32_t pixel : after.pixels) {  // the downward pass is rounded to whole numbers, then the sum
      for (const unsigned shift : {0u, 8u, 16u, 24u}) {
        CHECK(std::abs(channel(pixel >> shift, 0) - channel(plain.pixels[0] >> shift, 0)) <= 2);
      }
    }
  }
}

TEST_CASE("recursivegaussian_deriche: rows and columns are the sum of what lies before and behind them") {
  std::vector<double> line;
  for (int i = 0; i < 40; ++i) line.push_back(i * i * 37 % 256);
  for (const float sigma : {1.0f, 3.0f, 10.0f}) {
    const std::vector<double> expected = gaussian_line(line, static_cast<double>(sigma));
    recursivegaussian::Image row{40, 1, {}}, column{1, 40, {}};
    for (const double value : line) row.pixels.push_back(static_cast<std::uint32_t>(value) * 0x01010101u);
    column.pixels = row.pixels;
    // The pass across a line of one pixel changes it only by rounding twice more.
    const recursivegaussian::Image row_after = blur(row, coefficients(sigma)),
                                   column_after = blur(column, coefficients(sigma));
    for (std::size_t i = 0; i < 40; ++i) {
      CHECK(std::abs(channel(row_after.pixels[i], 0) - expected[i]) <= 2.1);
      CHECK(std::abs(channel(column_after.pixels[i], 0) - expected[i]) <= 2.1);
      CHECK(row_after.pixels[i] == static_cast<std::uint32_t>(channel(row_after.pixels[i], 0)) * 0x01010101u);
    }
  }
}

TEST_CASE("recursivegaussian_deriche: the filter's response to a single pixel") {
  const recursivegaussian_deriche::Coefficients k = coefficients(1.695f);  // alpha is 1
  const float decay = std::exp(-1.0f);
  CHECK(k.a0 == Approx((1 - decay) * (1 - decay) / (1 + 2 * decay - decay * decay)));
  CHECK(k.a1 == Approx(0).margin(1e-6));  // alpha - 1
  CHECK(k.a2 == Approx(2 * k.a0 * decay));
  CHECK(k.b1 == Approx(-2 * decay));
  CHECK(k.first_down + k.first_up == Approx(1));
}

TEST_CASE("recursivegaussian_deriche: the kernels agree to the last bit on images that the blocks do not fill") {
  for (const Given& given :
       {Given{{"width", "1"}, {"height", "1"}}, Given{{"width", "65"}, {"height", "3"}, {"sigma", "2"}},
        Given{{"width", "5"}, {"height", "70"}}, Given{{"width", "1030"}, {"height", "2"}, {"threads", "1024"}},
        Given{{"width", "33"}, {"height", "17"}, {"sigma", "1"}}}) {
    const Outcome outcome = run_functionally("recursivegaussian_deriche", Size::kTiny, given);
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text.find(" pixels equal") != std::string::npos);
    CHECK(outcome.counts.launches == 4);
  }
}

TEST_CASE("recursivegaussian_deriche: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("recursivegaussian_deriche", "recursivegaussian_deriche_filter").right);
  CHECK_FALSE(run_without("recursivegaussian_deriche", "recursivegaussian_deriche_transpose").right);
}

TEST_CASE("recursivegaussian_deriche: no scratchpad in the filter and 41 registers") {
  const char* const filter = "recursivegaussian_deriche_filter";
  CHECK(scratchpad_bytes("recursivegaussian_deriche", filter) == 0);
  CHECK(scratchpad_bytes("recursivegaussian_deriche", "recursivegaussian_deriche_transpose") == 1088);
  CHECK(thread_needs("recursivegaussian_deriche", filter).registers == 41);  // Hayes and Zhang, table 1: 41 and 42
}
