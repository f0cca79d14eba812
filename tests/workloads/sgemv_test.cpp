#include "workloads/sgemv/sgemv.h"

#include <catch2/catch.hpp>

#include "run_workload.h"

using namespace unibank;

TEST_CASE("sgemv: products of small whole numbers are exact, and rows behind the last are padding") {
  constexpr std::size_t rows = 5, stride = 8, columns = 7;
  std::vector<float> a(stride * columns, 1000.0f), x(columns);
  for (std::size_t column = 0; column < columns; ++column) {
    x[column] = static_cast<float>(column * 3 % 5) - 2;
    for (std::size_t row = 0; row < rows; ++row) a[column * stride + row] = static_cast<float>(row * 7 + column);
  }
  const std::vector<float> y = sgemv::multiply(a, x, rows, stride, 0.5f);
  REQUIRE(y.size() == rows);
  for (std::size_t row = 0; row < rows; ++row) {
    float sum = 0;
    for (std::size_t column = 0; column < columns; ++column) sum += static_cast<float>(row * 7 + column) * x[column];
    CHECK(y[row] == 0.5f * sum);
  }
}

TEST_CASE("sgemv: a column of the identity picks an element") {
  constexpr std::size_t n = 4;
  std::vector<float> identity(n * n, 0.0f);
  for (std::size_t i = 0; i < n; ++i) identity[i * n + i] = 1;
  CHECK(sgemv::multiply(identity, {3, -1, 4, 1.5f}, n, n, 2) == std::vector<float>{6, -2, 8, 3});
}

TEST_CASE("sgemv is right where neither rows nor columns fill a block") {
  for (const char* rows : {"1", "127", "129", "300"}) {
    for (const char* columns : {"1", "127", "128", "200"}) {
      const Outcome outcome = run_functionally("sgemv", Size::kTiny, {{"rows", rows}, {"columns", columns}});
      CHECK(outcome.verdict.text == std::string(rows) + " elements equal");
    }
  }
}

TEST_CASE("sgemv: 4 bytes of scratchpad a thread as published") {
  CHECK(scratchpad_bytes("sgemv", "sgemv") == 4 * 128);
}
