// lu: the CPU's factors multiplied and compared with the matrix; the kernels on matrices of one tile and more.
#include <catch2/catch.hpp>

#include "run_workload.h"
#include "workloads/lu/lu.h"

using namespace unibank;

TEST_CASE("lu: a matrix of 2 x 2 by hand") {
  // Row 1 is 1.5 times row 0 and (0, 3 - 1.5 x 3).
  CHECK(lu::decompose({4, 3, 6, 3}, 2) == lu::Matrix{4, 3, 1.5f, -1.5f});
  CHECK(lu::decompose({7}, 1) == lu::Matrix{7});
}

TEST_CASE("lu: L times U is the matrix") {
  for (const std::size_t n : {3u, 15u, 16u, 17u, 50u}) {
    const lu::Matrix matrix = lu::random_matrix(n, 2), factors = lu::decompose(matrix, n);
    for (std::size_t row = 0; row < n; ++row) {
      for (std::size_t column = 0; column < n; ++column) {
        double product = 0;
        for (std::size_t i = 0; i <= row && i <= column; ++i) {
          product += (i == row ? 1.0 : double{factors[row * n + i]}) * double{factors[i * n + column]};
        }
        INFO(n << ": (" << row << ", " << column << ")");
        CHECK(product == Approx(matrix[row * n + column]).epsilon(1e-5).margin(1e-5));
      }
    }
  }
}

TEST_CASE("lu: the diagonal outweighs the rest of each row") {
  constexpr std::size_t n = 40;
  const lu::Matrix matrix = lu::random_matrix(n, 1);
  CHECK(matrix != lu::random_matrix(n, 2));
  for (std::size_t row = 0; row < n; ++row) {
    float others = 0;
    for (std::size_t column = 0; column < n; ++column) others += column == row ? 0 : matrix[row * n + column];
    CHECK(matrix[row * n + row] > others);
  }
}

TEST_CASE("lu: the kernels agree to the last bit in three launches a diagonal tile and one for the last") {
  for (const unsigned tiles : {1u, 2u, 5u}) {
    const Outcome outcome = run_functionally("lu", Size::kTiny, {{"size", std::to_string(16 * tiles)}});
    INFO(outcome.verdict.text);
    CHECK(outcome.verdict.right);
    CHECK(outcome.verdict.text.find(" equal") != std::string::npos);
    CHECK(outcome.counts.launches == 3 * tiles - 2);
    unsigned blocks = tiles;
    for (unsigned left = 1; left < tiles; ++left) blocks += left + left * left;
    CHECK(outcome.counts.blocks == blocks);
  }
}

TEST_CASE("lu: scratchpad bytes of a block are Rodinia's and 96 a thread of the perimeter") {
  CHECK(scratchpad_bytes("lu", "lu_diagonal") == 1024);
  CHECK(scratchpad_bytes("lu", "lu_perimeter") == 96 * 32);
  CHECK(scratchpad_bytes("lu", "lu_internal") == 2048);
}

TEST_CASE("lu: a size that the tiles do not fill is refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("lu", Size::kTiny, {{"size", "40"}}), InputError,
      Catch::Matchers::Message("argument 'size' of workload 'lu' is 40; expected a multiple of 16"));
}
