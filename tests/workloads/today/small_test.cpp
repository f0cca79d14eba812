// conv_gemm, moe_dispatch, lu_batched and monte_carlo: the CPU's results compared with values by hand; inputs that fill
// no block.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "../run_without.h"
#include "../run_workload.h"
#include "workloads/random_signed.h"
#include "workloads/today/conv_gemm/conv_gemm.h"
#include "workloads/today/lu_batched/lu_batched.h"
#include "workloads/today/moe_dispatch/moe_dispatch.h"
#include "workloads/today/monte_carlo/monte_carlo.h"
#include "workloads/today/values.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("conv_gemm: a filter of one point moves the image and zeros come in") {
  // Tap 5 is one to the right: each pixel becomes its eastern neighbour.
  std::vector<float> filters(9, 0);
  filters[5] = 2;
  const std::vector<std::uint16_t> out = conv_gemm::convolve({1, 2, 3, 4, 5, 6}, filters, {1, 3, 2, 1, 1});
  CHECK(today::values_of_halves(out) == std::vector<float>{4, 6, 0, 10, 12, 0});
}

TEST_CASE("conv_gemm: sums run over points and channels of one image alone") {
  const std::vector<float> filters(9 * 2 * 3, 1);
  const std::vector<float> images(2 * 2 * 2 * 2, 0.5f);
  const std::vector<std::uint16_t> out = conv_gemm::convolve(images, filters, {2, 2, 2, 2, 3});
  CHECK(today::values_of_halves(out) == std::vector<float>(2 * 4 * 3, 4));
}

TEST_CASE("conv_gemm: every depth of the pipeline is right where channels fill no stage") {
  for (const char* stages : {"2", "3", "4", "5"}) {
    for (const char* channels : {"8", "40"}) {
      const Outcome outcome = run_functionally(
          "conv_gemm", Size::kTiny,
          {{"images", "2"}, {"size", "7"}, {"channels", channels}, {"filters", "72"}, {"stages", stages}});
      INFO(stages << " stages, " << channels << " channels");
      CHECK(outcome.verdict.text == "7056 halfs equal");
    }
  }
  CHECK_FALSE(run_without("conv_gemm", "conv_gemm_3").right);
  CHECK_THROWS_MATCHES(run_functionally("conv_gemm", Size::kTiny, {{"channels", "12"}}), InputError,
                       Message("argument 'channels' of workload 'conv_gemm' is 12; expected a multiple of 8"));
}

TEST_CASE("moe_dispatch: choices weights and places by hand") {
  const moe_dispatch::Routes routes = moe_dispatch::route({1, 3, 2, 5, 5, 5, 0, -1, std::log(2.0f)}, 3);
  CHECK(routes.choices == std::vector<std::int32_t>{1, 2, 0, 1, 2, 0});
  CHECK(routes.places == std::vector<std::int32_t>{2, 4, 0, 3, 5, 1});
  CHECK(routes.starts == std::vector<std::int32_t>{0, 2, 4});
  CHECK(routes.weights[2] == 0.5);
  CHECK(routes.weights[4] == Approx(2.0 / 3));
}

TEST_CASE("moe_dispatch: every number of experts is right") {
  for (const char* experts : {"2", "31", "33", "100"}) {
    for (const char* tokens : {"1", "130", "150"})
      CHECK(run_functionally("moe_dispatch", Size::kTiny, {{"experts", experts}, {"tokens", tokens}}).verdict.right);
  }
  for (const char* kernel : {"moe_route", "moe_place", "moe_gather"})
    CHECK_FALSE(run_without("moe_dispatch", kernel).right);
}

TEST_CASE("lu_batched: the factors multiply to the matrix with its rows in order") {
  constexpr std::size_t n = 16;
  const std::vector<float> matrix = random_signed(n * n, 5);
  const lu_batched::Factors factors = lu_batched::factorise(matrix, n);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      double sum = row <= column ? factors.rows[row * n + column] : 0;
      for (std::size_t k = 0; k < std::min(row, column + 1); ++k)
        sum += double{factors.rows[row * n + k]} * factors.rows[k * n + column];
      CHECK(sum == Approx(matrix[static_cast<std::size_t>(factors.order[row]) * n + column]).margin(1e-5));
      if (column < row) CHECK(std::abs(factors.rows[row * n + column]) <= 1);
    }
  }
}

TEST_CASE("lu_batched: every size and number of matrices is right") {
  for (const char* size : {"8", "16", "32"}) {
    for (const char* matrices : {"1", "6"})
      CHECK(run_functionally("lu_batched", Size::kTiny, {{"size", size}, {"matrices", matrices}}).verdict.right);
  }
  CHECK_FALSE(run_without("lu_batched", "lu_batched_16").right);
}

TEST_CASE("monte_carlo: walks step to neighbours and only few make many steps") {
  double squares = 0;
  int whole = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const monte_carlo::Walk walk = monte_carlo::walk(i, 3, 1);
    CHECK(walk.made == 3);  // a walk that never turns back meets itself after four steps or more
    squares += walk.square;
    whole += monte_carlo::walk(i, 64, 1).made == 64;
  }
  CHECK(squares / 2000 == Approx(41.0 / 9).margin(0.15));  // 3; the pairs of steps add 1/3, 1/3 and 1/9, each twice
  CHECK(whole < 200);
}

TEST_CASE("monte_carlo: every number of steps is right") {
  for (const char* steps : {"1", "4", "64"})
    CHECK(run_functionally("monte_carlo", Size::kTiny, {{"steps", steps}, {"walks", "129"}}).verdict.right);
  CHECK_FALSE(run_without("monte_carlo", "monte_carlo").right);
}
