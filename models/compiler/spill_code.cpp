#include "compiler/spill_code.h"

#include <algorithm>

#include "compiler/insert.h"
#include "compiler/spill_home.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

// Visits of one stay between which the value stays in one register.
struct Run {
  std::vector<std::uint32_t> visits;
  bool enters = false, leaves = false;  // whether it is in its register at the block's beginning, at its end
  bool kept = false;                    // its value is needed after the run
};

class SpillRewriter {
 public:
  SpillRewriter(const Residence& residence, const SpillPlan& plan, const std::vector<Recipe>& recipes,
           const AllocationContext& context)
      : residence_(residence),
        plan_(plan),
        recipes_(recipes),
        body_(residence.body()),
        result_{body_.kernel, {}},
        edits_(body_.kernel.instructions.size()) {
    for (std::uint32_t used = 0; used < body_.use.size(); ++used) {
      if (leaves_register(used)) (recipes_[used].empty() ? spilled_ : computed_).push_back(used);
    }
    drop_definitions();
    SpillHome home(body_, spilled_, context, result_.kernel);
    home_ = &home;
    result_.pieces.assign(result_.kernel.registers.size() - body_.kernel.registers.size(), {kUnused, 0, 0});
    for (const std::uint32_t used : spilled_) rewrite(used);
    for (const std::uint32_t used : computed_) rewrite(used);
    store_inputs();
    finish();
  }

  SpilledBody take() { return std::move(result_); }

 private:
  bool leaves_register(std::uint32_t used) const {
    if (plan_.banished(used)) return true;
    for (std::uint32_t i = residence_.first_stay(used); i < residence_.last_stay(used); ++i) {
      if (cut(residence_.stays()[i])) return true;
    }
    return false;
  }
  bool cut(const Stay& stay) const {
    for (std::uint32_t v = stay.first; v < stay.last; ++v) {
      if (plan_.cut(v)) return true;
    }
    return false;
  }

  // The runs of a stay. Visits of dropped instructions are skipped where possible.
  std::vector<Run> runs(const Stay& stay) const {
    const bool banished = plan_.banished(stay.used);
    std::vector<Run> found;
    bool split = true;
    for (std::uint32_t v = stay.first; v < stay.last; ++v) {
      const Visit& visit = residence_.visits()[v];
      if (!banished || visit.writes || !edits_[visit.pc].dropped) {
        if (split) found.emplace_back();
        split = false;
        found.back().visits.push_back(v);
      }
      if (v + 1 == stay.last || plan_.cut(v) || !residence_.kept_behind(stay, v)) split = true;
      if (!found.empty()) found.back().kept = residence_.kept_behind(stay, v);
    }
    if (!found.empty() && !banished) {
      found.front().enters = stay.live_in;
      found.back().leaves = stay.live_out;
    }
    return found;
  }

  // Drops definitions of values that are recomputed wherever they are needed, then those of values that only dropped
  // instructions read.
  void drop_definitions() {
    for (std::size_t round = 0; round < kLongestRecipe; ++round) {
      for (const std::uint32_t used : computed_) {
        for (std::uint32_t i = residence_.first_stay(used); i < residence_.last_stay(used); ++i) {
          const Stay& stay = residence_.stays()[i];
          if (!plan_.banished(used) && !cut(stay)) continue;
          for (const Run& run : runs(stay)) {
            if (run.leaves || needs_any(run)) continue;
            for (const std::uint32_t v : run.visits) {
              const Visit& visit = residence_.visits()[v];
              if (visit.writes) edits_[visit.pc].dropped = true;  // not one that reads the register before any write
            }
          }
        }
      }
      drop_sources();
    }
  }
  // A dropped instruction's source has a recipe, too: its definitions compute one value, and have no other effect.
  void drop_sources() {
    std::vector<bool> read(body_.use.size());
    for (const std::uint32_t used : body_.use.outputs) read[used] = true;
    for (std::uint32_t pc = 0; pc < edits_.size(); ++pc) {
      if (edits_[pc].dropped) continue;
      for (const std::uint32_t used : body_.use.accesses[pc].reads) read[used] = true;
    }
    std::vector<bool> sources(body_.use.size());
    for (std::uint32_t pc = 0; pc < edits_.size(); ++pc) {
      if (!edits_[pc].dropped) continue;
      for (const std::uint32_t used : body_.use.accesses[pc].reads) sources[used] = !read[used];
    }
    for (std::uint32_t pc = 0; pc < edits_.size(); ++pc) {
      for (const std::uint32_t used : body_.use.accesses[pc].writes) edits_[pc].dropped |= sources[used];
    }
    const auto gone = [&](std::uint32_t used) { return sources[used]; };
    computed_.erase(std::remove_if(computed_.begin(), computed_.end(), gone), computed_.end());
  }
  bool needs_any(const Run& run) const {
    return std::any_of(run.visits.begin(), run.visits.end(), [&](std::uint32_t v) {
      const Visit& visit = residence_.visits()[v];
      return visit.needs && !edits_[visit.pc].dropped;
    });
  }

  void rewrite(std::uint32_t used) {
    for (std::uint32_t i = residence_.first_stay(used); i < residence_.last_stay(used); ++i) {
      const Stay& stay = residence_.stays()[i];
      if (!plan_.banished(used) && !cut(stay)) continue;
      for (const Run& run : runs(stay)) rewrite(stay, run);
    }
  }

  void rewrite(const Stay& stay, const Run& run) {
    const bool recipe = !recipes_[stay.used].empty();
    if (recipe && !run.leaves && !needs_any(run)) return;  // dropped
    const Visit& first = residence_.visits()[run.visits.front()];
    const Visit& last = residence_.visits()[run.visits.back()];
    const std::uint32_t old_name = body_.use.number[stay.used];
    const std::uint32_t name = run.enters || run.leaves ? old_name : piece(stay.used, first.pc, last.pc);
    if (first.needs && !run.enters) bring(stay.used, name, first.pc);
    std::uint32_t write = kUnused;
    for (const std::uint32_t v : run.visits) {
      const Visit& visit = residence_.visits()[v];
      if (name != old_name) edits_[visit.pc].renames.emplace_back(old_name, name);
      if (visit.writes) write = visit.pc;
    }
    if (recipe || run.leaves || !run.kept) return;
    if (write != kUnused) edits_[write].behind.push_back(store(stay.used, name, write));
    else if (run.enters) edits_[first.pc].before.push_back(store(stay.used, name, first.pc));
  }

  std::uint32_t piece(std::uint32_t used, std::uint32_t first_pc, std::uint32_t last_pc) {
    ptx::Kernel& kernel = result_.kernel;
    const ptx::Register& old = kernel.registers[body_.use.number[used]];
    kernel.registers.push_back({old.name + "." + std::to_string(result_.pieces.size()), old.type});
    result_.pieces.push_back({used, first_pc, last_pc});
    return static_cast<std::uint32_t>(kernel.registers.size() - 1);
  }

  // Loads or recomputes the value into the register before the instruction.
  void bring(std::uint32_t used, std::uint32_t name, std::uint32_t pc) {
    const ptx::Location location = body_.kernel.instructions[pc].location;
    if (recipes_[used].empty()) {
      edits_[pc].before.push_back(home_->load(used, name, location));
      return;
    }
    for (ptx::Instruction step : recipes_[used]) {
      rename(step, static_cast<std::uint32_t>(step.operands[0].index), name);
      step.origin = ptx::Origin::kRematerialised;
      step.location = location;
      edits_[pc].before.push_back(std::move(step));
    }
  }

  ptx::Instruction store(std::uint32_t used, std::uint32_t name, std::uint32_t pc) const {
    return home_->store(used, name, body_.kernel.instructions[pc].location);
  }

  void store_inputs() {
    for (const std::uint32_t used : body_.use.inputs) {
      if (!plan_.banished(used) || !body_.live.live_in.get(0, used)) continue;
      prologue_.push_back(store(used, body_.use.number[used], 0));
    }
  }

  void finish() {
    ptx::Kernel& kernel = result_.kernel;
    apply(edits_, prologue_, kernel);
    ptx::AllocationReport& report = kernel.allocation;
    report.spilled_values += static_cast<unsigned>(spilled_.size());
    report.rematerialised_values += static_cast<unsigned>(computed_.size());
    for (const ptx::Instruction& i : kernel.instructions) {
      if (i.origin != ptx::Origin::kSpill) continue;
      report.spill_loads += ptx::is_load(i);
      report.spill_stores += ptx::is_store(i);
    }
  }

  const Residence& residence_;
  const SpillPlan& plan_;
  const std::vector<Recipe>& recipes_;
  const Body& body_;
  SpilledBody result_;
  std::vector<Edit> edits_;
  std::vector<ptx::Instruction> prologue_;
  std::vector<std::uint32_t> spilled_, computed_;
  const SpillHome* home_ = nullptr;
};

}  // namespace

SpilledBody insert_spill_code(const Residence& residence, const SpillPlan& plan, const std::vector<Recipe>& recipes,
                              const AllocationContext& context) {
  return SpillRewriter(residence, plan, recipes, context).take();
}

}  // namespace unibank::compiler
