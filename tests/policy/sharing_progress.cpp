// Random kernels with barriers, lanes that end early and relssp lane by lane, under the gate `sharing` and every warp
// order: every block ends, and no block is in a shared part that its partner may still use. The SM is replaced by a
// simple scheduler with warps and barriers.
#include <array>
#include <catch2/catch.hpp>
#include <random>

#include "policy/scratchpad_gate.h"
#include "policy/warp_order.h"

namespace unibank {
namespace {

enum class Do { kWork, kPrivate, kShared, kBarrier, kRelease, kEnd };

struct Step {
  Do what;
  LaneMask lanes = ~LaneMask{0};  // kRelease, kEnd
  Cycle latency = 1;
  int only = -1;                  // only this warp of the block; -1: all warps
};

// Shared accesses come before the first relssp, as in compiled kernels.
std::vector<Step> random_kernel(std::mt19937& random, unsigned warps) {
  std::vector<Step> steps;
  const unsigned accesses = 2 + random() % 8;
  for (unsigned i = 0; i < accesses; ++i) {
    const Do kinds[] = {Do::kWork, Do::kPrivate, Do::kShared, Do::kShared, Do::kBarrier};
    steps.push_back({kinds[random() % 5], ~LaneMask{0}, 1 + random() % 30, -1});
    const int alone = static_cast<int>(random() % warps);
    if (random() % 8 == 0) steps.push_back({Do::kEnd, LaneMask{0xffff} << random() % 17, 1, alone});
    if (random() % 16 == 0) steps.push_back({Do::kEnd, ~LaneMask{0}, 1, alone});
  }
  if (random() % 4 != 0) {
    const LaneMask first = static_cast<LaneMask>(random());
    steps.push_back({Do::kRelease, first, 1, -1});
    if (random() % 2) steps.push_back({Do::kBarrier});
    steps.push_back({Do::kRelease, ~first, 1, -1});
    steps.push_back({Do::kWork, ~LaneMask{0}, 1 + random() % 40, -1});
  }
  steps.push_back({Do::kEnd});
  return steps;
}

class WarpMachine {
 public:
  WarpMachine(unsigned seed, const std::string& order, bool retry_takes_slot)
      : random_(seed),
        gate_(ScratchpadGateRegistry::instance().make("sharing", {{"retry_takes_slot", retry_takes_slot}})),
        order_(WarpOrderRegistry::instance().make(order)) {
    launch_.sharing.pairs = 1 + random_() % 4;
    launch_.sharing.default_blocks = launch_.sharing.pairs + random_() % 3;
    launch_.sharing.private_bytes = 100;
    launch_.block_slots = launch_.sharing.resident_blocks();
    launch_.warps_per_block = 1 + random_() % 4;
    launch_.threads_per_block = launch_.warps_per_block * kWarpSize - random_() % 20;
    kernel_ = random_kernel(random_, launch_.warps_per_block);
    gate_->reset(launch_);
    order_->reset(64);
    warps_.resize(launch_.block_slots * launch_.warps_per_block);
    inside_.assign(launch_.sharing.pairs, -1);
    for (unsigned slot = 0; slot < launch_.block_slots; ++slot) start(slot);
  }

  // The number of blocks that have ended after at most `most` cycles.
  unsigned run(Cycle most) {
    for (now_ = 1; now_ < most && ended_ < kBlocks; ++now_) cycle();
    return ended_;
  }
  bool exclusive() const { return exclusive_; }
  static constexpr unsigned kBlocks = 24;

 private:
  struct Warp {
    bool resident = false, at_barrier = false;
    std::size_t next = 0;
    LaneMask live = 0, released = 0;
    Cycle ready_at = 0;
    std::uint64_t age = 0;
  };

  unsigned slot_of(unsigned warp) const { return warp / launch_.warps_per_block; }
  template <typename Visit>
  void each_of(unsigned slot, Visit visit) {
    for (unsigned i = 0; i < launch_.warps_per_block; ++i) visit(warps_[slot * launch_.warps_per_block + i], i);
  }

  void start(unsigned slot) {
    if (started_ == kBlocks) return;
    ++started_;
    each_of(slot, [&](Warp& warp, unsigned i) {
      const unsigned lanes = std::min(kWarpSize, launch_.threads_per_block - i * kWarpSize);
      warp = {true, false, 0, lanes == kWarpSize ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1, 0, 0, age_++};
    });
    gate_->block_started(slot, now_);
    gated_ = 0;
  }

  void cycle() {
    std::array<std::uint64_t, 64> age{};
    std::array<std::uint8_t, 64> rank{};
    WarpView view;
    view.age = age.data();
    view.rank = rank.data();
    view.strand_start = ~WarpSet{0};
    for (unsigned i = 0; i < warps_.size(); ++i) {
      const WarpSet bit = WarpSet{1} << i;
      age[i] = warps_[i].age;
      rank[i] = gate_->rank(slot_of(i));
      if (!warps_[i].resident || warps_[i].live == 0) continue;
      view.resident |= bit;
      if (warps_[i].at_barrier) view.at_barrier |= bit;
      else (warps_[i].ready_at > now_ ? view.long_wait : view.ready) |= bit;
    }
    view.gated = gated_;
    if (slot_lost_) view.ready &= ~gated_;  // once a refused warp took an issue slot, the others go first
    slot_lost_ = false;
    issue(view);
    for (unsigned slot = 0; slot < launch_.block_slots; ++slot) settle(slot);
  }

  void issue(WarpView& view) {
    for (int pick = order_->pick(view); pick >= 0 && !slot_lost_; pick = order_->pick(view)) {
      if (execute(static_cast<unsigned>(pick))) {
        order_->issued(static_cast<unsigned>(pick));
        return;
      }
      view.ready &= ~(WarpSet{1} << pick);
      view.gated = gated_ |= WarpSet{1} << pick;
    }
  }

  // Returns false if the gate refused the step.
  bool execute(unsigned index) {
    Warp& warp = warps_[index];
    const unsigned slot = slot_of(index);
    const Step& step = kernel_[warp.next];
    const bool mine = step.only < 0 || step.only == static_cast<int>(index % launch_.warps_per_block);
    if (step.what == Do::kShared || step.what == Do::kPrivate) {
      const std::uint64_t last = step.what == Do::kShared ? 100 + random_() % 900 : 99;
      const GateAnswer answer = gate_->ask({slot, index, 0, last, now_});
      slot_lost_ = answer.takes_slot;
      if (!answer.open) return false;
      if (step.what == Do::kShared) enter(slot);
    }
    ++warp.next;
    warp.ready_at = now_ + step.latency;
    if (mine && step.what == Do::kRelease) release(index, step.lanes & warp.live);
    if (mine && step.what == Do::kEnd) end(index, step.lanes);
    if (step.what == Do::kBarrier) warp.at_barrier = true;
    return true;
  }

  void enter(unsigned slot) {
    if (!launch_.sharing.shares(slot)) return;
    int& user = inside_[launch_.sharing.pair(slot)];
    if (user >= 0 && user != static_cast<int>(slot) && uses(static_cast<unsigned>(user))) exclusive_ = false;
    user = static_cast<int>(slot);
  }
  // Some thread of the block has neither ended nor released.
  bool uses(unsigned slot) {
    LaneMask any = 0;
    each_of(slot, [&](Warp& warp, unsigned) { any |= warp.live & ~warp.released; });
    return any != 0;
  }

  void release(unsigned index, LaneMask lanes) {
    warps_[index].released |= lanes;
    if (gate_->release(index, lanes, now_)) gated_ = 0;
  }
  void end(unsigned index, LaneMask lanes) {
    warps_[index].live &= ~lanes;
    if (gate_->lanes_ended(index, warps_[index].live, now_)) gated_ = 0;
  }

  // Opens the block's barrier, or replaces the block.
  void settle(unsigned slot) {
    bool resident = false, all_wait = true, any_live = false;
    each_of(slot, [&](Warp& warp, unsigned) {
      resident |= warp.resident;
      any_live |= warp.live != 0;
      all_wait &= warp.live == 0 || warp.at_barrier;
    });
    if (all_wait) each_of(slot, [](Warp& warp, unsigned) { warp.at_barrier = false; });
    if (!resident || any_live) return;
    ++ended_;
    each_of(slot, [](Warp& warp, unsigned) { warp = Warp(); });
    int& user = inside_[launch_.sharing.shares(slot) ? launch_.sharing.pair(slot) : 0];
    if (user == static_cast<int>(slot)) user = -1;
    gate_->block_finished(slot, now_);
    gated_ = 0;
    start(slot);
  }

  std::mt19937 random_;
  GateLaunch launch_;
  std::unique_ptr<ScratchpadGate> gate_;
  std::unique_ptr<WarpOrder> order_;
  std::vector<Step> kernel_;
  std::vector<Warp> warps_;
  std::vector<int> inside_;  // pair -> slot that was last in its shared part
  Cycle now_ = 0;
  std::uint64_t age_ = 0;
  unsigned started_ = 0, ended_ = 0;
  WarpSet gated_ = 0;
  bool slot_lost_ = false, exclusive_ = true;
};

TEST_CASE("kernels that share scratchpad end under every warp order and never use the shared part at the same time") {
  for (const std::string& order : WarpOrderRegistry::instance().names()) {
    for (const bool takes_slot : {false, true}) {
      for (unsigned seed = 1; seed <= 150; ++seed) {
        CAPTURE(order, takes_slot, seed);
        WarpMachine machine(seed, order, takes_slot);
        REQUIRE(machine.run(50000) == WarpMachine::kBlocks);
        REQUIRE(machine.exclusive());
      }
    }
  }
}

}  // namespace
}  // namespace unibank
