// gemm: the CPU's product judged on whole numbers; the kernel where blocks are not full.
#include "workloads/gemm/gemm.h"

#include <catch2/catch.hpp>

#include "run_without.h"
#include "run_workload.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("gemm: products of small whole numbers are exact and row-major") {
  constexpr std::size_t m = 3, n = 5, k = 4;
  gemm::Matrix a(m * k), b(k * n), c(m * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * 7 % 11);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i * 5 % 13);
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = static_cast<float>(i);
  const gemm::Matrix result = gemm::multiply(2, a, b, -3, c, {m, n, k});
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      float sum = 0;
      for (std::size_t i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
      CHECK(result[row * n + column] == 2 * sum - 3 * c[row * n + column]);
    }
  }
}

TEST_CASE("gemm: alpha times A is rounded and its product with B is not") {
  // (1 + 2^-12)^2 has its last bit at 2^-24; the chain of fused operations keeps it when the sum ends near 0.
  const float near = 1 + 0x1p-12f;
  CHECK(gemm::multiply(1, {near}, {near}, -1, {1 + 0x1p-11f}, {1, 1, 1}) == gemm::Matrix{0x1p-24f});
  CHECK(gemm::multiply(near, {near}, {1}, -1, {1 + 0x1p-11f}, {1, 1, 1}) == gemm::Matrix{0});
}

TEST_CASE("gemm: the kernel agrees to the last bit where no side fills the blocks") {
  for (const char* k : {"1", "6", "16"}) {
    const Outcome outcome = run_functionally("gemm", Size::kTiny, {{"m", "17"}, {"n", "70"}, {"k", k}});
    CHECK(outcome.verdict.text == "1190 elements equal");
    CHECK(outcome.counts.launches == 1);
    CHECK(outcome.counts.blocks == 3 * 3);
  }
}

TEST_CASE("gemm: the verdict notices an omitted kernel") { CHECK_FALSE(run_without("gemm", "gemm").right); }

TEST_CASE("gemm: matrices without elements or beyond 32-bit places are refused") {
  for (const std::string side : {"m", "n", "k"}) {
    for (const std::string value : {"0", "4097"}) {
      CHECK_THROWS_MATCHES(run_functionally("gemm", Size::kTiny, {{side, value}}), InputError,
                           Message("argument '" + side + "' of workload 'gemm' is '" + value +
                                   "'; expected a whole number from 1 to 4096"));
    }
  }
}
