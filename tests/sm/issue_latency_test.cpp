// Cycles until a warp continues after a branch, a barrier and a fence; the double-precision unit; the result bus.
#include <catch2/catch.hpp>

#include "sm/measures.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Script six(Script& (Script::*instruction)(std::vector<std::uint16_t>, std::vector<std::uint16_t>)) {
  Script script;
  for (std::uint16_t number = 1; number <= 6; ++number) (script.*instruction)({number}, {});
  return script.exit();
}

}  // namespace

TEST_CASE("a warp that takes a branch issues its next instruction a branch latency later") {
  Design design = bench_design();
  design.sm.branch_latency = 5;
  SmBench bench(design);
  bench.run(Script().alu({}, {}).alu({1}, {}).elsewhere().alu({2}, {}).elsewhere().alu({3}, {}).exit());
  CHECK(wait(bench, 0, 1) == 5);  // from line 0 to 101
  CHECK(wait(bench, 1, 2) == 1);  // from 101 to 102
  CHECK(wait(bench, 2, 3) == 5);  // and back to 3
  CHECK(wait(bench, 3, 4) == 1);
}

namespace {

Design conditions() {
  Design design = bench_design();
  design.sm.branch_latency = 5;
  design.sm.condition_latency = 9;
  return design;
}

}  // namespace

TEST_CASE("a branch knows its condition a condition latency after the comparison, taken or not") {
  for (const bool taken : {false, true}) {
    const std::string waits = forked([taken] {
      SmBench bench(conditions());
      Script script;
      script.alu({}, {}).compares().alu({}, {}).conditional().alu({3}, {});
      if (taken) script.elsewhere();
      bench.run(script.exit());
      return std::to_string(wait(bench, 0, 1)) + " " + std::to_string(wait(bench, 1, 2));
    });
    CHECK(waits == std::to_string(conditions().sm.alu_latency) + " " + std::to_string((taken ? 5 : 1) + 9));
  }
}

TEST_CASE("a comparison before other instructions leaves less of the condition latency to its branch") {
  const unsigned written = conditions().sm.alu_latency, known = written + 9;
  for (unsigned between = 1; between <= 24; ++between) {
    INFO(between);
    const std::string waits = forked([between] {
      SmBench bench(conditions());
      Script script;
      script.alu({}, {}).compares();
      for (unsigned i = 0; i < between; ++i) script.alu({static_cast<std::uint16_t>(i)}, {});
      bench.run(script.alu({}, {}).conditional().alu({30}, {}).exit());
      return std::to_string(wait(bench, between + 1, between + 2));
    });
    const unsigned branch = std::max(written, between + 1);  // cycles after the comparison
    CHECK(waits == std::to_string(1 + (known > branch ? known - branch : 0)));
  }
}

TEST_CASE("a branch waits for its own predicate only, and for none that has not been written") {
  SmBench bench(conditions());
  bench.run(Script().alu({}, {}).compares(1).alu({}, {}).conditional(2).alu({1}, {}).exit());
  CHECK(wait(bench, 1, 2) == 1);
}

TEST_CASE("other warps issue while one waits for its branch") {
  Design design = bench_design();
  design.sm.branch_latency = 7;
  SmBench bench(design);
  bench.run(Script().alu({}, {}).alu({1}, {}).elsewhere().exit(), 1, 4);
  for (unsigned warp = 0; warp < 4; ++warp) {
    CHECK(bench.issued(warp, 0) == bench.issued(0, 0) + warp);
    CHECK(wait(bench, 0, 1, warp) == 7);
  }
}

TEST_CASE("a warp that sleeps issues nothing for the cycles that it names") {
  for (const unsigned cycles : {0u, 1u, 2u, 300u, 200'000u}) {  // the last one is longer than run.no_progress_cycles
    const std::string waits = forked([cycles] {
      SmBench bench(bench_design());
      bench.run(Script().sleep(cycles).alu({1}, {}).alu({2}, {}).exit());
      return std::to_string(wait(bench, 0, 1)) + " " + std::to_string(wait(bench, 1, 2));
    });
    CHECK(waits == std::to_string(std::max(cycles, 1u)) + " 1");
  }
}

TEST_CASE("a warp that sleeps gives up its place in the active set") {
  Design design = bench_design();
  design.warp_order = {"two-level", {{"active_warps", 1}}};
  SmBench bench(design);
  bench.run(Script().alu({1}, {}).sleep(100).alu({2}, {}).exit(), 1, 2);
  CHECK(wait(bench, 1, 2, 0) == 100);
  CHECK(bench.issued(1, 0) < bench.issued(0, 2));
}

TEST_CASE("the warps at a barrier continue a barrier latency after the last arrival") {
  for (const unsigned latency : {1u, 2u, 9u}) {
    const std::string waits = forked([latency] {
      Design design = bench_design();
      design.sm.barrier_latency = latency;
      SmBench bench(design);
      bench.run(Script().barrier().alu({1}, {}).exit(), 1, 4);
      const Cycle last = bench.issued(3, 0);
      std::string text;
      for (unsigned warp = 0; warp < 4; ++warp) text += std::to_string(bench.issued(warp, 1) - last) + " ";
      return text;
    });
    std::string expected;
    for (unsigned warp = 0; warp < 4; ++warp) expected += std::to_string(latency + warp) + " ";
    CHECK(waits == expected);
  }
}

TEST_CASE("a barrier opens later for each further warp that it holds, of its own block only") {
  for (const unsigned each : {0u, 2u, 7u}) {
    const std::string waits = forked([each] {
      Design design = bench_design();
      design.sm.barrier_latency = 5;
      design.sm.barrier_warp_latency = each;
      SmBench bench(design);
      bench.run(Script().barrier().alu({1}, {}).exit(), 2, 4);
      return std::to_string(bench.issued(0, 1) - bench.issued(3, 0)) + " " +
             std::to_string(bench.issued(4, 1) - bench.issued(7, 0));
    });
    const std::string one = std::to_string(5 + 3 * each);
    CHECK(waits == one + " " + one);
  }
}

TEST_CASE("a barrier does not wait for the warps of another that opens in the same cycle") {
  Design design = bench_design();
  design.sm.schedulers = 2;
  design.sm.barrier_latency = 5;
  design.sm.barrier_warp_latency = 3;
  SmBench bench(design);
  // Warps 0 and 2 meet at barrier 1, warps 1 and 3 at barrier 2; the last two arrive in the same cycle.
  const auto turn = [](unsigned warp) { return BarrierTurn{static_cast<std::uint8_t>(1 + warp % 2), true, 64}; };
  bench.run(Script().barrier(turn).alu({1}, {}).exit(), 1, 4);
  CHECK(bench.issued(3, 0) == bench.issued(2, 0));
  CHECK(bench.issued(0, 1) - bench.issued(2, 0) == 5 + 3);
  CHECK(bench.issued(1, 1) - bench.issued(3, 0) == 5 + 3);
}

TEST_CASE("integers and shuffles have lanes of their own and leave others the ALUs") {
  for (const Arithmetic kind : {Arithmetic::kInteger, Arithmetic::kVote, Arithmetic::kShuffle}) {
    for (const unsigned lanes : {0u, 32u, 16u, 8u}) {
      const std::string waits = forked([kind, lanes] {
        Design design = bench_design();
        (kind != Arithmetic::kShuffle ? design.sm.integer_lanes : design.sm.shuffle_lanes) = lanes;
        SmBench bench(design);
        bench.run(Script().alu({1}, {}).computes(kind).alu({2}, {}).alu({3}, {}).computes(kind).exit());
        return std::to_string(wait(bench, 0, 1)) + " " + std::to_string(wait(bench, 0, 2));
      });
      CHECK(waits == "1 " + std::to_string(lanes == 0 ? 2 : std::max(2u, 32 / lanes)));
    }
  }
}

TEST_CASE("products of integers take the ALU for as long as they would take the lanes of integers") {
  for (const unsigned lanes : {0u, 16u, 8u}) {
    const std::string waits = forked([lanes] {
      Design design = bench_design();
      design.sm.integer_lanes = lanes;
      SmBench bench(design);
      bench.run(Script().alu({1}, {}).computes(Arithmetic::kProduct).alu({2}, {}).computes(Arithmetic::kInteger)
                    .alu({3}, {}).exit());
      return std::to_string(wait(bench, 0, 1)) + " " + std::to_string(wait(bench, 0, 2));
    });
    CHECK(waits == "1 " + std::to_string(lanes == 0 ? 2 : 32 / lanes));
  }
}

TEST_CASE("products of integers take whole cycles of the ALU where the lanes of integers do") {
  for (const unsigned lanes : {16u, 12u, 5u}) {
    const std::string waits = forked([lanes] {
      Design design = bench_design();
      design.sm.integer_lanes = lanes;
      SmBench bench(design);
      Script script;
      for (const std::uint16_t result : {1, 2, 3, 4}) script.alu({result}, {}).computes(Arithmetic::kProduct);
      bench.run(script.alu({5}, {}).exit());
      return std::to_string(wait(bench, 0, 4));
    });
    CHECK(waits == std::to_string(4 * ((32 + lanes - 1) / lanes)));
  }
}

TEST_CASE("results of shuffles and votes take their own latency, if there is one") {
  for (const Arithmetic kind : {Arithmetic::kShuffle, Arithmetic::kVote}) {
    for (const unsigned latency : {0u, 24u}) {
      const std::string waits = forked([kind, latency] {
        Design design = bench_design();
        (kind == Arithmetic::kVote ? design.sm.vote_latency : design.sm.shuffle_latency) = latency;
        SmBench bench(design);
        bench.run(Script().alu({1}, {}).computes(kind).alu({2}, {1}).alu({3}, {2}).exit());
        return std::to_string(wait(bench, 0, 1)) + " " + std::to_string(wait(bench, 1, 2));
      });
      CHECK(waits == std::to_string(latency == 0 ? kAlu : latency) + " " + std::to_string(kAlu));
    }
  }
}

TEST_CASE("conversions may be computed by the special function unit") {
  for (const ConversionUnit unit : {ConversionUnit::kAlu, ConversionUnit::kSpecialFunction}) {
    const std::string waits = forked([unit] {
      Design design = bench_design();
      design.sm.conversion_unit = unit;
      design.sm.special_function_lanes = 4;
      design.sm.special_function_latency = 17;
      SmBench bench(design);
      bench.run(Script().alu({1}, {}).computes(Arithmetic::kConversion).special({2}, {}).alu({3}, {1}).exit());
      return std::to_string(wait(bench, 0, 1)) + " " + std::to_string(wait(bench, 0, 2));
    });
    CHECK(waits == (unit == ConversionUnit::kAlu ? "1 " + std::to_string(kAlu) : "8 17"));
  }
}

TEST_CASE("a fence before a jump delays its warp by the branch latency, where that is longer") {
  Design design = bench_design();
  design.sm.branch_latency = 5;
  design.sm.fence_latency = 2;
  SmBench bench(design);
  bench.run(Script().fence(Scope::kDevice).alu({1}, {}).elsewhere().exit());
  CHECK(wait(bench, 0, 1) == 5);
}

TEST_CASE("a fence that predicates disable in all lanes does not delay its warp") {
  Design design = bench_design();
  design.sm.fence_latency = 6;
  SmBench bench(design);
  bench.run(Script().fence(Scope::kDevice).lanes(0).alu({1}, {}).exit());
  CHECK(wait(bench, 0, 1) == 1);
}

TEST_CASE("a fence without pending accesses takes the fence latency") {
  Design design = bench_design();
  design.sm.fence_latency = 6;
  SmBench bench(design);
  bench.run(Script().fence(Scope::kDevice).alu({1}, {}).fence(Scope::kBlock).alu({2}, {}).exit());
  CHECK(wait(bench, 0, 1) == 6);
  CHECK(wait(bench, 1, 2) == 1);
  CHECK(wait(bench, 2, 3) == 6);
}

TEST_CASE("a double-precision unit of n lanes takes a warp each 32 / n cycles and leaves others the ALUs") {
  for (const unsigned lanes : {32u, 16u, 2u}) {
    const std::string waits = forked([lanes] {
      Design design = bench_design();
      design.sm.double_lanes = lanes;
      SmBench bench(design);
      bench.run(six(&Script::double_precision).alu({7}, {}));
      return std::to_string(wait(bench, 0, 5));
    });
    CHECK(waits == std::to_string(5 * 32 / lanes));
  }
  const std::string beside = forked([] {
    Design design = bench_design();
    design.sm.double_lanes = 2;
    SmBench bench(design);
    bench.run(Script().double_precision({1}, {}).alu({2}, {}).alu({3}, {}).double_precision({4}, {}).exit());
    return std::to_string(wait(bench, 0, 2)) + " " + std::to_string(wait(bench, 0, 3));
  });
  CHECK(beside == "2 16");
}

// A special function's and an ALU's results are due in the same cycle; with a bus for one result the younger comes a
// cycle later.
TEST_CASE("a cycle writes as many results as the result bus takes and the oldest first") {
  for (const unsigned bus : {0u, 1u, 2u}) {
    const std::string waits = forked([bus] {
      Design design = bench_design();
      design.sm.result_bus = bus;
      SmBench bench(design);
      Script script;
      script.special({1}, {});
      for (std::uint16_t number = 2; number <= 12; ++number) script.alu({number}, {});
      script.alu({13}, {});  // line 12: its result is due with that of line 0
      script.alu({14}, {13}).exit();
      bench.run(script);
      return std::to_string(wait(bench, 12, 13));
    });
    CHECK(waits == std::to_string(bus == 1 ? kAlu + 1 : kAlu));
  }
}
