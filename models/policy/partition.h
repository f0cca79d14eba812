// Partition policy: divides the SM's bytes among registers, scratchpad and cache, and limits the resident blocks.
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

// The parts of an SM's storage.
enum class Part { kRegisters, kScratchpad, kCache };

// One memory of an SM, and the parts in it.
struct SmMemory {
  std::uint64_t bytes = 0;
  bool registers = false, scratchpad = false, cache = false;
  bool holds(Part part) const {
    return part == Part::kRegisters ? registers : part == Part::kScratchpad ? scratchpad : cache;
  }
};

// The storage and the limits of one SM, from the design.
struct SmCapacity {
  std::vector<SmMemory> memories;   // each part lies in one memory, alone or with others
  // One memory has registers and cache lines as lines of one array, without a fixed division between them.
  bool integrated = false;
  unsigned max_threads = 1024, max_warps = 32, max_blocks = 32;
  unsigned thread_limit = 0;        // limit of resident threads for a study; 0: max_threads alone
  unsigned cache_set_bytes = 512;   // ways x line: the smallest cache
  AllocationUnits units;            // of registers and scratchpad
  SharingRule sharing;              // the scratchpad gate's: whether blocks may be added that share scratchpad

  // Size of the memory that holds the part, including other parts in it; 0: there is none.
  std::uint64_t bytes(Part part) const;
  bool together(Part one, Part other) const;
  bool alone(Part part) const;
  unsigned threads() const { return thread_limit != 0 && thread_limit < max_threads ? thread_limit : max_threads; }
};

// The needs of one kernel. Bytes are not always whole: published tables give averages per thread.
struct KernelNeeds {
  std::string kernel;
  unsigned registers_per_thread = 0;  // 32-bit registers
  unsigned threads_per_block = 0;
  double scratchpad_bytes_per_block = 0;
  // The program's preferred carve-out, a hint: 0 to 100 percent of the largest scratchpad; -1: none.
  int preferred_scratchpad_percent = -1;
  // The number of registers that a thread always holds; a warp acquires the others for a time. 0: it always holds all.
  unsigned base_registers = 0;
  unsigned most_threads_per_block = 1024;  // the kernel's launch bound; no policy needs it
};

// The division in force. registers + scratchpad + cache + idle = capacity, always.
struct PartitionResult {
  double register_bytes = 0, scratchpad_bytes = 0;  // used by the resident blocks, always or in turns
  double cache_bytes = 0;                           // the cache's share, whole sets or not
  double idle_bytes = 0;                            // unusable under this division
  unsigned cache_sets = 0;                          // 0: no cache; DRAM is accessed in sectors
  unsigned resident_blocks = 0, resident_threads = 0, resident_warps = 0;
  BlockSharing sharing;                             // the resident blocks that share scratchpad
  // The first of these that limits the blocks: "thread limit", "warp limit", "block limit", "register file",
  // "scratchpad", "unified capacity".
  std::string limited_by;
};

// The difference of two sets of counter values.
CounterValues counted_since(const CounterValues& before, const CounterValues& now);

// Execution under a division: a launch on all SMs, or a window of time on one.
struct DivisionWindow {
  Cycle cycles = 0;
  CounterValues counted;     // in these cycles, by name: counted["cache.hits"]
  PartitionResult division;  // the division in force; for a launch the one at its start
};

// Changes the division while a launch runs. Each SM has one, which decides independently.
//
// An SM calls it at the end of each window with resident blocks. A change has its full cost. Blocks in removed slots
// run to their end, and no blocks start there. Then the SM issues nothing until its accesses have ended and dirty lines
// are in memory; the cache starts empty in its new place. Registers and scratchpad of the remaining blocks do not move,
// so a launch never has more resident blocks than at its start.
class DivisionControl {
 public:
  virtual ~DivisionControl() = default;
  // A launch begins under this division.
  virtual void reset(const SmCapacity& capacity, const KernelNeeds& kernel, const PartitionResult& division) = 0;
  // Cycles, at least one, until the next update(), counted from the launch's start, the last update() or the last
  // change.
  virtual Cycle window() const = 0;
  // Returns the new division; none: no change. It is checked against the storage like every division.
  virtual std::optional<PartitionResult> update(const DivisionWindow& window) = 0;
  // Variables for a waveform.
  virtual PolicySignals signals() const { return {}; }
  virtual void add_counters_to(CounterValues& /*all*/) const {}
};

class PartitionPolicy {
 public:
  static constexpr const char* kKind = "partition policy";
  virtual ~PartitionPolicy() = default;
  // Why the policy cannot divide this storage, as a message that refuses the design; empty: it can.
  virtual std::string refusal(const SmCapacity& /*capacity*/) const { return ""; }
  // Bytes of the smallest cache for which the tags are wide enough: a smaller cache has fewer sets and wider tags. The
  // default is for a cache whose number of sets does not change.
  virtual double smallest_cache(const SmCapacity& capacity) const {
    return static_cast<double>(capacity.bytes(Part::kCache));
  }
  // Bytes of scratchpad that the resident blocks of this kernel, alone under a division, can have together at most,
  // with what the system reserves. The default is for a policy that gives the scratchpad all of its memory; registers
  // in the same memory are not subtracted.
  virtual double most_scratchpad(const SmCapacity& capacity, const KernelNeeds& /*kernel*/) const {
    return static_cast<double>(capacity.bytes(Part::kScratchpad));
  }
  // The division for a program with these kernels (partition.scope = program gives all of them, kernel gives one), and
  // the number of resident blocks of kernels[running]. Throws InputError naming the bytes needed and available
  // when not one block fits.
  virtual PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                                 std::size_t running) const = 0;
  // Whether a division may depend on counters of earlier launches. Such a partition is refused with samples and with
  // launches that overlap, and only such a partition is told by launch_ended().
  virtual bool learns_from_launches() const { return false; }
  // A launch of this kernel, which began under the division in `launch`, has ended. The next divide() may use its
  // counters.
  virtual void launch_ended(const KernelNeeds& /*kernel*/, const DivisionWindow& /*launch*/) {}
  // Adds the counters of what it has decided between launches.
  virtual void add_counters_to(CounterValues& /*all*/) const {}
  // The control for a division that changes while a launch runs; null: it does not change.
  virtual std::unique_ptr<DivisionControl> control() const { return nullptr; }
};

using PartitionRegistry = Registry<PartitionPolicy>;

}  // namespace unibank
