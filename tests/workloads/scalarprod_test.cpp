#include "workloads/scalarprod/scalarprod.h"

#include <catch2/catch.hpp>

#include <numeric>

#include "run_workload.h"
#include "workloads/random_input.h"

using namespace unibank;

TEST_CASE("scalarprod: products of small whole numbers are exact") {
  // 0 + 1 + ... + (n-1), weighted by 1, 2, 3: sums below 2^24 do not depend on the order.
  for (const std::size_t elements : {1u, 1023u, 1024u, 1025u, 3000u}) {
    std::vector<float> a(3 * elements), b(3 * elements);
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = static_cast<float>(i % elements);
      b[i] = static_cast<float>(1 + i / elements);
    }
    const float sum = static_cast<float>(elements * (elements - 1) / 2);
    CHECK(scalarprod::products(a, b, elements) == std::vector<float>{sum, 2 * sum, 3 * sum});
  }
}

TEST_CASE("scalarprod: products 1024 elements apart are added before the tree adds others") {
  std::vector<float> a(2048, 0.0f), b(2048, 1.0f);
  a[0] = 0x1p24f;
  a[512] = 1;  // lost where it is added to 2^24
  a[1024] = -0x1p24f;
  CHECK(scalarprod::products(a, b, 2048) == std::vector<float>{1});
}

TEST_CASE("scalarprod: the tree is as exact as a sum in double precision") {
  RandomInput random(3);
  std::vector<float> a(4096), b(4096);
  for (float& value : a) value = random.unit();
  for (float& value : b) value = random.unit();
  const double sum = std::inner_product(a.begin(), a.end(), b.begin(), 0.0,
                                        std::plus<>(), [](float x, float y) { return double{x} * double{y}; });
  CHECK(double{scalarprod::products(a, b, 4096)[0]} == Approx(sum).epsilon(1e-6));
}

TEST_CASE("scalarprod is right for vectors that do not fill the accumulators and for more pairs than blocks") {
  for (const char* elements : {"1", "255", "1025"}) {
    CHECK(run_functionally("scalarprod", Size::kTiny, {{"elements", elements}}).verdict.text == "3 products equal");
  }
  CHECK(run_functionally("scalarprod", Size::kTiny, {{"vectors", "131"}, {"elements", "40"}}).verdict.text ==
        "131 products equal");
}

TEST_CASE("scalarprod: 4096 bytes of scratchpad a block and 128 blocks as published") {
  CHECK(scratchpad_bytes("scalarprod", "scalarprod") == 16 * 256);
  CHECK(run_functionally("scalarprod", Size::kTiny).counts.blocks == 128);
  CHECK(complete_arguments(find_workload("scalarprod"), Size::kPaper, {}) ==
        WorkloadArguments{{"vectors", 256}, {"elements", 4096}});
}
