// mvt: the CPU's products judged on whole numbers; the kernels where the last block is not full.
#include "workloads/mvt/mvt.h"

#include <catch2/catch.hpp>

#include "run_without.h"
#include "run_workload.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("mvt: a row or a column of a row-major matrix is added to the vector") {
  const std::vector<float> a{1, 2, 3, 4, 5, 6, 7, 8, 9};
  CHECK(mvt::add_product({100, 200, 300}, a, {0, 0, 2}) == std::vector<float>{106, 212, 318});
  CHECK(mvt::add_transposed_product({100, 200, 300}, a, {0, 0, 2}) == std::vector<float>{114, 216, 318});
}

TEST_CASE("mvt: both products of a symmetric matrix are the same") {
  constexpr std::size_t n = 6;
  std::vector<float> a(n * n), x(n), y(n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>((i / n + 1) * (i % n + 1));
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i), y[i] = static_cast<float>(2 * i) - 3;
  CHECK(mvt::add_product(x, a, y) == mvt::add_transposed_product(x, a, y));
  CHECK(mvt::add_product(x, a, y) != x);
}

TEST_CASE("mvt is right where the last block is not full and the loops are not whole fours") {
  for (const unsigned size : {1u, 3u, 255u, 258u}) {
    const std::string n = std::to_string(size);
    const Outcome outcome = run_functionally("mvt", Size::kTiny, {{"size", n}});
    CHECK(outcome.verdict.text == n + " x1 elements equal, " + n + " x2 elements equal");
    CHECK(outcome.counts.launches == 2);
    CHECK(outcome.counts.blocks == 2 * ((size + 255) / 256));
  }
}

TEST_CASE("mvt: the verdict notices an omitted kernel") {
  for (const char* kernel : {"mvt_product", "mvt_transposed"}) CHECK_FALSE(run_without("mvt", kernel).right);
}

TEST_CASE("mvt: matrices without a row or beyond 32-bit places are refused") {
  for (const std::string size : {"0", "16385"}) {
    CHECK_THROWS_MATCHES(
        run_functionally("mvt", Size::kTiny, {{"size", size}}), InputError,
        Message("argument 'size' of workload 'mvt' is '" + size + "'; expected a whole number from 1 to 16384"));
  }
}
