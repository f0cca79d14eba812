// Which instruction wrote the value that a register holds, found in a walk over a body.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/cfg.h"
#include "compiler/register_use.h"

namespace unibank::compiler {

// A walk visits the instructions that can be reached, in program order; the visited one may be replaced by another with
// the same results, whose operands have the same values. Two kinds of definitions are found: one that is the only one
// of its register and dominates all its reads, and the last one before an instruction in its block.
class ReachingDefinitions {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit ReachingDefinitions(const ptx::Kernel& body);

  template <typename Visit>
  void walk(Visit visit) {
    for (block_ = 0; block_ < flow_.exit(); ++block_) {
      if (begin_[block_] == 0) continue;
      for (std::uint32_t pc = flow_.blocks[block_].first; pc < flow_.blocks[block_].last; ++pc) {
        visit(pc);
        pass(pc);
      }
    }
  }
  std::uint32_t block() const { return block_; }  // the block of the visited instruction

  // The instruction whose result the register holds at this place of the walk, except for threads that a guard of that
  // instruction excludes; kNone: unknown, or several instructions.
  std::uint32_t of(std::uint32_t index) const;
  // Whether the register still holds what it held at instruction `pc`, the definition of a value that is read here.
  bool unchanged_since(std::uint32_t index, std::uint32_t pc) const;

 private:
  struct Write {
    std::uint32_t block = kNone, pc = kNone;
  };

  void number_dominators();
  void find_single();
  bool dominates(std::uint32_t pc, std::uint32_t other) const;
  void pass(std::uint32_t pc);

  const ptx::Kernel& body_;
  const ControlFlow flow_;
  std::vector<std::uint32_t> begin_, end_;  // of each block, its place in a walk of the dominator tree; 0: unreachable
  std::vector<std::uint32_t> single_;       // of each register, its only definition
  std::vector<Write> last_;                 // of each register, up to this place
  std::uint32_t block_ = 0;
};

}  // namespace unibank::compiler
