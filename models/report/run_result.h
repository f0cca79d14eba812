// The results of one run: the blocks count, and the Gpu collects.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/comparison.h"
#include "base/counters.h"
#include "base/types.h"
#include "report/sampled.h"

namespace unibank {

struct LaunchResult {
  std::string kernel;
  std::uint64_t blocks = 0;
  Cycle cycles = 0;
  std::uint64_t warp_instructions = 0;
  unsigned resident_blocks = 0, resident_threads = 0;
  unsigned registers_per_thread = 0;        // in force
  double scratchpad_bytes_per_block = 0;    // per block
};

struct PartitionReport {
  double register_bytes = 0, scratchpad_bytes = 0, cache_bytes = 0, idle_bytes = 0, capacity_bytes = 0;
  unsigned cache_sets = 0;
  std::string limited_by;
};

struct EnergyComponent {
  std::string name;
  double picojoule = 0;
};

struct RunResult {
  std::string workload, size, design;
  std::vector<std::pair<std::string, std::string>> arguments;
  bool functional = false;          // no timing: only `verified` and the instruction counts are valid
  bool judged = true;               // false: there was no reference for the results
  bool verified = false;
  std::string verification;         // what was compared, or the first difference
  std::vector<std::string> broken_invariants;
  std::vector<std::string> warnings;  // doubtful behaviour of the kernel, one line each
  // The cycles in which launches ran; the host takes no time. Equal to the sum over launches, unless some have
  // overlapped.
  Cycle cycles = 0;
  bool launches_overlap = false;    // some ran concurrently: `cycles` counts their common cycles once
  std::vector<LaunchResult> launches;  // in the order of their ends
  LaunchResult longest;             // the first of the launches with the most cycles
  std::uint64_t lines_left_dirty = 0;  // in the L1s at the end of the program (cache.flush_at_end = false)
  bool miss_path = false;           // there is a block between MSHR and memory, which may change the requests
  unsigned issue_slots = 1, sms = 1;  // per SM and cycle: schedulers x issue width; SMs
  unsigned registers_per_thread = 0;          // in force, of the kernel with the most
  unsigned compiled_registers_per_thread = 0; // the need of the compiled kernel, before the design forced a number
  unsigned thread_limit = 0;                  // kernel.thread_limit; 0: none
  double scratchpad_bytes_per_block = 0;   // of the launch with the most per block,
  double scratchpad_bytes_per_thread = 0;  // and of the launch with the most per thread of its block
  unsigned resident_blocks = 0, resident_threads = 0;  // of the launch with the most resident threads
  unsigned default_blocks = 0, sharing_pairs = 0;      // number of the resident blocks that would be resident without
                                                       // sharing, and those that sharing adds
  PartitionReport partition;
  CounterValues counters;           // of all SMs, L2 slices and DRAM channels together
  std::string energy_table;         // whose energies these are (energy.table); empty without energy
  std::vector<EnergyComponent> energy;
  std::vector<Comparison> comparisons;  // of blocks that were compared
  // Set if only a sample of the launches, or of their blocks, was timed. Cycles, counters and energy are then
  // estimates; `launches` and `longest` are those of the timed launches or, in a sample of blocks, estimates too.
  Sampled sampled;
  std::string effective_design;     // TOML of every value in force
};

}  // namespace unibank
