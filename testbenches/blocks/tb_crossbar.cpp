// Two crossbar ports, each in front of scratchpad and cache banks: requests pass at once, answers take one cycle more.
#include "bench.h"
#include "sm/crossbar.h"
#include "sm/unified_bank.h"

using namespace unibank;
using test::read_at;
using test::write_at;

int run(int argc, char** argv) {
  constexpr unsigned kRange = 1024;
  test::Requester port0("port0", {write_at(2, 16, 16, {1}), write_at(3, kRange + 16, 16, {2}), read_at(5, 16),
                                  read_at(6, kRange + 16), read_at(7, 2 * kRange)});
  test::Requester port1("port1", {read_at(5, 16)}, 1);
  Crossbar crossbar("crossbar", {2, {kRange, kRange}});
  std::vector<std::unique_ptr<UnifiedBank>> banks;
  for (unsigned i = 0; i < 4; ++i) {
    banks.push_back(
        std::make_unique<UnifiedBank>(("bank" + std::to_string(i)).c_str(), BankParameters{kRange / 16, true}));
    crossbar.initiator(i / 2, i % 2).bind(banks[i]->socket());
  }
  port0.port.bind(crossbar.target(0));
  port1.port.bind(crossbar.target(1));
  bench::Bench bench("tb_crossbar", argc, argv);
  bench.show("port0", port0);
  bench.show("port1", port1);
  bench.sample("crossbar.port0.transfers", 16, [&] { return crossbar.transfers(0); });
  bench.sample("crossbar.port1.transfers", 16, [&] { return crossbar.transfers(1); });
  bench.run(12);

  for (std::size_t i = 0; i < 4; ++i)
    bench.check_equal(port0[i].answered, port0[i].sent + 2, "bank 1, way back 1 cycle");
  bench.check_equal(port0[2].answer[0], 1, "the first range is the scratchpad bank");
  bench.check_equal(port0[3].answer[0], 2, "the second range is the cache bank");
  bench.check_equal(port1[0].answer[0], 0, "ports do not share banks");
  bench.check(port0[4].status == tlm::TLM_ADDRESS_ERROR_RESPONSE, "an address after the last range is refused");
  bench.check_equal(crossbar.transfers(0), 4, "transfers of port 0");
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
