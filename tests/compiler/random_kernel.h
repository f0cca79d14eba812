// Random control flow over a few registers.
#pragma once

#include <random>
#include <string>

#include "compiler/kernel_maker.h"

namespace unibank::compiler {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  unsigned below(unsigned bound) { return static_cast<unsigned>(engine_() % bound); }
  bool one_in(unsigned bound) { return below(bound) == 0; }

 private:
  std::mt19937 engine_;  // its sequence is fixed by the standard
};

// Instructions over a few registers, with branches and exits in random places: arbitrary control flow, much of it
// irreducible.
inline ptx::Kernel random_kernel(unsigned seed, unsigned instructions, unsigned registers) {
  Dice dice(seed);
  KernelMaker make;
  const auto p = make.predicate(), q = make.predicate();
  KernelMaker::Registers all;
  for (unsigned i = 0; i < registers; ++i) all.push_back(dice.one_in(3) ? make.r64() : make.r32());
  const auto any = [&] { return all[dice.below(registers)]; };
  const auto some_label = [&] { return "L" + std::to_string(dice.below(instructions)); };
  for (unsigned i = 0; i < instructions; ++i) {
    make.label("L" + std::to_string(i));
    if (dice.one_in(4)) make.guard(dice.one_in(2) ? p : q, dice.one_in(2));
    switch (dice.below(12)) {
      case 0: make.branch_if(p, some_label()); break;
      case 1: make.branch_if(q, some_label()); break;
      case 2: make.op(ptx::Op::kSetp, {p}, {any(), any()}); break;
      case 3: make.op(ptx::Op::kSetp, {p, q}, {any()}); break;
      case 4: make.op(ptx::Op::kMov, {any()}, {any()}); break;
      case 5: dice.one_in(3) ? make.ret() : make.branch(some_label()); break;
      default: make.op(ptx::Op::kMad, {any()}, {any(), any(), any()}); break;
    }
  }
  return make.done();
}

}  // namespace unibank::compiler
