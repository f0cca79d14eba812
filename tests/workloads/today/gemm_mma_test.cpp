// gemm_mma: every tile and every depth of the pipeline, and matrices that fill no tile.
#include <catch2/catch.hpp>

#include "../run_without.h"
#include "../run_workload.h"
#include "workloads/today/gemm_mma/gemm_mma.h"
#include "workloads/today/values.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("gemm_mma: the CPU's products of small whole numbers are exact and row-major") {
  constexpr std::size_t m = 3, n = 5, k = 4;
  std::vector<float> a(m * k), b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * 7 % 11);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i * 5 % 13);
  const std::vector<std::uint16_t> c = gemm_mma::multiply(a, b, m, n, k);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      float sum = 0;
      for (std::size_t i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
      CHECK(today::value_of_half(c[row * n + column]) == sum);
    }
  }
}

TEST_CASE("halves are rounded to nearest even") {
  CHECK(today::half_of(1) == 0x3c00);
  CHECK(today::half_of(-2) == 0xc000);
  CHECK(today::half_of(1 + 0x1p-11) == 0x3c00);
  CHECK(today::half_of(1 + 3 * 0x1p-11) == 0x3c02);
  CHECK(today::half_of(65520) == 0x7c00);
  CHECK(today::value_of_half(0x3555) == Approx(1.0 / 3).epsilon(1e-3));
}

TEST_CASE("gemm_mma: every tile and depth is right to the last bit where no side fills the tiles") {
  for (const char* tile : {"64", "128", "256"}) {
    for (const char* stages : {"2", "3", "4", "5"}) {
      for (const char* k : {"8", "40", "200"}) {
        const Outcome outcome = run_functionally(
            "gemm_mma", Size::kTiny, {{"m", "65"}, {"n", "136"}, {"k", k}, {"tile", tile}, {"stages", stages}});
        INFO("tile " << tile << ", " << stages << " stages, k " << k);
        CHECK(outcome.verdict.text == "8840 halfs equal");
      }
    }
  }
}

TEST_CASE("gemm_mma: a stage holds 32 columns of A and 32 rows of B") {
  CHECK(gemm_mma::scratchpad_bytes(64, 64, 2) == 16384);
  CHECK(gemm_mma::scratchpad_bytes(128, 128, 4) == 65536);
  CHECK(gemm_mma::scratchpad_bytes(256, 128, 5) == 122880);
}

TEST_CASE("gemm_mma: the verdict notices an omitted kernel") {
  CHECK_FALSE(run_without("gemm_mma", "gemm_mma_64x64_3").right);
}

TEST_CASE("gemm_mma: rows that are no whole chunks of 16 bytes are refused") {
  for (const std::string side : {"n", "k"}) {
    CHECK_THROWS_MATCHES(run_functionally("gemm_mma", Size::kTiny, {{side, "12"}}), InputError,
                         Message("argument '" + side + "' of workload 'gemm_mma' is 12; expected a multiple of 8"));
  }
  CHECK_THROWS_MATCHES(run_functionally("gemm_mma", Size::kTiny, {{"stages", "6"}}), InputError,
                       Message("argument 'stages' of workload 'gemm_mma' is '6'; expected a whole number from 2 to 5"));
}
