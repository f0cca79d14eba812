// The memory system behind the SMs: one DRAM channel, or an interconnect, slices of an L2 cache if there is one, and
// DRAM channels. Slice s uses channel s mod channels; without an L2 cache lines are interleaved over channels. An
// atomic unit is placed before each slice, or before each channel if there is no L2 cache.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/counters.h"
#include "block/factories.h"
#include "design/design.h"
#include "memory/atomic_unit.h"
#include "memory/dram_module.h"
#include "memory/interconnect.h"
#include "memory/l2_slice.h"

namespace unibank {

// The order in which blocks of a kind are built: results must not depend on it.
enum class BuildOrder { kFirstToLast, kLastToFirst };
// 0 .. count - 1, or reversed.
std::vector<unsigned> in_order(unsigned count, BuildOrder order);

class MemorySystem {
 public:
  // Creates the modules in its own constructor. `design` outlives it.
  MemorySystem(const Design& design, const BlockFactories& factories, BuildOrder order);

  // The socket for the MSHR of an SM.
  TargetSocket& socket(unsigned sm);
  // Called with (cycle, requests that wait for the channels) whenever a channel has run; of several calls in one cycle
  // the last counts. An empty watcher ends the calls.
  void watch(const std::function<void(Cycle, unsigned)>& watcher);
  void add_counters_to(CounterValues& all) const;
  // L2SliceInterface::warm of the line's slice; no effect without an L2 cache.
  void warm(std::uint64_t line, const L2SliceCore::ByteMask& bytes, bool write);
  // L2SliceInterface::empty_lines of all slices; 0 without an L2 cache.
  std::uint64_t empty_l2_lines() const;
  // Outstanding requests of all blocks; 0 when the memory system has drained.
  unsigned in_flight() const;
  // "3 requests are still in the DRAM channel", for each block that is not idle.
  std::vector<std::string> not_drained() const;

 private:
  void build_channels(const BlockFactories& factories, BuildOrder order);
  void build_slices(const BlockFactories& factories, BuildOrder order);
  void build_atomic_units(const BlockFactories& factories, BuildOrder order);
  // Number of destinations of the interconnect: slices, or channels.
  unsigned destinations() const { return design_.l2.bytes != 0 ? design_.l2.slices : design_.dram.channels; }
  unsigned ports_of_channel(unsigned channel) const;

  const Design& design_;
  std::unique_ptr<InterconnectInterface> interconnect_;  // null: SM 0 is bound to atomic unit 0
  std::vector<std::unique_ptr<AtomicUnitInterface>> atomic_units_;  // [destination]
  std::vector<std::unique_ptr<L2SliceInterface>> slices_;
  std::vector<std::unique_ptr<DramInterface>> channels_;
  std::vector<unsigned> depths_;                    // of the channels' queues, while there is a watcher
};

}  // namespace unibank
