// One 16-byte bank: a row is written, partly written through byte enables, and read back; a read and a write may share
// a cycle, two reads may not.
#include "bench.h"
#include "sm/unified_bank.h"

using namespace unibank;
using test::read_at;
using test::write_at;

int run(int argc, char** argv) {
  const std::vector<unsigned char> row(16, 0x11), lane(16, 0x22);
  const std::vector<unsigned char> lane3 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff};
  test::Requester port("port", {write_at(2, 32, 16, row), write_at(3, 32, 16, lane, lane3), read_at(4, 32),
                                read_at(6, 0), write_at(6, 16), read_at(8, 0), read_at(8, 16), read_at(10, 4096)});
  UnifiedBank bank("bank", {256, true});
  port.port.bind(bank.socket());
  bench::Bench bench("tb_unified_bank", argc, argv);
  bench.show("port", port);
  bench.sample("bank.reads", 16, [&] { return bank.counters().reads; });
  bench.sample("bank.writes", 16, [&] { return bank.counters().writes; });
  bench.sample("bank.violations", 8, [&] { return bank.counters().violations; });
  bench.run(16);

  for (std::size_t i = 0; i < 7; ++i) bench.check_equal(port[i].answered, port[i].sent + 1, "a bank takes one cycle");
  bench.check_equal(port[2].answer[11], 0x11, "a byte that was not enabled");
  bench.check_equal(port[2].answer[12], 0x22, "a byte that was enabled");
  bench.check_equal(bank.counters().violations, 1, "two reads in cycle 8");
  bench.check(port[7].status == tlm::TLM_ADDRESS_ERROR_RESPONSE, "byte 4096 lies outside a 4 KB bank");
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
