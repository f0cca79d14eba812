// The resources of an issued instruction: its unit and occupancy, the penalty of its conflicts, its latency, and the
// lines of its texels.
#include <algorithm>
#include <array>

#include "base/input_error.h"
#include "sm/issue_stage.h"

namespace unibank {

// A product of integers occupies the ALU for as many cycles as it would occupy the integer lanes, if the SM has integer
// lanes and they are fewer than the ALU's.
void IssueStage::occupy_lanes(unsigned scheduler, const StaticInstruction& what) {
  const Design::Sm& sm = design_.sm;
  if (const unsigned lanes = own_lanes(what.arithmetic); lanes != 0) {
    free_[scheduler].own(what.arithmetic) = context_.now + (kWarpSize + lanes - 1) / lanes;
    return;
  }
  const bool narrow = what.arithmetic == Arithmetic::kProduct && sm.integer_lanes != 0 && sm.integer_lanes < sm.lanes;
  const unsigned work = narrow ? (kWarpSize + sm.integer_lanes - 1) / sm.integer_lanes * sm.lanes : kWarpSize;
  free_[scheduler].alu = std::max(free_[scheduler].alu, context_.now * sm.lanes) + work;
}

void IssueStage::count_conflicted(const ConflictCount& found) {
  const auto place = [](unsigned count) { return std::clamp(count, 1u, 5u) - 1; };
  ++bank_classes_.at[place(found.largest_bank)];
  ++conflict_classes_.at[place(found.count)];
}

// Rows conflict within a phase. The histograms count the worst phase, and the penalty counts the turns of all phases.
// Registers are read together with the rows of the first phase.
ConflictCount IssueStage::conflicts_of_phases(const std::uint8_t* register_reads, const AccessPlan& plan) const {
  constexpr std::array<std::uint8_t, kMostRegisterBanks> kNoRegisters{};
  ConflictCount all = map_.conflicts(register_reads, plan.access());
  unsigned turns = all.count;
  for (unsigned phase = 0; phase < plan.phases_left; ++phase) {
    const std::vector<BankRow>& rows = plan.later[phase];
    const ConflictCount one = map_.conflicts(kNoRegisters.data(), {rows.data(), rows.size(), nullptr, 0});
    all.largest_bank = std::max(all.largest_bank, one.largest_bank);
    all.count = std::max(all.count, one.count);
    turns += one.count;
  }
  if (plan.phases_left != 0) all.penalty = turns - 1;
  return all;
}

// Fills the histograms in both models; only the per-instruction model charges the penalty.
unsigned IssueStage::conflicts(const InFlight& instruction) {
  std::array<std::uint8_t, kMostRegisterBanks> reads{};
  unsigned most = 0;
  for (std::uint16_t number : instruction.decoded->sources)
    most = std::max<unsigned>(most, ++reads[registers_->bank(instruction.warp, number)]);
  ConflictCount found{most, most, most > 1 ? most - 1 : 0};  // conflicts of registers alone, whatever the layout
  if (instruction.plan.needs_load_store_unit()) found = conflicts_of_phases(reads.data(), instruction.plan);
  count_conflicted(found);
  if (design_.conflicts.model != ConflictModel::kPerInstruction) return 0;
  counters_.conflict_penalty_cycles += found.penalty;
  return found.penalty;
}

void IssueStage::pay(unsigned scheduler, const InFlight& instruction) {
  if (instruction.penalty == 0) return;
  const Cycle until = context_.now + 1 + instruction.penalty;
  if (design_.conflicts.penalty_blocks == PenaltyBlocks::kSm) {
    if (penalty_until_ <= context_.now) penalty_from_ = context_.now + 1;
    penalty_until_ = std::max(penalty_until_, until);
    return;
  }
  if (design_.conflicts.penalty_blocks == PenaltyBlocks::kWarp) {
    warps_.block(instruction.warp);
    context_.calendar.add(until, Due::kWarpFree, instruction.warp);
  }
  switch (unit_of(*instruction.decoded)) {
    case Unit::kMemory: {
      Cycle& blocked = is_constant(instruction.decoded->space) ? constants_blocked_until_ : memory_blocked_until_;
      blocked = std::max(blocked, until);
      break;
    }
    case Unit::kSfu: free_[scheduler].special = std::max(free_[scheduler].special, until); break;
    case Unit::kTensor: free_[scheduler].tensor = std::max(free_[scheduler].tensor, until); break;
    default: {
      const Arithmetic kind = instruction.decoded->arithmetic;
      if (own_lanes(kind) != 0) free_[scheduler].own(kind) = std::max(free_[scheduler].own(kind), until);
      else free_[scheduler].alu = std::max(free_[scheduler].alu, until * design_.sm.lanes);
    }
  }
}

void IssueStage::occupy_unit(unsigned scheduler, InFlight& instruction) {
  const auto interval = [](unsigned lanes) { return (kWarpSize + lanes - 1) / lanes; };
  switch (unit_of(*instruction.decoded)) {
    case Unit::kMemory:
      if (instruction.plan.needs_load_store_unit()) {
        load_store_.take_room(instruction);
        free_[scheduler].address = context_.now + design_.sm.address_interval;
      }
      if (is_constant(instruction.decoded->space)) read_only_.constants().take_room();
      break;
    case Unit::kSfu: free_[scheduler].special = context_.now + interval(design_.sm.special_function_lanes); break;
    case Unit::kTensor: free_[scheduler].tensor = context_.now + tensor_cycles(*instruction.decoded); break;
    case Unit::kTexture:
      if (read_only_.textures()) read_only_.textures()->take_room();
      [[fallthrough]];
    default:
      occupy_lanes(scheduler, *instruction.decoded);
      products_on_lanes_ += instruction.decoded->unit == Unit::kTensor;
      if (instruction.decoded->double_precision)
        free_[scheduler].double_precision = context_.now + interval(design_.sm.double_lanes);
  }
}

// Returns the cycles for which a matrix product occupies its unit.
unsigned IssueStage::tensor_cycles(const StaticInstruction& what) const {
  const unsigned each = products_each_cycle(what);
  if (each == 0) {
    throw RunError("'" + what.text + "' is a product of matrices; expected a design with " +
                   (what.double_precision ? "sm.tensor_double_products" : "sm.tensor_products") + " above 0");
  }
  return (what.tensor_products + each - 1) / each;
}

unsigned IssueStage::latency_of(const InFlight& instruction) const {
  const Design::Sm& sm = design_.sm;
  switch (unit_of(*instruction.decoded)) {
    case Unit::kSfu: return sm.special_function_latency;
    case Unit::kTexture: return sm.texture_latency;
    case Unit::kTensor:
      return sm.tensor_latency + tensor_cycles(*instruction.decoded) * sm.tensor_busy_percent / 100;
    case Unit::kMemory: break;
    case Unit::kAlu:
      if (instruction.decoded->arithmetic == Arithmetic::kShuffle && sm.shuffle_latency != 0) return sm.shuffle_latency;
      if (instruction.decoded->arithmetic == Arithmetic::kVote && sm.vote_latency != 0) return sm.vote_latency;
      [[fallthrough]];
    default: return sm.alu_latency;
  }
  switch (instruction.decoded->space) {
    case Space::kScratchpad: return sm.scratchpad_latency;
    case Space::kConstant:
    case Space::kParameter: return sm.constant_latency;
    default: return sm.cache_hit_latency;
  }
}

// The addresses of a texture fetch's texels are known only after the stream has executed the fetch.
void IssueStage::plan_texels(InFlight& instruction) {
  const std::vector<std::uint64_t>* const texels = stream_->texels(instruction.warp);
  if (!texels) return;
  std::vector<std::uint64_t>& lines = instruction.plan.words;
  for (const std::uint64_t address : *texels) {
    const std::uint64_t line = read_only_.texture_line(address);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  if (register_addresses_.bytes != 0) check_addresses(*instruction.decoded, instruction.plan);
}

}  // namespace unibank
