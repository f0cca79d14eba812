// my_lock_unit.sv in place of the scratchpad gate `sharing`: --block my_lock_unit. The warp order stays the model's.
#include <algorithm>

#include "Vmy_lock_unit.h"
#include "cosim/lock_unit_transactor.h"
#include "cosim/rtl_block.h"

namespace {
using namespace unibank;

class MyLockUnit : public rtl::LockUnitBlock {
 public:
  explicit MyLockUnit(unsigned fault = 0) { top_->fault = fault; }
  unsigned most_slots() const override { return 32; }  // parameters SLOTS and WARPS
  unsigned most_warps() const override { return 64; }
  void reset(const GateLaunch& launch, bool older_owns) override {
    top_->first_upper = launch.sharing.default_blocks;
    top_->pairs = launch.sharing.pairs;
    top_->warps = launch.warps_per_block;
    top_->block_threads = launch.threads_per_block;
    top_->own_bytes = low(launch.sharing.private_bytes);
    top_->oldest_first = older_owns;
    top_->reset = 1;
    top_.edge();
    top_->reset = 0;
  }
  Answer operate(Operation operation, unsigned slot, unsigned warp, LaneMask lanes, std::uint64_t highest) override {
    top_->start = operation == Operation::kStart;
    top_->finish = operation == Operation::kFinish;
    top_->ask = operation == Operation::kAsk;
    top_->leave = operation == Operation::kRelease;
    top_->ended = operation == Operation::kEnded;
    top_->slot = slot, top_->warp = warp, top_->lanes = lanes;
    top_->highest = low(highest);
    top_.settle();
    const Answer answer = {top_->may != 0,      top_->needs_lock != 0, top_->takes != 0,
                           top_->releases != 0, top_->gives_up != 0,   top_->hands_over != 0};
    top_.edge();
    top_->start = top_->finish = top_->ask = top_->leave = top_->ended = 0;
    top_.settle();
    return answer;
  }
  unsigned rank(unsigned slot) const override { return top_->ranks >> 2 * slot & 3; }
  bool held(unsigned pair) const override { return top_->owned >> pair & 1; }
  bool held_by_upper(unsigned pair) const override { return top_->owned_by_upper >> pair & 1; }

 private:
  static std::uint32_t low(std::uint64_t bytes) { return std::min<std::uint64_t>(bytes, 0xffffffff); }
  rtl::Top<Vmy_lock_unit> top_;
};

const InstalledBlock kMyLockUnit(
    {"lock_unit", "my_lock_unit", "my_lock_unit.sv: 32 blocks, 64 warps", {}, "native", true},
    [](BlockFactories& factories, const BlockOptions& options) {
      rtl::install_lock_unit(factories, options,
                             [fault = options.fault] { return std::make_unique<MyLockUnit>(fault); });
    });

}  // namespace
