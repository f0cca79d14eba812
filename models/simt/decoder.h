// Decodes the instructions of a kernel into the steps of a program.
#pragma once

#include "simt/program.h"
#include "simt/register_file.h"

namespace unibank::simt {

class Decoder {
 public:
  explicit Decoder(const ptx::Kernel& kernel) : kernel_(kernel), registers_(kernel) {}
  Program program();

 private:
  [[noreturn]] void refuse(const ptx::Instruction& i, const std::string& what) const;
  [[noreturn]] void refuse_form(const ptx::Instruction& i) const;
  void attach(Program& program, std::uint32_t pc) const;
  static void attach_arrival(Program& program, Step& step);
  Step step(std::uint32_t pc);
  void branch(std::uint32_t pc, Step& step) const;
  void other(const ptx::Instruction& i, Step& step);
  void trap(const ptx::Instruction& i, Step& step);
  void runtime(const ptx::Instruction& i, Step& step);
  static void gather_members(Step& step, const Ref& members);
  void matrix(const ptx::Instruction& i, Step& step);
  void barrier(const ptx::Instruction& i, Step& step);
  void indexed_branch(std::uint32_t pc, Step& step);
  void call(const ptx::Instruction& i, Step& step);
  unsigned bytes_for(char letter, const ptx::Instruction& i) const;
  void operands(const ptx::Instruction& i, Step& step);
  Ref operand_ref(const ptx::Instruction& i, const ptx::Operand& operand, unsigned bytes, bool any_width, Step& step);
  Ref special(ptx::Special special, unsigned bytes, Step& step);
  void elements(const ptx::Instruction& i, const ptx::Operand& vector, std::uint8_t bytes, Decoded& decoded);
  bool is_part(const ptx::Operand& operand) const;
  Ref data(const ptx::Instruction& i, const ptx::Operand& operand, unsigned bytes);
  // program_memory.cpp
  void memory(const ptx::Instruction& i, Step& step);
  static bool allocates(const ptx::Instruction& i);
  static bool polls(const ptx::Instruction& i);
  void atomic_operand(const ptx::Instruction& i, const ptx::Operand& operand, bool result, Step& step);
  void copy(const ptx::Instruction& i, Step& step);
  void arrival(const ptx::Instruction& i, Step& step);
  void mbarrier(const ptx::Instruction& i, Step& step);
  void mbarrier_source(const ptx::Instruction& i, const ptx::Operand& operand, Step& step);
  void matrix_access(const ptx::Instruction& i, Step& step);
  void texture(const ptx::Instruction& i, Step& step);
  void texture_handle(const ptx::Instruction& i, const ptx::Operand& operand, Step& step);
  void coordinates(const ptx::Instruction& i, const ptx::Operand& operand, Step& step);
  void texels(const ptx::Instruction& i, const ptx::Operand& operand, Decoded& decoded);
  void address(const ptx::Operand& operand, Step& step);
  std::uint64_t symbol_address(std::int32_t symbol) const;
  std::uint64_t window(std::int32_t symbol) const;

  const ptx::Kernel& kernel_;
  RegisterFile registers_;
};

}  // namespace unibank::simt
