// Locations of spilled values, and the instructions that load and store them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "compiler/body.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {

class SpillHome {
 public:
  // Adds the locations of `values` to the kernel, initially a copy of the body's: slots in local memory, or registers.
  SpillHome(const Body& body, const std::vector<std::uint32_t>& values, const AllocationContext& context,
            ptx::Kernel& kernel);

  // load: register `index` <- value; store: value <- register `index`. `index` and `location` are those of the kernel.
  ptx::Instruction load(std::uint32_t value, std::uint32_t index, const ptx::Location& location) const;
  ptx::Instruction store(std::uint32_t value, std::uint32_t index, const ptx::Location& location) const;

 private:
  void give_slots(const std::vector<std::uint32_t>& values);
  void give_registers(const std::vector<std::uint32_t>& values);
  ptx::Operand slot(std::uint32_t value) const;
  ptx::Instruction made(ptx::Op op, ptx::Type type, const ptx::Location& location) const;
  ptx::Type type_of(std::uint32_t value) const;

  const Body& body_;
  ptx::Kernel& kernel_;
  std::int32_t stack_pointer_, symbol_ = -1;
  std::map<std::uint32_t, std::uint64_t> place_;  // of each value: offset of its slot, or index of its register
};

}  // namespace unibank::compiler
