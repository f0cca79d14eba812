// A DRAM channel with banks and rows and two ports, its clock equal to the SM's: a row miss, a hit and a conflict; a
// younger hit that passes an older conflict; the turns from reads to writes and back; four banks in parallel.
#include "bench.h"
#include "memory/fr_fcfs_channel.h"

using namespace unibank;
using test::read_at;
using test::write_at;

namespace {

// Rows of 4096 bytes; consecutive rows are in consecutive banks.
std::uint64_t at(unsigned bank, unsigned row, unsigned byte = 0) { return (row * 16 + bank) * 4096u + byte; }

DramParameters parameters() {
  DramParameters all;
  all.ports = 2;
  all.queue = 16;
  all.memory_cycles = 1000;
  all.answer_latency = 10;
  all.parts.mapping.stripe_bytes = all.timing.row_bytes;
  all.parts.mapping.stripe_banks = 1;
  return all;
}

}  // namespace

int run(int argc, char** argv) {
  test::Requester port0("port0", {read_at(2, at(0, 0), 128), read_at(60, at(0, 0, 128), 64), read_at(100, at(0, 1), 64),
                                  read_at(200, at(0, 2), 64), read_at(300, at(0, 2), 64), read_at(302, at(0, 2), 64),
                                  read_at(400, at(0, 3), 64), read_at(401, at(4, 3), 64)});
  test::Requester port1("port1", {read_at(200, at(0, 1, 64), 64), write_at(300, at(0, 2, 512), 64),
                                  read_at(400, at(8, 3), 64), read_at(401, at(12, 3), 64)}, 1);
  FrFcfsChannel dram("dram", parameters());
  port0.port.bind(dram.socket(0));
  port1.port.bind(dram.socket(1));
  bench::Bench bench("tb_fr_fcfs_channel", argc, argv);
  bench.show("port0", port0);
  bench.show("port1", port1);
  bench.sample("dram.queue_depth", 8, [&] { return dram.queue_depth(); });
  bench.sample("dram.in_flight", 8, [&] { return dram.in_flight(); });
  bench.sample("dram.busy_cycles", 16, [&] { return dram.counters().busy_cycles; });
  bench.sample("dram.row_hits", 16, [&] { return dram.counters().row_hits; });
  bench.sample("dram.row_misses", 16, [&] { return dram.counters().row_misses; });
  bench.sample("dram.row_conflicts", 16, [&] { return dram.counters().row_conflicts; });
  bench.run(500);

  bench.check_equal(port0[0].answered, 3 + 12 + 3 + 12 + 2 + 10, "a miss: tRCD, two bursts of one group, tCL, data");
  bench.check_equal(port0[1].answered, 61 + 12 + 2 + 10, "a hit");
  bench.check_equal(port0[2].answered, 101 + 12 + 12 + 12 + 2 + 10, "a conflict: tRP more than a miss");
  bench.check_equal(port1[0].answered, 201 + 12 + 2 + 10, "the younger hits");
  bench.check_equal(port0[3].answered, 203 + 12 + 12 + 12 + 2 + 10, "precharged tRTP after the hit's read");
  bench.check_equal(port0[4].answered, 301 + 12 + 2 + 10, "read in 301");
  bench.check_equal(port1[1].answered, 313 + 4 + 2, "the turn: written in 301 + 12 + 2 + 2 - 4");
  bench.check_equal(port0[5].answered, 324 + 12 + 2 + 10, "and back: tWTR after the written data");
  bench.check_equal(port1[2].answered, 402 + 12 + 12 + 2 + 10, "bank 8 is idle: activated after the precharge");
  bench.check_equal(port0[7].answered, 408 + 12 + 12 + 2 + 10, "bank 4: tRRD later");
  const DramChannelCounters counters = dram.counters();
  bench.check_equal(counters.row_hits, 5, "row hits");
  bench.check_equal(counters.row_misses, 4, "row misses");
  bench.check_equal(counters.row_conflicts, 3, "row conflicts");
  bench.check_equal(counters.busy_cycles, 13 * 2, "a burst of two cycles for every 64 bytes");
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
