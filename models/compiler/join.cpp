#include "compiler/join.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "compile_options/scratchpad_spills.h"
#include "compiler/call_graph.h"
#include "compiler/replace_instructions.h"
#include "ptx/instruction_table.h"
#include "ptx/variables.h"

namespace unibank::compiler {
namespace {

using ptx::Operand;
using ptx::StateSpace;

class Joiner {
 public:
  Joiner(ptx::Kernel entry, const std::vector<std::uint32_t>& number) : all_(std::move(entry)) {
    for (std::size_t i = 0; i < number.size(); ++i) place_[number[i]] = static_cast<std::int32_t>(i);
    for (std::size_t i = 0; i < all_.symbols.size(); ++i)
      if (all_.symbols[i].module) known_[all_.symbols[i].name] = static_cast<std::int32_t>(i);
    reconverge_entry_ = all_.reconverge.size();
    for (ptx::Instruction& i : all_.instructions) name_callee(i);
  }

  void add(ptx::Kernel body, std::uint32_t index_in_module) {
    const auto first = static_cast<std::uint32_t>(all_.instructions.size());
    const auto registers = static_cast<std::int32_t>(all_.registers.size());
    const auto prototypes = static_cast<std::int32_t>(all_.prototypes.size());
    const std::vector<std::int32_t> symbols = take_symbols(body);
    for (ptx::Instruction& i : body.instructions) {
      shift_labels(i, first);
      name_callee(i);
      renumber(i.guard, registers, symbols);
      for (Operand& operand : i.operands) renumber(operand, registers, symbols);
      if (i.prototype >= 0) i.prototype += prototypes;
    }
    for (const auto& [name, target] : body.labels) all_.labels.emplace(body.name + ":" + name, target + first);
    append(all_.instructions, body.instructions);
    append(all_.registers, body.registers);
    append(all_.physical, body.physical);
    append(all_.prototypes, body.prototypes);
    append(reconverge_, body.reconverge);
    all_.functions.push_back({body.name, first, static_cast<std::uint32_t>(all_.instructions.size()),
                              ptx::kCodeWindow + 16 * std::uint64_t{index_in_module}});
    count(body);
  }

  ptx::Kernel finish() {
    const auto end = static_cast<std::uint32_t>(all_.instructions.size());
    for (std::uint32_t& place : all_.reconverge)
      if (place == reconverge_entry_) place = end;
    std::size_t next = 0;
    for (const ptx::Function& function : all_.functions) {
      for (std::uint32_t i = function.first; i < function.last; ++i, ++next) {
        const std::uint32_t place = reconverge_[next] + function.first;
        all_.reconverge.push_back(place == function.last ? end : place);
      }
    }
    if (added_scratchpad_) lay_out_scratchpad();
    return std::move(all_);
  }

 private:
  template <typename T>
  static void append(std::vector<T>& to, std::vector<T>& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  }

  void name_callee(ptx::Instruction& i) const {
    if (!ptx::is_call(i)) return;
    Operand& callee = i.operands.at(i.destinations);
    if (callee.kind == Operand::Kind::kFunction) callee.index = place_.at(static_cast<std::uint32_t>(callee.index));
  }

  static void renumber(Operand& operand, std::int32_t registers, const std::vector<std::int32_t>& symbols) {
    const bool of_register = operand.kind == Operand::Kind::kRegister || operand.kind == Operand::Kind::kAddress;
    if (of_register && operand.index >= 0) operand.index += registers;
    if (operand.symbol >= 0) operand.symbol = symbols[static_cast<std::size_t>(operand.symbol)];
    for (Operand& element : operand.elements) renumber(element, registers, symbols);
  }

  // The index of each of the body's symbols among all of them. Its frame and its parameters are settled: no instruction
  // names them any more.
  std::vector<std::int32_t> take_symbols(const ptx::Kernel& body) {
    std::vector<std::int32_t> places;
    for (const ptx::Variable& symbol : body.symbols) {
      const auto known = symbol.module ? known_.find(symbol.name) : known_.end();
      if (known != known_.end()) {
        places.push_back(known->second);
      } else if (symbol.space == StateSpace::kLocal || symbol.space == StateSpace::kParam) {
        places.push_back(-1);
      } else {
        places.push_back(static_cast<std::int32_t>(all_.symbols.size()));
        if (symbol.module) known_[symbol.name] = places.back();
        added_scratchpad_ |= symbol.space == StateSpace::kShared;
        all_.symbols.push_back(symbol);
      }
    }
    return places;
  }

  void count(const ptx::Kernel& body) {
    all_.registers_per_thread = std::max(all_.registers_per_thread, body.registers_per_thread);
    all_.predicates_per_thread = std::max(all_.predicates_per_thread, body.predicates_per_thread);
    all_.dynamic_scratchpad |= body.dynamic_scratchpad;
    ptx::AllocationReport& sum = all_.allocation;
    const ptx::AllocationReport& more = body.allocation;
    sum.max_live = std::max(sum.max_live, more.max_live);
    sum.unlimited = std::max(sum.unlimited, more.unlimited);
    sum.spilled_values += more.spilled_values;
    sum.rematerialised_values += more.rematerialised_values;
    sum.coalesced_moves += more.coalesced_moves;
    sum.spill_loads += more.spill_loads;
    sum.spill_stores += more.spill_stores;
    sum.spill_bytes += more.spill_bytes;
  }

  // The entry's variables keep their offsets; after all others follow the slots of spilled values, and then all arrays
  // without size.
  void lay_out_scratchpad() {
    std::uint64_t dynamic_align = 16;
    std::uint64_t& used = all_.scratchpad_bytes;
    std::uint64_t& of_slots = all_.allocation.slots.scratchpad_bytes;
    used -= of_slots;
    for (std::size_t i = 0; i < all_.symbols.size(); ++i) {
      ptx::Variable& variable = all_.symbols[i];
      if (variable.space != StateSpace::kShared) continue;
      if (variable.bytes == 0) dynamic_align = std::max<std::uint64_t>(dynamic_align, variable.align);
      if (variable.bytes == 0 || i < entry_symbols_) continue;
      variable.offset = ptx::round_up(used, variable.align);
      used = variable.offset + variable.bytes;
    }
    const std::uint64_t own_bytes = used;
    for (ptx::Variable& variable : all_.symbols) {
      if (of_slots == 0 || variable.name != kSlotArea) continue;
      variable.offset = ptx::round_up(used, variable.align);
      used = variable.offset + variable.bytes;
    }
    if (dynamic_align > 16) used = ptx::round_up(used, dynamic_align);
    if (of_slots != 0) of_slots = used - own_bytes;
    for (ptx::Variable& variable : all_.symbols)
      if (variable.space == StateSpace::kShared && variable.bytes == 0) variable.offset = ptx::round_up(used, 16);
  }

  ptx::Kernel all_;
  std::map<std::uint32_t, std::int32_t> place_;   // index in Module::functions -> in Kernel::functions
  std::map<std::string, std::int32_t> known_;     // module variables -> symbols
  std::vector<std::uint32_t> reconverge_;         // of the functions' instructions, relative to the function
  std::size_t reconverge_entry_ = 0;              // instructions of the entry
  std::size_t entry_symbols_ = all_.symbols.size();
  bool added_scratchpad_ = false;
};

}  // namespace

ptx::Kernel join(ptx::Kernel entry, std::vector<ptx::Kernel> functions, const std::vector<std::uint32_t>& number) {
  Joiner joiner(std::move(entry), number);
  for (std::size_t i = 0; i < functions.size(); ++i) joiner.add(std::move(functions[i]), number[i]);
  return joiner.finish();
}

}  // namespace unibank::compiler
