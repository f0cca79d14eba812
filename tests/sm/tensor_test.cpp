// Matrix products, and matrices loaded from the scratchpad.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design tensor_design() {
  Design design = bench_design();
  design.sm.tensor_products = 256;
  design.sm.tensor_double_products = 16;
  return design;
}

constexpr unsigned kM16n8k8 = 16 * 8 * 8, kM16n8k16 = 16 * 8 * 16;

}  // namespace

TEST_CASE("a tensor unit is busy for products / rate cycles") {
  for (const unsigned products : {kM16n8k8, kM16n8k16, 256u, 257u, 1u}) {
    const std::string waits = forked([products] {
      SmBench bench(tensor_design());
      bench.run(Script().tensor(products, {1}, {}).tensor(products, {2}, {}).tensor(products, {3}, {}).exit());
      return std::to_string(wait(bench, 0, 1)) + " " + std::to_string(wait(bench, 0, 2));
    });
    const unsigned busy = (products + 255) / 256;
    CHECK(waits == std::to_string(busy) + " " + std::to_string(2 * busy));
  }
}

TEST_CASE("the result of a product comes after the latency and its share of the busy cycles") {
  for (const unsigned products : {kM16n8k8, kM16n8k16}) {
    for (const unsigned percent : {0u, 100u, 175u}) {
      const std::string waits = forked([products, percent] {
        Design design = tensor_design();
        design.sm.tensor_busy_percent = percent;
        SmBench bench(design);
        bench.run(Script().tensor(products, {1}, {2, 3}).alu({4}, {1}).exit());
        return std::to_string(wait(bench, 0, 1));
      });
      CHECK(waits == std::to_string(11 + products / 256 * percent / 100));
    }
  }
}

TEST_CASE("the A100's published latencies of m16n8k8 and m16n8k16 follow from the defaults") {
  const Design design = tensor_design();
  CHECK(design.sm.tensor_latency + kM16n8k8 / 256 * design.sm.tensor_busy_percent / 100 == 18);    // 17.7 measured
  CHECK(design.sm.tensor_latency + kM16n8k16 / 256 * design.sm.tensor_busy_percent / 100 == 25);   // 24.7
}

TEST_CASE("products leave the other units to others") {
  SmBench bench(tensor_design());
  bench.run(Script().tensor(kM16n8k16, {1}, {}).alu({2}, {}).special({3}, {}).exit());
  CHECK(wait(bench, 0, 1) == 1);
  CHECK(wait(bench, 0, 2) == 2);
}

TEST_CASE("products of doubles have a rate of their own") {
  SmBench bench(tensor_design());
  Script script;
  script.tensor(256, {1}, {}).tensor(256, {2}, {}).exit();
  for (const auto& line : script.lines()) const_cast<StaticInstruction&>(line.decoded).double_precision = true;
  bench.run(script);
  CHECK(wait(bench, 0, 1) == 16);  // 256 products; the A100's DMMA.884 takes 16 cycles
}

TEST_CASE("a product on a design without tensor units ends the run") {
  SmBench bench(bench_design());
  CHECK_THROWS_WITH(bench.run(Script().tensor(256, {1}, {}).exit()),
                    Catch::Contains("expected a design with sm.tensor_products above 0"));
}

TEST_CASE("a product of a GPU's trace takes the lanes once where there is no unit for it") {
  for (const bool doubles : {false, true}) {
    for (const bool unit : {false, true}) {
      const std::string waits = forked([doubles, unit] {
        Design design = bench_design();
        if (unit) (doubles ? design.sm.tensor_double_products : design.sm.tensor_products) = 16;
        SmBench bench(design);
        Script script;
        script.tensor(256, {1}, {}).tensor(256, {2}, {}).exit();
        for (const auto& line : script.lines()) {
          auto& decoded = const_cast<StaticInstruction&>(line.decoded);
          decoded.double_precision = doubles;
          decoded.lanes_instead = decoded.unit == Unit::kTensor;
        }
        bench.run(script);
        return std::to_string(wait(bench, 0, 1)) + " " + std::to_string(bench.sm.issue().products_on_lanes());
      });
      const unsigned pass = doubles ? 32 / bench_design().sm.double_lanes : 32 / bench_design().sm.lanes;
      CHECK(waits == (unit ? "16 0" : std::to_string(pass) + " 2"));
    }
  }
}

// Each of the eight rows is in four of the 32 banks; a matrix is in all of them.
TEST_CASE("ldmatrix takes a turn of the banks for each matrix and more where rows conflict") {
  const auto waits = [](unsigned matrices, unsigned line_bytes) {
    return std::stoul(forked([matrices, line_bytes] {
      Design design = bench_design();
      design.conflicts.model = ConflictModel::kArbitrated;
      SmBench bench(design);
      bench.scratchpad_bytes = 16384;
      bench.run(Script().matrices(matrices, {1, 2, 3, 4}, [line_bytes](std::uint64_t, unsigned lane) {
                          return std::uint64_t{lane} * line_bytes;
                        }).alu({5}, {4}).exit());
      return std::to_string(wait(bench, 0, 1));
    }));
  };
  const unsigned long latency = Design().sm.scratchpad_latency;
  for (const unsigned matrices : {1u, 2u, 4u}) {
    CHECK(waits(matrices, 16) == latency + matrices - 1);
    CHECK(waits(matrices, 128 + 16) == latency + matrices - 1);  // padded by 16 bytes: no two rows share a bank
    CHECK(waits(matrices, 128) == latency + 8 * matrices - 1);   // all rows in the same four banks
    CHECK(waits(matrices, 64) == latency + 4 * matrices - 1);
  }
}
