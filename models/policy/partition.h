// Seam 1: how the SM's bytes are divided among registers, scratchpad and cache, and how many blocks become resident.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/registry.h"
#include "base/types.h"
#include "policy/allocation_units.h"
#include "policy/sharing.h"

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
};

using PartitionRegistry = Registry<PartitionPolicy>;

}  // namespace unibank
