// The resident warps and blocks of one SM: scoreboards, barriers, and for each scheduler the sets of warps that are
// ready or wait. Plain C++.
#pragma once

#include <array>
#include <vector>

#include "policy/warp_order.h"
#include "sm/in_flight.h"
#include "warp/block_barriers.h"
#include "warp/warp_instruction.h"

namespace unibank {

enum class WarpState : std::uint8_t { kEmpty, kReady, kShortWait, kLongWait, kBarrier, kDraining };

class WarpTable {
 public:
  WarpTable(unsigned max_warps, unsigned schedulers);

  void reset(unsigned warps_per_block, unsigned block_slots);

  unsigned warps_per_block() const { return warps_per_block_; }
  unsigned block_slots() const { return static_cast<unsigned>(blocks_.size()); }
  unsigned resident_blocks() const { return resident_blocks_; }
  bool resident(unsigned slot) const { return blocks_[slot].resident; }
  // A free block slot, or -1.
  int free_slot() const;

  // The block's warps become resident; each still needs its first instruction (show()).
  void start_block(unsigned slot);
  // A warp's next instruction; null: it has ended.
  void show(unsigned warp, const WarpInstruction* next);
  const WarpInstruction& next(unsigned warp) const { return *next_[warp]; }
  unsigned block_of(unsigned warp) const { return warp / warps_per_block_; }

  // An instruction has issued that is under way until completed(); until then the registers that it writes are busy.
  void issued(const InFlight& instruction);
  void completed(const InFlight& instruction);
  // The result of a load's L1 lookup.
  void cache_answered(unsigned warp, bool hit) { ++(hit ? answers_[warp].hits : answers_[warp].misses); }
  // The warp waits for copies.
  void await_copies(unsigned warp, bool waits);
  // nanosleep: the warp gives up its place in an active set until it is awake.
  void sleep(unsigned warp, bool asleep);
  // The warp may not issue before unblock() (because of a conflict penalty on one warp, a branch or a fence). Each
  // block() needs its own unblock().
  void block(unsigned warp);
  void unblock(unsigned warp);
  // The warp's next instruction is missing until fetched().
  void await_instruction(unsigned warp);
  void fetched(unsigned warp);
  // Whether some warp of the scheduler waits for its next instruction.
  bool fetching(unsigned scheduler) const { return fetching_[scheduler] != 0; }
  // The warp arrives at a barrier of its block, before show() of the next instruction.
  void arrive_at_barrier(unsigned warp, const BarrierTurn& turn = {});
  // The warps whose barrier has opened since the last call, by an arrival or by the end of the last missing warp. Each
  // waits until open_barrier().
  const std::vector<unsigned>& take_released();
  void open_barrier(unsigned warp);
  // From the next cycle on the warp, which take_released() has returned, waits for the barrier's latency alone.
  void opens_later(unsigned warp);
  // take_released(), and open_barrier() for all its warps. To be called once per cycle, after all schedulers, so that
  // no scheduler issues from such a warp a cycle early.
  void open_barriers() {
    for (const unsigned warp : take_released()) open_barrier(warp);
  }
  unsigned barrier_of(unsigned warp) const { return warps_[warp].barrier; }  // of a warp in kBarrier

  // Whether the warp has ended and has no instruction in flight.
  bool drained(unsigned warp) const { return warps_[warp].ended && warps_[warp].in_flight == 0; }
  // Warps that have drained since the last call, each once.
  std::vector<unsigned>& drained_warps() { return drained_warps_; }
  // Blocks whose warps have all drained, each once; they must be finished.
  std::vector<unsigned>& drained_blocks() { return drained_blocks_; }
  void finish_block(unsigned slot);

  // One scheduler's warps; warp w belongs to scheduler w mod schedulers, as its (w / schedulers)-th.
  const WarpView& view(unsigned scheduler) const { return views_[scheduler]; }
  WarpView& view(unsigned scheduler) { return views_[scheduler]; }
  unsigned warp_of(unsigned scheduler, unsigned index) const { return index * schedulers_ + scheduler; }
  // The scheduler's warps whose next instruction needs the same units as that of warp `index`.
  WarpSet alike(unsigned scheduler, unsigned index) const {
    const Needs& needs = needs_[scheduler];
    return needs.warps[needs.of[index]];
  }
  bool draining(unsigned scheduler) const { return draining_[scheduler] != 0; }
  WarpState state(unsigned warp) const { return states_[warp]; }
  const std::vector<WarpState>& states() const { return states_; }  // [warp]
  // The gate has refused the warp's next instruction; all refused warps may be retried later.
  void set_gated(unsigned scheduler, WarpSet bit) { views_[scheduler].gated |= bit, changed_ = true; }
  void clear_gated(unsigned scheduler) { views_[scheduler].gated = 0, changed_ = true; }
  void set_rank(unsigned warp, std::uint8_t rank) {
    ranks_[warp % schedulers_][warp / schedulers_] = rank;
    changed_ = true;
  }
  // Whether a view, a drained warp, or a barrier that is about to open has changed since the last call.
  bool changed() const { return changed_; }
  bool take_changed() {
    const bool changed = changed_;
    changed_ = false;
    return changed;
  }

 private:
  struct Warp {
    bool resident = false, ended = false, at_barrier = false, fetching = false, awaits_copies = false,
         asleep = false;
    std::uint8_t barrier = 0, blocked = 0;
    unsigned in_flight = 0, long_in_flight = 0;  // all, and those with long latency
    RegisterSet pending_long, pending_short;
  };
  struct Block {
    bool resident = false;
    unsigned undrained = 0;   // warps not yet drained
    BlockBarriers barriers;
    BlockBarriers::Warps released = 0;  // warps whose barrier has opened in this cycle
  };

  WarpState classify(unsigned warp) const;
  void refresh(unsigned warp);
  void end(unsigned warp);
  void note_released(unsigned slot, BlockBarriers::Warps warps);
  void note_drained(unsigned warp);

  unsigned schedulers_, warps_per_block_ = 1, resident_blocks_ = 0;
  bool changed_ = true;
  std::uint64_t next_age_ = 0;
  std::vector<Warp> warps_;
  std::vector<const WarpInstruction*> next_;  // [warp]
  std::vector<CacheAnswers> answers_;         // [warp]
  std::vector<WarpState> states_;  // [warp]
  std::vector<Block> blocks_;
  std::vector<unsigned> drained_blocks_, drained_warps_;
  std::vector<unsigned> opening_;  // block slots with released warps
  std::vector<unsigned> released_;  // the warps that take_released() returned
  std::vector<WarpView> views_;
  std::vector<WarpSet> draining_, fetching_;
  std::vector<std::array<std::uint64_t, 64>> ages_;
  std::vector<std::array<std::uint8_t, 64>> ranks_;
  // The units that next instructions need, as a number (needs_of).
  struct Needs {
    std::array<std::uint8_t, 64> of{};     // [index]
    std::array<WarpSet, 256> warps{};      // [number]: the warps whose last shown instruction has it
  };
  std::vector<Needs> needs_;  // [scheduler]
};

}  // namespace unibank
