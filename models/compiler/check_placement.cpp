#include "compiler/check_placement.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "ptx/instruction_table.h"
#include "warp/warp_instruction.h"

namespace unibank::compiler {
namespace {

using Level = ptx::RegisterLevel;
constexpr int kUnknown = -1;

// The facts that are certain before an instruction, on every path.
struct State {
  bool reached = false;
  std::vector<int> lrf, orf;         // the register whose newest value an entry holds
  std::vector<bool> mrf;             // [register]: whether the MRF has its newest value
  std::vector<bool> pending;         // possibly to be written by a long-latency operation of this strand

  bool meet(const State& other) {
    if (!other.reached) return false;
    if (!reached) {
      *this = other;
      return true;
    }
    const State before = *this;
    for (std::size_t i = 0; i < lrf.size(); ++i) lrf[i] = lrf[i] == other.lrf[i] ? lrf[i] : kUnknown;
    for (std::size_t i = 0; i < orf.size(); ++i) orf[i] = orf[i] == other.orf[i] ? orf[i] : kUnknown;
    for (std::size_t i = 0; i < mrf.size(); ++i) mrf[i] = mrf[i] && other.mrf[i];
    for (std::size_t i = 0; i < mrf.size(); ++i) pending[i] = pending[i] || other.pending[i];
    return lrf != before.lrf || orf != before.orf || mrf != before.mrf || pending != before.pending;
  }
};

bool is_far(const ptx::Instruction& i) {
  using ptx::StateSpace;
  if (ptx::latency_class(i) == ptx::LatencyClass::kTexture) return true;
  const bool near = i.space == StateSpace::kShared || i.space == StateSpace::kConst || i.space == StateSpace::kParam;
  return ptx::is_memory(i) && !near;
}

class PlacementChecker {
 public:
  PlacementChecker(const ptx::Kernel& kernel, const RegisterHierarchy& hierarchy)
      : kernel_(kernel), hierarchy_(hierarchy), before_(kernel.instructions.size() + 1) {}

  std::vector<std::string> faults() {
    begin(0);
    for (const ptx::Function& function : kernel_.functions) begin(function.first);
    std::set<std::size_t> work;
    for (std::size_t pc = 0; pc < kernel_.instructions.size(); ++pc) work.insert(pc);
    while (!work.empty()) {
      const std::size_t pc = *work.begin();
      work.erase(work.begin());
      if (!before_[pc].reached) continue;
      const State after = step(pc, nullptr);
      for (const std::size_t next : following(pc))
        if (before_[next].meet(after)) work.insert(next);
    }
    before_.pop_back();
    for (std::size_t pc = 0; pc < before_.size(); ++pc) {
      rules(pc);
      if (before_[pc].reached) step(pc, &faults_);
    }
    std::sort(faults_.begin(), faults_.end());
    faults_.erase(std::unique(faults_.begin(), faults_.end()), faults_.end());
    return std::move(faults_);
  }

 private:
  // Registers are assumed to be in the MRF at the beginning of a function.
  void begin(std::size_t pc) {
    State& state = before_[pc];
    state.reached = true;
    state.lrf.assign(hierarchy_.lrf_entries, kUnknown);
    state.orf.assign(hierarchy_.orf_entries, kUnknown);
    state.mrf.assign(kMaxRegisters, true);
    state.pending.assign(kMaxRegisters, false);
  }

  std::vector<std::size_t> following(std::size_t pc) const {
    const ptx::Instruction& i = kernel_.instructions[pc];
    std::vector<std::size_t> next;
    if (!ptx::ends_block(i) || i.guard.kind != ptx::Operand::Kind::kNone) next.push_back(pc + 1);
    const auto target = [&](const ptx::Operand& operand) {
      if (operand.kind == ptx::Operand::Kind::kLabel) next.push_back(static_cast<std::size_t>(operand.index));
    };
    for (const ptx::Operand& operand : i.operands) {
      target(operand);
      for (const ptx::Operand& element : operand.elements) target(element);
    }
    return next;
  }

  State step(std::size_t pc, std::vector<std::string>* faults) {
    const ptx::PlacedInstruction& placed = kernel_.placement[pc];
    const ptx::Instruction& i = kernel_.instructions[pc];
    State state = before_[pc];
    if (placed.strand_start) {
      std::fill(state.lrf.begin(), state.lrf.end(), kUnknown);
      std::fill(state.orf.begin(), state.orf.end(), kUnknown);
      std::fill(state.pending.begin(), state.pending.end(), false);
    }
    if (faults != nullptr) find_reads(pc, placed, state, *faults);
    for (const ptx::PlacedRead& read : placed.reads)
      if (read.fills && read.entry < state.orf.size()) state.orf[read.entry] = read.number;
    const bool certain = i.guard.kind == ptx::Operand::Kind::kNone;
    for (const ptx::PlacedWrite& write : placed.writes) apply(write, certain, state);
    for (const ptx::PlacedWrite& write : placed.writes)
      if (is_far(i)) state.pending[write.number] = true;
    // After a call registers are assumed to be in the MRF: the callee is not analysed.
    if (ptx::is_call(i)) state.mrf.assign(kMaxRegisters, true);
    return state;
  }

  // Lanes that a guard disables keep the old value, so an entry that held it still holds the newest value in all lanes.
  static void apply(const ptx::PlacedWrite& write, bool certain, State& state) {
    const int number = write.number;
    const auto put = [&](std::vector<int>& file, bool here) {
      for (std::size_t entry = 0; entry < file.size(); ++entry) {
        const bool written = here && entry == write.entry;
        if (written) file[entry] = certain || file[entry] == number ? number : kUnknown;
        else if (file[entry] == number) file[entry] = kUnknown;
      }
    };
    put(state.lrf, write.level == Level::kLrf);
    put(state.orf, write.level == Level::kOrf);
    state.mrf[write.number] = write.mrf && (certain || state.mrf[write.number]);
  }

  void find_reads(std::size_t pc, const ptx::PlacedInstruction& placed, const State& state,
                  std::vector<std::string>& faults) const {
    const auto report = [&](unsigned number, const std::string& what) {
      faults.push_back("instruction " + std::to_string(pc) + ": register " + std::to_string(number) + " " + what);
    };
    for (const ptx::PlacedRead& read : placed.reads) {
      const std::vector<int>& file = read.level == Level::kLrf ? state.lrf : state.orf;
      const bool above = read.level != Level::kMrf;
      if ((above || read.fills) && read.entry >= file.size()) report(read.number, "uses an entry that does not exist");
      else if (above && file[read.entry] != read.number) report(read.number, "is not in its entry when it is read");
      if ((!above || read.fills) && !state.mrf[read.number]) report(read.number, "is not in the MRF when it is read");
      if (state.pending[read.number]) report(read.number, "is read in the strand that loads it");
    }
  }

  void rules(std::size_t pc) {
    const ptx::PlacedInstruction& placed = kernel_.placement[pc];
    const ptx::Instruction& i = kernel_.instructions[pc];
    const auto report = [&](const std::string& what) {
      faults_.push_back("instruction " + std::to_string(pc) + ": " + what);
    };
    const bool alu = ptx::latency_class(i) == ptx::LatencyClass::kAlu;
    for (const ptx::PlacedRead& read : placed.reads)
      if (read.level == Level::kLrf && !alu && !hierarchy_.memory_reads_lrf) report("reads the LRF without a port");
    for (const ptx::PlacedWrite& write : placed.writes) {
      if (write.level == Level::kLrf && !alu) report("writes the LRF without a port");
      if (write.level == Level::kMrf && !write.mrf) report("writes a result nowhere");
      if (write.level != Level::kMrf && is_far(i)) report("writes a long-latency result above the MRF");
      const std::size_t entries = write.level == Level::kLrf ? hierarchy_.lrf_entries : hierarchy_.orf_entries;
      if (write.level != Level::kMrf && write.entry >= entries) report("writes an entry that does not exist");
    }
    const auto starts = [&](std::size_t at) {
      return at >= kernel_.placement.size() || kernel_.placement[at].strand_start;
    };
    const bool bar = ptx::is_barrier(i) || ptx::is_call(i);
    if (bar && !starts(pc + 1)) report("the strand continues after it");
    for (const std::size_t next : following(pc)) {
      const bool jump = ptx::is_branch(i) || ptx::op_of(i) == ptx::Op::kBrx;
      const bool back = next <= pc || ptx::op_of(i) == ptx::Op::kBrx;
      if (jump && back && !starts(next)) report("the strand continues at its target");
    }
    for (const ptx::Function& function : kernel_.functions)
      if (function.first == pc && !placed.strand_start) report("the strand continues into a function");
  }

  const ptx::Kernel& kernel_;
  const RegisterHierarchy& hierarchy_;
  std::vector<State> before_;  // the last represents the end
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> check_placement(const ptx::Kernel& kernel, const RegisterHierarchy& hierarchy) {
  if (kernel.placement.size() != kernel.instructions.size()) return {"the kernel has no placement"};
  return PlacementChecker(kernel, hierarchy).faults();
}

}  // namespace unibank::compiler
