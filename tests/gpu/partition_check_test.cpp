// What a partition returns is held against the design's storage before a block starts.
#include <catch2/catch.hpp>

#include "gpu/launch_plan.h"
#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// A partition as a user might write it: it divides as `separate` does, then takes the blocks and pairs and adds the
// sets that its parameters ask for, without checking whether they fit, and counts threads and idle bytes wrongly.
class Generous : public PartitionPolicy {
 public:
  explicit Generous(const PolicyValues& values) : values_(values) {}
  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    PartitionResult result =
        PartitionRegistry::instance().make("separate")->divide(capacity, kernels, running);
    result.sharing = {};
    if (values_.at("blocks") != 0) result.resident_blocks = static_cast<unsigned>(values_.at("blocks"));
    result.cache_sets += static_cast<unsigned>(values_.at("more_sets"));
    result.sharing.pairs = static_cast<unsigned>(values_.at("pairs"));
    const unsigned threads = kernels[running].threads_per_block;
    result.resident_threads = result.resident_blocks * threads + static_cast<unsigned>(values_.at("more_threads"));
    result.resident_warps = result.resident_blocks * ((threads + 31) / 32);
    result.idle_bytes -= static_cast<unsigned>(values_.at("less_idle"));
    return result;
  }

 private:
  const PolicyValues values_;
};

const PartitionRegistry::Registration kGenerous({
    "generous",
    "more than there is",
    {{"blocks", 0, 0, 1000, "", "resident", "this test"},
     {"more_sets", 0, 0, 1000, "", "of the cache", "this test"},
     {"pairs", 0, 0, 1000, "", "that share scratchpad", "this test"},
     {"more_threads", 0, 0, 1000, "", "resident", "this test"},
     {"less_idle", 0, 0, 1e6, "bytes", "than there are", "this test"}},
    [](const PolicyValues& values) { return std::make_unique<Generous>(values); },
});

Design generous(std::int64_t blocks, std::int64_t more_sets = 0, std::int64_t pairs = 0) {
  Design design;  // 256 KB of registers, 64 KB of scratchpad, 64 KB of cache
  design.partition = {"generous", {{"blocks", blocks}, {"more_sets", more_sets}, {"pairs", pairs}}};
  return design;
}

std::string refused(const Design& design, const KernelNeeds& kernel) {
  try {
    LaunchPlanner(design).divide(kernel);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const KernelNeeds kNeedleNeeds = {"needle", 18, 32, 8452};

}  // namespace

TEST_CASE("a partition that gives blocks more scratchpad than there is is refused") {
  CHECK(refused(generous(7), kNeedleNeeds).empty());
  CHECK(refused(generous(8), kNeedleNeeds) ==
        "partition.policy \"generous\" gives kernel needle 67616 bytes of scratchpad for 8 resident blocks, the design "
        "has 65536");
}

TEST_CASE("kernels of two modules with the same name have their own registers") {
  const Design design;  // 256 KB of registers
  const KernelNeeds few = {"k", 32, 256, 0}, many = {"k", 128, 256, 0};
  LaunchPlanner planner(design);
  CHECK(planner.divide(few).partition.resident_blocks == LaunchPlanner(design).divide(few).partition.resident_blocks);
  CHECK(planner.divide(many).partition.resident_blocks == 2);
  CHECK(planner.divide(few).partition.resident_blocks == LaunchPlanner(design).divide(few).partition.resident_blocks);
}

TEST_CASE("a partition that gives blocks more registers than there are is refused") {
  const KernelNeeds kernel = {"k", 64, 256, 0};  // 65536 bytes of registers per block
  CHECK(refused(generous(4), kernel).empty());
  Design few = generous(4);
  few.storage.register_bytes = 128 * 1024;
  CHECK(refused(few, kernel) ==
        "partition.policy \"generous\" gives kernel k 262144 bytes of registers for 4 resident blocks, the design has "
        "131072");
}

TEST_CASE("a partition that gives the cache more sets than it has is refused") {
  CHECK(refused(generous(1, 1), kNeedleNeeds) ==
        "partition.policy \"generous\" gives kernel needle 66048 bytes of cache for 1 resident block, the design has "
        "65536");
}

TEST_CASE("a partition that exceeds the limits of the SM is refused") {
  const KernelNeeds small = {"k", 4, 64, 0};
  CHECK(refused(generous(33), small) ==
        "partition.policy \"generous\" gives kernel k 33 resident blocks, the design allows 32");
  CHECK(refused(generous(17), small) ==
        "partition.policy \"generous\" gives kernel k 34 resident warps, the design allows 32");
  Design limited = generous(16);
  limited.kernel.thread_limit = 512;
  CHECK(refused(limited, small) ==
        "partition.policy \"generous\" gives kernel k 1024 resident threads, the design allows 512");
  CHECK(refused(generous(4, 0, 2), small) ==
        "partition.policy \"generous\" gives kernel k 4 resident blocks: 0 without sharing of scratchpad, and 2 added "
        "as partners of these");
}

TEST_CASE("a partition that gives other threads than those of its blocks is refused") {
  Design more = generous(4);
  more.partition.values["more_threads"] = 32;
  CHECK(refused(more, kNeedleNeeds) ==
        "partition.policy \"generous\" gives kernel needle 160 resident threads; expected 128, 4 x 32");
}

TEST_CASE("a partition that gives less than nothing is refused") {
  Design less = generous(7);
  less.partition.values["less_idle"] = 1000000;
  CHECK_THAT(refused(less, kNeedleNeeds), Catch::StartsWith("partition.policy \"generous\" gives kernel needle -") &&
                                              Catch::EndsWith(" bytes of idle memory; expected 0 or more"));
}

TEST_CASE("a program under a partition that gives away too much does not run") {
  CHECK(forked([] {
          try {
            measure("needle", generous(16), BlockFactories());
          } catch (const InputError& error) {
            return std::string(error.what());
          }
          return std::string("ran");
        }).find("partition.policy \"generous\" gives kernel needle") == 0);
}
