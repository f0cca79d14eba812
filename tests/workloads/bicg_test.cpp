// bicg: the CPU's products judged on whole numbers and against each other; the kernels where blocks are not full.
#include "workloads/bicg/bicg.h"

#include <catch2/catch.hpp>

#include "run_without.h"
#include "run_workload.h"

using namespace unibank;
using Catch::Matchers::Message;

namespace {

// Element (row, column) is 10 row + column.
bicg::Matrix numbered(std::size_t rows, std::size_t columns) {
  bicg::Matrix a{rows, columns, {}};
  for (std::size_t i = 0; i < rows * columns; ++i) {
    a.elements.push_back(static_cast<float>(i / columns * 10 + i % columns));
  }
  return a;
}

}  // namespace

TEST_CASE("bicg: one vector picks a row and the other a column of a row-major matrix") {
  const bicg::Matrix a = numbered(3, 4);
  CHECK(bicg::transposed_product(a, {0, 2, 0}) == std::vector<float>{20, 22, 24, 26});
  CHECK(bicg::product(a, {0, 0, 0, 3}) == std::vector<float>{9, 39, 69});
}

TEST_CASE("bicg: r (A p) is (A^T r) p") {
  const bicg::Matrix a = numbered(5, 7);
  const std::vector<float> r{1, -2, 3, 0, 2}, p{2, 1, 0, -1, 3, 1, -2};
  const std::vector<float> s = bicg::transposed_product(a, r), q = bicg::product(a, p);
  float by_rows = 0, by_columns = 0;
  for (std::size_t i = 0; i < r.size(); ++i) by_rows += r[i] * q[i];
  for (std::size_t i = 0; i < p.size(); ++i) by_columns += s[i] * p[i];
  CHECK(by_rows == by_columns);
  CHECK(by_rows != 0);
}

TEST_CASE("bicg is right where neither rows nor columns fill a block and the loops are not whole fours") {
  for (const unsigned rows : {1u, 6u, 257u}) {
    for (const unsigned columns : {1u, 7u, 300u}) {
      const Outcome outcome = run_functionally(
          "bicg", Size::kTiny, {{"rows", std::to_string(rows)}, {"columns", std::to_string(columns)}});
      CHECK(outcome.verdict.text ==
            std::to_string(columns) + " s elements equal, " + std::to_string(rows) + " q elements equal");
      CHECK(outcome.counts.launches == 2);
      CHECK(outcome.counts.blocks == (columns + 255) / 256 + (rows + 255) / 256);
    }
  }
}

TEST_CASE("bicg: the verdict notices an omitted kernel") {
  for (const char* kernel : {"bicg_transposed", "bicg_product"}) CHECK_FALSE(run_without("bicg", kernel).right);
}

TEST_CASE("bicg: matrices without a row or beyond 32-bit places are refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("bicg", Size::kTiny, {{"rows", "0"}}), InputError,
      Message("argument 'rows' of workload 'bicg' is '0'; expected a whole number from 1 to 16384"));
  CHECK_THROWS_MATCHES(
      run_functionally("bicg", Size::kTiny, {{"columns", "16385"}}), InputError,
      Message("argument 'columns' of workload 'bicg' is '16385'; expected a whole number from 1 to 16384"));
}
