// A DRAM channel with 400 cycles of latency and 8 bytes per cycle behind two ports: a line, a sector, and a burst that
// fills the queue.
#include "bench.h"
#include "memory/dram_channel.h"

using namespace unibank;
using test::read_at;
using test::write_at;

int run(int argc, char** argv) {
  std::vector<test::Access> burst;
  for (unsigned i = 0; i < 6; ++i) burst.push_back(read_at(100, i * 128, 128));
  std::vector<test::Access> first = {read_at(2, 0, 128), read_at(2, 128, 32)};
  first.insert(first.end(), burst.begin(), burst.end());
  test::Requester port0("port0", first), port1("port1", {write_at(100, 4096, 128)}, 1);
  DramChannel dram("dram", {2, 400, 8, 2});
  port0.port.bind(dram.socket(0));
  port1.port.bind(dram.socket(1));
  bench::Bench bench("tb_dram_channel", argc, argv);
  bench.show("port0", port0);
  bench.show("port1", port1);
  bench.sample("dram.queue_depth", 8, [&] { return dram.queue_depth(); });
  bench.sample("dram.in_flight", 8, [&] { return dram.in_flight(); });
  bench.sample("dram.busy_cycles", 16, [&] { return dram.counters().busy_cycles; });
  bench.run(700);

  bench.check_equal(port0[0].answered, 403, "accepted in 3, 400 cycles");
  bench.check_equal(port0[1].answered, 419, "its transfer starts when the line's 16 cycles are over");
  // In 101 port 0's first request starts and port 1's write waits for it; then one starts every 16 cycles.
  bench.check_equal(port0[2].answered, 501, "the burst's first line");
  bench.check_equal(port1[0].answered, 133, "the write has moved in 117 to 133");
  for (unsigned i = 1; i < 6; ++i) bench.check_equal(port0[2 + i].answered, 517 + 16 * i, "bandwidth decides");
  bench.check_equal(port0[4].accepted, 117, "a full queue of two has room when a transfer starts");
  const DramChannelCounters counters = dram.counters();
  bench.check_equal(counters.read_bytes, 7 * 128 + 32, "bytes read");
  bench.check_equal(counters.write_bytes, 128, "bytes written");
  bench.check_equal(counters.busy_cycles, (counters.read_bytes + counters.write_bytes) / 8,
                    "every byte takes its time");
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
