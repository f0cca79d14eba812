// Builds small kernels for the tests, instruction by instruction, as the parser would.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/cfg.h"
#include "ptx/instruction_table.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

inline Graph graph_of(std::size_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  Graph graph(nodes);
  for (const auto& [from, to] : edges) graph.add_edge(from, to);
  return graph;
}

class KernelMaker {
 public:
  using Registers = std::vector<std::int32_t>;

  std::int32_t reg(ptx::Type type) {
    kernel_.registers.push_back({"%r" + std::to_string(kernel_.registers.size()), type});
    return static_cast<std::int32_t>(kernel_.registers.size()) - 1;
  }
  std::int32_t r32() { return reg(ptx::Type::kB32); }
  std::int32_t r64() { return reg(ptx::Type::kB64); }
  std::int32_t predicate() { return reg(ptx::Type::kPred); }

  static ptx::Operand operand(std::int32_t index) {
    ptx::Operand made;
    made.kind = ptx::Operand::Kind::kRegister;
    made.index = index;
    return made;
  }
  static ptx::Operand address(std::int32_t index, std::int64_t offset = 0) {
    ptx::Operand made = operand(index);
    made.kind = ptx::Operand::Kind::kAddress;
    made.bits = static_cast<std::uint64_t>(offset);
    return made;
  }
  static ptx::Operand vector(const Registers& elements) {
    ptx::Operand made;
    made.kind = ptx::Operand::Kind::kVector;
    for (const std::int32_t index : elements) made.elements.push_back(operand(index));
    return made;
  }

  // Appends `results <- op(sources)`, guarded if guard() was called since the last op. The reference is valid until the
  // next op.
  ptx::Instruction& op(ptx::Op op, const Registers& results, const Registers& sources) {
    ptx::Instruction made;
    made.opcode = static_cast<ptx::Opcode>(op);
    made.type = ptx::Type::kB32;
    for (const std::int32_t index : results) made.operands.push_back(operand(index));
    for (const std::int32_t index : sources) made.operands.push_back(operand(index));
    made.destinations = static_cast<std::uint8_t>(results.size());
    made.guard = guard_;
    guard_ = {};
    kernel_.instructions.push_back(made);
    return kernel_.instructions.back();
  }
  // set() defines `index` without reading anything; use() reads the sources and writes nothing.
  void set(std::int32_t index) { op(ptx::Op::kMov, {index}, {}); }
  void use(const Registers& sources) { op(ptx::Op::kNop, {}, sources); }
  void ret() { op(ptx::Op::kRet, {}, {}); }
  KernelMaker& guard(std::int32_t predicate, bool negated = false) {
    guard_ = operand(predicate);
    guard_.negated = negated;
    return *this;
  }
  void label(const std::string& name) {
    kernel_.labels[name] = static_cast<std::uint32_t>(kernel_.instructions.size());
  }
  void branch(const std::string& name) {
    pending_[kernel_.instructions.size()] = name;
    op(ptx::Op::kBra, {}, {});
  }
  void branch_if(std::int32_t predicate, const std::string& name) { guard(predicate).branch(name); }

  // The kernel, its branches resolved.
  ptx::Kernel done() {
    kernel_.name = "made";
    kernel_.file = "made.ptx";
    for (const auto& [pc, name] : pending_) {
      ptx::Operand target;
      target.kind = ptx::Operand::Kind::kLabel;
      target.index = static_cast<std::int32_t>(kernel_.labels.at(name));
      kernel_.instructions[pc].operands.assign(1, target);
    }
    return kernel_;
  }

 private:
  ptx::Kernel kernel_;
  ptx::Operand guard_;
  std::map<std::size_t, std::string> pending_;  // label of each branch
};

}  // namespace unibank::compiler
