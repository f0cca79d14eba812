// Two SMs and two memories: parallel reads, a slice that both request, answers that share an SM's port, and a write
// whose data fill a port.
#include "bench.h"
#include "memory/dram_channel.h"
#include "memory/interconnect.h"

using namespace unibank;
using test::read_at;
using test::write_at;

int run(int argc, char** argv) {
  test::Requester sm0("sm0", {read_at(10, 0, 128), read_at(10, 128, 128), write_at(100, 0, 128),
                              write_at(101, 256, 128)});
  test::Requester sm1("sm1", {read_at(40, 128, 32), read_at(100, 512, 32), read_at(100, 128, 32)}, 1);
  Interconnect interconnect("interconnect", {2, 2, 4, 32, 2});
  DramChannel memory0("memory0", {1, 20, 128, 8}), memory1("memory1", {1, 20, 128, 8});
  sm0.port.bind(interconnect.from_sm(0));
  sm1.port.bind(interconnect.from_sm(1));
  interconnect.to_slice(0).bind(memory0.socket(0));
  interconnect.to_slice(1).bind(memory1.socket(0));
  bench::Bench bench("tb_interconnect", argc, argv);
  bench.show("sm0", sm0);
  bench.show("sm1", sm1);
  bench.sample("interconnect.in_flight", 8, [&] { return interconnect.in_flight(); });
  bench.sample("interconnect.requests", 16, [&] { return interconnect.counters().requests; });
  bench.sample("interconnect.answers", 16, [&] { return interconnect.counters().answers; });
  bench.sample("interconnect.request_bytes", 16, [&] { return interconnect.counters().request_bytes; });
  bench.sample("interconnect.answer_bytes", 16, [&] { return interconnect.counters().answer_bytes; });
  bench.sample("memory0.in_flight", 8, [&] { return memory0.in_flight(); });
  bench.sample("memory1.in_flight", 8, [&] { return memory1.in_flight(); });
  bench.run(180);

  // A header is one transfer of 32 bytes, a line with its header 5, a sector 2; memory accepts a request at 11 + 4.
  bench.check_equal(sm0[0].answered, 11 + 4 + 20 + 4 + 5 - 1, "4 cycles there, 20 in memory, 4 and the transfer back");
  bench.check_equal(sm0[1].answered, sm0[0].answered + 5, "the second line waits for the SM's port");
  bench.check_equal(sm1[0].answered, 41 + 4 + 20 + 4 + 2 - 1, "a sector is a shorter packet");
  // At 101 SM 0's write and SM 1's read request slice 0: the lower SM goes first, and its data take 5 cycles.
  bench.check_equal(sm0[2].answered, 101 + 4 + 5 - 1 + 1 + 4, "memory writes a line in a cycle, the answer is a head");
  bench.check_equal(sm1[1].answered, 106 + 4 + 20 + 4 + 2 - 1, "the read starts when the write's data have left");
  bench.check_equal(sm1[2].answered, 107 + 4 + 20 + 4 + 2, "its successor waits behind it, then for the SM's port");
  bench.check_equal(sm0[3].answered, 107 + 4 + 5 - 1 + 1 + 4, "the second write follows the read");
  const InterconnectCounters counters = interconnect.counters();
  bench.check_equal(counters.requests, 7, "requests");
  bench.check_equal(counters.answers, 7, "answers");
  bench.check_equal(counters.request_bytes, 5 * 8 + 2 * (8 + 128), "heads, and the data of the writes");
  bench.check_equal(counters.answer_bytes, 2 * (8 + 128) + 3 * (8 + 32) + 2 * 8, "heads, and the data of the reads");
  bench.check_equal(interconnect.in_flight(), 0, "drained");
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
