// Scratchpad gate `sharing`: pairs of blocks share the upper part of their scratchpad (Jatala et al., section 3). An
// access to the shared part needs the pair's lock; the first block that requests the lock gets it, and keeps it until
// the block ends or all its threads have executed relssp. A block that ends passes its lock to its partner.
#include "policy/pair_locks.h"
#include "policy/scratchpad_gate.h"
#include "policy/sharing_stays.h"

namespace unibank {
namespace {

enum Class : std::uint8_t { kOwner, kUnshared, kNonOwner };  // rank of a block's warps

struct Options {
  SharingRule rule;
  bool retry_takes_slot = false;
  bool older_owns_free_lock = false;
};

class SharingGate : public ScratchpadGate {
 public:
  explicit SharingGate(const Options& options) : options_(options) {}

  SharingRule sharing_rule() const override { return options_.rule; }
  void reset(const GateLaunch& launch) override;
  void block_started(unsigned slot, Cycle cycle) override;
  void block_finished(unsigned slot, Cycle cycle) override;
  GateAnswer ask(const ScratchpadAccess& access) override;
  bool release(unsigned warp, LaneMask lanes, Cycle cycle) override;
  bool lanes_ended(unsigned warp, LaneMask live, Cycle cycle) override;
  bool may_refuse_here() const override { return sharing_.pairs != 0; }
  bool has_ranks() const override { return sharing_.pairs != 0; }
  std::uint8_t rank(unsigned slot) const override;
  int lock_holder(unsigned pair) const override { return pair < sharing_.pairs ? locks_.holder(pair) : kFreeLock; }
  std::uint64_t added_state_bits(unsigned blocks, unsigned warps) const override {
    return sharing_state_bits(blocks, warps);
  }
  GateCounters counters() const override { return stays_.counters; }

 private:
  using Phase = SharingStays::Phase;

  bool shares(unsigned slot) const { return sharing_.pairs != 0 && sharing_.shares(slot); }
  bool has_released(unsigned slot, bool complete, Cycle cycle);

  Options options_;
  BlockSharing sharing_;
  PairLocks locks_;
  ReleaseBits bits_;
  SharingStays stays_;
};

void SharingGate::reset(const GateLaunch& launch) {
  sharing_ = launch.sharing;
  locks_.reset(sharing_);
  bits_.reset(launch.block_slots, launch.warps_per_block, launch.threads_per_block);
  stays_.reset(launch.block_slots);
}

void SharingGate::block_started(unsigned slot, Cycle cycle) {
  if (!shares(slot)) return;
  locks_.start(slot);
  bits_.start(slot);
  stays_.start(slot, cycle);
}

void SharingGate::block_finished(unsigned slot, Cycle cycle) {
  if (!shares(slot)) return;
  stays_.change(slot, Phase::kAfter, cycle);
  ++stays_.counters.shared_blocks;
  if (locks_.finish(slot)) ++stays_.counters.hand_overs;
}

GateAnswer SharingGate::ask(const ScratchpadAccess& access) {
  const unsigned slot = access.block_slot;
  if (!shares(slot) || access.highest < sharing_.private_bytes) return {};
  const bool held = locks_.holds(slot);
  if (locks_.take(slot)) {
    if (!held) ++stays_.counters.locks_taken;
    stays_.change(slot, Phase::kInside, access.cycle);
    return {true, kNever, false, !held};
  }
  ++stays_.counters.refusals;
  stays_.change(slot, Phase::kWaiting, access.cycle);
  // Only a change that the SM reports can grant the access; a retry that costs a slot is possible in every cycle, and
  // the SM makes it in every second one (GateAnswer::takes_slot).
  return {false, options_.retry_takes_slot ? access.cycle + 1 : kNever, options_.retry_takes_slot};
}

bool SharingGate::release(unsigned warp, LaneMask lanes, Cycle cycle) {
  const unsigned slot = bits_.slot_of(warp);
  return shares(slot) && has_released(slot, bits_.execute(warp, lanes), cycle);
}

bool SharingGate::lanes_ended(unsigned warp, LaneMask live, Cycle cycle) {
  const unsigned slot = bits_.slot_of(warp);
  return shares(slot) && has_released(slot, bits_.keep(warp, live), cycle);
}

bool SharingGate::has_released(unsigned slot, bool complete, Cycle cycle) {
  if (!complete || locks_.released(slot)) return false;
  if (locks_.release(slot)) ++stays_.counters.releases;
  if (stays_.phase(slot) == Phase::kInside) stays_.change(slot, Phase::kAfter, cycle);
  return true;
}

// A free lock has no owner, unless the older of the two blocks is defined as its owner.
std::uint8_t SharingGate::rank(unsigned slot) const {
  if (sharing_.pairs == 0) return kOwner;
  if (!sharing_.shares(slot)) return kUnshared;
  if (locks_.holds(slot)) return kOwner;
  const bool free = locks_.holder(sharing_.pair(slot)) == PairLocks::kFree;
  return options_.older_owns_free_lock && free && locks_.older(slot) ? kOwner : kNonOwner;
}

const ScratchpadGateRegistry::Registration kRegistration({
    "sharing",
    "pairs of blocks share a part of their scratchpad; a lock grants it to one of them (Jatala et al.)",
    {{"private_per_mille", 100, 1, 999, "thousandths", "private part of a block's scratchpad, t",
      "Jatala et al., section 8: t = 0.1"},
     {"private_align", 4, 4, 128, "bytes", "the private part is rounded down to a multiple of this",
      "not published: a word (Q-44)"},
     {"retry_takes_slot", 0, 0, 1, "", "1: a refused access costs an issue slot, in every second cycle",
      "not published: it costs none"},
     {"older_owns_free_lock", 0, 0, 1, "", "1: while the lock is free, the older block of a pair ranks as owner",
      "not published: a free lock has no owner (Q-46)"}},
    [](const PolicyValues& values) {
      Options options;
      options.rule.private_per_mille = static_cast<unsigned>(values.at("private_per_mille"));
      options.rule.private_align = static_cast<unsigned>(values.at("private_align"));
      options.retry_takes_slot = values.at("retry_takes_slot") != 0;
      options.older_owns_free_lock = values.at("older_owns_free_lock") != 0;
      return std::make_unique<SharingGate>(options);
    },
});

}  // namespace
}  // namespace unibank
