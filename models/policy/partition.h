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

// The storage and the limits of one SM, from the design.
struct SmCapacity {
  // One array of `unified_bytes`, or three of the sizes below. Beside a unified array there may be a scratchpad of its
  // own (`scratchpad_bytes` above 0): the array then holds registers and cache only.
  bool unified = false;
  std::uint64_t unified_bytes = 0;
  std::uint64_t register_bytes = 0, scratchpad_bytes = 0, cache_bytes = 0;
  unsigned max_threads = 1024, max_warps = 32, max_blocks = 32;
  unsigned thread_limit = 0;        // resident threads that a study allows; 0: max_threads alone
  unsigned cache_set_bytes = 512;   // ways x line: the smallest cache
  AllocationUnits units;            // in which registers and scratchpad are given
  SharingRule sharing;              // the scratchpad gate's: whether blocks may be added that share scratchpad
  bool scratchpad_apart() const { return unified && scratchpad_bytes != 0; }
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
  // Why the policy cannot divide storage of this kind, for the message that refuses the design; empty when it can.
  virtual std::string refusal(const SmCapacity& /*capacity*/) const { return ""; }
  // Nobody divides the array between registers and cache: its lines hold either, and registers are found by tag. Such a
  // partition goes with register stores of RegisterStore::in_lines(), and with no others.
  virtual bool registers_are_lines() const { return false; }
  // The division for a program with these kernels (partition.scope = program gives all of them, kernel gives one), and
  // how many blocks of kernels[running] it lets be resident. Throws InputError naming the bytes needed and available
  // when not one block fits.
  virtual PartitionResult divide(const SmCapacity& capacity, const std::vector<KernelNeeds>& kernels,
                                 std::size_t running) const = 0;
};

using PartitionRegistry = Registry<PartitionPolicy>;

}  // namespace unibank
