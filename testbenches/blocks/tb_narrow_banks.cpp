// The four 4-byte banks behind one crossbar port of the partitioned design: four words in one cycle, one in each bank,
// then two words of one bank, which the port check counts as a violation.
#include "bench.h"
#include "sm/narrow_banks.h"

using namespace unibank;
using test::read_at;
using test::write_at;

int run(int argc, char** argv) {
  constexpr unsigned kBank = 2048;
  std::vector<test::Access> accesses;
  for (unsigned bank = 0; bank < 4; ++bank) {
    const auto value = static_cast<unsigned char>(10 + bank);
    accesses.push_back(write_at(2, 16 + 4 * bank, 4, {value, 0, 0, 0}));
  }
  for (unsigned bank = 0; bank < 4; ++bank) accesses.push_back(read_at(4, 16 + 4 * bank, 4));
  accesses.push_back(read_at(6, 0, 4));
  accesses.push_back(read_at(6, 16, 4));
  test::Requester port("port", accesses);
  NarrowBankGroup group("banks", {kBank, true});
  port.port.bind(group.socket());
  bench::Bench bench("tb_narrow_banks", argc, argv);
  bench.show("port", port);
  for (unsigned bank = 0; bank < 4; ++bank) {
    const std::string name = "banks.bank" + std::to_string(bank);
    bench.sample(name + ".reads", 16, [&group, bank] { return group.counters(bank).reads; });
    bench.sample(name + ".writes", 16, [&group, bank] { return group.counters(bank).writes; });
  }
  bench.run(10);

  for (unsigned bank = 0; bank < 4; ++bank) {
    bench.check_equal(port[4 + bank].answered, 5, "four banks answer together");
    bench.check_equal(port[4 + bank].answer[0], 10 + bank, "each bank keeps its own word");
    bench.check_equal(group.counters(bank).violations, bank == 0, "only bank 0 was read twice in a cycle");
  }
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
