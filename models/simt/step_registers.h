// Where the 32-bit registers that an SM knows by number stand in a warp's rows.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/kernel.h"
#include "simt/lanes.h"
#include "simt/program.h"
#include "warp/warp_values.h"

namespace unibank::simt {

// A register's cell of lane 0, in bytes behind the warp's rows (kNoRow: it has none, and is always 0), and how far the
// lanes stand apart.
struct RegisterCells {
  std::uint32_t offset = kNoRow, stride = 4;
};

// As StaticInstruction has them.
struct StepRegisters {
  std::vector<RegisterCells> sources, results;
};

// Of every step. The kernel has its registers allocated.
std::vector<StepRegisters> step_registers(const ptx::Kernel& kernel, const Program& program);

void copy_registers(const std::vector<RegisterCells>& from, const Frame& frame,
                    std::vector<WarpValues::Register>& to);

}  // namespace unibank::simt
