// An Sm with a DRAM channel, without a Gpu: runs the blocks of a script.
#pragma once

#include <memory>
#include <systemc>

#include "memory/atomic_unit.h"
#include "memory/dram_module.h"
#include "sm/sm.h"
#include "support/script_stream.h"
#include "tlm/time.h"

namespace unibank::test {

// Small and simple, without two-level scheduling, so that cycles can be counted by hand.
inline Design bench_design() {
  Design design;
  design.warp_order = {"lrr", {}};
  design.sm.branch_latency = design.sm.barrier_latency = design.sm.fence_latency = 1;
  return design;
}

inline Design unified_bench_design() {
  Design design = bench_design();
  design.layout.name = "unified";
  design.storage.unified_bytes = 384 * 1024;
  design.storage.register_bytes = design.storage.scratchpad_bytes = design.storage.cache_bytes = 0;
  return design;
}

struct SmBench {
  // `factories`: the factories of blocks that differ from the design's.
  explicit SmBench(const Design& design_given, const BlockFactories& factories = {});
  ~SmBench();

  // Runs blocks 0 .. blocks - 1. As many blocks as fit are resident; one block starts per cycle, from cycle 1 on.
  // Returns the launch's last cycle.
  Cycle run(const Script& script, unsigned blocks = 1, unsigned warps_per_block = 1, unsigned slots = 8);
  // The cycle in which a warp issued a line, relative to the launch's first cycle.
  Cycle issued(unsigned warp, unsigned line) const;

  Design design;
  unsigned registers_per_thread = 16;
  unsigned base_registers = 0, register_sections = 0;  // for warps that share register sections; 0: no sharing
  std::uint64_t scratchpad_bytes = 1024;
  unsigned cache_sets = 128;
  bool keep_cache = false;
  unsigned threads_per_block = 0;  // 0: all warps are full
  BlockSharing sharing;            // by default no block shares
  DivisionControl* control = nullptr;  // null: the division does not change
  std::unique_ptr<DramInterface> dram;
  std::unique_ptr<AtomicUnitInterface> atomic_unit;
  Sm sm;
  std::unique_ptr<ScriptStream> stream;
  Cycle start = 0;
  bool elaborated = false;

 private:
  SmBench(const BlockFactories& all, const Design& design_given);
};

}  // namespace unibank::test
