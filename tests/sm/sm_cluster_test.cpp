#include <catch2/catch.hpp>

#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

constexpr unsigned kClusterRows = 12 * 1024 / 16, kBankBytes = 12 * 1024;
const ClusterParameters kCluster{1, {kClusterRows, true, false, true}};

}  // namespace

TEST_CASE("bytes written through a bank's register socket are read through its memory socket") {
  SmCluster cluster("cluster", kCluster, factories_of({}).of<UnifiedBankKind>());
  Requester registers("registers", {write_at(0, 16, 16, {42}), read_at(4, 0)});
  Requester memory("memory", {read_at(2, 16), read_at(3, kBankBytes)});
  registers.port.bind(cluster.registers(0));
  memory.port.bind(cluster.memory(0));
  sc_core::sc_start();
  CHECK(registers[0].answered == 1);
  CHECK(memory[0].answered == 3);
  CHECK(memory[0].answer[0] == 42);
  CHECK(memory[1].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(cluster.bank(0).counters().writes == 1);
  CHECK(cluster.bank(0).counters().reads == 2);
}

TEST_CASE("a cluster of the partitioned design has banks with a register socket only") {
  SmCluster cluster("cluster", {1, {512, false, false, false}}, factories_of({}).of<UnifiedBankKind>());
  Requester registers("registers", {read_at(0, 0)});
  registers.port.bind(cluster.registers(0));
  sc_core::sc_start();
  CHECK(registers[0].answered == 1);
  CHECK(sc_core::sc_find_object("cluster.bank0") != nullptr);
  CHECK(sc_core::sc_find_object("cluster.bank0.memory") == nullptr);
}

TEST_CASE("two reads of one bank in a cycle break the rule of one read a cycle whichever sockets they use") {
  SmCluster cluster("cluster", kCluster, factories_of({}).of<UnifiedBankKind>());
  Requester registers("registers", {read_at(2, 0), write_at(3, 0)}),
      memory("memory", {read_at(2, 16), read_at(3, 16)}, 1);
  registers.port.bind(cluster.registers(0));
  memory.port.bind(cluster.memory(0));
  sc_core::sc_start();
  CHECK(cluster.bank(0).counters().violations == 1);
}

TEST_CASE("late banks give both sockets the native bank's cycles") {
  const test::LateChoice banks{true, false, false, false, false};
  std::vector<test::Access> streams[2];
  test::Random random(4);
  for (auto& stream : streams) {
    for (Cycle cycle = 0; cycle < 1000; cycle += random.below(2)) {
      const std::uint64_t address = random.below(kClusterRows) * 16;
      stream.push_back(random.below(2) ? read_at(cycle, address) : write_at(cycle, address));
    }
  }
  SmCluster native("native", kCluster, factories_of({}).of<UnifiedBankKind>());
  SmCluster late("late", kCluster, test::late_blocks(banks, {2, true}).of<UnifiedBankKind>());
  Requester a("a", streams[0]), b("b", streams[1], 1), c("c", streams[0]), d("d", streams[1], 1);
  a.port.bind(native.registers(0));
  b.port.bind(native.memory(0));
  c.port.bind(late.registers(0));
  d.port.bind(late.memory(0));
  sc_core::sc_start();
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(c[i].answered == a[i].answered);
  for (std::size_t i = 0; i < b.size(); ++i) CHECK(d[i].answered == b[i].answered);
  CHECK((a.done() && b.done() && c.done() && d.done()));
}
