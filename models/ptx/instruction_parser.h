// One instruction: guard, opcode with its suffixes, operands.
#pragma once

#include <string>
#include <vector>

#include "ptx/cursor.h"
#include "ptx/instruction_table.h"
#include "ptx/kernel_builder.h"

namespace unibank::ptx {

// The special registers that an instruction can read.
std::vector<std::string> special_register_names();

class InstructionParser {
 public:
  InstructionParser(Cursor& cursor, KernelBuilder& builder) : cursor_(cursor), builder_(builder) {}
  void parse();  // from the guard or opcode through the semicolon; adds the instruction to the builder

 private:
  void parse_guard();
  void parse_opcode();
  void take_suffix(const Token& opcode, std::string_view name);
  void take_type(const Token& opcode, Type type);
  void parse_results();
  void parse_sources();
  bool leaves_out(char letter) const;

  void parse_call();
  void parse_matrix_opcode();
  void parse_copy_opcode();
  void parse_copy(const char* begin);
  void parse_mbarrier_opcode();
  void parse_mbarrier(const char* begin);
  [[noreturn]] void fail_mbarrier(const std::string& otherwise) const;
  void parse_matrix(const char* begin);
  void end_instruction(const char* begin);
  Operand fragment(Type type, unsigned count, bool result);
  void parse_texture();
  Operand callee();
  Operand call_parameter(bool result);
  void check_written_parameter() const;
  Operand coordinates();
  Operand texture();
  Operand texels(bool result);
  Operand gradient();
  Operand jump_table();

  Operand operand(char letter, bool result);
  Operand value(Type type, bool wider, bool result);
  Operand constant();
  Operand vector(Type element, unsigned count, bool wider, bool result);
  Operand moved(bool result);
  Operand address();
  Operand named_address(Type type);
  Operand label();
  Operand predicate(bool result);
  Operand register_or_other(const Token& token, Type type, bool wider, bool result);
  Operand symbol_operand(const Token& token);
  void check_width(const Token& token, int index, Type type, bool wider) const;
  void check_space(const Token& token, int symbol);

  Type type_of(char letter, bool result) const;

  Cursor& cursor_;
  KernelBuilder& builder_;
  Instruction instruction_;
  const InstructionInfo* row_ = nullptr;
  Token opcode_;
  std::uint32_t seen_ = 0;     // SuffixKind bits written
  unsigned types_ = 0;         // types written
};

}  // namespace unibank::ptx
