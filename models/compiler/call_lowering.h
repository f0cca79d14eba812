// The implementation of lower_calls(), one body at a time.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/lower_calls.h"
#include "compiler/parameter_homes.h"
#include "compiler/replace_instructions.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {

class CallLowering {
 public:
  CallLowering(const ptx::Kernel& body, const Convention& own, const LoweringOptions& options);
  Lowered run();

 private:
  static constexpr std::int64_t kNone = -1;

  // lower_calls.cpp: the body's variables and their accesses.
  void house_parameters(Instructions& before);
  void house_results();
  void house_on_stack(std::int32_t index, std::uint64_t distance);
  void house_arguments();
  bool lives_below(std::int32_t index);
  void lower(ptx::Instruction i, Instructions& out);
  void lower_access(const ptx::Instruction& i, Instructions& out);
  void lower_return(ptx::Instruction i, Instructions& out);
  ptx::Operand local_value(const ptx::Instruction& i, const ptx::Operand& variable, Instructions& out);
  Convention convention_of(const ptx::Instruction& call) const;
  void note_outgoing(std::int32_t index, std::uint64_t distance);
  std::uint32_t new_register(std::uint64_t bytes, const std::string& name);
  void fix(std::uint32_t reg, std::uint16_t physical);
  std::int32_t base();

  // lower_call_site.cpp: one call.
  void lower_call(const ptx::Instruction& call, Instructions& out);
  const RuntimeFunction* runtime_of(const ptx::Instruction& call) const;
  void lower_runtime(const ptx::Instruction& call, const RuntimeFunction& function, Instructions& out);
  ptx::Operand argument_register(const ptx::Instruction& call, const ptx::Operand& argument, Instructions& out);
  void pass_argument(const ptx::Instruction& call, const ptx::Operand& argument, const Passing& passing,
                     ptx::Instruction& lowered, Instructions& out);
  void take_result(const ptx::Instruction& call, const ptx::Operand& result, const Passing& passing,
                   const ptx::Operand& carrier, Instructions& out);
  void move_stack(const ptx::Instruction& call, ptx::Op op, Instructions& out);
  void copy(const ptx::Instruction& call, std::int32_t to, std::int32_t from, std::uint64_t bytes, bool guarded,
            Instructions& out);
  std::int32_t outgoing_slot(const Passing& passing);
  bool needs_stack(const ptx::Instruction& call) const;

  ptx::Variable& symbol(std::int32_t index) { return out_.kernel.symbols[static_cast<std::size_t>(index)]; }
  bool has_home(std::int32_t index) const { return homes_[static_cast<std::size_t>(index)] != kNone; }
  ptx::Operand home(std::int32_t index) const;
  std::uint64_t bytes_of(const ptx::Operand& reg) const {
    return ptx::bytes_of(out_.kernel.registers[static_cast<std::size_t>(reg.index)].type);
  }

  const Convention& own_;
  const LoweringOptions& options_;
  const bool entry_;
  Lowered out_;
  std::vector<ParameterUse> uses_;
  std::vector<bool> near_;                  // [symbol]: whether it is at the stack location that its only call expects
  std::vector<std::int64_t> homes_;         // [symbol]: its virtual register
  std::vector<std::int32_t> result_homes_;  // symbols of the results in registers
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::int32_t> slots_;  // distance, bytes -> symbol
};

}  // namespace unibank::compiler
