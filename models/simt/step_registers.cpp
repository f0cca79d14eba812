#include "simt/step_registers.h"

#include "compiler/register_use.h"

namespace unibank::simt {
namespace {

// The cells of `number`, which is one of the instruction's `registers`.
RegisterCells cells_of(std::uint16_t number, const std::vector<std::uint32_t>& registers, const ptx::Kernel& kernel,
                       const Program& program) {
  for (const std::uint32_t index : registers) {
    const unsigned words = compiler::register_units(kernel.registers[index].type);
    const unsigned word = static_cast<unsigned>(number) - kernel.physical.at(index);  // wraps if the number is lower
    if (word >= words) continue;
    const Ref& row = program.rows[index];
    if (row.offset == kNoRow) return {};
    const bool high = word == 1 || kernel.registers[index].part == ptx::Register::Part::kHigh;
    return {row.offset + (high ? 4 : 0), row.wide ? 8u : 4u};
  }
  return {};
}

std::vector<RegisterCells> cells_of(const std::vector<std::uint16_t>& numbers,
                                    const std::vector<std::uint32_t>& registers, const ptx::Kernel& kernel,
                                    const Program& program) {
  std::vector<RegisterCells> cells;
  cells.reserve(numbers.size());
  for (const std::uint16_t number : numbers) cells.push_back(cells_of(number, registers, kernel, program));
  return cells;
}

std::vector<bool> are_wide(const std::vector<RegisterCells>& cells) {
  std::vector<bool> wide;
  for (const RegisterCells& one : cells) wide.push_back(one.stride == 8);
  return wide;
}

}  // namespace

std::vector<StepRegisters> step_registers(const ptx::Kernel& kernel, const Program& program) {
  std::vector<StepRegisters> all;
  all.reserve(program.steps.size());
  for (const Step& step : program.steps) {
    const compiler::Access access = compiler::access_of(*step.decoded.instruction);
    StepRegisters one{cells_of(step.shown->sources, access.reads, kernel, program),
                      cells_of(step.shown->results, access.writes, kernel, program), {}, {}};
    one.wide_sources = are_wide(one.sources);
    one.wide_results = are_wide(one.results);
    all.push_back(std::move(one));
  }
  return all;
}

void copy_registers(const std::vector<RegisterCells>& from, const Frame& frame,
                    std::vector<WarpValues::Register>& to) {
  to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].offset == kNoRow) {
      to[i].fill(0);
      continue;
    }
    const std::uint8_t* cell = frame.base[kRegisters] + from[i].offset;
    for (unsigned l = 0; l < kWarpSize; ++l) std::memcpy(&to[i][l], cell + std::size_t{from[i].stride} * l, 4);
  }
}

}  // namespace unibank::simt
