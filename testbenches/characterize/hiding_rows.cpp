// The number of warps that hide a latency: throughput by the number of warps, each of which waits for its own result.
#include <cmath>

#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

// The cycles in which each warp makes one access: `latency`, or longer if that many warps cannot issue within it. A
// two-level scheduler runs as many warps as its active set holds until they end, and then the next set.
double cycles_of_all(const Design& design, unsigned warps, double latency, double most) {
  double places = warps, cycles = 0;
  if (design.warp_order.name == "two-level")
    places = design.sm.schedulers * static_cast<double>(design.warp_order.values.at("active_warps"));
  for (double left = warps; left > 0; left -= places) cycles += std::max(latency, std::min(left, places) / most);
  return cycles;
}

std::string all_text(const Design& design, const Due& latency) {
  const std::string one = "max(" + latency.formula + ", warps / the highest issue rate)";
  return "warps / " + (design.warp_order.name == "two-level" ? "sum of " + one + " of each active set" : one);
}

// With these orders the oldest ready warp issues. While enough warps to hide the latency run, younger ones wait, and
// run afterwards.
bool oldest_first(const Design& design) { return design.warp_order.name == "gto" || design.warp_order.name == "owf"; }

Row hiding(const Design& design, const char* group, const char* benchmark, const char* kernel, unsigned warps,
           const Due& latency, double most) {
  Trial one;
  one.benchmark = benchmark;
  one.kernel = kernel;
  one.threads = 32 * warps;
  one.turns = 16;
  const double due = warps / cycles_of_all(design, warps, latency.value, most);
  std::string text = all_text(design, latency);
  const double together = std::ceil(latency.value * most);
  const bool behind = oldest_first(design) && warps > together;
  if (behind) text += ", less for the last warps, too few to hide it";
  Row row = row_of(group, std::to_string(warps) + (warps == 1 ? " warp" : " warps"), "instructions/cycle",
                   Row::Is::kPerCycle, one, {due, text});
  row.within = 0.05;
  if (behind) row.slower = 1.1 * due * std::ceil(warps / together) * latency.value / warps - 1;
  row.curve = group;
  row.at = warps;
  return row;
}

// A result waits for its bank, and so does its reader: one cycle each if other accesses need the bank too.
constexpr double kBankAccesses = 2;

// An access of neighbouring words: one row behind each port.
Row scratchpad_access(const Design& design) {
  BankTurns where;
  where.what = Accessed::kScratchpad;
  where.port = 1;
  where.in_bank.assign(design.sm.banks_per_cluster, 0);
  where.in_bank[0] = 1;
  Row row;
  row.within = 0.05;
  row.due.value = 1;
  charge_registers(design, {1, 1}, where, row);
  row.faster = (1 + faster_alone(design, where, 1, row)) * (1 + row.within) - 1;
  return row;
}

}  // namespace

void add_hiding_rows(const Design& design, Rows& rows) {
  const Due alu = later_by_tag(design, {static_cast<double>(design.sm.alu_latency), "sm.alu_latency"});
  const Due scratchpad =
      later_by_tag(design, {static_cast<double>(design.sm.scratchpad_latency), "sm.scratchpad_latency"});
  const double most =
      design.sm.schedulers * std::min<double>(design.sm.issue_width, lanes_of_integers(design).count / 32.0);
  const unsigned warps = std::min(32u, design.sm.max_warps);
  for (unsigned some = 1; some <= warps; some *= 2) {
    rows.push_back(hiding(design, "hiding ALU results", "issue", "chain_alu", some, alu, most));
    bound_by_registers(design, {1, 1}, rows.back());
    if (design.conflicts.model == ConflictModel::kArbitrated) rows.back().slower += kBankAccesses / alu.value;
  }
  const Row load = scratchpad_access(design);
  for (unsigned some = 1; some <= warps; some *= 2) {
    rows.push_back(hiding(design, "hiding scratchpad loads", "scratchpad", "chain_load", some, scratchpad,
                          1 / load.due.value));
    rows.back().slower = std::max(rows.back().slower, load.slower);
    rows.back().faster = load.faster;
  }
}

}  // namespace unibank::characterize
