#include <algorithm>
#include <cstdio>

#include "compiler/print.h"

namespace unibank::compiler {
namespace {

using Row = std::vector<std::string>;

std::string ratio(std::size_t one, std::size_t other) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", other == 0 ? 1.0 : static_cast<double>(one) / static_cast<double>(other));
  return text;
}

Row row_of(const KernelStatistics& kernel) {
  const ptx::AllocationReport& allocation = kernel.allocation;
  return {kernel.name,
          std::to_string(allocation.max_live),
          std::to_string(allocation.unlimited),
          std::to_string(kernel.registers),
          std::to_string(kernel.predicates),
          std::to_string(allocation.spilled_values),
          std::to_string(allocation.rematerialised_values),
          std::to_string(allocation.spill_loads),
          std::to_string(allocation.spill_stores),
          std::to_string(kernel.instructions),
          ratio(kernel.instructions, kernel.unlimited_instructions),
          std::to_string(kernel.scratchpad_bytes),
          std::to_string(kernel.local_bytes) + (kernel.recursive ? "+" : "")};
}

}  // namespace

KernelStatistics statistics(const ptx::Kernel& kernel, const ptx::Kernel& unlimited) {
  KernelStatistics all;
  all.name = kernel.name;
  all.allocation = kernel.allocation;
  all.registers = kernel.registers_per_thread;
  all.predicates = kernel.predicates_per_thread;
  all.instructions = kernel.instructions.size();
  all.unlimited_instructions = unlimited.instructions.size();
  all.scratchpad_bytes = kernel.scratchpad_bytes;
  all.local_bytes = kernel.local_bytes;
  all.recursive = kernel.recursive;
  return all;
}

std::string statistics_text(const std::vector<KernelStatistics>& kernels) {
  std::vector<Row> rows = {{"kernel", "max-live", "unlimited", "registers", "predicates", "spilled", "recomputed",
                            "spill-loads", "spill-stores", "instructions", "ratio", "scratchpad", "local"}};
  for (const KernelStatistics& kernel : kernels) rows.push_back(row_of(kernel));
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - row[i].size(), ' ');
      text += i == 0 ? row[i] + blanks : "  " + blanks + row[i];
    }
    text += "\n";
  }
  return text;
}

}  // namespace unibank::compiler
