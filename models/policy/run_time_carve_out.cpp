// Partition `run-time-carve-out`: the boundary between scratchpad and cache moves while programs run. The driver's hint
// (cudaFuncAttributePreferredSharedMemoryCarveout) is set per kernel before it runs; here the SM measures the effect of
// a division.
//
// A kernel begins with as many blocks as `carve-out` admits, and every later division is that of `carve-out` for fewer
// blocks. After each window in which less than `hit_floor` of the lines requested by loads were in the L1, the SM
// removes a block: its scratchpad becomes cache. If the instructions per cycle of the next window have not grown by
// `gain`, the block is added again, and the division stays for the rest of the launch. With `window` = 0 these steps
// are made between launches of a kernel instead, each launch a window of all SMs.
#include <algorithm>
#include <map>

#include "block/signals.h"
#include "policy/carve_steps.h"
#include "policy/partition.h"

namespace unibank {
namespace {

#define RUNTIME_CARVE_OUT_COUNTERS(counter) \
  counter(kept, "runtime_carve_out.kept", "windows", "in which one block less was faster") \
  counter(taken_back, "runtime_carve_out.taken_back", "windows", "in which one block less was not faster: undone")
UNIBANK_COUNTERS(CarveOutCounters, "sm.partition_control", RUNTIME_CARVE_OUT_COUNTERS);

struct Rule {
  double hit_floor = 0, gain = 0;
};

// Finds the number of blocks by trial: removes one block at a time as long as this makes the kernel faster.
class Climb {
 public:
  explicit Climb(unsigned most = 1) : blocks_(most) {}

  unsigned next(const Rule& rule, const DivisionWindow& window, CarveOutCounters& counters) {
    const double speed = ratio(window.counted["warp_instructions"], window.cycles);
    if (tried_) {
      tried_ = false;
      settled_ = speed < before_ * (1 + rule.gain);
      ++(settled_ ? counters.taken_back : counters.kept);
      blocks_ += settled_;
    }
    const std::uint64_t asked = window.counted["cache.load_accesses"];
    const bool hits = asked == 0 || ratio(window.counted["cache.load_hits"], asked) >= rule.hit_floor;
    if (settled_ || hits || blocks_ == 1) return blocks_;
    before_ = speed;
    tried_ = true;
    return --blocks_;
  }
  unsigned blocks() const { return blocks_; }

 private:
  static double ratio(std::uint64_t part, std::uint64_t of) {
    return static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(of, 1));
  }

  unsigned blocks_;
  double before_ = 0;  // instructions per cycle with one block more
  bool tried_ = false, settled_ = false;
};

// The driver's division for at most this many blocks.
PartitionResult with_blocks(const PartitionPolicy& carve_out, SmCapacity capacity,
                            const std::vector<KernelNeeds>& kernels, std::size_t running, unsigned blocks) {
  capacity.max_blocks = std::min(capacity.max_blocks, blocks);
  return carve_out.divide(capacity, kernels, running);
}

class Control : public DivisionControl {
 public:
  Control(const Rule& rule, Cycle window, std::unique_ptr<PartitionPolicy> carve_out)
      : rule_(rule), window_(window), carve_out_(std::move(carve_out)) {}

  void reset(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division) override {
    capacity_ = capacity;
    kernel_ = kernel;
    climb_ = Climb(kernel.scratchpad_bytes_per_block > 0 ? division.resident_blocks : 1);
  }
  Cycle window() const override { return window_; }
  std::optional<PartitionResult> update(const DivisionWindow& window) override {
    const unsigned before = climb_.blocks(), blocks = climb_.next(rule_, window, counters_);
    if (blocks == before) return std::nullopt;
    return with_blocks(*carve_out_, capacity_, {kernel_}, 0, blocks);
  }
  PolicySignals signals() const override {
    return {{"blocks", 8, [this] { return climb_.blocks(); }}};
  }
  void add_counters_to(CounterValues& all) const override { all.add(counters_); }

 private:
  const Rule rule_;
  const Cycle window_;
  const std::unique_ptr<PartitionPolicy> carve_out_;
  SmCapacity capacity_;
  KernelNeeds kernel_;
  Climb climb_;
  CarveOutCounters counters_;
};

class RuntimeCarveOut : public PartitionPolicy {
 public:
  RuntimeCarveOut(const Rule& rule, Cycle window, const PolicyValues& carve_out)
      : rule_(rule), window_(window), values_(carve_out), carve_out_(make_carve_out()) {}

  std::string refusal(const SmCapacity& capacity) const override { return carve_out_->refusal(capacity); }
  double smallest_cache(const SmCapacity& capacity) const override { return carve_out_->smallest_cache(capacity); }
  double most_scratchpad(const SmCapacity& capacity, const KernelNeeds& kernel) const override {
    return carve_out_->most_scratchpad(capacity, kernel);
  }

  PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                         std::size_t running) const override {
    const PartitionResult all = carve_out_->divide(capacity, kernels, running);
    const auto known = climbs_.find(kernels[running].kernel);
    if (known == climbs_.end() || kernels[running].scratchpad_bytes_per_block == 0) return all;
    return with_blocks(*carve_out_, capacity, kernels, running, known->second.blocks());
  }
  bool learns_from_launches() const override { return window_ == 0; }
  void launch_ended(const KernelNeeds& kernel, const DivisionWindow& launch) override {
    if (kernel.scratchpad_bytes_per_block == 0) return;
    climbs_.emplace(kernel.kernel, Climb(launch.division.resident_blocks)).first->second.next(rule_, launch, counters_);
  }
  void add_counters_to(CounterValues& all) const override { all.add(counters_); }
  std::unique_ptr<DivisionControl> control() const override {
    return window_ == 0 ? nullptr : std::make_unique<Control>(rule_, window_, make_carve_out());
  }

 private:
  std::unique_ptr<PartitionPolicy> make_carve_out() const {
    return PartitionRegistry::instance().make("carve-out", values_);
  }

  const Rule rule_;
  const Cycle window_;
  const PolicyValues values_;  // of the partition `carve-out`
  const std::unique_ptr<PartitionPolicy> carve_out_;
  std::map<std::string, Climb> climbs_;  // indexed by kernel, if windows are launches
  CarveOutCounters counters_;            // of these windows
};

const char* const kSource = "not published: a choice";

const PartitionRegistry::Registration kRegistration({
    "run-time-carve-out",
    "scratchpad of blocks becomes cache while that is faster, decided as the program runs",
    {{"window", 10000, 0, 10000000, "cycles",
      "time from one decision to the next; 0: each launch of a kernel is one window", kSource},
     {"hit_floor", 0.5, 0, 1, "", "no change is tried if the hit rate of loads in the L1 is at least this", kSource},
     {"gain", 0.02, 0, 1, "", "least growth of instructions per cycle for which a removed block stays removed",
      kSource},
     PolicyParameter::word("carve_steps", "any", carve_capabilities(), "as in carve-out",
                           "not published for the papers' machines")},
    [](const PolicyValues& values) {
      return std::make_unique<RuntimeCarveOut>(Rule{values.at("hit_floor"), values.at("gain")},
                                               static_cast<Cycle>(std::int64_t{values.at("window")}),
                                               PolicyValues{{"carve_steps", values.at("carve_steps")}});
    },
});

const SignalDeclaration kSignals("policies", "variables of policies",
                                 {{"smN.partition_control.blocks",
                                   "run-time-carve-out: the most blocks of this kernel that may be resident"}});

}  // namespace
}  // namespace unibank
