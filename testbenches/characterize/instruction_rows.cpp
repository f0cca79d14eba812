// The costs of instructions that access no memory.
#include <algorithm>

#include "characterize/row_maker.h"

namespace unibank::characterize {

namespace {

Trial issue_trial(const char* kernel, unsigned threads = 32) {
  Trial one;
  one.benchmark = "issue";
  one.kernel = kernel;
  one.threads = threads;
  return one;
}

// issue_stage.cpp: an instruction may issue in the cycle in which the producer of its operands ends.
Due alu_latency(const Design& design) {
  return later_by_tag(design, {static_cast<double>(design.sm.alu_latency), "sm.alu_latency"});
}

// A scheduler issues issue_width warps per cycle, and its lanes accept lanes / 32 warps per cycle.
Due peak_of(const Design& design, unsigned lanes, const std::string& name) {
  const double issue = design.sm.schedulers * std::min<double>(design.sm.issue_width, lanes / 32.0);
  if (design.sm.result_bus != 0 && design.sm.result_bus < issue)
    return {static_cast<double>(design.sm.result_bus), "sm.result_bus"};
  return {issue, "sm.schedulers x min(sm.issue_width, " + name + " / 32)"};
}
Due alu_peak(const Design& design) { return peak_of(design, design.sm.lanes, "sm.lanes"); }
Due integer_peak(const Design& design) {
  const Lanes lanes = lanes_of_integers(design);
  return peak_of(design, lanes.count, lanes.name);
}

Due sfu_rate(const Design& design) {
  const unsigned cycles = (32 + design.sm.special_function_lanes - 1) / design.sm.special_function_lanes;
  return {design.sm.schedulers / static_cast<double>(cycles), "sm.schedulers / ceil(32 / sm.special_function_lanes)"};
}

// A block that fills every scheduler; a block has at most 32 warps.
Row rate(const Design& design, const char* name, const char* kernel, Due due) {
  Trial one = issue_trial(kernel, most_threads(design));
  one.turns = 64;
  Row row = row_of("issue", name, "instructions/cycle", Row::Is::kPerCycle, one, std::move(due));
  row.within = 0.05;  // warps reach the end of a turn together
  return row;
}

Row control(const char* name, const char* kernel, unsigned cycles, const char* key) {
  Trial one = issue_trial(kernel);
  one.control = true;
  return latency("control", name, one, {static_cast<double>(cycles), key});
}

// If global stores are written back, a fence first asks the L1 whether a line is dirty (models/l1/README.md).
Row fence(const Design& design) {
  const bool asks = design.cache.global_stores == StorePolicy::kWriteBack;
  Row row = control("fence of the device, nothing under way", "chain_fence", design.sm.fence_latency + (asks ? 2 : 0),
                    "sm.fence_latency");
  if (asks) row.due.formula += " + 2 for the L1's answer that no line is dirty";
  return row;
}

Row alu_rate(const Design& design, const char* name, const char* kernel, unsigned sources) {
  Row row = rate(design, name, kernel, integer_peak(design));
  bound_by_registers(design, {sources, 1}, row);
  return row;
}

// A value has two registers: each add reads four and writes two.
Row double_rate(const Design& design) {
  Due due = alu_peak(design);
  const unsigned cycles = (32 + design.sm.double_lanes - 1) / design.sm.double_lanes;
  if (design.sm.schedulers / static_cast<double>(cycles) < due.value)
    due = {design.sm.schedulers / static_cast<double>(cycles), "sm.schedulers / ceil(32 / sm.double_lanes)"};
  Row row = rate(design, "double precision", "rate_double", due);
  bound_by_registers(design, {4, 2}, row);
  return row;
}

}  // namespace

void add_instruction_rows(const Design& design, Rows& rows) {
  rows.push_back(latency("register", "ALU result to the next instruction", issue_trial("chain_alu"),
                         alu_latency(design)));
  Trial four = issue_trial("chain_alu_4");
  rows.push_back(latency("register", "the same of four chains in turn", four, alu_latency(design)));
  const Lanes lanes = lanes_of_integers(design);
  const double warp = static_cast<double>(kWarpSize) / std::min(kWarpSize, lanes.count);
  rows.back().due = {std::max(warp, rows.back().due.value / 4),
                     "max(32 / min(32, " + lanes.name + "), " + rows.back().due.formula + " / 4)"};
  if (has_few_banks(design)) rows.back().within = 0.25;  // two registers read and one written in each
  rows.push_back(latency("register", "special function to the next", issue_trial("chain_sfu"),
                         later_by_tag(design, {static_cast<double>(design.sm.special_function_latency),
                                               "sm.special_function_latency"})));
  rows.push_back(alu_rate(design, "one source", "rate_1", 1));
  rows.push_back(alu_rate(design, "two sources", "rate_2", 2));
  rows.push_back(alu_rate(design, "three sources", "rate_3", 3));
  rows.push_back(double_rate(design));
  rows.push_back(rate(design, "special function", "rate_sfu", sfu_rate(design)));
  // The condition is written long before.
  rows.push_back(control("taken branch", "chain_bra", design.sm.branch_latency, "sm.branch_latency"));
  rows.back().longer.conditions = true;
  rows.push_back(control("barrier of one warp", "chain_bar", design.sm.barrier_latency, "sm.barrier_latency"));
  rows.back().within = 1.0 / kOps / design.sm.barrier_latency;  // a cycle of the loop's end
  rows.push_back(fence(design));
  Row launch = control("launch and end of an empty kernel", "nothing", design.gpu.launch_latency + 1,
                       "gpu.launch_latency + 1");
  launch.one_run = true;
  launch.at_least = true;  // an idle network is queried before the launch ends
  launch.events = 1;
  rows.push_back(launch);
}

}  // namespace unibank::characterize
