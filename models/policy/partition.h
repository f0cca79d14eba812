// Seam 1: how the SM's bytes are divided among registers, scratchpad and cache, and how many blocks become resident.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/counters.h"
#include "base/registry.h"
#include "base/types.h"
#include "policy/allocation_units.h"
#include "policy/sharing.h"
#include "policy/signals.h"

namespace unibank {

// What lies in the storage of an SM.
enum class Part { kRegisters, kScratchpad, kCache };

// One memory of an SM, and which parts lie in it.
struct SmMemory {
  std::uint64_t bytes = 0;
  bool registers = false, scratchpad = false, cache = false;
  bool holds(Part part) const {
    return part == Part::kRegisters ? registers : part == Part::kScratchpad ? scratchpad : cache;
  }
};

// The storage and the limits of one SM, from the design.
struct SmCapacity {
  std::vector<SmMemory> memories;   // each part lies in one of them, alone or with others
  // A line of the memory that they share holds a register or a line of the cache, and nobody divides it between them.
  bool integrated = false;
  unsigned max_threads = 1024, max_warps = 32, max_blocks = 32;
  unsigned thread_limit = 0;        // resident threads that a study allows; 0: max_threads alone
  unsigned cache_set_bytes = 512;   // ways x line: the smallest cache
  AllocationUnits units;            // in which registers and scratchpad are given
  SharingRule sharing;              // the scratchpad gate's: whether blocks may be added that share scratchpad

  // Of the memory that the part lies in, with whatever else; 0: there is none.
  std::uint64_t bytes(Part part) const;
  bool together(Part one, Part other) const;
  bool alone(Part part) const;
  unsigned threads() const { return thread_limit != 0 && thread_limit < max_threads ? thread_limit : max_threads; }
};

// What one kernel asks for. Bytes are not always whole: published tables give averages a thread.
struct KernelNeeds {
  std::string kernel;
  unsigned registers_per_thread = 0;  // 32-bit registers
  unsigned threads_per_block = 0;
  double scratchpad_bytes_per_block = 0;
};

// The division in force. registers + scratchpad + cache + idle = capacity, always.
struct PartitionResult {
  double register_bytes = 0, scratchpad_bytes = 0;  // used by the resident blocks
  double cache_bytes = 0;                           // the cache's share, whole sets or not
  double idle_bytes = 0;                            // of no use under this division
  unsigned cache_sets = 0;                          // 0: no cache, DRAM accesses of 32 bytes
  unsigned resident_blocks = 0, resident_threads = 0, resident_warps = 0;
  BlockSharing sharing;                             // which of the resident blocks share scratchpad
  // The first of these that holds: "thread limit", "warp limit", "block limit", "register file", "scratchpad",
  // "unified capacity".
  std::string limited_by;
};

// What has been counted since a point in time.
CounterValues counted_since(const CounterValues& before, const CounterValues& now);

// What ran under a division: a launch on all SMs, or a window of time on one.
struct DivisionWindow {
  Cycle cycles = 0;
  CounterValues counted;     // in these cycles, by name: counted["cache.hits"]
  PartitionResult division;  // in force; of a launch the one that it began with
};

// Changes the division while a launch runs. One for each SM, which decides for itself.
//
// An SM asks at the end of each window in which blocks are resident. A change costs what it takes to be safe. Blocks
// whose slots are given up run to their end, and none start there. Then the SM issues nothing until its accesses have
// ended and dirty lines are in memory; the cache begins empty in its new place. Registers and scratchpad of the blocks
// that stay do not move, so a launch never has more resident blocks than it began with.
class DivisionControl {
 public:
  virtual ~DivisionControl() = default;
  // A launch begins under this division.
  virtual void reset(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division) = 0;
  // Cycles, at least one, from the launch's start, the last question or the last change to the next question.
  virtual Cycle window() const = 0;
  // The division from now on; none: it stays. It is held against the storage like every division.
  virtual std::optional<PartitionResult> update(const DivisionWindow& window) = 0;
  // Variables that a waveform shows; what it counts.
  virtual PolicySignals signals() const { return {}; }
  virtual void add_counters_to(CounterValues& /*all*/) const {}
};

class PartitionPolicy {
 public:
  static constexpr const char* kKind = "partition policy";
  virtual ~PartitionPolicy() = default;
  // Why the policy cannot divide this storage, for the message that refuses the design; empty when it can.
  virtual std::string refusal(const SmCapacity& /*capacity*/) const { return ""; }
  // The division for a program with these kernels (partition.scope = program gives all of them, kernel gives one), and
  // how many blocks of kernels[running] it lets be resident. Throws InputError naming the bytes needed and available
  // when not one block fits.
  virtual PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                                 std::size_t running) const = 0;
  // A launch of this kernel has ended, which began under this division. The next divide() may go by it.
  virtual void launch_ended(const KernelNeeds& /*kernel*/, const DivisionWindow& /*launch*/) {}
  // For a division that changes while a launch runs; null: it does not.
  virtual std::unique_ptr<DivisionControl> control() const { return nullptr; }
};

using PartitionRegistry = Registry<PartitionPolicy>;

}  // namespace unibank
