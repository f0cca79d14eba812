// dgemm: the CPU's product on whole numbers; the kernel with and without a prefetched step.
#include <catch2/catch.hpp>

#include "run_workload.h"
#include "workloads/dgemm/dgemm.h"

using namespace unibank;

TEST_CASE("dgemm: products of small whole numbers are exact and column-major") {
  constexpr std::size_t m = 3, n = 5, k = 4;
  dgemm::Matrix a(m * k), b(k * n), c(m * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<double>(i * 7 % 11);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<double>(i * 5 % 13);
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = static_cast<double>(i);
  const dgemm::Matrix result = dgemm::multiply(2, a, b, -3, c, {m, n, k});
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      double sum = 0;
      for (std::size_t i = 0; i < k; ++i) sum += a[row + i * m] * b[i + column * k];
      CHECK(result[row + column * m] == 2 * sum - 3 * c[row + column * m]);
    }
  }
}

TEST_CASE("dgemm: sums have double precision") {
  // 1 + 2^-40 would be rounded to 1 in a float.
  CHECK(dgemm::multiply(1, {1, 1}, {1, 0x1p-40}, 0, {5}, {1, 1, 2}) == dgemm::Matrix{1 + 0x1p-40});
}

TEST_CASE("dgemm: the kernel agrees to the last bit for matrices that are not square") {
  for (const char* k : {"16", "32", "80"}) {
    const Outcome outcome = run_functionally("dgemm", Size::kTiny, {{"m", "128"}, {"n", "192"}, {"k", k}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text == "24576 elements equal");
    CHECK(outcome.counts.launches == 1);
    CHECK(outcome.counts.blocks == 2 * 3);
  }
}

TEST_CASE("dgemm: a block of 256 threads has 66.5 bytes of scratchpad a thread") {
  CHECK(scratchpad_bytes("dgemm", "dgemm") == 256 * 133 / 2);
}

TEST_CASE("dgemm: sizes that the tiles do not fill are refused") {
  const auto refused = [](const Given& given, const std::string& message) {
    CHECK_THROWS_MATCHES(run_functionally("dgemm", Size::kTiny, given), InputError, Catch::Matchers::Message(message));
  };
  refused({{"m", "80"}}, "argument 'm' of workload 'dgemm' is 80; expected a multiple of 64");
  refused({{"n", "100"}}, "argument 'n' of workload 'dgemm' is 100; expected a multiple of 64");
  refused({{"k", "40"}}, "argument 'k' of workload 'dgemm' is 40; expected a multiple of 16");
}
