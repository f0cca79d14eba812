// Rows that conflict: the same grants and waits as if each row asked in each cycle.
#include <catch2/catch.hpp>

#include <random>

#include "cycle/row_ports.h"

using namespace unibank;

namespace {

struct Banks : sc_core::sc_module {
  explicit Banks(const sc_core::sc_module_name& name) : sc_module(name) {
    for (unsigned port = 0; port < RowPorts::kPorts; ++port)
      ports.push_back(std::make_unique<TargetPort<Banks>>(("port" + std::to_string(port)).c_str(), this, port));
  }
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = answer_delay(1);
    return tlm::TLM_COMPLETED;
  }
  void request_blocking(unsigned, Payload&) {}
  std::vector<std::unique_ptr<TargetPort<Banks>>> ports;
};

struct Level : sc_core::sc_module, SmCycle {
  Level(const sc_core::sc_module_name& name, const Design& design)
      : sc_module(name), rows("rows", design, *this), banks("banks") {
    for (unsigned port = 0; port < RowPorts::kPorts; ++port) rows.socket(port).bind(*banks.ports[port]);
    arbiter = Arbiter(design);
  }
  void wake(Cycle) override {}
  void take_turn() override {}
  RowPorts rows;
  Banks banks;
};

std::vector<BankRow> random_rows(std::mt19937& random, bool narrow) {
  std::vector<BankRow> rows(random() % 40);
  const unsigned ports = 1 + random() % 8, banks = 1 + random() % 4;
  for (BankRow& row : rows) {
    row.port = static_cast<std::uint8_t>(random() % ports);
    row.bank = static_cast<std::uint8_t>(random() % banks);
    row.width = narrow ? 4 : 16;
    row.words = static_cast<std::uint8_t>(narrow ? 1 : 1 + random() % 15);
    row.address = static_cast<std::uint32_t>(&row - rows.data());  // names it
  }
  return rows;
}

}  // namespace

TEST_CASE("rows behind others of their bank wait as if each had asked") {
  Design design;
  design.conflicts.model = ConflictModel::kArbitrated;
  const unsigned kind = GENERATE(0u, 1u, 2u);  // 4-byte banks; 16-byte banks with one and with several banks a port
  if (kind != 0) design.layout.name = "unified";
  if (kind == 2) design.storage.bank_mux = BankMux::kMultiple;
  Level level("level", design);
  Arbiter each(design);
  std::mt19937 random(7);
  for (unsigned access = 0; access < 500; ++access) {
    std::vector<BankRow> rows = random_rows(random, kind == 0), all = rows;
    const bool write = random() % 2 != 0;
    unsigned next = 0;
    for (bool done = false; !done;) {
      level.arbiter.begin_cycle();
      each.begin_cycle();
      for (unsigned other = 0; other < random() % 4; ++other) {  // granted before
        const unsigned clusters = 1u << random() % 8, bank = random() % 4;
        REQUIRE(level.arbiter.register_read(clusters, bank) == each.register_read(clusters, bank));
      }
      std::vector<std::uint32_t> sent, expected;
      done = level.rows.send_granted(rows, next, write, [&](const BankRow& row) { sent.push_back(row.address); });
      std::vector<BankRow> left;
      for (const BankRow& row : all) {
        if (each.memory(row, write)) expected.push_back(row.address);
        else left.push_back(row);
      }
      all = left;
      REQUIRE(sent == expected);
      REQUIRE(done == all.empty());
      REQUIRE((next < rows.size() || done));
      REQUIRE(level.arbiter.counters().waits == each.counters().waits);
    }
  }
}
