// lud22: the CPU's factors multiplied and compared with the matrix; the kernels on matrices of one tile and more.
#include "workloads/lud22/lud22.h"

#include <catch2/catch.hpp>

#include "scratchpad_shape.h"
#include "run_without.h"
#include "run_workload.h"

using namespace unibank;

TEST_CASE("lud22: L times U is the matrix") {
  for (const std::size_t n : {22u, 44u, 66u}) {
    const lud22::Matrix matrix = lud22::random_matrix(n, 2), factors = lud22::factors(matrix, n);
    for (std::size_t i = 0; i < n * n; ++i) {
      const std::size_t row = i / n, column = i % n;
      double product = row <= column ? double{factors[i]} : 0.0;
      for (std::size_t k = 0; k < row && k <= column; ++k) {
        product += double{factors[row * n + k]} * double{factors[k * n + column]};
      }
      INFO(n << ": (" << row << ", " << column << ")");
      CHECK(product == Approx(matrix[i]).epsilon(1e-5).margin(1e-5));
    }
  }
}

TEST_CASE("lud22: the matrix is random around zero with a large diagonal") {
  constexpr std::size_t n = 44;
  const lud22::Matrix matrix = lud22::random_matrix(n, 1);
  CHECK(matrix != lud22::random_matrix(n, 2));
  for (std::size_t i = 0; i < n * n; ++i) {
    CHECK(std::abs(matrix[i] - (i / n == i % n ? static_cast<float>(n) : 0.0f)) <= 0.5f);
  }
}

TEST_CASE("lud22: the kernels agree to the last bit in three launches a diagonal tile and one for the last") {
  for (const unsigned tiles : {1u, 2u, 4u}) {
    const unsigned n = 22 * tiles;
    const Outcome outcome = run_functionally("lud22", Size::kTiny, {{"size", std::to_string(n)}});
    CHECK(outcome.verdict.text == std::to_string(n * n) + " elements equal");
    CHECK(outcome.counts.launches == 3 * tiles - 2);
    unsigned blocks = tiles;
    for (unsigned left = 1; left < tiles; ++left) blocks += left + left * left;
    CHECK(outcome.counts.blocks == blocks);
  }
}

TEST_CASE("lud22: the verdict notices an omitted kernel") {
  for (const char* kernel : {"lud22_diagonal", "lud22_perimeter", "lud22_internal"}) {
    CHECK_FALSE(run_without("lud22", kernel).right);
  }
}

TEST_CASE("lud22: two variables of 3872 bytes and four resident blocks of 484 threads") {
  const ScratchpadShape internal = scratchpad_shape("lud22", "lud22_internal", 22 * 22);
  CHECK(internal == ScratchpadShape{3872, 2, 22 * 22});
  CHECK(resident(internal).resident_blocks == 4);
  CHECK(resident(internal).limited_by == "scratchpad");
  CHECK(resident_without_scratchpad(internal).resident_blocks == 6);  // what sharing may fill
  CHECK(resident_without_scratchpad(internal).limited_by == "thread limit");
  CHECK(scratchpad_bytes("lud22", "lud22_diagonal") == 22 * 22 * 4);
  CHECK(scratchpad_bytes("lud22", "lud22_perimeter") == 3 * 22 * 22 * 4);
}

TEST_CASE("lud22: a size that the tiles do not fill is refused") {
  CHECK_THROWS_MATCHES(
      run_functionally("lud22", Size::kTiny, {{"size", "40"}}), InputError,
      Catch::Matchers::Message("argument 'size' of workload 'lud22' is 40; expected a multiple of 22"));
}
