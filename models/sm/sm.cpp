#include "sm/sm.h"

#include <algorithm>
#include <string>

#include "sm/launch_places.h"

namespace unibank {

namespace {

constexpr std::uint64_t kReportEvery = std::uint64_t{1} << 14;  // warp instructions
constexpr std::uint64_t kCountEvery = 1024;                     // warp instructions

RegisterLife::Layout life_of(const RegisterLayout& layout, const SmLaunch& launch, unsigned capacity) {
  RegisterLife::Layout life;
  life.warps = layout.warps;
  life.registers_per_thread = layout.base_registers != 0 ? layout.base_registers : launch.registers_per_thread;
  life.capacity = capacity;
  life.shared = launch.registers_shared;
  return life;
}

IssueStage::Orders warp_orders(const std::string& sm, const Design& design, const BlockFactories& factories) {
  IssueStage::Orders orders;
  for (unsigned scheduler = 0; scheduler < design.sm.schedulers; ++scheduler) {
    const std::string name = sm + ".warp_order" + std::to_string(scheduler);
    orders.push_back(factories.make<WarpOrderKind>(name, design.warp_order));
  }
  return orders;
}

// Returns the arbiter of a registered block. Null: the Sm uses its own arbiter.
std::unique_ptr<ArbiterInterface> other_arbiter(const std::string& sm, const Design& design,
                                                const BlockFactories& factories) {
  if (!factories.has<ArbiterKind>()) return nullptr;
  return factories.make<ArbiterKind>(sm + ".arbiter", ArbiterParameters(design));
}

}  // namespace

Sm::Sm(sc_core::sc_module_name name, const Design& design, const BlockFactories& factories, SmClock* clock,
       unsigned number)
    : sc_module(name),
      number_(number),
      own_clock_(clock ? nullptr : std::make_unique<SmClock>("clock")),
      clock_(clock ? *clock : *own_clock_),
      alarms_([this](Cycle at) { clock_.ring_at(number_, at); }),
      design_(design),
      warps_(design.sm.max_warps, design.sm.schedulers),
      cache_watch_(warps_),
      line_policy_(LinePolicyRegistry::instance().make(design.line_policy.name, design.line_policy.values)),
      throttle_(ThrottleRegistry::instance().make(design.throttle.name, design.throttle.values)),
      operands_("operand_stage", design, *this),
      rows_("row_ports", design, *this),
      load_store_("load_store_unit", design, *this, rows_),
      read_only_(design, *this, read_only_calls()),
      issue_(design, warp_orders(this->name(), design, factories), *this, warps_, operands_, load_store_,
             read_only_),
      register_store_(register_store_of(design)),
      gate_(factories.make<ScratchpadGateKind>(std::string(this->name()) + ".scratchpad_gate",
                                               design.scratchpad_gate)) {
  if (design.run.reuse_statistics) reuse = std::make_unique<ReuseStatistics>();
  arbiter = Arbiter(design, other_arbiter(this->name(), design, factories));
  tag_stage = register_store_->integrated();
  if (design.run.check_data) expected = std::make_unique<ExpectedValues>(number);
  cache_watch_.add(line_policy_->observer());
  cache_watch_.add(throttle_->observer());
  for (const auto& order : issue_.orders()) cache_watch_.add(order->observer());
  build(design, factories);
  alarms_.built();
  clock_.add(number_, *this);
}

Sm::~Sm() = default;

void Sm::begin(const SmLaunch& launch, Cycle start, std::function<void()> room_made) {
  launch_ = launch;
  room_made_ = std::move(room_made);
  now = start == 0 ? 0 : start - 1;
  warps_.reset(launch.warps_per_block, launch.block_slots);
  const RegisterLayout layout = layout_of(launch, design_, number_);
  register_store_->reset(layout);
  const AddressMap map = map_of(launch, design_, *register_store_);
  reset_gate(map);
  register_life.reset(life_of(layout, launch, register_capacity(map)), start);
  if (reuse) reuse->reset(layout.warps);
  operands_.reset(*register_store_, layout.warps);
  if (expected) {
    expected->launch(layout.warps, launch.block_slots, start, launch.memory_writers);
    launch.stream->follow_values();
  }
  rows_.send_lines_from(crossbar_->lines_from());
  l1_->reset(map);
  read_only_.reset(launch.code);
  if (read_only_.textures()) launch.stream->follow_texels();
  load_store_.reset(map);
  issue_.reset(*launch.stream, *register_store_, *gate_, *throttle_, map, start);
  if (!launch.keep_cache || !keeps_lines(map)) reset_cache(map);
  reset_victims();
  division_.reset(launch.control, launch.division, start);
  if (launch.control) {
    launch.control->reset(design_.capacity(), launch.needs, launch.division);
    division_.counted_before = counters();
  }
  if (!launch_.executed) launch_.executed = &own_executed_;
  own_executed_ = 0;
  counted_ = progress();
  lines_accounted_until_ = start;
  failure_ = nullptr;
  several_cores = clock_.several_cores();
  // An MSHR whose calls the Sm makes responds at half cycles, which only the native L1 is known to allow.
  alarms_.take_over(clock_.sms_ring() && l1_steps_.native());
  progress_cycle_ = last_work_ = start;
  clock_.start();
}

void Sm::reset_gate(const AddressMap& map) {
  GateLaunch blocks;
  blocks.block_slots = launch_.block_slots;
  blocks.warps_per_block = launch_.warps_per_block;
  blocks.threads_per_block = launch_.threads_per_block;
  blocks.scratchpad_bytes_per_block = launch_.scratchpad_bytes_per_block;
  blocks.sharing = map.scratchpad_layout().sharing();
  gate_->reset(blocks);
}

void Sm::start_block(std::uint64_t block) {
  const Cycle cycle = current_cycle();
  const auto slot = static_cast<unsigned>(warps_.free_slot());
  issue_.sleep_until(cycle);
  warps_.start_block(slot);
  issue_.block_started(slot);
  register_life.block_started(launch_.warps_per_block, cycle);
  gate_->block_started(slot, cycle);
  if (expected) expected->block_started(slot, block, slot * launch_.warps_per_block, launch_.warps_per_block);
  launch_.stream->start_block(block, slot, slot * launch_.warps_per_block);
  for (unsigned i = 0; i < launch_.warps_per_block; ++i) {
    const unsigned warp = slot * launch_.warps_per_block + i;
    warps_.show(warp, &launch_.stream->peek(warp));
    if (read_only_.fetch()) read_only_.fetch()->start_warp(warp);
    issue_.fetch_next(warp);
  }
  if (VictimLines* victims = line_policy_->victims()) victims->rows_taken(rows_of(slot));
  counters_.warps += launch_.warps_per_block;
  issue_.blocks_changed();
  progress_cycle_ = cycle;
  wake(cycle);
}

bool Sm::idle() const {
  return warps_.resident_blocks() == 0 && calendar.empty() && operands_.idle() && load_store_.idle() &&
         l1_->idle() && read_only_.idle() && mshr_->in_flight() == 0;
}

// An Sm never runs twice in a cycle, although RTL may accept a request at the half cycle after the Sm has run. A wake
// during a tick has no effect, because the end of the tick checks all events.
void Sm::wake(Cycle at) {
  if (!in_tick_) clock_.wake(number_, std::max(at, now + 1));
}

Clocked::Ticked Sm::tick() {
  const Cycle cycle = current_cycle();
  const std::uint64_t before = progress();
  in_tick_ = true;
  try {
    issue_.sleep_until(cycle);
    now = cycle;
    if (observer) take_turn();  // it may observe other SMs too
    cycle_work();
  } catch (...) {
    failure_ = std::current_exception();
  }
  in_tick_ = false;
  const auto issued = static_cast<unsigned>(progress() - before);
  if (failure_) return {true, issued};
  const Cycle next = schedule();
  return {must_settle(next), issued};
}

Clocked::Rang Sm::ring() {
  try {
    if (observer) take_turn();
    return {alarms_.ring(current_cycle()), false};
  } catch (...) {
    failure_ = std::current_exception();
  }
  return {kNever, true};
}

// Settling is rare, because settle() moves the Sm's state to another core. An Sm counts its executed instructions after
// every kCountEvery of them, before it sleeps, and, close to the limit, in every cycle. So the limit is passed in the
// same cycle, and by the same Sm, as if each cycle were counted at once.
bool Sm::must_settle(Cycle next) {
  const std::uint64_t seen = progress() + blocks_retired();
  if (seen != progress_seen_) {
    progress_seen_ = seen;
    progress_cycle_ = now;
  }
  const std::uint64_t limit = design_.run.instruction_limit;
  return (next != now + 1 && progress() != counted_) || progress() - counted_ >= kCountEvery ||
         now - progress_cycle_ > design_.run.no_progress_cycles ||
         (limit != 0 && *launch_.executed + 2 * kCountEvery * design_.gpu.sms > limit);
}

// Sms settle in the order of their numbers, so the first failure is always the same.
void Sm::settle() {
  try {
    if (!failure_) check_progress();
  } catch (...) {
    failure_ = std::current_exception();
  }
  if (failure_) return clock_.stop();
  if (on_progress && progress() >= next_report_) {
    next_report_ = progress() + kReportEvery / design_.gpu.sms;
    on_progress();
  }
}

void Sm::cycle_work() {
  arbiter.begin_cycle();
  const bool entered = l1_steps_.begin_cycle();  // lines of earlier cycles
  account_lines(now);
  const std::vector<DueItem>& due = calendar.take(now);
  if (entered || !due.empty()) last_work_ = progress_cycle_ = now;
  for (const DueItem& item : due) handle(item);
  operands_.advance();
  l1_steps_.advance_fills();
  load_store_.advance_scratchpad();
  l1_steps_.advance();
  load_store_.advance_lines();
  l1_steps_.advance_behind_lines();
  if (read_only_.advance()) progress_cycle_ = now;
  if (division_.holds()) {
    issue_.advance_held();
  } else if (warps_.resident_blocks() != 0) {
    issue_.advance();
    if (on_issue) tell_issues();
  }
  if (read_only_.port()) read_only_.ask_memory();
  if (!warps_.drained_warps().empty() || !warps_.drained_blocks().empty()) {
    finish_warps();
    operands_.tell_deaths();
  }
  if (division_.control()) advance_division();
  if (observer) observer->end_of_cycle();
}

void Sm::tell_issues() {
  take_turn();
  for (unsigned slot = 0; slot < design_.sm.schedulers * design_.sm.issue_width; ++slot) {
    const IssueRecord record = issue_.record(slot);
    if (record.issued) on_issue(now, record.warp, record.pc);
  }
}

void Sm::handle(const DueItem& item) {
  switch (item.kind()) {
    case Due::kMemoryAnswer: l1_->memory_answer(item.subject); break;
    case Due::kFillAnswer: l1_->fill_answer(item.subject); break;
    case Due::kWriteback: write_back(*static_cast<InFlight*>(item.subject)); break;
    case Due::kTagAnswer: l1_->tag_answer(item.subject); break;
    case Due::kRegisterStep: operands_.step_due(item.subject); break;
    case Due::kOperandsReady: operands_ready(*static_cast<InFlight*>(item.subject)); break;
    case Due::kWarpFree: warps_.unblock(static_cast<unsigned>(item.sequence())); break;
    case Due::kWarpAwake: warps_.sleep(static_cast<unsigned>(item.sequence()), false); break;
    case Due::kCopyLines: load_store_.write_copy(*static_cast<InFlight*>(item.subject)); break;
    case Due::kBarrierOpen: warps_.open_barrier(static_cast<unsigned>(item.sequence())); break;
  }
}

void Sm::operands_ready(InFlight& instruction) {
  const StaticInstruction& what = *instruction.decoded;
  if (!what.sources.empty()) operands_.operands_taken();
  if (reuse) reuse->operands_read(instruction, now);
  register_life.operands_read(instruction, now, [&](unsigned number) {
    operands_.register_dead(instruction.warp, number);
  });
  if (what.unit == Unit::kMemory && instruction.plan.needs_load_store_unit()) {
    load_store_.accept(instruction);
  } else if (what.unit == Unit::kMemory && is_constant(what.space)) {
    read_only_.constants().accept(&instruction, instruction.plan.words);
  } else if (what.unit == Unit::kTexture && read_only_.textures()) {
    read_only_.textures()->accept(&instruction, instruction.plan.words);
  } else {
    result_follows(instruction, 0);
  }
}

// `behind`: the cycles that the unit of the instruction has taken in addition to the latency.
void Sm::result_follows(InFlight& instruction, Cycle behind) {
  // The wait for operands is added if it was not counted at issue.
  const bool arbitrated = design_.conflicts.model == ConflictModel::kArbitrated;
  const Cycle waited = arbitrated ? instruction.operand_delay() : instruction.penalty;
  const Cycle due = instruction.issued + instruction.latency + waited + behind - tag_stage;
  calendar.add(std::max(due, now + 1), Due::kWriteback, instruction.sequence, &instruction);
}

void Sm::write_back(InFlight& instruction) {
  if (instruction.decoded->results.empty()) return complete(instruction);
  if (design_.sm.result_bus != 0 && !result_bus_free())
    return calendar.add(now + 1, Due::kWriteback, instruction.sequence, &instruction);
  operands_.write(instruction);
}

// Whether the result bus is free: results are written in the order of issue.
bool Sm::result_bus_free() {
  if (results_cycle_ != now) {
    results_cycle_ = now;
    results_written_ = 0;
  }
  return results_written_++ < design_.sm.result_bus;
}

void Sm::result_written(InFlight& instruction) {
  register_life.written(instruction, now);
  if (reuse) reuse->written(instruction, now);
  complete(instruction);
}

void Sm::complete(InFlight& instruction) {
  issue_.completed(instruction);
  if (instruction.decoded->memory == MemoryOp::kCopy) issue_.copied(instruction);
  warps_.completed(instruction);
  instructions.put(&instruction);
}

void Sm::finish_warps() {
  for (unsigned warp : warps_.drained_warps()) {
    register_life.warp_ended(warp, now);
    if (reuse) reuse->warp_ended(warp);
    register_store_->warp_finished(warp);
    operands_.warp_ended(warp);
  }
  warps_.drained_warps().clear();
  if (!warps_.drained_blocks().empty()) finish_blocks();
}

// Whether the block's warps have stores without a response, if these delay the end of a block.
bool Sm::stores_under_way(unsigned slot) const {
  if (design_.sm.block_ends == BlockEnd::kSent) return false;
  for (unsigned warp = slot * launch_.warps_per_block; warp < (slot + 1) * launch_.warps_per_block; ++warp) {
    if (l1_->stores_out(warp) != 0) return true;
  }
  return false;
}

void Sm::finish_blocks() {
  std::vector<unsigned> waiting;
  for (unsigned slot : warps_.drained_blocks()) {
    if (stores_under_way(slot)) {
      waiting.push_back(slot);
      continue;
    }
    register_life.block_finished(launch_.warps_per_block, now);
    launch_.stream->finish_block(slot);
    gate_->block_finished(slot, now);
    warps_.finish_block(slot);
    issue_.block_finished(slot);
    if (VictimLines* victims = line_policy_->victims()) victims->rows_idle(rows_of(slot));
    ++counters_.blocks;
  }
  const bool ended = waiting.size() != warps_.drained_blocks().size();
  warps_.drained_blocks() = std::move(waiting);
  if (!ended) return;
  last_work_ = now;
  issue_.blocks_changed();
  room_made_();
}

Cycle Sm::schedule() {
  Cycle next = calendar.next(now + 1);
  if (next == now + 1) return wake_for(next);
  if (warps_.resident_blocks() != 0 && !division_.holds())
    next = std::min({next, issue_.next_cycle(), std::max(division_.next_question(), now + 1)});
  if (division_.holds()) next = now + 1;
  if (operands_.wants_next_cycle() || load_store_.wants_next_cycle(l1_steps_.full()) || l1_steps_.wants_next_cycle() ||
      read_only_.wants_next_cycle())
    next = now + 1;
  // Refused warps may issue when the Sm runs, for any reason.
  if (l1_steps_.has_late() && !issue_.settled()) next = now + 1;
  return wake_for(next);
}

Cycle Sm::wake_for(Cycle next) {
  if (next != kNever) wake(next);
  return next;
}

bool Sm::flush() {
  if (!l1_->flush()) return false;
  progress_cycle_ = current_cycle();  // this Sm may have been idle while others ran
  wake(current_cycle() + 1);
  return true;
}

}  // namespace unibank
