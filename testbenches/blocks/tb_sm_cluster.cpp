// A cluster of four banks between operand stage and crossbar: bytes written through the register sockets are read
// through the memory sockets.
#include "bench.h"
#include "sm/sm_cluster.h"

using namespace unibank;
using test::read_at;
using test::write_at;

int run(int argc, char** argv) {
  constexpr unsigned kRows = 768, kBanks = 4;  // 12 KB per bank, the unified design with 384 KB
  SmCluster cluster("cluster", {kBanks, {kRows, true, false, true}}, factories_of({}).of<UnifiedBankKind>());
  std::vector<std::unique_ptr<test::Requester>> registers, memory;
  bench::Bench bench("tb_sm_cluster", argc, argv);
  for (unsigned bank = 0; bank < kBanks; ++bank) {
    const std::string number = std::to_string(bank);
    const auto value = static_cast<unsigned char>(bank + 1);
    registers.push_back(std::make_unique<test::Requester>(
        ("registers" + number).c_str(), std::vector<test::Access>{write_at(2 + bank, 16 * bank, 16, {value})}));
    memory.push_back(std::make_unique<test::Requester>(
        ("memory" + number).c_str(), std::vector<test::Access>{read_at(4 + bank, 16 * bank)}, 1));
    registers[bank]->port.bind(cluster.registers(bank));
    memory[bank]->port.bind(cluster.memory(bank));
    bench.show("registers" + number, *registers[bank]);
    bench.show("memory" + number, *memory[bank]);
    const std::string name = "cluster.bank" + number;
    bench.sample(name + ".reads", 16, [&cluster, bank] { return cluster.bank(bank).counters().reads; });
    bench.sample(name + ".writes", 16, [&cluster, bank] { return cluster.bank(bank).counters().writes; });
  }
  bench.run(12);

  for (unsigned bank = 0; bank < kBanks; ++bank) {
    bench.check_equal((*registers[bank])[0].answered, 3 + bank, "a write takes one cycle");
    bench.check_equal((*memory[bank])[0].answered, 5 + bank, "so does a read");
    bench.check_equal((*memory[bank])[0].answer[0], bank + 1, "both sockets see the same bytes");
    bench.check_equal(cluster.bank(bank).counters().violations, 0, "a read and a write of a bank may share a cycle");
  }
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
