#include "cosim/lock_unit_transactor.h"

#include <string>
#include <utility>

#include "cosim/sizes.h"

namespace unibank::rtl {

namespace {

using LockOperation = LockUnitBlock::Operation;

const std::vector<std::string> kLockOperations = {"none", "start", "finish", "ask", "release", "ended"};

std::vector<Pin> pins_of_a_lock_unit() {
  return {{"op", 3, kLockOperations}, {"slot", 5}, {"warp", 6}, {"lanes", 32},
          {"open", 1}, {"takes", 1}, {"releases", 1}, {"hands_over", 1}, {"held", 16}, {"held_by_upper", 16}};
}

}  // namespace

LockUnitTransactor::LockUnitTransactor(const std::string& name, const PolicyValues& values,
                                       const BlockOptions& options, std::unique_ptr<LockUnitBlock> pins)
    : rule_{static_cast<unsigned>(values.at("private_per_mille")), static_cast<unsigned>(values.at("private_align"))},
      retry_takes_slot_(values.at("retry_takes_slot") != 0),
      older_owns_(values.at("older_owns_free_lock") != 0),
      block_(name_of(options, "lock_unit")),
      pins_(std::move(pins)),
      watch_(name, pins_of_a_lock_unit(), options) {
  expect_check_by(block_, options, true, false);  // its result is combinational
  if (!options.check) return;
  model_ = ScratchpadGateRegistry::instance().make("sharing", values);
  count_ = std::make_unique<CheckCount>(name, block_);
}

void LockUnitTransactor::reset(const GateLaunch& launch) {
  check_most(block_, "the number of block slots", launch.block_slots, pins_->most_slots());
  check_most(block_, "the number of warps", launch.block_slots * launch.warps_per_block, pins_->most_warps());
  sharing_ = launch.sharing;
  slots_ = launch.block_slots;
  warps_per_block_ = launch.warps_per_block;
  pins_->reset(launch, older_owns_);
  stays_.reset(launch.block_slots);
  if (model_) model_->reset(launch);
}

LockUnitBlock::Answer LockUnitTransactor::operate(LockOperation operation, unsigned slot, Cycle cycle, unsigned warp,
                                                  LaneMask lanes, std::uint64_t highest) {
  const LockUnitBlock::Answer answer = pins_->operate(operation, slot, warp, lanes, highest);
  if (!watch_.on()) return answer;
  std::uint64_t held = 0, upper = 0;
  for (unsigned pair = 0; pair < sharing_.pairs; ++pair) {
    held |= std::uint64_t{pins_->held(pair)} << pair;
    upper |= std::uint64_t{pins_->held_by_upper(pair)} << pair;
  }
  PinValues values = {static_cast<std::uint64_t>(operation), slot, warp, lanes, answer.open, answer.takes,
                      answer.releases, answer.hands_over, held, upper};
  watch_.show(cycle, values);
  values[0] = values[4] = values[5] = values[6] = values[7] = 0;
  watch_.show(cycle + 1, values);
  return answer;
}

void LockUnitTransactor::begin(LockOperation operation, unsigned which, Cycle cycle) {
  operation_ = operation;
  which_ = which;
  cycle_ = cycle;
}

void LockUnitTransactor::block_started(unsigned slot, Cycle cycle) {
  begin(LockOperation::kStart, slot, cycle);
  if (model_) model_->block_started(slot, cycle);
  if (!shares(slot)) return;
  operate(LockOperation::kStart, slot, cycle);
  stays_.start(slot, cycle);
  compare_all();
}

void LockUnitTransactor::block_finished(unsigned slot, Cycle cycle) {
  begin(LockOperation::kFinish, slot, cycle);
  if (model_) model_->block_finished(slot, cycle);
  if (!shares(slot)) return;
  stays_.change(slot, Phase::kAfter, cycle);
  ++stays_.counters.shared_blocks;
  if (operate(LockOperation::kFinish, slot, cycle).hands_over) ++stays_.counters.hand_overs;
  compare_all();
}

GateAnswer LockUnitTransactor::ask(const ScratchpadAccess& access) {
  const unsigned slot = access.block_slot;
  begin(LockOperation::kAsk, access.warp, access.cycle);
  const LockUnitBlock::Answer found = operate(LockOperation::kAsk, slot, access.cycle, access.warp, 0, access.highest);
  if (model_) {
    const GateAnswer expected = model_->ask(access);
    count_->answered();
    compare("open", expected.open, found.open);
    compare("takes", expected.lock_taken, found.takes);
  }
  if (!found.asks_lock) return {};
  if (found.takes) ++stays_.counters.locks_taken;
  if (!found.open) ++stays_.counters.refusals;
  stays_.change(slot, found.open ? Phase::kInside : Phase::kWaiting, access.cycle);
  compare_all();
  if (found.open) return {true, kNever, false, found.takes};
  return {false, retry_takes_slot_ ? access.cycle + 1 : kNever, retry_takes_slot_};
}

bool LockUnitTransactor::release(unsigned warp, LaneMask lanes, Cycle cycle) {
  begin(LockOperation::kRelease, warp, cycle);
  const bool expected = model_ && model_->release(warp, lanes, cycle);
  const bool found = has_released(LockOperation::kRelease, warp, lanes, cycle);
  compare_release(expected, found);
  return found;
}

bool LockUnitTransactor::lanes_ended(unsigned warp, LaneMask live, Cycle cycle) {
  begin(LockOperation::kEnded, warp, cycle);
  const bool expected = model_ && model_->lanes_ended(warp, live, cycle);
  const bool found = has_released(LockOperation::kEnded, warp, live, cycle);
  compare_release(expected, found);
  return found;
}

void LockUnitTransactor::compare_release(bool expected, bool found) const {
  if (!model_) return;
  count_->answered();
  compare("releases", expected, found);
  compare_all();
}

bool LockUnitTransactor::has_released(LockOperation operation, unsigned warp, LaneMask lanes, Cycle cycle) {
  const unsigned slot = warp / warps_per_block_;
  if (!shares(slot)) return false;
  const LockUnitBlock::Answer found = operate(operation, slot, cycle, warp, lanes);
  if (!found.releases) return false;
  if (found.gives_up) ++stays_.counters.releases;
  if (stays_.phase(slot) == Phase::kInside) stays_.change(slot, Phase::kAfter, cycle);
  return true;
}

int LockUnitTransactor::lock_holder(unsigned pair) const {
  if (pair >= sharing_.pairs || !pins_->held(pair)) return kFreeLock;
  return static_cast<int>(pins_->held_by_upper(pair) ? pair + sharing_.default_blocks : pair);
}

void LockUnitTransactor::compare(const char* what, int model, int rtl) const {
  if (model == rtl) return;
  const bool of_a_block = operation_ == LockOperation::kStart || operation_ == LockOperation::kFinish;
  watch_.differ(cycle_, "after " + kLockOperations[static_cast<std::size_t>(operation_)] + " of " +
                            (of_a_block ? "block slot " : "warp ") + std::to_string(which_) + ": " + what +
                            ": the model says " + std::to_string(model) + ", the RTL " + std::to_string(rtl));
}

void LockUnitTransactor::compare_all() const {
  if (!model_) return;
  for (unsigned slot = 0; slot < slots_; ++slot) {
    compare(("rank of block " + std::to_string(slot)).c_str(), model_->rank(slot), rank(slot));
  }
  for (unsigned pair = 0; pair < sharing_.pairs; ++pair) {
    compare(("holder of lock " + std::to_string(pair)).c_str(), model_->lock_holder(pair), lock_holder(pair));
  }
}

OwnerWarpFirstTransactor::OwnerWarpFirstTransactor(const std::string& name, const PolicyValues& values,
                                                   const BlockOptions& options,
                                                   std::unique_ptr<WarpPriorityBlock> pins)
    : block_(name_of(options, "lock_unit")),
      pins_(std::move(pins)),
      watch_(name, {{"ready", 64}, {"pick", 7}}, options) {
  expect_check_by(block_, options, true, false);
  pins_->configure(values.at("unshared_first") != 0);
  if (!options.check) return;
  model_ = WarpOrderRegistry::instance().make("owf", values);
  count_ = std::make_unique<CheckCount>(name, block_);
}

void OwnerWarpFirstTransactor::reset(unsigned warps) {
  check_most(block_, "the number of warps of a scheduler", warps, pins_->most_warps());
  warps_ = warps;
  if (model_) model_->reset(warps);
}

int OwnerWarpFirstTransactor::pick(const WarpView& view) {
  const int found = pins_->pick(view, warps_);
  if (watch_.on()) watch_.show(view.cycle, {view.ready, static_cast<std::uint64_t>(found & 127)});
  if (!model_) return found;
  const int expected = model_->pick(view);
  count_->answered();
  if (found != expected)
    watch_.differ(view.cycle,
                  "the model picks warp " + std::to_string(expected) + ", the RTL " + std::to_string(found));
  return found;
}

void install_lock_unit(BlockFactories& factories, const BlockOptions& options,
                       const MakeLockUnit& lock_unit, const MakeWarpPriority& warp_priority) {
  factories.set<ScratchpadGateKind>(
      [options, lock_unit](const char* name, const PolicyChoice& choice) -> std::unique_ptr<ScratchpadGate> {
        if (choice.name != "sharing")
          throw InputError(name_of(options, "lock_unit") + " as RTL: scratchpad_gate.policy is " + choice.name +
                           ", the RTL is that of sharing");
        return std::make_unique<LockUnitTransactor>(name, choice.values, options, lock_unit());
      });
  factories.set<WarpOrderKind>([options, warp_priority](const char* name,
                                                        const PolicyChoice& choice) -> std::unique_ptr<WarpOrder> {
    if (choice.name != "owf" || !warp_priority) return WarpOrderRegistry::instance().make(choice.name, choice.values);
    return std::make_unique<OwnerWarpFirstTransactor>(name, choice.values, options, warp_priority());
  });
}

}  // namespace unibank::rtl
