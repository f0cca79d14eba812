// One set of two ways in front of a DRAM channel: a miss, a read that merges with it, a hit, a line written without a
// fetch, its write-back, and a partly written sector.
#include "bench.h"
#include "memory/dram_channel.h"
#include "memory/l2_slice.h"

using namespace unibank;
using test::read_at;
using test::write_at;

int run(int argc, char** argv) {
  test::Requester port("port", {read_at(2, 0, 128), read_at(4, 64, 32), read_at(100, 96, 32), write_at(120, 128, 128),
                                read_at(140, 128, 64), read_at(160, 0, 32), write_at(180, 256, 4),
                                read_at(260, 256, 32)});
  L2SliceParameters parameters;
  parameters.bytes = 2 * kLineBytes;
  parameters.ways = 2;
  parameters.latency = 6;
  L2Slice slice("l2", parameters);
  DramChannel dram("dram", {1, 50, 8, 4});
  port.port.bind(slice.socket());
  slice.memory().bind(dram.socket(0));
  bench::Bench bench("tb_l2_slice", argc, argv);
  bench.show("port", port);
  bench.sample("l2.occupancy", 8, [&] { return slice.occupancy(); });
  bench.sample("l2.in_flight", 8, [&] { return slice.in_flight(); });
  bench.sample("l2.read_hits", 8, [&] { return slice.counters().read_hits; });
  bench.sample("l2.fills", 8, [&] { return slice.counters().fills; });
  bench.sample("l2.write_backs", 8, [&] { return slice.counters().write_backs; });
  bench.sample("dram.in_flight", 8, [&] { return dram.in_flight(); });
  bench.sample("dram.busy_cycles", 16, [&] { return dram.counters().busy_cycles; });
  bench.run(340);

  // Looked up in 3, at memory 6 + 1 cycles later, and 50 cycles for the data.
  bench.check_equal(port[0].answered, 3 + 7 + 50, "a miss");
  bench.check_equal(port[1].answered, 3 + 7 + 51, "a read of the line that is on its way, one cycle later");
  bench.check_equal(port[2].answered, 101 + 6, "a hit");
  bench.check_equal(port[3].answered, 121 + 6, "a write needs no memory");
  bench.check_equal(port[4].answered, 141 + 6, "what was written whole is read without a fetch");
  bench.check_equal(port[5].answered, 161 + 6, "line 0 is still there, and now the most recently used");
  bench.check_equal(port[6].answered, 181 + 6, "the third line drives line 1 out");
  bench.check_equal(port[7].answered, 261 + 7 + 50, "four bytes are no sector: it is fetched");
  const L2SliceCounters l2 = slice.counters();
  bench.check_equal(l2.read_hits, 3, "read hits");
  bench.check_equal(l2.merges, 1, "reads that joined a fetch");
  bench.check_equal(l2.fill_bytes, 128 + 32, "bytes fetched");
  bench.check_equal(l2.write_back_bytes, 128, "the written line went to memory");
  bench.check_equal(dram.counters().write_bytes, 128, "and arrived there");
  bench.check_equal(slice.in_flight() + slice.occupancy() + dram.in_flight(), 0, "drained");
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
