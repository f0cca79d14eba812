// Small kernels with registers numbered by hand, and their placement as text.
#pragma once

#include <string>
#include <vector>

#include "compiler/dominators.h"
#include "compiler/kernel_maker.h"
#include "compiler/place_registers.h"
#include "compiler/register_use.h"

namespace unibank::compiler {

// Physical registers in the order of creation: r0, r1, ...; a pair starts at the next even number; predicates are
// counted apart.
inline ptx::Kernel with_registers(ptx::Kernel kernel) {
  std::uint16_t next = 0, predicate = 0;
  for (const ptx::Register& one : kernel.registers) {
    const unsigned units = register_units(one.type);
    if (units == 2) next = static_cast<std::uint16_t>((next + 1) / 2 * 2);
    kernel.physical.push_back(units == 0 ? predicate++ : next);
    next = static_cast<std::uint16_t>(next + units);
  }
  kernel.registers_per_thread = next;
  reconvergence(kernel);
  return kernel;
}

inline RegisterHierarchy levels(unsigned lrf_entries, unsigned orf_entries) {
  RegisterHierarchy hierarchy;
  hierarchy.enabled = true;
  hierarchy.lrf_entries = lrf_entries;
  hierarchy.orf_entries = orf_entries;
  return hierarchy;
}

inline ptx::Kernel placed(KernelMaker& make, const RegisterHierarchy& hierarchy) {
  ptx::Kernel kernel = with_registers(make.done());
  place_registers(kernel, hierarchy);
  return kernel;
}

// One line for each instruction: "r0 mrf>orf1, r2 lrf0 -> r3 orf0+mrf".
inline std::vector<std::string> table(const ptx::Kernel& kernel) {
  const auto at = [](ptx::RegisterLevel level, unsigned entry) {
    return (level == ptx::RegisterLevel::kLrf ? "lrf" : "orf") + std::to_string(entry);
  };
  std::vector<std::string> lines;
  for (const ptx::PlacedInstruction& one : kernel.placement) {
    std::string line;
    for (const ptx::PlacedRead& read : one.reads) {
      line += (line.empty() ? "r" : ", r") + std::to_string(read.number) + " ";
      line += read.level == ptx::RegisterLevel::kMrf ? "mrf" : at(read.level, read.entry);
      if (read.fills) line += ">" + at(ptx::RegisterLevel::kOrf, read.entry);
    }
    for (const ptx::PlacedWrite& write : one.writes) {
      line += (line.empty() ? "-> r" : &write == &one.writes.front() ? " -> r" : ", r") + std::to_string(write.number);
      const bool above = write.level != ptx::RegisterLevel::kMrf;
      if (above) line += " " + at(write.level, write.entry) + (write.mrf ? "+mrf" : "");
      else line += write.mrf ? " mrf" : " nowhere";
    }
    lines.push_back(line);
  }
  return lines;
}

inline std::vector<unsigned> starts(const ptx::Kernel& kernel) {
  std::vector<unsigned> found;
  for (unsigned pc = 0; pc < kernel.placement.size(); ++pc)
    if (kernel.placement[pc].strand_start) found.push_back(pc);
  return found;
}

inline void load(KernelMaker& make, ptx::StateSpace space, std::int32_t result, std::int32_t address) {
  ptx::Instruction& made = make.op(ptx::Op::kLd, {result}, {});
  made.space = space;
  made.operands.push_back(KernelMaker::address(address));
}

}  // namespace unibank::compiler
