// Two MSHR entries of two requests each in front of a DRAM channel: allocation, merges, a full MSHR, and a write that
// passes.
#include "bench.h"
#include "memory/dram_channel.h"
#include "memory/mshr.h"

using namespace unibank;
using test::read_at;
using test::write_at;

int run(int argc, char** argv) {
  test::Requester load_store("load_store", {read_at(2, 0, 128), read_at(4, 0, 128), write_at(5, 512, 32),
                                            read_at(6, 128, 128), read_at(8, 256, 128)});
  test::Requester operands("operands", {read_at(10, 128, 128)}, 1);
  Mshr mshr("mshr", {2, 2, 2});
  DramChannel dram("dram", {1, 100, 8, 4});
  load_store.port.bind(mshr.socket(0));
  operands.port.bind(mshr.socket(1));
  mshr.memory().bind(dram.socket(0));
  bench::Bench bench("tb_mshr", argc, argv);
  bench.show("load_store", load_store);
  bench.show("operands", operands);
  bench.sample("mshr.occupancy", 8, [&] { return mshr.occupancy(); });
  bench.sample("mshr.in_flight", 8, [&] { return mshr.in_flight(); });
  bench.sample("dram.queue_depth", 8, [&] { return dram.queue_depth(); });
  bench.run(300);

  // Line 0 is accepted by DRAM in 3 and moves from 3 to 19; the write moves from 19 to 23, line 1 from 23 to 39.
  bench.check_equal(load_store[0].answered, 103, "DRAM latency 100 from cycle 3");
  bench.check_equal(load_store[1].answered, 104, "a merged request is answered a cycle later");
  bench.check_equal(load_store[2].answered, 23, "the write is done when its sector has moved");
  bench.check_equal(load_store[3].answered, 123, "line 1");
  bench.check_equal(operands[0].answered, 123, "the other port's merge has a socket of its own");
  bench.check_equal(load_store[4].accepted, 105, "room the cycle after the first entry's last answer");
  bench.check_equal(load_store[4].answered, 206, "DRAM latency 100 from cycle 106");
  bench.check_equal(mshr.counters().full_stalls, 105 - 8, "cycles waited for room");
  bench.check_equal(mshr.in_flight() + mshr.occupancy() + dram.in_flight(), 0, "drained");
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
