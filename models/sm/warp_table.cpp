#include "sm/warp_table.h"

namespace unibank {

namespace {

// The properties that decide which units an instruction needs (IssueStage::check_units): unit, memory and operands.
std::uint8_t needs_of(const StaticInstruction& what) {
  static_assert(static_cast<unsigned>(Unit::kExit) < 8 && static_cast<unsigned>(Space::kParameter) < 8 &&
                static_cast<unsigned>(Arithmetic::kVote) < 8);
  const bool alu = what.unit == Unit::kAlu;  // an ALU instruction accesses no memory space
  const unsigned part = alu ? static_cast<unsigned>(what.arithmetic) : static_cast<unsigned>(what.space);
  return static_cast<std::uint8_t>(static_cast<unsigned>(what.unit) | part << 3 |
                                   unsigned{what.sources.empty()} << 6 | unsigned{what.double_precision} << 7);
}

}  // namespace

WarpTable::WarpTable(unsigned max_warps, unsigned schedulers)
    : schedulers_(schedulers),
      warps_(max_warps),
      next_(max_warps, nullptr),
      answers_(max_warps),
      states_(max_warps, WarpState::kEmpty),
      views_(schedulers),
      draining_(schedulers),
      fetching_(schedulers),
      ages_(schedulers),
      ranks_(schedulers),
      needs_(schedulers) {
  reset(1, 0);
}

void WarpTable::reset(unsigned warps_per_block, unsigned block_slots) {
  warps_per_block_ = warps_per_block;
  resident_blocks_ = 0;
  changed_ = true;
  blocks_.assign(block_slots, Block());
  drained_blocks_.clear();
  drained_warps_.clear();
  opening_.clear();
  warps_.assign(warps_.size(), Warp());
  states_.assign(states_.size(), WarpState::kEmpty);
  next_.assign(next_.size(), nullptr);
  for (unsigned scheduler = 0; scheduler < schedulers_; ++scheduler) {
    views_[scheduler] = WarpView();
    draining_[scheduler] = fetching_[scheduler] = 0;
    ages_[scheduler].fill(0);
    ranks_[scheduler].fill(0);
    views_[scheduler].age = ages_[scheduler].data();
    views_[scheduler].rank = ranks_[scheduler].data();
    views_[scheduler].scheduler = scheduler;
    views_[scheduler].schedulers = schedulers_;
    views_[scheduler].warps_per_block = warps_per_block_;
    views_[scheduler].instructions = next_.data();
    views_[scheduler].answers = answers_.data();
  }
}

int WarpTable::free_slot() const {
  if (resident_blocks_ == blocks_.size()) return -1;
  for (std::size_t slot = 0; slot < blocks_.size(); ++slot) {
    if (!blocks_[slot].resident) return static_cast<int>(slot);
  }
  return -1;
}

void WarpTable::start_block(unsigned slot) {
  blocks_[slot] = {true, warps_per_block_, BlockBarriers(warps_per_block_), 0};
  ++resident_blocks_;
  for (unsigned i = 0; i < warps_per_block_; ++i) {
    const unsigned warp = slot * warps_per_block_ + i;
    warps_[warp] = Warp();
    answers_[warp] = {};
    states_[warp] = WarpState::kEmpty;
    warps_[warp].resident = true;
    ages_[warp % schedulers_][warp / schedulers_] = next_age_++;
    ++views_[warp % schedulers_].started;
  }
}

void WarpTable::show(unsigned warp, const WarpInstruction* next) {
  next_[warp] = next;
  changed_ = true;
  if (!next || !next->decoded) {
    end(warp);
  } else {
    WarpSet& starts = views_[warp % schedulers_].strand_start;
    const WarpSet bit = WarpSet{1} << (warp / schedulers_);
    starts = next->decoded->strand_start ? starts | bit : starts & ~bit;
    Needs& needs = needs_[warp % schedulers_];
    std::uint8_t& number = needs.of[warp / schedulers_];
    needs.warps[number] &= ~bit;
    number = needs_of(*next->decoded);
    needs.warps[number] |= bit;
    refresh(warp);
  }
}

WarpState WarpTable::classify(unsigned number) const {
  const Warp& warp = warps_[number];
  if (!warp.resident) return WarpState::kEmpty;
  if (warp.ended) return WarpState::kDraining;
  if (warp.at_barrier) return WarpState::kBarrier;
  if (warp.awaits_copies || warp.asleep) return WarpState::kLongWait;
  if (warp.blocked || warp.fetching) return WarpState::kShortWait;
  const StaticInstruction& what = *next_[number]->decoded;
  if (warp.long_in_flight != 0) {
    if (what.touches.meets(warp.pending_long)) return WarpState::kLongWait;
    if (what.strand_touches.meets(warp.pending_long)) return WarpState::kLongWait;
  }
  const bool waits = warp.in_flight != warp.long_in_flight && what.touches.meets(warp.pending_short);
  return waits ? WarpState::kShortWait : WarpState::kReady;
}

void WarpTable::refresh(unsigned warp) {
  const WarpState state = classify(warp);
  if (state == states_[warp]) return;
  states_[warp] = state;
  changed_ = true;
  const unsigned scheduler = warp % schedulers_;
  WarpView& view = views_[scheduler];
  const WarpSet bit = WarpSet{1} << (warp / schedulers_);
  const auto put = [bit](WarpSet& set, bool in) { set = in ? set | bit : set & ~bit; };
  put(view.resident, state != WarpState::kEmpty && state != WarpState::kDraining);
  put(view.ready, state == WarpState::kReady);
  put(view.long_wait, state == WarpState::kLongWait);
  put(view.short_wait, state == WarpState::kShortWait);
  put(view.at_barrier, state == WarpState::kBarrier);
  put(draining_[scheduler], state == WarpState::kDraining);
}

void WarpTable::issued(const InFlight& instruction) {
  Warp& warp = warps_[instruction.warp];
  ++warp.in_flight;
  warp.long_in_flight += instruction.long_latency;
  (instruction.long_latency ? warp.pending_long : warp.pending_short).add(instruction.decoded->writes);
}

void WarpTable::completed(const InFlight& instruction) {
  Warp& warp = warps_[instruction.warp];
  --warp.in_flight;
  warp.long_in_flight -= instruction.long_latency;
  (instruction.long_latency ? warp.pending_long : warp.pending_short).remove(instruction.decoded->writes);
  if (drained(instruction.warp)) note_drained(instruction.warp);
  // Fewer registers are busy now, which affects only warps that wait for registers.
  const WarpState state = states_[instruction.warp];
  if (state == WarpState::kShortWait || state == WarpState::kLongWait) refresh(instruction.warp);
}

void WarpTable::await_copies(unsigned warp, bool waits) {
  warps_[warp].awaits_copies = waits;
  refresh(warp);
}

void WarpTable::sleep(unsigned warp, bool asleep) {
  warps_[warp].asleep = asleep;
  refresh(warp);
}

void WarpTable::block(unsigned warp) {
  ++warps_[warp].blocked;
  refresh(warp);
}

void WarpTable::unblock(unsigned warp) {
  --warps_[warp].blocked;
  refresh(warp);
}

void WarpTable::await_instruction(unsigned warp) {
  warps_[warp].fetching = true;
  fetching_[warp % schedulers_] |= WarpSet{1} << (warp / schedulers_);
  refresh(warp);
}

void WarpTable::fetched(unsigned warp) {
  warps_[warp].fetching = false;
  fetching_[warp % schedulers_] &= ~(WarpSet{1} << (warp / schedulers_));
  refresh(warp);
}

void WarpTable::arrive_at_barrier(unsigned warp, const BarrierTurn& turn) {
  const unsigned slot = block_of(warp);
  if (turn.waits) {
    warps_[warp].at_barrier = true;
    warps_[warp].barrier = turn.id;
    refresh(warp);
  }
  note_released(slot, blocks_[slot].barriers.arrive(warp - slot * warps_per_block_, turn));
}

void WarpTable::note_released(unsigned slot, BlockBarriers::Warps warps) {
  if (warps == 0) return;
  changed_ = true;
  if (blocks_[slot].released == 0) opening_.push_back(slot);
  blocks_[slot].released |= warps;
}

const std::vector<unsigned>& WarpTable::take_released() {
  released_.clear();
  for (unsigned slot : opening_) {
    for (BlockBarriers::Warps left = blocks_[slot].released; left != 0; left &= left - 1)
      released_.push_back(slot * warps_per_block_ + static_cast<unsigned>(__builtin_ctzll(left)));
    blocks_[slot].released = 0;
  }
  opening_.clear();
  return released_;
}

void WarpTable::open_barrier(unsigned warp) {
  warps_[warp].at_barrier = false;
  views_[warp % schedulers_].opening &= ~(WarpSet{1} << (warp / schedulers_));
  refresh(warp);
}

void WarpTable::opens_later(unsigned warp) {
  views_[warp % schedulers_].opening |= WarpSet{1} << (warp / schedulers_);
}

// A barrier does not wait for warps that have ended.
void WarpTable::end(unsigned warp) {
  Warp& entry = warps_[warp];
  const unsigned slot = block_of(warp);
  entry.ended = true;
  refresh(warp);
  if (drained(warp)) note_drained(warp);
  note_released(slot, blocks_[slot].barriers.end(warp - slot * warps_per_block_));
}

void WarpTable::note_drained(unsigned warp) {
  changed_ = true;
  drained_warps_.push_back(warp);
  const unsigned slot = block_of(warp);
  if (--blocks_[slot].undrained == 0) drained_blocks_.push_back(slot);
}

void WarpTable::finish_block(unsigned slot) {
  blocks_[slot].resident = false;
  --resident_blocks_;
  for (unsigned i = 0; i < warps_per_block_; ++i) {
    const unsigned warp = slot * warps_per_block_ + i;
    warps_[warp].resident = false;
    refresh(warp);
  }
}

}  // namespace unibank
