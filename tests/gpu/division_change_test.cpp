// Partitions that change their division during a launch, by what has been counted so far.
#include <catch2/catch.hpp>

#include "design/legality.h"
#include "design/load.h"
#include "gpu/launch_plan.h"
#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr Cycle kWindow = 500;

// What the policy was told about launches that ended. Each test runs in its own process.
std::vector<DivisionWindow> launches;

// Sets the number of resident blocks at the end of the first window and again at the end of the second.
class Steps : public DivisionControl {
 public:
  explicit Steps(const PolicyValues& values) : values_(values) {}
  void reset(const SmCapacity& capacity, const KernelNeeds&, const PartitionResult& division) override {
    set_bytes_ = capacity.cache_set_bytes;
    pool_ = static_cast<double>(capacity.bytes(Part::kCache));
    first_ = division;
    windows_ = 0;
  }
  Cycle window() const override { return kWindow; }
  std::optional<PartitionResult> update(const DivisionWindow& window) override {
    if (windows_++ >= 2) return std::nullopt;
    instructions_ += window.counted["warp_instructions"];
    PartitionResult wanted = first_;
    wanted.resident_blocks = static_cast<unsigned>(values_.at(windows_ == 1 ? "first" : "second"));
    wanted.resident_threads = first_.resident_threads / first_.resident_blocks * wanted.resident_blocks;
    wanted.resident_warps = first_.resident_warps / first_.resident_blocks * wanted.resident_blocks;
    const double scratchpad = first_.scratchpad_bytes * wanted.resident_blocks / first_.resident_blocks;
    wanted.scratchpad_bytes = scratchpad;
    wanted.cache_bytes = pool_ - scratchpad;
    wanted.cache_sets = static_cast<unsigned>(wanted.cache_bytes / set_bytes_);
    return wanted;
  }
  PolicySignals signals() const override {
    return {{"windows", 8, [this] { return windows_; }}};
  }

 private:
  const PolicyValues values_;
  PartitionResult first_;
  double set_bytes_ = 1, pool_ = 0;
  std::uint64_t windows_ = 0, instructions_ = 0;
};

class Stepwise : public PartitionPolicy {
 public:
  explicit Stepwise(const PolicyValues& values) : values_(values) {}
  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    return PartitionRegistry::instance().make("carve-out")->divide(capacity, kernels, running);
  }
  bool learns_from_launches() const override { return true; }
  void launch_ended(const KernelNeeds&, const DivisionWindow& launch) override { launches.push_back(launch); }
  std::unique_ptr<DivisionControl> control() const override {
    return values_.at("first") == 0 ? nullptr : std::make_unique<Steps>(values_);
  }

 private:
  const PolicyValues values_;
};

const PartitionRegistry::Registration kStepwise({
    "stepwise",
    "for this test",
    {{"first", 0, 0, 100, "", "blocks after a window", "this test"},
     {"second", 0, 0, 100, "", "blocks after two", "this test"}},
    [](const PolicyValues& values) { return std::make_unique<Stepwise>(values); },
});

Design stepwise(std::int64_t first, std::int64_t second, std::vector<std::string> more = {"gpu.sms=1"}) {
  more.insert(more.end(), {"run.check_data=true"});
  Design design = load_design("crossover/pooled", {}, more).design;
  design.partition = {"stepwise", {{"first", first}, {"second", second}}};
  return design;
}

std::string error_of(const Design& design) {
  return forked([&] {
    try {
      measure("matrixmul", design, BlockFactories(), {{"n", "128"}});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("ran");
  });
}

}  // namespace

TEST_CASE("a partition receives each launch's counters and cycles") {
  const Measured measured = measure("lu", stepwise(0, 0), BlockFactories());
  const RunResult& all = measured.result;
  REQUIRE(all.launches.size() > 1);
  REQUIRE(launches.size() == all.launches.size());
  std::uint64_t instructions = 0, reads = 0;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    CHECK(launches[i].cycles == all.launches[i].cycles);
    CHECK(launches[i].counted["warp_instructions"] == all.launches[i].warp_instructions);
    CHECK(launches[i].division.resident_blocks == all.launches[i].resident_blocks);
    instructions += launches[i].counted["warp_instructions"];
    reads += launches[i].counted["dram.reads"];
  }
  CHECK(instructions == all.counters["warp_instructions"]);
  CHECK(reads == all.counters["dram.reads"]);
  CHECK(all.counters["division.changes"] == 0);
}

TEST_CASE("blocks give their scratchpad to the cache and get it back while a launch runs") {
  const Measured measured = measure("matrixmul", stepwise(1, 2), BlockFactories(), {{"n", "128"}});
  const CounterValues& counters = measured.result.counters;
  CHECK(measured.result.verified);
  CHECK(measured.result.broken_invariants.empty());
  CHECK(counters["division.changes"] == 2);
  CHECK(counters["division.drain_cycles"] > 0);
  CHECK(counters["division.held_cycles"] > 0);
  CHECK(counters["division.dropped_lines"] > 0);
}

TEST_CASE("a change writes dirty lines back before the cache moves") {
  const Design design = stepwise(1, 2, {"gpu.sms=1", "cache.global_stores=write-back"});
  const Measured measured = measure("srad", design, BlockFactories());
  CHECK(measured.result.verified);
  CHECK(measured.result.counters["division.changes"] > 0);
  CHECK(measured.result.counters["cache.flushed"] > 0);
}

TEST_CASE("each SM of several changes its own division, on one core and on two") {
  const Design design = stepwise(1, 2, {"gpu.sms=3", "dram.channels=1", "l2.bytes=8192", "l2.slices=4", "l2.ways=4"});
  const std::map<std::string, std::string> arguments = {{"n", "128"}};
  const std::string one = run_text("matrixmul", design, {}, arguments);
  CHECK(one.rfind("1 ", 0) == 0);
  CHECK(run_text("matrixmul", design, {}, arguments, BuildOrder::kFirstToLast, 2) == one);
}

// A native bank answers a row at once, also one that is due a cycle later; a late bank holds the Sm until then. The
// values are followed (run.check_data).
TEST_CASE("a change waits for the answers of late banks and values stay right") {
  const LateChoice banks{true, false, false, false, false};
  const std::vector<std::string> stores = {"gpu.sms=1", "cache.global_stores=write-back"};
  for (const char* const workload : {"srad", "lu", "matrixmul"}) {
    const Design design = stepwise(1, 2, stores);
    const auto changes = [&](const BlockFactories& factories) {
      return forked([&] {
        const RunResult result = measure(workload, design, factories).result;
        const bool right = result.verified && result.broken_invariants.empty();
        return (right ? "right, changes: " : "wrong, changes: ") + std::to_string(result.counters["division.changes"]);
      });
    };
    const std::string native = changes({});
    CHECK_THAT(native, Catch::StartsWith("right, changes: ") && !Catch::EndsWith(": 0"));
    for (const unsigned extra : {0u, 3u, 40u})
      CHECK(changes(late_blocks(banks, {1, false, false, extra}, design.blocks)) == native);
  }
}

TEST_CASE("a division that does not fit is refused during the launch with policy and wish and storage") {
  CHECK(error_of(stepwise(100, 1)).find("partition.policy \"stepwise\" gives kernel ") == 0);
  CHECK_THAT(error_of(stepwise(100, 1)), Catch::Contains(" 100 resident blocks, the design allows "));
}

TEST_CASE("a partition that changes its division is refused with registers in lines") {
  Design lines = load_design("jing2016/integrated-fair", {}, {}).design;
  lines.partition = {"stepwise", {{"first", 1}, {"second", 1}}};
  bool found = false;
  for (const Refusal& refusal : refusals(lines))
    found |= refusal.message.find("it changes the division while a launch runs") != std::string::npos;
  CHECK(found);
}
