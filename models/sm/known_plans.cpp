#include "sm/known_plans.h"

namespace unibank {

namespace {

// Whether the plan is one phase of rows without an order of its own: a load or a store, but not of matrices.
bool is_simple(const StaticInstruction& what, TurnRules rules) {
  if (what.memory != MemoryOp::kLoad && what.memory != MemoryOp::kStore) return false;
  return !what.matrices && (rules.phases == ScratchpadPhases::kNone || what.bytes_per_lane <= 4);
}

}  // namespace

unsigned KnownPlans::place_of(const WarpInstruction& instruction, LaneMask lanes, unsigned block_slot) {
  const std::uint64_t first = instruction.address[static_cast<unsigned>(__builtin_ctz(lanes))];
  const std::uint64_t last = instruction.address[31 - static_cast<unsigned>(__builtin_clz(lanes))];
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
  static_assert(kPlans == 1u << 6);
  return static_cast<unsigned>((first + (last << 20) + (std::uint64_t{block_slot} << 40)) * kGolden >> (64 - 6));
}

void KnownPlans::plan(const WarpInstruction& instruction, const AddressMap& map, unsigned block_slot, TurnRules rules,
                      AccessPlan& plan) {
  const StaticInstruction& what = *instruction.decoded;
  const LaneMask lanes = instruction.accessing();
  if (lanes == 0 || !is_simple(what, rules)) return plan_scratchpad(instruction, map, block_slot, rules, plan);
  Known& known = known_[place_of(instruction, lanes, block_slot)];
  // Addresses of lanes that do not access may differ; then the access is planned again.
  if (known.lanes != lanes || known.block_slot != block_slot || known.bytes_per_lane != what.bytes_per_lane ||
      known.address != instruction.address) {
    plan_scratchpad(instruction, map, block_slot, rules, plan);
    known.lanes = lanes;
    known.block_slot = block_slot;
    known.bytes_per_lane = what.bytes_per_lane;
    known.address = instruction.address;
    known.rows = plan.rows;
    known.joined.clear();
    if (!joins_ || map.scratchpad_row_bytes() != 4) return;
    known.joined = plan.rows;
    join_neighbours(known.joined);
  } else {
    plan.rows = known.rows;
  }
  plan.joined = known.joined;
}

}  // namespace unibank
