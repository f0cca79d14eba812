// How many warps hide a latency: throughput against warps, each of which waits for its own result.
#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

// Of the warps that are resident those that may issue: a two-level scheduler has so many in its active set.
double active(const Design& design, unsigned warps) {
  if (design.warp_order.name != "two-level") return warps;
  const double most = design.sm.schedulers * static_cast<double>(design.warp_order.values.at("active_warps"));
  return std::min<double>(warps, most);
}

std::string active_text(const Design& design) {
  return design.warp_order.name == "two-level" ? "min(warps, warp_order.active_warps)" : "warps";
}

Row hiding(const Design& design, const char* group, const char* benchmark, const char* kernel, unsigned warps, Due latency,
           double most) {
  Trial one;
  one.benchmark = benchmark;
  one.kernel = kernel;
  one.threads = 32 * warps;
  one.turns = 16;
  const double due = std::min(active(design, warps) / latency.value, most);
  Row row = row_of(group, std::to_string(warps) + (warps == 1 ? " warp" : " warps"), "instructions/cycle",
                   Row::Is::kPerCycle, one, {due, "min(" + active_text(design) + " / (" + latency.formula + "), " +
                                                      std::string("the most that issue)")});
  row.within = 0.05;
  row.curve = group;
  row.at = warps;
  return row;
}

}  // namespace

void add_hiding_rows(const Design& design, Rows& rows) {
  const Due alu = later_by_tag(design, {static_cast<double>(design.sm.alu_latency), "sm.alu_latency"});
  const Due scratchpad =
      later_by_tag(design, {static_cast<double>(design.sm.scratchpad_latency), "sm.scratchpad_latency"});
  const double lanes = design.sm.schedulers * std::min<double>(design.sm.issue_width, design.sm.lanes / 32.0);
  const double banks = bank_cycles(design, 1, 1);
  const double most = banks * lanes > 1 ? 1 / banks : lanes;
  const unsigned warps = std::min(32u, design.sm.max_warps);
  for (unsigned some = 1; some <= warps; some *= 2)
    rows.push_back(hiding(design, "hiding ALU results", "issue", "chain_alu", some, alu, most));
  for (unsigned some = 1; some <= warps; some *= 2)
    rows.push_back(hiding(design, "hiding scratchpad loads", "scratchpad", "chain_load", some, scratchpad, 1));
  for (Row& row : rows)
    if (row.curve == "hiding ALU results") banks_meet(design, row);
}

}  // namespace unibank::characterize
