#include <catch2/catch.hpp>

#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

// Two ports, each in front of two banks: [0, 256) and [256, 512) of the port's addresses.
struct System {
  System(const std::string& name, const BlockFactories& factories, const std::vector<test::Access>& first,
         const std::vector<test::Access>& second)
      : crossbar(factories.make<CrossbarKind>(name + "_crossbar", {2, {256, 256}})),
        ports{{(name + "_0").c_str(), first}, {(name + "_1").c_str(), second}} {
    for (unsigned port = 0; port < 2; ++port) {
      for (unsigned range = 0; range < 2; ++range) {
        const std::string bank = name + "_bank" + std::to_string(2 * port + range);
        banks.push_back(factories.make<UnifiedBankKind>(bank, {16, true}));
        crossbar->initiator(port, range).bind(banks.back()->socket());
      }
      ports[port].port.bind(crossbar->target(port));
    }
  }
  std::unique_ptr<CrossbarInterface> crossbar;
  std::vector<std::unique_ptr<BankInterface>> banks;
  Requester ports[2];
};

}  // namespace

TEST_CASE("the way back through the crossbar takes one cycle and so a bank answers after two") {
  System system("s", factories_of({}), {write_at(10, 16, 16, {7}), read_at(12, 16), read_at(14, 256 + 16)},
                {read_at(12, 16)});
  sc_core::sc_start();
  CHECK(system.ports[0][0].answered == 12);
  CHECK(system.ports[0][1].answered == 14);
  CHECK(system.ports[0][1].answer[0] == 7);
  CHECK(system.ports[0][2].answer[0] == 0);  // another bank
  CHECK(system.ports[1][0].answer[0] == 0);  // another port
  CHECK(system.banks[0]->counters().reads == 1);
  CHECK(system.banks[1]->counters().reads == 1);
  CHECK(system.banks[2]->counters().reads == 1);
  CHECK(system.crossbar->transfers(0) == 3);
  CHECK(system.crossbar->transfers(1) == 1);
  CounterValues all;
  system.crossbar->add_counters_to(all);
  CHECK(all["crossbar.transfers"] == 3 + 1);
}

TEST_CASE("the crossbar refuses an address behind its last range") {
  System system("s", factories_of({}), {read_at(0, 511, 1), read_at(1, 512, 1)}, {});
  sc_core::sc_start();
  CHECK(system.ports[0][0].status == tlm::TLM_OK_RESPONSE);
  CHECK(system.ports[0][1].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(system.crossbar->transfers(0) == 1);
}

TEST_CASE("late banks, a late crossbar and both agree with the native ones") {
  std::vector<test::Access> streams[2];
  test::Random random(6);
  for (auto& stream : streams) {
    for (Cycle cycle = 0; cycle < 1000; cycle += random.below(3)) {
      const std::uint64_t address = random.below(32) * 16;
      const auto value = static_cast<unsigned char>(random.below(256));
      stream.push_back(random.below(2) ? read_at(cycle, address) : write_at(cycle, address, 16, {value}));
    }
  }
  const test::LateChoice banks{true, false, false, false, false}, crossbar{false, false, true, false, false};
  const test::LateChoice both{true, false, true, false, false};
  const auto late = [](const test::LateChoice& choice, test::LateOptions options) {
    BlockFactories all = factories_of({});
    all.replace(test::late_blocks(choice, options));
    return all;
  };
  System native("native", factories_of({}), streams[0], streams[1]);
  System late_banks("late_banks", late(banks, {1, true}), streams[0], streams[1]);
  System late_crossbar("late_crossbar", late(crossbar, {0, true}), streams[0], streams[1]);
  System late_both("late_both", late(both, {2, false}), streams[0], streams[1]);
  sc_core::sc_start();
  for (unsigned port = 0; port < 2; ++port) {
    for (std::size_t i = 0; i < streams[port].size(); ++i) {
      CHECK(native.ports[port][i].answered == streams[port][i].issue + 2);
      for (const System* other : {&late_banks, &late_crossbar, &late_both}) {
        CHECK(other->ports[port][i].answered == native.ports[port][i].answered);
        CHECK(other->ports[port][i].answer == native.ports[port][i].answer);
        CHECK(other->ports[port].done());
      }
    }
  }
}
