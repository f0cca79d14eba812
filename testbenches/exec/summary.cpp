#include "exec/summary.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <memory>
#include <sstream>

#include "exec/message.h"
#include "report/human.h"
#include "report/json.h"

namespace unibank::exec {
namespace {

constexpr std::size_t kWidestName = 48;

std::string shortened(const std::string& name) {
  return name.size() <= kWidestName ? name : name.substr(0, kWidestName - 3) + "...";
}

struct Line {
  std::string kernel;
  std::vector<std::string> values;
};

Line line_of(const KernelRow& row, const std::string& name) {
  const double per_cycle = row.cycles == 0 ? 0 : static_cast<double>(row.warp_instructions) /
                                                     static_cast<double>(row.cycles);
  return {name,
          {with_commas(row.launches), with_commas(row.blocks), with_commas(row.warp_instructions),
           row.timed ? with_commas(row.cycles) : "-", row.timed ? fixed(per_cycle, 2) : "-"}};
}

KernelRow sum_of(const std::vector<KernelRow>& rows, bool timed) {
  KernelRow sum;
  sum.timed = timed;
  for (const KernelRow& row : rows) {
    if (row.timed != timed) continue;
    sum.launches += row.launches;
    sum.blocks += row.blocks;
    sum.cycles += row.cycles;
    sum.warp_instructions += row.warp_instructions;
  }
  return sum;
}

std::string text_of(const std::vector<Line>& lines) {
  std::size_t name_width = 0;
  std::vector<std::size_t> widths(lines.front().values.size());
  for (const Line& line : lines) {
    name_width = std::max(name_width, line.kernel.size());
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], line.values[i].size());
  }
  std::ostringstream text;
  for (const Line& line : lines) {
    text << std::left << std::setw(static_cast<int>(name_width)) << line.kernel << std::right;
    for (std::size_t i = 0; i < widths.size(); ++i)
      text << "  " << std::setw(static_cast<int>(widths[i])) << line.values[i];
    text << "\n";
  }
  return text.str();
}

}  // namespace

std::string readable_kernel(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return status == 0 && text ? text.get() : name;
}

std::string kernels_table(const Served& served, const std::string& design) {
  if (served.rows.empty()) return "";
  std::vector<Line> lines{{"kernel", {"launches", "blocks", "warp instructions", "cycles", "a cycle"}}};
  for (const KernelRow& row : served.rows)
    lines.push_back(line_of(row, shortened(readable_kernel(row.kernel)) + (row.timed ? "" : " (functional)")));
  for (const bool timed : {true, false}) {
    const KernelRow sum = sum_of(served.rows, timed);
    if (sum.launches != 0) lines.push_back(line_of(sum, timed ? "all" : "all (functional)"));
  }
  return served.program + ", " + design + "\n\n" + text_of(lines);
}

std::string packed(const Served& served) {
  Packed all;
  all.text(served.program).text(run_to_json(served.result)).text(served.failure);
  all.put<std::uint64_t>(served.rows.size());
  for (const KernelRow& row : served.rows) {
    all.text(row.kernel).put(std::uint8_t{row.timed}).put(row.launches).put(row.blocks).put(row.cycles);
    all.put(row.warp_instructions);
  }
  return all.bytes();
}

Served unpacked(const std::string& bytes) {
  Unpacked from(bytes);
  Served served;
  served.program = from.text();
  served.result = run_from_json(from.text());
  served.failure = from.text();
  for (auto left = from.get<std::uint64_t>(); left != 0; --left) {
    KernelRow row;
    row.kernel = from.text();
    row.timed = from.get<std::uint8_t>() != 0;
    row.launches = from.get<std::uint64_t>();
    row.blocks = from.get<std::uint64_t>();
    row.cycles = from.get<std::uint64_t>();
    row.warp_instructions = from.get<std::uint64_t>();
    served.rows.push_back(row);
  }
  return served;
}

}  // namespace unibank::exec
