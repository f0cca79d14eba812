// gramschmidt: the properties of the CPU's factors; the kernels on matrices that fill no block.
#include "workloads/gramschmidt/gramschmidt.h"

#include <catch2/catch.hpp>

#include <cmath>

#include "run_without.h"
#include "run_workload.h"
#include "workloads/random_signed.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("gramschmidt: two columns by hand") {
  // Columns (3, 4, 0) and (10, 5, 2): the first has length 5; the second is 10 along it plus (4, -3, 2) at right
  // angles.
  const gramschmidt::Factors factors = gramschmidt::decompose({3, 10, 4, 5, 0, 2}, 2);
  const float length = std::sqrt(29.0f);
  const std::vector<float> q{0.6f, 4 / length, 0.8f, -3 / length, 0, 2 / length}, r{5, 10, 0, length};
  for (std::size_t i = 0; i < q.size(); ++i) CHECK(factors.q[i] == Approx(q[i]).margin(1e-6));
  for (std::size_t i = 0; i < r.size(); ++i) CHECK(factors.r[i] == Approx(r[i]).margin(1e-6));
}

TEST_CASE("gramschmidt: Q has columns of length 1 at right angles and Q R is A") {
  constexpr std::size_t rows = 40, columns = 12;
  const std::vector<float> a = random_signed(rows * columns, 7);
  const gramschmidt::Factors factors = gramschmidt::decompose(a, columns);
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      double dot = 0;
      for (std::size_t row = 0; row < rows; ++row) {
        dot += double{factors.q[row * columns + i]} * double{factors.q[row * columns + j]};
      }
      CHECK(dot == Approx(i == j ? 1 : 0).margin(1e-5));
      if (i > j) CHECK(factors.r[i * columns + j] == 0);
    }
  }
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      double sum = 0;
      for (std::size_t k = 0; k < columns; ++k) {
        sum += double{factors.q[row * columns + k]} * double{factors.r[k * columns + column]};
      }
      CHECK(sum == Approx(a[row * columns + column]).margin(1e-5));
    }
  }
}

TEST_CASE("gramschmidt: the kernels agree to the last bit in three launches a column") {
  for (const auto& [rows, columns] : {std::pair{1u, 1u}, std::pair{7u, 6u}, std::pair{258u, 3u}, std::pair{43u, 39u}}) {
    const Outcome outcome = run_functionally(
        "gramschmidt", Size::kTiny, {{"rows", std::to_string(rows)}, {"columns", std::to_string(columns)}});
    CHECK(outcome.verdict.text == std::to_string(rows * columns) + " Q elements equal, " +
                                      std::to_string(columns * columns) + " R elements equal");
    CHECK(outcome.counts.launches == 3 * columns);
    CHECK(outcome.counts.blocks == columns * (1 + (rows + 255) / 256 + 1));
  }
}

TEST_CASE("gramschmidt: columns beyond the first block of threads") {
  CHECK(run_functionally("gramschmidt", Size::kTiny, {{"rows", "258"}, {"columns", "258"}}).verdict.text ==
        "66564 Q elements equal, 66564 R elements equal");
}

TEST_CASE("gramschmidt: the verdict notices an omitted kernel") {
  for (const char* kernel : {"gramschmidt_length", "gramschmidt_scale", "gramschmidt_remove"}) {
    CHECK_FALSE(run_without("gramschmidt", kernel).right);
  }
}

TEST_CASE("gramschmidt: more columns than rows cannot be at right angles and are refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("gramschmidt", Size::kTiny, {{"rows", "8"}, {"columns", "9"}}), InputError,
      Message("argument 'columns' of workload 'gramschmidt' is 9; expected at most rows = 8"));
}
