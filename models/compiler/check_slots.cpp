#include "compiler/check_slots.h"

#include <boost/container/flat_map.hpp>
#include <boost/container/flat_set.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "compiler/cfg.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using ptx::Instruction;
using ptx::Op;
using ptx::Origin;
using Kind = ptx::Operand::Kind;

// A word of the thread's memory: in the scratchpad its slot relative to the body's first, in local memory kLocal plus
// its place.
using Word = std::uint64_t;
constexpr Word kLocal = Word{1} << 32;
// Two numbers for each load or store of the program without slots: for its low and its high word.
using AccessNumber = std::uint32_t;
constexpr AccessNumber kNoAccess = ~AccessNumber{0};
// Flat: sets are copied and merged far more often than extended.
using Sources = boost::container::flat_set<AccessNumber>;

struct Effect {
  enum class Kind { kLoad, kStore, kTake, kPut, kForget } kind = Kind::kLoad;
  Word word = 0;      // kForget: all slots from this one on
  AccessNumber access = 0;  // kLoad, kStore
};
using Effects = std::vector<std::vector<Effect>>;  // of each instruction

// The stores that may reach each load.
class Reaching {
 public:
  Reaching(const ptx::Kernel& kernel, const Effects& effects)
      : kernel_(kernel), flow_(control_flow(kernel)), effects_(effects) {}

  std::map<AccessNumber, Sources> run() {
    std::vector<std::optional<State>> in(flow_.blocks.size());
    std::set<std::uint32_t> work = {0};  // in the program's order, so that most blocks are visited once per loop
    for (const ptx::Function& function : kernel_.functions) work.insert(flow_.block_of[function.first]);
    for (const std::uint32_t block : work) in[block].emplace();
    while (!work.empty()) {
      const std::uint32_t block = *work.begin();
      work.erase(work.begin());
      State now = *in[block];
      for (std::uint32_t pc = flow_.blocks[block].first; pc < flow_.blocks[block].last; ++pc)
        for (const Effect& effect : effects_[pc]) apply(effect, now);
      for (const std::uint32_t next : flow_.graph.successors[block])
        if (next != flow_.exit() && merge(in[next], now)) work.insert(next);
    }
    return std::move(found_);
  }

 private:
  struct State {
    boost::container::flat_map<Word, Sources> words;
    Sources moving;
  };

  static Sources at(const State& state, Word word) {
    const auto known = state.words.find(word);
    return known == state.words.end() ? Sources{kNoAccess} : known->second;
  }

  void apply(const Effect& effect, State& state) {
    switch (effect.kind) {
      case Effect::Kind::kLoad: {
        const Sources sources = at(state, effect.word);
        join(found_[effect.access], sources);
        return;
      }
      case Effect::Kind::kStore: state.words[effect.word] = {effect.access}; return;
      case Effect::Kind::kTake: state.moving = at(state, effect.word); return;
      case Effect::Kind::kPut: state.words[effect.word] = state.moving; return;
      case Effect::Kind::kForget:
        state.words.erase(state.words.lower_bound(effect.word), state.words.lower_bound(kLocal));
        return;
    }
  }

  // Both return whether that added anything.
  static bool join(Sources& to, const Sources& more) {
    const std::size_t before = to.size();
    to.insert(boost::container::ordered_unique_range, more.begin(), more.end());
    return to.size() != before;
  }
  static bool merge(std::optional<State>& into, const State& from) {
    if (!into) {
      into = from;
      return true;
    }
    bool changed = false;
    for (auto& [word, sources] : into->words)
      if (from.words.count(word) == 0) changed |= join(sources, {kNoAccess});
    for (const auto& [word, sources] : from.words) {
      const auto [known, is_new] = into->words.try_emplace(word, Sources{kNoAccess});
      changed |= join(known->second, sources);
    }
    return changed;
  }

  const ptx::Kernel& kernel_;
  const ControlFlow flow_;
  const Effects& effects_;
  std::map<AccessNumber, Sources> found_;
};

class SlotChecker {
 public:
  SlotChecker(const ptx::Kernel& with, const ptx::Kernel& without) : with_(with), without_(without) {
    const ptx::SlotReport& report = with.allocation.slots;
    pointer_ = with.registers_per_thread - report.reserved_registers;
    for (const ptx::Variable& variable : with.symbols)
      if (variable.name == "__slots" && report.slots != 0) row_bytes_ = variable.bytes / report.slots;
  }

  std::vector<std::string> faults() {
    if (row_bytes_ == 0) return {"the kernel has no slots"};
    effects_with_.resize(with_.instructions.size());
    effects_without_.resize(without_.instructions.size());
    find_addresses();
    follow_pointer();
    follow_depth();
    compare_texts();
    if (faults_.empty()) compare_loads();
    return std::move(faults_);
  }

 private:
  static bool of_pass(const Instruction& i) {
    return i.origin == Origin::kSlotMove || i.origin == Origin::kSlotPointer;
  }
  // Moves of the pointer to frames in local memory, which are smaller with slots.
  static bool moves_frame(const Instruction& i) {
    const Op op = ptx::op_of(i);
    return i.origin == Origin::kCall && (op == Op::kAdd || op == Op::kSub || op == Op::kMov) &&
           i.operands.back().kind == Kind::kImmediate;
  }
  static bool is_spill(const Instruction& i) { return i.origin == Origin::kSpill && ptx::is_memory(i); }
  static bool in_scratchpad(const Instruction& i) { return i.space == ptx::StateSpace::kShared; }
  static const ptx::Operand& address(const Instruction& i) { return i.operands[i.destinations]; }
  static const ptx::Operand& data(const Instruction& i) { return i.operands[1 - i.destinations]; }
  unsigned physical(const ptx::Kernel& kernel, const ptx::Operand& of) const {
    return kernel.physical.at(static_cast<std::size_t>(of.index));
  }

  // The number of slots by which the pointer has advanced before each instruction.
  void follow_pointer() {
    const ControlFlow flow = control_flow(with_);
    offset_.assign(with_.instructions.size(), 0);
    for (std::uint32_t block = 0; block < flow.exit(); ++block) {
      std::uint64_t offset = 0;
      for (std::uint32_t pc = flow.blocks[block].first; pc < flow.blocks[block].last; ++pc) {
        offset_[pc] = offset;
        const Instruction& i = with_.instructions[pc];
        if (i.origin != Origin::kSlotPointer) continue;
        if (ptx::op_of(i) == Op::kAdd) offset += i.operands[2].bits / row_bytes_;
        if (ptx::op_of(i) == Op::kSub) offset -= i.operands[2].bits / row_bytes_;
      }
      if (offset != 0) report(flow.blocks[block].last - 1, "the pointer is not restored within the block");
    }
  }

  // The largest depth of each function's first slot, and whether it or a callee has slots.
  void follow_depth() {
    const std::size_t functions = with_.functions.size();
    depth_.assign(functions + 1, 0);  // the last is the entry's
    has_slots_.assign(functions + 1, false);
    for (std::size_t round = 0; round <= functions + 1; ++round) {
      bool changed = false;
      for (std::uint32_t pc = 0; pc < with_.instructions.size(); ++pc) {
        const Instruction& i = with_.instructions[pc];
        const std::size_t own = function_of(pc);
        const bool uses = (is_spill(i) || of_pass(i)) && in_scratchpad(i) && !has_slots_[own];
        if (uses) has_slots_[own] = changed = true;
        if (!ptx::is_call(i)) continue;
        for (const std::size_t callee : callees(i)) {
          if (depth_[callee] < depth_[own] + offset_[pc]) {
            depth_[callee] = depth_[own] + offset_[pc];
            changed = true;
          }
          if (has_slots_[callee] && !has_slots_[own]) has_slots_[own] = changed = true;
        }
      }
      if (!changed) return;
    }
    report(0, "the pointer moves on in a recursion");
  }
  std::size_t function_of(std::uint32_t pc) const {
    for (std::size_t f = 0; f < with_.functions.size(); ++f)
      if (pc >= with_.functions[f].first && pc < with_.functions[f].last) return f;
    return with_.functions.size();
  }
  std::vector<std::size_t> callees(const Instruction& call) const {
    const ptx::Operand& callee = address(call);
    if (callee.kind == Kind::kFunction) return {static_cast<std::size_t>(callee.index)};
    return by_address_;
  }

  // Functions whose address some instruction names; without any, addresses come from memory and may be of any function.
  void find_addresses() {
    std::set<std::uint64_t> named;
    for (const Instruction& i : with_.instructions)
      for (const ptx::Operand& operand : i.operands)
        if (operand.kind == Kind::kImmediate) named.insert(operand.bits);
    std::vector<std::size_t> all;
    for (std::size_t f = 0; f < with_.functions.size(); ++f) {
      all.push_back(f);
      if (named.count(with_.functions[f].address) != 0) by_address_.push_back(f);
    }
    if (by_address_.empty()) by_address_ = all;
  }

  Word slot_of(std::uint32_t pc) {
    const ptx::Operand& place = address(with_.instructions[pc]);
    if (place.symbol >= 0 || place.index < 0 || physical(with_, place) != pointer_)
      report(pc, "not the address of a slot");
    if (place.bits % row_bytes_ != 0) report(pc, "the address lies between slots");
    const Word slot = offset_[pc] + place.bits / row_bytes_;
    if (depth_[function_of(pc)] + slot >= with_.allocation.slots.slots) report(pc, "a slot that no thread has");
    return slot;
  }

  // Compares instruction by instruction. Instructions of the pass have their own effects, spills have those of both
  // programs.
  void compare_texts() {
    std::uint32_t other = 0;
    const auto skip_frames = [&] {
      while (other < without_.instructions.size() && moves_frame(without_.instructions[other])) ++other;
    };
    for (std::uint32_t pc = 0; pc < with_.instructions.size() && faults_.empty(); ++pc) {
      const Instruction& i = with_.instructions[pc];
      if (of_pass(i)) {
        if (i.origin != Origin::kSlotMove) continue;
        const Word slot = slot_of(pc);
        effects_with_[pc].push_back({ptx::is_load(i) ? Effect::Kind::kTake : Effect::Kind::kPut, slot, 0});
        continue;
      }
      if (moves_frame(i)) continue;
      skip_frames();
      if (other == without_.instructions.size()) return report(pc, "an instruction too many");
      const Instruction& same = without_.instructions[other];
      if (is_spill(i) && is_spill(same)) {
        if (!spill(pc, other)) ++other;
        continue;
      }
      compare(i, same, pc);
      for (std::size_t callee : ptx::is_call(i) ? callees(i) : std::vector<std::size_t>())
        if (has_slots_[callee]) effects_with_[pc].push_back({Effect::Kind::kForget, offset_[pc], 0});
      ++other;
    }
    skip_frames();
    if (faults_.empty() && other != without_.instructions.size()) report(0, "an instruction is missing");
  }

  // True if the high word follows in a later instruction.
  bool spill(std::uint32_t pc, std::uint32_t other) {
    const Instruction &i = with_.instructions[pc], &same = without_.instructions[other];
    const Effect::Kind kind = ptx::is_load(same) ? Effect::Kind::kLoad : Effect::Kind::kStore;
    if (ptx::op_of(i) != ptx::op_of(same)) report(pc, "another access");
    const bool wide = ptx::bytes_of(same.type) == 8, scratchpad = in_scratchpad(i);
    const bool high = scratchpad && part(i) == ptx::Register::Part::kHigh;
    if (physical(with_, data(i)) != physical(without_, data(same)) + high) report(pc, "the data is elsewhere");
    if (scratchpad && wide == (part(i) == ptx::Register::Part::kWhole)) report(pc, "a word of something else");
    for (unsigned word = 0; word < (wide ? 2u : 1u); ++word) {
      if (!high) effects_without_[other].push_back({kind, kLocal + address(same).bits + 4 * word, 2 * other + word});
      if (!scratchpad) effects_with_[pc].push_back({kind, kLocal + address(i).bits + 4 * word, 2 * other + word});
    }
    if (scratchpad) effects_with_[pc].push_back({kind, slot_of(pc), 2 * other + high});
    return scratchpad && wide && !high;
  }
  ptx::Register::Part part(const Instruction& i) const {
    return with_.registers[static_cast<std::size_t>(data(i).index)].part;
  }

  void compare(const Instruction& i, const Instruction& same, std::uint32_t pc) {
    bool equal = i.opcode == same.opcode && i.origin == same.origin && i.operands.size() == same.operands.size() &&
                 i.guard.kind == same.guard.kind && i.guard.negated == same.guard.negated;
    for (std::size_t n = 0; equal && n < i.operands.size(); ++n) equal = compare(i.operands[n], same.operands[n], pc);
    if (!equal) report(pc, "another instruction");
  }
  bool compare(const ptx::Operand& one, const ptx::Operand& other, std::uint32_t pc) {
    if (one.kind != other.kind || one.elements.size() != other.elements.size()) return false;
    for (std::size_t n = 0; n < one.elements.size(); ++n)
      if (!compare(one.elements[n], other.elements[n], pc)) return false;
    const bool named = one.kind == Kind::kRegister || one.kind == Kind::kAddress;
    if (!named || one.index < 0 || other.index < 0) return true;
    const bool predicate = with_.registers[static_cast<std::size_t>(one.index)].type == ptx::Type::kPred;
    if (!predicate && physical(with_, one) >= pointer_) report(pc, "names a register of the pass");
    return physical(with_, one) == physical(without_, other);
  }

  void compare_loads() {
    const std::map<AccessNumber, Sources> with = Reaching(with_, effects_with_).run(),
                                    without = Reaching(without_, effects_without_).run();
    for (const auto& [access, sources] : without) {
      const auto same = with.find(access);
      const std::string load = "load " + std::to_string(access / 2) + " of the program without slots ";
      if (same == with.end()) {
        faults_.push_back(load + "is not reached");
        continue;
      }
      const bool anything = sources.count(kNoAccess) != 0;  // then any store may have written the word
      for (const AccessNumber one : sources)
        if (one != kNoAccess && same->second.count(one) == 0) faults_.push_back(load + "misses a store");
      for (const AccessNumber one : same->second)
        if (!anything && sources.count(one) == 0)
          faults_.push_back(load + (one == kNoAccess ? "may find nothing" : "may find another store"));
    }
  }

  void report(std::uint32_t pc, const std::string& what) {
    faults_.push_back("instruction " + std::to_string(pc) + ": " + what);
  }

  const ptx::Kernel &with_, &without_;
  unsigned pointer_ = 0;
  std::uint64_t row_bytes_ = 0;
  std::vector<std::uint64_t> offset_, depth_;  // of each instruction; of each function
  std::vector<bool> has_slots_;
  std::vector<std::size_t> by_address_;        // possible targets of a call through a register
  Effects effects_with_, effects_without_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> check_slots(const ptx::Kernel& with, const ptx::Kernel& without) {
  return SlotChecker(with, without).faults();
}

}  // namespace unibank::compiler
