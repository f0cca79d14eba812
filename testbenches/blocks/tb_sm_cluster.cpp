// A cluster of four banks between operand stage and crossbar: what one socket writes, the other reads, in every bank.
#include "bench.h"
#include "sm/seats.h"

using namespace unibank;
using test::read_at;
using test::write_at;

int run(int argc, char** argv) {
  constexpr unsigned kRows = 768, kBank = kRows * 16;  // 12 KB, the unified design with 384 KB
  std::vector<test::Access> writes, reads;
  for (unsigned bank = 0; bank < 4; ++bank) {
    writes.push_back(write_at(2 + bank, bank * kBank + 16 * bank, 16, {static_cast<unsigned char>(bank + 1)}));
    reads.push_back(read_at(4 + bank, bank * kBank + 16 * bank));
  }
  test::Requester registers("registers", writes), memory("memory", reads, 1);
  SmCluster cluster("cluster", {4, {kRows, true}, true}, native_seats().bank);
  registers.port.bind(cluster.registers());
  memory.port.bind(cluster.memory());
  bench::Bench bench("tb_sm_cluster", argc, argv);
  bench.show("registers", registers);
  bench.show("memory", memory);
  for (unsigned bank = 0; bank < 4; ++bank) {
    const std::string name = "cluster.bank" + std::to_string(bank);
    bench.sample(name + ".reads", 16, [&cluster, bank] { return cluster.bank(bank).counters().reads; });
    bench.sample(name + ".writes", 16, [&cluster, bank] { return cluster.bank(bank).counters().writes; });
  }
  bench.run(12);

  for (unsigned bank = 0; bank < 4; ++bank) {
    bench.check_equal(registers[bank].answered, 3 + bank, "the cluster adds no time to a write");
    bench.check_equal(memory[bank].answered, 5 + bank, "nor to a read");
    bench.check_equal(memory[bank].answer[0], bank + 1, "both sockets see the same bytes");
    bench.check_equal(cluster.bank(bank).counters().violations, 0, "a read and a write of a bank may share a cycle");
  }
  return bench.finish();
}

int sc_main(int argc, char** argv) {
  return bench::guarded([&] { return run(argc, argv); });
}
