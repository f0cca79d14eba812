#include <algorithm>
#include <cstdio>

#include "concurrency/occupancy_table.h"
#include "policy/occupancy.h"

namespace unibank {

namespace {

std::string left(const std::string& text, int width) {
  char line[160];
  std::snprintf(line, sizeof line, "%-*s", width, text.c_str());
  return line;
}

std::string right(const std::string& text, int width) {
  char line[160];
  std::snprintf(line, sizeof line, "%*s", width, text.c_str());
  return line;
}

std::string row_text(const OccupancyRow& row) {
  const std::string blocks = row.blocks == OccupancyRow::kUnbounded ? "any" : std::to_string(row.blocks);
  return "  " + left(row.part, 22) + right(byte_text(row.available), 10) + right(byte_text(row.of_a_block), 12) +
         right(blocks, 9) + "\n";
}

// The index of the kernel's own value: the first x that is not below it, because an SM rounds up what a block takes (33
// threads are two warps).
std::size_t place_of(const OccupancyCurve& curve) {
  const auto place = std::lower_bound(curve.at.begin(), curve.at.end(), curve.now);
  return static_cast<std::size_t>(place - curve.at.begin()) - (place == curve.at.end() ? 1 : 0);
}

std::string curve_text(const OccupancyCurve& curve, unsigned most_warps) {
  constexpr unsigned kHeight = 8;
  std::string text = "\nresident warps against " + curve.quantity + "\n";
  for (unsigned row = kHeight; row > 0; --row) {
    std::string line = right(std::to_string(most_warps * row / kHeight), 6) + " |";
    for (const unsigned warps : curve.warps) line += warps * kHeight >= most_warps * row ? '#' : ' ';
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  const std::string first = std::to_string(curve.at.front()), last = std::to_string(curve.at.back());
  const auto gap = static_cast<int>(curve.at.size()) - static_cast<int>(first.size());
  text += "     0 +" + std::string(curve.at.size(), '-') + "\n";
  text += "        " + first + right(last, std::max(gap, static_cast<int>(last.size()) + 1)) + "\n";
  return text + "        " + std::string(place_of(curve), ' ') + "^ " + std::to_string(curve.now) + "\n";
}

}  // namespace

std::string table_text(const OccupancyTable& table, const std::string& design) {
  const KernelNeeds& kernel = table.kernel;
  const PartitionResult& result = table.result;
  std::string text = kernel.kernel + " on " + design + ": " + std::to_string(kernel.threads_per_block) +
                     " threads per block, " + std::to_string(kernel.registers_per_thread) + " registers per thread, " +
                     (kernel.base_registers == 0 ? "" : std::to_string(kernel.base_registers) + " of them always, ") +
                     byte_text(kernel.scratchpad_bytes_per_block) + " bytes of scratchpad per block\n\n  " +
                     left("", 22) + right("an SM has", 10) + right("a block", 12) + right("blocks", 9) + "\n";
  for (const OccupancyRow& row : table.rows) text += row_text(row);
  char occupancy[160];
  std::snprintf(occupancy, sizeof occupancy, "\n  resident: %u blocks, %u threads, %u of %u warps: occupancy %.1f %%\n",
                result.resident_blocks, result.resident_threads, result.resident_warps, table.most_warps,
                100 * table.occupancy());
  text += occupancy;
  if (result.sharing.pairs != 0) {
    text += "  of them " + std::to_string(result.sharing.pairs) + " share the scratchpad of another\n";
  }
  return text + "  limited by: " + result.limited_by + "\n";
}

std::string curves_text(const std::vector<OccupancyCurve>& curves, unsigned most_warps) {
  std::string text;
  for (const OccupancyCurve& curve : curves) text += curve_text(curve, most_warps);
  return text;
}

}  // namespace unibank
