// syrk: the CPU's update judged on whole numbers; the kernel where blocks are not full.
#include "workloads/syrk/syrk.h"

#include <catch2/catch.hpp>

#include "run_without.h"
#include "run_workload.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("syrk: every pair of rows is multiplied, exactly for small whole numbers") {
  constexpr std::size_t n = 5, k = 3;
  syrk::Matrix a(n * k), c(n * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * 7 % 11) - 4;
  for (std::size_t i = 0; i < c.size(); ++i) c[i] = static_cast<float>(i);
  const syrk::Matrix result = syrk::update(2, a, -3, c, n, k);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      float sum = 0;
      for (std::size_t i = 0; i < k; ++i) sum += a[row * k + i] * a[column * k + i];
      CHECK(result[row * n + column] == 2 * sum - 3 * c[row * n + column]);
    }
  }
}

TEST_CASE("syrk: the kernel agrees to the last bit where rows do not fill the blocks") {
  for (const char* k : {"1", "6", "16"}) {
    const Outcome outcome = run_functionally("syrk", Size::kTiny, {{"n", "50"}, {"k", k}});
    CHECK(outcome.verdict.text == "2500 elements equal");
    CHECK(outcome.counts.launches == 1);
    CHECK(outcome.counts.blocks == 2 * 7);
  }
}

TEST_CASE("syrk: the verdict notices an omitted kernel") { CHECK_FALSE(run_without("syrk", "syrk").right); }

TEST_CASE("syrk: matrices without elements or beyond 32-bit places are refused") {
  for (const std::string side : {"n", "k"}) {
    for (const std::string value : {"0", "4097"}) {
      CHECK_THROWS_MATCHES(run_functionally("syrk", Size::kTiny, {{side, value}}), InputError,
                           Message("argument '" + side + "' of workload 'syrk' is '" + value +
                                   "'; expected a whole number from 1 to 4096"));
    }
  }
}
