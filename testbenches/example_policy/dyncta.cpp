// Throttle `dyncta`: lets as many blocks issue as keep the SM busy without flooding memory (Kayiran, Jog, Kandemir,
// Das: Neither more nor less, PACT 2013).
//
// Half of the block slots are active at first. Each window counts the cycles in which the SM had no work (C_idle) or
// waited for memory (C_mem). At its end:
//   C_idle above `idle`: one block more;   else C_mem below `memory_low`: one block more;   above `memory_high`: one
//   less.
#include <algorithm>

#include "policy/throttle.h"

namespace {

using namespace unibank;

class Dyncta : public Throttle {
 public:
  explicit Dyncta(const PolicyValues& values)
      : window_(values.at("window")),
        idle_(values.at("idle")),
        memory_low_(values.at("memory_low")),
        memory_high_(values.at("memory_high")) {}

  ActiveLimit reset(const ThrottleLaunch& launch) override {
    slots_ = launch.block_slots;
    blocks_ = std::max(1u, slots_ / 2);
    return {blocks_, ActiveLimit::kAll};
  }
  Cycle window() const override { return window_; }
  bool may_hold() const override { return true; }

  ActiveLimit update(const ThrottleWindow& window) override {
    // A window counts issue slots: divided by the slots per cycle, they give cycles.
    const double cycles =
        static_cast<double>(window.cycles) / static_cast<double>(std::max<std::uint64_t>(window.slots, 1));
    const double memory = cycles * static_cast<double>(window.long_wait + window.unit_full);
    const double idle = cycles * static_cast<double>(window.slots - window.issued - window.long_wait -
                                                     window.unit_full - window.short_wait);
    if (idle > idle_ || memory < memory_low_) blocks_ = std::min(blocks_ + 1, slots_);
    else if (memory > memory_high_) blocks_ = std::max(blocks_ - 1, 1u);
    return {blocks_, ActiveLimit::kAll};
  }

 private:
  const Cycle window_;
  const double idle_, memory_low_, memory_high_;
  unsigned slots_ = 1, blocks_ = 1;
};

const char* const kDynctaSource = "Kayiran 2013 (PACT), as recalled";

const ThrottleRegistry::Registration kDyncta({
    "dyncta",
    "blocks are paused while the SM waits for memory, and resumed when it is idle (Kayiran 2013)",
    {{"window", 2048, 1, 1000000, "cycles", "between two decisions", kDynctaSource},
     {"idle", 16, 0, 1000000, "cycles", "of a window without work, above which one more block issues", kDynctaSource},
     {"memory_low", 128, 0, 1000000, "cycles", "of a window waiting for memory, below which one more block issues",
      kDynctaSource},
     {"memory_high", 384, 0, 1000000, "cycles", "of a window waiting for memory, above which one block less issues",
      kDynctaSource}},
    [](const PolicyValues& values) { return std::make_unique<Dyncta>(values); },
});

}  // namespace
