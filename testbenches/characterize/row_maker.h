// What the files of rows share: the two trials of a benchmark, and a design's numbers in a formula.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "characterize/row.h"

namespace unibank::characterize {

// The row of a trial and its half: what happens for each of a warp's instructions, so often, is what is counted.
inline Row row_of(std::string group, std::string name, std::string unit, Row::Is is, Trial trial, Due due,
                  double events_per_instruction = 1) {
  Row row;
  row.group = std::move(group);
  row.name = std::move(name);
  row.unit = std::move(unit);
  row.is = is;
  row.due = std::move(due);
  const double warps = static_cast<double>(trial.blocks) * ((trial.threads + 31) / 32);
  row.events = events_per_instruction * trial.turns * kOps * warps;
  row.longer = std::move(trial);
  return row;
}

// One warp, each instruction behind the one before: the cycles of one.
inline Row latency(std::string group, std::string name, Trial trial, Due due) {
  return row_of(std::move(group), std::move(name), "cycles", Row::Is::kCycles, std::move(trial), std::move(due));
}

inline Row absent(std::string group, std::string name, std::string why) {
  Row row;
  row.group = std::move(group);
  row.name = std::move(name);
  row.absent = std::move(why);
  return row;
}

// Where registers are found by tag an instruction is a cycle later (models/sm/README.md, "Registers as lines").
inline bool found_by_tag(const Design& design) {
  return design.storage_layout()->integrated();
}
inline Due later_by_tag(const Design& design, Due due) {
  if (!found_by_tag(design)) return due;
  return {due.value + 1, due.formula + " + 1 for tags of registers"};
}

// Cycles that the register banks need for as many reads and writes of a warp's registers, where accesses of several
// instructions meet: a bank has a port for either (storage.bank_ports = 1rw) or one for each; and where registers are
// found by tag each access is a lookup. 0: nothing bounds them.
inline double bank_cycles(const Design& design, double reads, double writes) {
  if (design.conflicts.model != ConflictModel::kArbitrated) return 0;
  const double banks = design.sm.banks_per_cluster;
  double cycles = design.storage.bank_ports == BankPorts::kOneReadOrWrite ? (reads + writes) / banks
                                                                          : std::max(reads, writes) / banks;
  if (found_by_tag(design))
    cycles = std::max(cycles, (reads + writes) / (design.cache.tag_banks * design.cache.lookups_per_cycle));
  return cycles;
}
inline std::string bank_text(const Design& design) {
  return design.storage.bank_ports == BankPorts::kOneReadOrWrite ? "(reads + writes) / sm.banks_per_cluster"
                                                                 : "max(reads, writes) / sm.banks_per_cluster";
}

// Where registers of several warps meet in a bank, some wait while another bank has nothing to do: with as many
// instructions as sm.operand_slots to choose from a fifth of the banks' cycles at most, measured over all designs.
inline void banks_meet(const Design& design, Row& row) {
  if (design.conflicts.model != ConflictModel::kArbitrated) return;
  row.slower = 0.25;
  row.due.formula += ", less what waits at banks";
}

// The files of rows, in the order of the table.
using Rows = std::vector<Row>;
void add_instruction_rows(const Design& design, Rows& rows);
void add_scratchpad_rows(const Design& design, Rows& rows);
void add_cache_rows(const Design& design, Rows& rows);
void add_read_only_rows(const Design& design, Rows& rows);
void add_capacity_rows(const Design& design, double cache_bytes, Rows& rows);
void add_memory_rows(const Design& design, Rows& rows);
void add_hiding_rows(const Design& design, Rows& rows);

}  // namespace unibank::characterize
