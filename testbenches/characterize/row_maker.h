// Common parts of the files of rows: the two trials of a benchmark, and a design's numbers in a formula.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "characterize/register_use.h"
#include "characterize/row.h"

namespace unibank::characterize {

// The row of a trial and its half. `events_per_instruction`: the number of counted events per instruction of a warp.
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

// The row of an instruction's latency: one warp, in which each instruction waits for the previous one.
inline Row latency(std::string group, std::string name, Trial trial, Due due) {
  return row_of(std::move(group), std::move(name), "cycles", Row::Is::kCycles, std::move(trial), std::move(due));
}

// The threads of a block that fills the SM as far as it has registers, 32 for each thread. If registers are lines, they
// take half of the array at most, so that every set has room for lines of memory.
inline unsigned most_threads(const Design& design) {
  const double registers = design.capacity().bytes(Part::kRegisters) / (32.0 * 4) / (found_by_tag(design) ? 2 : 1);
  const auto room = static_cast<unsigned>(registers / 32);
  const unsigned warps = std::min({32u, design.sm.max_warps, design.sm.max_threads / 32, room});
  return 32 * std::max(1u, warps);
}

// The number of lanes of a scheduler that compute integers (arithmetic of the benchmarks is of integers, but for double
// precision and special functions), and the design's key for this number.
struct Lanes {
  unsigned count = 0;
  std::string name;
};
inline Lanes lanes_of_integers(const Design& design) {
  if (design.sm.integer_lanes != 0) return {design.sm.integer_lanes, "sm.integer_lanes"};
  return {design.sm.lanes, "sm.lanes"};
}

// The relative tolerance for accesses: with ALUs narrower than a warp, the loop's own instructions are hidden behind 16
// accesses but not behind 8.
inline double within_of_accesses(const Design& design) {
  return lanes_of_integers(design).count < kWarpSize ? 0.25 : 0.05;
}

// The relative tolerance of cache rows: an access of a line may conflict with a register of the loop's own instructions
// in its bank.
inline double within_of_waits(const Design& design) {
  return design.conflicts.model == ConflictModel::kArbitrated && design.registers_share_banks() ? 0.01 : 0;
}

inline Row absent(std::string group, std::string name, std::string why) {
  Row row;
  row.group = std::move(group);
  row.name = std::move(name);
  row.absent = std::move(why);
  return row;
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
