// gemv_int4, embedding and spmv: the CPU's results compared with values by hand; inputs that fill no block.
#include <catch2/catch.hpp>

#include "../run_without.h"
#include "../run_workload.h"
#include "workloads/today/embedding/embedding.h"
#include "workloads/today/gemv_int4/gemv_int4.h"
#include "workloads/today/spmv/spmv.h"

using namespace unibank;
using Catch::Matchers::Message;

TEST_CASE("gemv_int4: numbers are offset by 8 and each 128 have a scale") {
  std::vector<std::uint32_t> words(2 * 256 / 8, 0x88888888);  // zeros
  words[0] = 0x8888889f;                                      // weights 0 and 1 of row 0: 7 and 1
  words[32 + 16] = 0x08888888;                                // weight 135 of row 1: -8
  std::vector<float> x(256, 1);
  x[1] = 3;
  x[135] = 0.5f;
  CHECK(gemv_int4::multiply(words, {2, 100, 100, 0.25f}, x) == std::vector<double>{2 * (7 + 3), -1});
}

TEST_CASE("gemv_int4: rows that fill no block are right and other columns than whole groups are refused") {
  for (const char* n : {"1", "7"}) {
    for (const char* k : {"128", "1152", "2048"})
      CHECK(run_functionally("gemv_int4", Size::kTiny, {{"n", n}, {"k", k}}).verdict.right);
  }
  CHECK_FALSE(run_without("gemv_int4", "gemv_int4").right);
  CHECK_THROWS_MATCHES(run_functionally("gemv_int4", Size::kTiny, {{"k", "192"}}), InputError,
                       Message("argument 'k' of workload 'gemv_int4' is 192; expected a multiple of 128"));
}

TEST_CASE("embedding: sums of rows by hand and bags without any") {
  const embedding::Bags bags{{0, 2, 2, 3}, {1, 0, 1}};
  CHECK(embedding::sums({1, 2, 10, 20}, bags, 2) == std::vector<float>{11, 22, 0, 0, 10, 20});
}

TEST_CASE("embedding: bags have up to twice the mean length and a few rows are used often") {
  const embedding::Bags bags = embedding::random_bags(2000, 10, 1000, 1);
  CHECK(bags.offsets.size() == 2001);
  CHECK(static_cast<double>(bags.indices.size()) / 2000 == Approx(10).margin(0.5));
  const auto front = std::count_if(bags.indices.begin(), bags.indices.end(), [](std::int32_t i) { return i < 125; });
  CHECK(static_cast<double>(front) / static_cast<double>(bags.indices.size()) == Approx(0.5).margin(0.03));
  for (const std::int32_t i : bags.indices) CHECK((i >= 0 && i < 1000));
}

TEST_CASE("embedding: every width of rows is right") {
  for (const char* columns : {"4", "128", "132", "512"})
    CHECK(run_functionally("embedding", Size::kTiny, {{"columns", columns}}).verdict.right);
  CHECK_FALSE(run_without("embedding", "embedding").right);
}

TEST_CASE("spmv: a product by hand and the same matrix as ELL") {
  const spmv::Matrix matrix{{0, 2, 2, 3}, {0, 2, 1}, {1, 2, 3}};
  CHECK(spmv::multiply(matrix, {10, 20, 30}) == std::vector<float>{70, 0, 60});
  const spmv::Ell ell = spmv::ell_of(matrix);
  CHECK(ell.width == 2);
  CHECK(ell.columns == std::vector<std::int32_t>{0, -1, 1, 2, -1, -1});
  CHECK(ell.values == std::vector<float>{1, 0, 3, 2, 0, 0});
}

TEST_CASE("spmv: both formats are right where rows fill no block") {
  for (const char* format : {"0", "1"}) {
    for (const char* rows : {"1", "127", "300"})
      CHECK(
          run_functionally("spmv", Size::kTiny, {{"rows", rows}, {"format", format}, {"entries", "3"}}).verdict.right);
  }
  CHECK_FALSE(run_without("spmv", "spmv_csr").right);
}
