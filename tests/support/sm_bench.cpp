#include "support/sm_bench.h"

namespace unibank::test {

SmBench::SmBench(const Design& design_given, const BlockFactories& factories)
    : SmBench(factories_with(design_given.blocks, factories), design_given) {}

SmBench::SmBench(const BlockFactories& all, const Design& design_given)
    : design(design_given),
      dram(all.make<DramKind>("dram", {})),
      atomic_unit(all.make<AtomicUnitKind>("atomic_unit", {})),
      sm("sm0", design, all) {
  sm.memory().bind(atomic_unit->socket());
  atomic_unit->memory().bind(dram->socket(0));
}

SmBench::~SmBench() = default;

Cycle SmBench::run(const Script& script, unsigned blocks, unsigned warps_per_block, unsigned slots) {
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
  launch.division.register_bytes = double(slots) * warps_per_block * registers_per_thread * kLineBytes;
  launch.needs.registers_per_thread = registers_per_thread;
  launch.needs.threads_per_block = launch.threads_per_block;
  launch.needs.base_registers = base_registers;
  launch.division.resident_blocks = slots;
  launch.division.resident_warps = slots * warps_per_block;
  launch.division.resident_threads = slots * launch.threads_per_block;
  launch.division.cache_sets = cache_sets;
  launch.control = control;
  launch.register_sections = register_sections;
  launch.scratchpad_bytes_per_block = scratchpad_bytes;
  launch.cache_sets = cache_sets;
  launch.keep_cache = keep_cache;
  start = current_cycle() + 1;
  unsigned next = 0;
  sm.begin(launch, start, [] {});
  // The bench has no dispatcher, so it replaces retired blocks itself.
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

Cycle SmBench::issued(unsigned warp, unsigned line) const {
  for (const ScriptStream::Commit& commit : stream->commits) {
    if (commit.warp == warp && commit.line == line) return commit.cycle - start;
  }
  return kNever;
}

}  // namespace unibank::test
