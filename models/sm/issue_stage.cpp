#include "sm/issue_stage.h"

#include <algorithm>
#include <utility>

#include "base/hexadecimal.h"

namespace unibank {

IssueStage::IssueStage(const Design& design, Orders orders, SmContext& context, WarpTable& warps,
                       OperandStage& operands, LoadStoreUnit& memory, ReadOnlyPaths& read_only)
    : design_(design), context_(context), warps_(warps), operands_(operands), load_store_(memory),
      read_only_(read_only), plans_(design.conflicts.model != ConflictModel::kArbitrated), orders_(std::move(orders)),
      copies_(design.sm.max_warps), conditions_(design.sm.condition_latency),
      records_(design.sm.schedulers * design.sm.issue_width),
      register_addresses_(register_addresses(design)),
      special_conversions_(design.sm.conversion_unit == ConversionUnit::kSpecialFunction),
      free_(design.sm.schedulers),
      refused_(design.sm.schedulers), slot_lost_(design.sm.schedulers) {
  for (const auto& order : orders_) ranks_.push_back(order->ranks());
}

void IssueStage::reset(WarpStream& stream, RegisterStore& registers, ScratchpadGate& gate, Throttle& throttle,
                       const AddressMap& map, Cycle start) {
  stream_ = &stream;
  stream.defer_arrivals();
  registers_ = &registers;
  gate_ = &gate;
  gate_may_refuse_ = gate.may_refuse();
  move_to(map);
  const unsigned warps = (design_.sm.max_warps + design_.sm.schedulers - 1) / design_.sm.schedulers;
  for (auto& order : orders_) order->reset(warps);
  active_.reset(throttle, {warps_.block_slots(), warps_.warps_per_block(), design_.sm.schedulers}, start);
  issued_at_update_ = counters_.issued_slots;
  stalls_at_update_ = stalls_;
  updated_ = start;
  free_.assign(free_.size(), UnitsFree());
  refused_.assign(refused_.size(), Refusal::kNone);
  slot_lost_.assign(slot_lost_.size(), false);
  acquiring_.assign(design_.sm.max_warps, false);
  copies_.reset();
  conditions_.reset(design_.sm.max_warps);
  records_.assign(records_.size(), IssueRecord());
  first_ = 0;
  penalty_from_ = penalty_until_ = memory_blocked_until_ = constants_blocked_until_ = 0;
  issued_in_last_ = settled_ = false;
  gate_retry_ = kNever;
  accounted_until_ = start;
}

// Whether a scheduler's order may pick another warp without a change of any warp's state.
bool IssueStage::orders_change() const {
  return std::any_of(orders_.begin(), orders_.end(),
                     [this](const auto& order) { return order->retry() <= context_.now; });
}

void IssueStage::advance() {
  bool changed = warps_.take_changed();
  if (active_.next_update() <= context_.now) {
    update_throttle();
    changed = true;
  }
  changed = changed || (settled_ && orders_change());
  if (settled_ && !changed && gate_retry_ > context_.now && memory_room() == memory_room_) return;
  accounted_until_ = context_.now + 1;
  issued_in_last_ = refused_elsewhere_ = false;
  memory_room_ = memory_room();
  if (gate_retry_ <= context_.now && !penalty_at(context_.now)) ask_again();
  run_schedulers();
  open_barriers();
  settled_ = !issued_in_last_ && !refused_elsewhere_ && penalty_until_ <= context_.now;
}

// Schedulers compete for places in the load/store unit's queue and in the operand stage. If one has taken a place that
// another needed, the next cycle begins with the scheduler after the one that issued last, so no scheduler takes every
// place.
void IssueStage::run_schedulers() {
  const auto all = static_cast<unsigned>(orders_.size());
  const auto behind = [all](unsigned scheduler, unsigned turns) {
    return scheduler + turns < all ? scheduler + turns : scheduler + turns - all;
  };
  unsigned last = all;
  bool refused = false;
  for (turn_ = 0; turn_ < all; ++turn_) {
    const unsigned scheduler = behind(first_, turn_);
    run_scheduler(scheduler);
    if (records_[scheduler * design_.sm.issue_width].issued) last = scheduler;
    refused |= refused_[scheduler] != Refusal::kNone;
  }
  if (refused && last != all) first_ = behind(last, 1);
}

void IssueStage::run_scheduler(unsigned scheduler) {
  IssueRecord* const records = &records_[scheduler * design_.sm.issue_width];
  refused_[scheduler] = Refusal::kNone;
  WarpView view = warps_.view(scheduler);
  view.cycle = context_.now;
  if (active_.limits()) view.gated |= active_.held(view);
  view.ready &= ~view.gated;
  unsigned issued = 0, lost = 0;
  WarpSet picked = 0;
  while (issued + lost < design_.sm.issue_width && !penalty_at(context_.now)) {
    const int index = pick(scheduler, view);
    if (index < 0) break;
    const WarpSet bit = WarpSet{1} << index;
    const unsigned warp = warps_.warp_of(scheduler, static_cast<unsigned>(index));
    const StaticInstruction& what = *warps_.next(warp).decoded;
    const Refusal refusal = try_issue(scheduler, warp);
    picked |= bit;
    view.ready &= ~bit;
    if (refusal == Refusal::kNone) {
      records[issued++] = {true, Stall::kNoWarp, warp, what.pc, unit_of(what)};
      orders_[scheduler]->issued(static_cast<unsigned>(index));
    } else {
      note_refusal(scheduler, refusal, bit, view);
      if (units_refused_ && ranks_[scheduler])
        view.ready &= ~(warps_.alike(scheduler, static_cast<unsigned>(index)) & orders_[scheduler]->active(view));
      lost += refusal == Refusal::kGateAndSlot;
    }
  }
  counters_.issued_slots += issued;
  issued_in_last_ |= issued != 0;
  if (issued == design_.sm.issue_width) return;
  IssueRecord empty;
  empty.cause = idle_cause(scheduler, picked, context_.now);
  std::fill(records + issued, records + design_.sm.issue_width, empty);
  stalls_.at[empty.cause] += design_.sm.issue_width - issued;
}

void IssueStage::note_refusal(unsigned scheduler, Refusal refusal, WarpSet warp, WarpView& view) {
  if (refusal == Refusal::kGate || refusal == Refusal::kGateAndSlot) {
    view.gated |= warp;
    warps_.set_gated(scheduler, warp);
    if (refusal == Refusal::kGateAndSlot) slot_lost_[scheduler] = true;
    return;
  }
  if (refused_[scheduler] == Refusal::kNone) refused_[scheduler] = refusal;
  refused_elsewhere_ |= refusal != Refusal::kMemoryUnit || memory_blocked();
}

// Without a pick in this cycle, nothing has issued, and the cause is that of the warps' states now.
IssueRecord IssueStage::record(unsigned slot) const {
  if (accounted_until_ > context_.now) return records_[slot];
  IssueRecord idle;
  idle.cause = idle_cause(slot / design_.sm.issue_width, 0, context_.now);
  return idle;
}

// Returns why a slot of this scheduler stays empty in `cycle`, given the current state. `picked`: the warps that the
// scheduler's order has picked in the cycle; one that has issued may be ready for the next cycle.
Stall IssueStage::idle_cause(unsigned scheduler, WarpSet picked, Cycle cycle) const {
  if (penalty_at(cycle)) return Stall::kConflictPenalty;
  const WarpView& view = warps_.view(scheduler);
  if (view.gated != 0) return Stall::kGate;
  if (refused_[scheduler] == Refusal::kMemoryUnit) return Stall::kMemoryUnitFull;
  if (refused_[scheduler] == Refusal::kOperandStage) return Stall::kOperandStageFull;
  if (view.ready & ~picked) return Stall::kNotActive;
  if (warps_.fetching(scheduler)) return Stall::kFetch;
  if (view.short_wait) return Stall::kShortWait;
  if (view.long_wait) return Stall::kLongWait;
  if (view.at_barrier) return Stall::kBarrier;
  if (view.ready) return Stall::kShortWait;  // issue width above the number of ready warps
  return warps_.draining(scheduler) ? Stall::kDrain : Stall::kNoWarp;
}

void IssueStage::sleep_until(Cycle until) {
  if (until <= accounted_until_) return;
  const Cycle penalty_end = std::min(std::max(penalty_until_, accounted_until_), until);
  const auto stall = [this](Stall cause, Cycle cycles) {
    stalls_.at[cause] += cycles * design_.sm.issue_width;
  };
  for (unsigned scheduler = 0; scheduler < orders_.size(); ++scheduler) {
    stall(Stall::kConflictPenalty, penalty_end - accounted_until_);
    // The refusals of the last cycle still hold, or the Sm would have run.
    if (penalty_end < until) stall(idle_cause(scheduler, 0, penalty_end), until - penalty_end);
  }
  accounted_until_ = until;
}

// The Sm sleeps only while another pick would have the same result. So an issue (it changes the warps' states) and the
// end of a penalty (there was no pick during it) each need a cycle with a pick.
Cycle IssueStage::next_cycle() const {
  Cycle next = std::min(next_issue(), active_.next_update());
  for (const auto& order : orders_) next = std::min(next, order->retry());
  return next == kNever ? kNever : std::max(next, context_.now + 1);
}

Cycle IssueStage::next_issue() const {
  if (settled_) return gate_retry_ == kNever ? kNever : std::max(gate_retry_, context_.now + 1);
  if (penalty_until_ > context_.now + 1) return penalty_until_;
  if (issued_in_last_ || penalty_until_ > context_.now) return context_.now + 1;
  Cycle next = gate_retry_ == kNever ? kNever : std::max(gate_retry_, context_.now + 1);
  for (Refusal refusal : refused_) {
    const bool passes_with_time = refusal == Refusal::kOperandStage ||
                                  (refusal == Refusal::kMemoryUnit && memory_blocked());
    if (passes_with_time) next = context_.now + 1;
  }
  return next;
}

IssueStage::Refusal IssueStage::try_issue(unsigned scheduler, unsigned warp) {
  const WarpInstruction& shown = warps_.next(warp);
  const Refusal refusal = check_units(scheduler, *shown.decoded);
  units_refused_ = refusal != Refusal::kNone;
  if (units_refused_) return refusal;
  if (shown.active != 0 && hands_on_early(warp, *shown.decoded)) return Refusal::kOperandStage;
  if (shown.active != 0 && out_of_order(warp, *shown.decoded)) return Refusal::kOperandStage;
  if (shown.active != 0 && gate_may_refuse_ && needs_gate(shown)) {
    const Refusal gate = ask_gate(warp, shown);
    if (gate != Refusal::kNone) return gate;
  }
  const bool ends = shown.decoded->unit == Unit::kExit && registers_->time_shares();
  if ((ends || shown.decoded->extended != ExtendedRegisters::kNone) && shown.active != 0) {
    if (const Refusal registers = ask_registers(warp, shown); registers != Refusal::kNone) return registers;
  }
  issue(scheduler, warp);
  return Refusal::kNone;
}

IssueStage::Refusal IssueStage::check_memory(unsigned scheduler, Space space) const {
  if (is_constant(space)) {
    const bool blocked = constants_blocked_until_ > context_.now || !read_only_.constants().has_room();
    return blocked ? Refusal::kMemoryUnit : Refusal::kNone;
  }
  if (memory_blocked_until_ > context_.now) return Refusal::kMemoryUnit;
  const bool room = space == Space::kScratchpad ? load_store_.scratchpad_room() : load_store_.memory_room();
  if (!room || !load_store_.scheduler_room(scheduler)) return Refusal::kMemoryUnit;
  return free_[scheduler].address > context_.now ? Refusal::kOperandStage : Refusal::kNone;
}

IssueStage::Refusal IssueStage::check_units(unsigned scheduler, const StaticInstruction& what) const {
  const Cycle now = context_.now;
  switch (unit_of(what)) {
    case Unit::kMemory:
      if (const Refusal refusal = check_memory(scheduler, what.space); refusal != Refusal::kNone) return refusal;
      break;
    case Unit::kSfu:
      if (free_[scheduler].special > now) return Refusal::kOperandStage;
      break;
    case Unit::kTensor:
      if (free_[scheduler].tensor > now) return Refusal::kOperandStage;
      break;
    case Unit::kBarrier:
    case Unit::kExit: return Refusal::kNone;
    case Unit::kTexture:
      if (!texture_room()) return Refusal::kMemoryUnit;
      [[fallthrough]];
    default:
      if (!lanes_free(scheduler, what)) return Refusal::kOperandStage;
      if (what.double_precision && free_[scheduler].double_precision > now) return Refusal::kOperandStage;
  }
  return what.sources.empty() || operands_.has_room() ? Refusal::kNone : Refusal::kOperandStage;
}

void IssueStage::issue(unsigned scheduler, unsigned warp) {
  const WarpInstruction& shown = warps_.next(warp);
  const StaticInstruction& what = *shown.decoded;
  count(shown);
  // If predicates disable every lane, the instruction reads, executes and writes nothing.
  const bool has_work = (shown.active | shown.zeroed) != 0 && what.unit != Unit::kBarrier && what.unit != Unit::kExit;
  InFlight* const instruction = has_work ? context_.instructions.get() : nullptr;
  if (instruction) {
    start(scheduler, warp, *instruction, shown);
  } else {
    count_conflicted({});
  }
  load_store_.goes_on(warp);
  if (what.acquires && shown.active != 0 && what.scope > Scope::kBlock) begin_acquire(warp, what);
  if (shown.active != 0) handle_groups(warp, what);
  const bool barrier = what.unit == Unit::kBarrier && shown.active != 0;
  const bool releases = what.release_scratchpad && shown.active != 0;
  const ExtendedRegisters extended = what.extended;
  const BarrierTurn turn = shown.barrier;
  const unsigned sleep = what.sleeps && shown.active != 0 ? shown.sleep : 0;
  const LaneMask active = shown.active, live = shown.live;
  if (context_.several_cores && stream_->shares(warp)) context_.take_turn();
  if (context_.expected && instruction) {
    commit_followed(warp, *instruction);
  } else {
    stream_->commit(warp, context_.now);
  }
  if (instruction && what.unit == Unit::kTexture && read_only_.textures()) plan_texels(*instruction);
  if (what.arrives_after_copies && active != 0) {
    copies_.arrive_behind(warp);
    send_arrivals(warp);
  }
  if (barrier) {
    ++counters_.barriers;
    warps_.arrive_at_barrier(warp, turn);
  }
  const WarpInstruction& next = stream_->peek(warp);
  warps_.show(warp, &next);
  if (next.decoded) delay_next(warp, what, active != 0);
  if (next.decoded && sleep > 1) fall_asleep(warp, sleep);
  fetch_next(warp);
  tell_gate(warp, releases, active, live);
  tell_registers(warp, extended, active, live);
}

void IssueStage::fetch_next(unsigned warp) {
  InstructionFetch* const fetch = read_only_.fetch();
  const StaticInstruction* const next = fetch ? warps_.next(warp).decoded : nullptr;
  if (next && !fetch->show(warp, next->pc)) warps_.await_instruction(warp);
}

// The expected values of the instruction are known after the stream has executed it.
void IssueStage::commit_followed(unsigned warp, InFlight& instruction) {
  const WarpInstruction shown = warps_.next(warp);
  stream_->commit(warp, context_.now);
  context_.expected->issued(instruction, shown, stream_->values(warp), map_, warps_.block_of(warp), turn_);
}

void IssueStage::start(unsigned scheduler, unsigned warp, InFlight& instruction, const WarpInstruction& shown) {
  const StaticInstruction& what = *shown.decoded;
  instruction.decoded = &what;
  instruction.active = shown.active | shown.zeroed;
  instruction.live = shown.live;
  instruction.clusters = ActiveClusters(instruction.active);
  instruction.warp = warp;
  instruction.sequence = sequence_++;
  instruction.issued = context_.now;
  const bool far = what.space == Space::kGlobal || what.space == Space::kLocal;
  instruction.long_latency = (what.unit == Unit::kMemory && far) || what.unit == Unit::kTexture;
  instruction.operands_ready = context_.now + 2 + context_.tag_stage;
  plan(instruction, shown);
  if (what.memory == MemoryOp::kCopy) {
    const CopyGroups::Copy copy = copies_.issued(warp);
    instruction.copy_group = copy.group;
    instruction.copy_number = copy.number;
  }
  instruction.penalty = conflicts(instruction);
  instruction.latency = latency_of(instruction);
  occupy_unit(scheduler, instruction);
  pay(scheduler, instruction);
  operands_.count_levels(what);
  warps_.issued(instruction);
  context_.register_life.issued(instruction);
  if (context_.reuse) context_.reuse->issued(instruction);
  if (what.sources.empty()) {
    context_.calendar.add(instruction.operands_ready, Due::kOperandsReady, instruction.sequence, &instruction);
  } else {
    operands_.read(instruction);
  }
}

void IssueStage::plan(InFlight& instruction, const WarpInstruction& shown) {
  instruction.plan.clear();
  if (shown.decoded->unit != Unit::kMemory) return;
  const TurnRules rules{map_.one_row_a_port(), design_.sm.scratchpad_phases};
  switch (shown.decoded->space) {
    case Space::kScratchpad:
      plans_.plan(shown, map_, warps_.block_of(instruction.warp), rules, instruction.plan);
      break;
    case Space::kConstant:
    case Space::kParameter: plan_broadcast(shown, instruction.plan); break;
    default:
      plan_lines(shown, instruction.plan);
      if (shown.decoded->memory != MemoryOp::kCopy || !shown.copied_to) break;
      plan_copied(shown, map_, warps_.block_of(instruction.warp), rules, instruction.plan);
  }
  if (register_addresses_.bytes != 0) check_addresses(*shown.decoded, instruction.plan);
}

// The addresses of a trace are known only here; those of a program lie in allocations, which are checked before.
void IssueStage::check_addresses(const StaticInstruction& what, const AccessPlan& plan) const {
  const auto check = [&](std::uint64_t address) {
    if (!register_addresses_.holds(address)) return;
    refuse_register_address(design_, "'" + what.text + "' accesses the line at " + hexadecimal(address));
  };
  for (const LineAccess& line : plan.lines) check(line.address);
  for (const std::uint64_t address : plan.words) check(address);
}

void IssueStage::count(const WarpInstruction& shown) {
  ++counters_.warp_instructions;
  counters_.thread_instructions +=
      shown.active == ~LaneMask{0} ? kWarpSize : static_cast<unsigned>(__builtin_popcount(shown.active));
  if (shown.active == 0) return;
  if (shown.decoded->unit == Unit::kTexture) ++counters_.texture_accesses;
  if (shown.decoded->unit != Unit::kMemory) return;
  const bool load = shown.decoded->memory == MemoryOp::kLoad, store = shown.decoded->memory == MemoryOp::kStore;
  if (shown.decoded->spill) ++(load ? counters_.spill_loads : counters_.spill_stores);
  switch (shown.decoded->space) {
    case Space::kScratchpad: ++(store ? counters_.scratchpad_stores : counters_.scratchpad_loads); break;
    case Space::kLocal: ++(store ? counters_.local_stores : counters_.local_loads); break;
    case Space::kConstant:
    case Space::kParameter: ++counters_.constant_accesses; break;
    default:
      if (shown.decoded->memory == MemoryOp::kCopy) {
        ++counters_.global_loads;
        ++counters_.scratchpad_stores;
        break;
      }
      ++(load ? counters_.global_loads : store ? counters_.global_stores : counters_.atomics);
  }
}

}  // namespace unibank
