// An Sm with a DRAM channel behind it, without a Gpu: runs the blocks of a script.
#pragma once

#include <memory>
#include <systemc>

#include "sm/sm.h"
#include "support/script_stream.h"

namespace unibank::test {

// Small and plain: no two-level scheduling, so that cycles can be counted by hand.
inline Design bench_design() {
  Design design;
  design.warp_order = {"lrr", {}};
  return design;
}

inline Design unified_bench_design() {
  Design design = bench_design();
  design.storage.unified = true;
  design.storage.unified_bytes = 384 * 1024;
  design.storage.register_bytes = design.storage.scratchpad_bytes = design.storage.cache_bytes = 0;
  return design;
}

struct SmBench {
  explicit SmBench(const Design& design_given, const Seats& seats = native_seats())
      : design(design_given), dram(make_dram(seats)), sm("sm0", design, seats) {
    sm.memory().bind(dram->socket(0));
  }

  // Blocks 0 .. blocks - 1, all that fit at once, one a cycle from cycle 1 on; returns the last cycle of the launch.
  Cycle run(const Script& script, unsigned blocks = 1, unsigned warps_per_block = 1, unsigned slots = 8) {
    stream = std::make_unique<ScriptStream>(script, warps_per_block);
    if (!elaborated) sc_core::sc_start(sc_core::SC_ZERO_TIME);
    elaborated = true;
    SmLaunch launch;
    launch.stream = stream.get();
    launch.warps_per_block = warps_per_block;
    launch.threads_per_block = threads_per_block != 0 ? threads_per_block : warps_per_block * kWarpSize;
    launch.sharing = sharing;
    launch.block_slots = slots;
    launch.registers_per_thread = registers_per_thread;
    launch.scratchpad_bytes_per_block = scratchpad_bytes;
    launch.cache_sets = cache_sets;
    launch.keep_cache = keep_cache;
    start = current_cycle() + 1;
    unsigned next = 0;
    sm.begin(launch, start, [] {});
    // Retired blocks are replaced by hand: the bench has no dispatcher.
    while (next < blocks) {
      sc_core::sc_start(cycles(current_cycle() + 1) - sc_core::sc_time_stamp());
      if (sm.has_room()) sm.start_block(next++);
    }
    sc_core::sc_start();
    if (!sm.failure()) {
      sm.flush();
      sc_core::sc_start();
    }
    if (sm.failure()) std::rethrow_exception(sm.failure());
    sm.end(sm.last_work());
    return sm.last_work();
  }
  // The cycle in which a warp issued a line, relative to the launch's first cycle.
  Cycle issued(unsigned warp, unsigned line) const {
    for (const ScriptStream::Commit& commit : stream->commits) {
      if (commit.warp == warp && commit.line == line) return commit.cycle - start;
    }
    return kNever;
  }

  static std::unique_ptr<DramSeat> make_dram(const Seats& seats) { return seats.dram("dram", DramParameters()); }

  Design design;
  unsigned registers_per_thread = 16;
  std::uint64_t scratchpad_bytes = 1024;
  unsigned cache_sets = 128;
  bool keep_cache = false;
  unsigned threads_per_block = 0;  // 0: all warps are full
  BlockSharing sharing;            // by default nobody shares
  std::unique_ptr<DramSeat> dram;
  Sm sm;
  std::unique_ptr<ScriptStream> stream;
  Cycle start = 0;
  bool elaborated = false;
};

}  // namespace unibank::test
