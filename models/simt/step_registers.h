// Locations of the 32-bit registers, by the SM's numbers, in a warp's rows.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"
#include "simt/lanes.h"
#include "simt/program.h"
#include "warp/warp_values.h"

namespace unibank::simt {

// A register's cell of lane 0, as an offset in bytes from the warp's rows (kNoRow: none, always 0), and the stride
// between lanes.
struct RegisterCells {
  std::uint32_t offset = kNoRow, stride = 4;
};

// The registers of an instruction, in the order of StaticInstruction.
struct StepRegisters {
  std::vector<RegisterCells> sources, results;
  std::vector<bool> wide_sources, wide_results;  // words of 64-bit registers
};

// The cells for every step of a kernel whose registers are allocated.
std::vector<StepRegisters> step_registers(const ptx::Kernel& kernel, const Program& program);

void copy_registers(const std::vector<RegisterCells>& from, const Frame& frame,
                    std::vector<WarpValues::Register>& to);

}  // namespace unibank::simt
