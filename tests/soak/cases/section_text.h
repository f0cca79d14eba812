// Statements with early ends, asynchronous copies, memory order, constants and textures as PTX.
#pragma once

#include <vector>

#include "soak/cases/kernel_words.h"

namespace unibank::test {

// The kernel's constants as a variable; empty: it has none.
std::string constants_text(const LaunchKernel& kernel);

class SectionText : protected KernelWords {
 protected:
  using KernelWords::KernelWords;

  virtual ~SectionText() = default;
  virtual void write(const std::vector<Statement>& statements) = 0;
  virtual void tail() = 0;  // stores the thread's result, before it ends

  void more_parameters();
  void more_registers();
  void write_section(const Statement& one);
  // Moves %d out of all buffers for some threads.
  void outside(const Statement& one);
  // %x = the address of the thread's element of the kept array.
  void kept_place();

 private:
  static std::string fence(const Statement& one);
  void leave(const Statement& one);
  void copy(const Statement& one, bool kept);
  void copy_late(const Statement& one);
  void locked(const Statement& one);
  void publish(const Statement& one);
  void sum_published(const Statement& one);
  void constant(const Statement& one);
  void texture(const Statement& one);
};

}  // namespace unibank::test
