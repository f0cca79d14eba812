// The reuse cache of operands in the operand stage (sm/operand_reuse.h).
#include "sm/expected_values.h"
#include "sm/operand_stage.h"

namespace unibank {

OperandReuse::Kept& OperandStage::kept_beside(const Access& access) {
  const std::size_t sources = access.instruction->decoded->sources.size();
  return reuse_->kept(access.step.bank, OperandReuse::operand_of(access.operand, sources));
}

// Returns true when the reuse cache has the operand, which then needs no bank.
bool OperandStage::take_kept(Access& access) {
  const OperandReuse::Kept& kept = kept_beside(access);
  const unsigned clusters = access.instruction->clusters.set;
  if (!kept.has(access.reg.warp, access.reg.number, clusters, context_.now)) return false;
  ++reuse_->counters().reads;
  access.reused = true;
  access.ready = context_.now + 1;
  if (context_.expected) check_line(access, *kept.values, clusters);
  finish_bank(access);
  return true;
}

// The bank has granted the read, which takes the entry of the reuse cache at once, before the operand arrives.
void OperandStage::claim_kept(const Access& access) {
  OperandReuse::Kept& kept = kept_beside(access);
  kept.warp = access.reg.warp;
  kept.number = access.reg.number;
  kept.clusters = access.instruction->clusters.set;
  kept.read = access.order;
  kept.from = kNever;
}

// Stores the operand, which has arrived, in its entry of the reuse cache.
void OperandStage::leave_kept(const Access& access) {
  OperandReuse::Kept& kept = kept_beside(access);
  if (kept.read != access.order) return;
  kept.from = access.ready;
  if (context_.expected) kept.values = std::make_unique<LineValues>(*access.fetched);
}

void OperandStage::warp_ended(unsigned warp) {
  if (reuse_) reuse_->warp_ended(warp);
}

void OperandStage::add_counters_to(CounterValues& all) const {
  all.add(counters_);
  if (reuse_) all.add(reuse_->counters());
}

}  // namespace unibank
