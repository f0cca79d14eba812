// Grants of banks and crossbar ports: one read and one write for each bank and cycle, 16 bytes for each port and cycle.
#include <catch2/catch.hpp>

#include "cycle/arbiter.h"

using namespace unibank;

namespace {

constexpr bool kRead = false, kWrite = true;
constexpr unsigned kAll = 0xff;  // clusters

Design design(ConflictModel model, bool unified, BankMux mux = BankMux::kSingle) {
  Design made;
  made.conflicts.model = model;
  if (unified) made.layout.name = "unified";
  made.storage.bank_mux = mux;
  return made;
}

Arbiter arbiter_of(const Design& made) {
  Arbiter arbiter(made);
  arbiter.begin_cycle();
  return arbiter;
}

BankRow row(unsigned port, unsigned bank, unsigned words = 1) {
  return {static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(bank), 16, static_cast<std::uint8_t>(words), 0};
}

}  // namespace

TEST_CASE("a bank reads one register and writes one in a cycle") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, false));
  CHECK(arbiter.register_read(kAll, 0));
  CHECK_FALSE(arbiter.register_read(kAll, 0));
  CHECK(arbiter.register_write(kAll, 0));
  CHECK_FALSE(arbiter.register_write(kAll, 0));
  CHECK(arbiter.register_read(kAll, 1));
  CHECK(arbiter.counters().waits == 2);
  arbiter.begin_cycle();
  CHECK(arbiter.register_read(kAll, 0));
  CHECK(arbiter.counters().waits == 2);
}

TEST_CASE("a bank with one port reads or writes a register in a cycle") {
  Design made = design(ConflictModel::kArbitrated, false);
  made.storage.bank_ports = BankPorts::kOneReadOrWrite;
  Arbiter arbiter = arbiter_of(made);
  CHECK(arbiter.register_write(kAll, 0));
  CHECK_FALSE(arbiter.register_read(kAll, 0));
  CHECK(arbiter.register_read(kAll, 1));
  CHECK_FALSE(arbiter.register_write(kAll, 1));
  CHECK(arbiter.counters().register_waits == 2);
  // In separate memories, the cache's bank 0 at a port is not the registers' bank 0.
  CHECK(arbiter.memory(row(0, 0), kRead));
  CHECK_FALSE(arbiter.memory(row(0, 0), kWrite));
  arbiter.begin_cycle();
  CHECK(arbiter.memory(row(0, 0), kWrite));
  CHECK_FALSE(arbiter.memory(row(0, 0), kRead));
}

TEST_CASE("in a unified bank with one port a register write also blocks a load") {
  Design made = design(ConflictModel::kArbitrated, true);
  for (const BankPorts ports : {BankPorts::kOneReadOneWrite, BankPorts::kOneReadOrWrite}) {
    made.storage.bank_ports = ports;
    const bool shared = ports == BankPorts::kOneReadOrWrite;
    Arbiter arbiter = arbiter_of(made);
    CHECK(arbiter.register_write(kAll, 2));
    CHECK(arbiter.memory(row(3, 2), kRead) == !shared);
    CHECK(arbiter.register_read(kAll, 1));
    CHECK(arbiter.memory(row(4, 1), kWrite) == !shared);
  }
}

TEST_CASE("register accesses conflict only in clusters that both need and a refused one takes no bank") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, false));
  CHECK(arbiter.register_read(0x0f, 2));
  CHECK(arbiter.register_read(0xf0, 2));
  arbiter.begin_cycle();
  CHECK(arbiter.register_read(0x01, 2));
  CHECK_FALSE(arbiter.register_read(0xff, 2));
  CHECK(arbiter.register_read(0xfe, 2));
}

TEST_CASE("every cluster has its own banks: bank b of cluster c conflicts only with itself") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, true));
  for (unsigned cluster = 0; cluster < 8; ++cluster) {
    for (unsigned bank = 0; bank < 4; ++bank) {
      CHECK(arbiter.register_read(1u << cluster, bank));
      CHECK_FALSE(arbiter.register_read(1u << cluster, bank));
    }
  }
  CHECK(arbiter.counters().waits == 8 * 4);
}

TEST_CASE("in unified banks a granted register access blocks a memory access of the same kind") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, true));
  CHECK(arbiter.register_read(0x01, 2));
  CHECK_FALSE(arbiter.memory(row(0, 2), kRead));
  CHECK(arbiter.memory(row(0, 2), kWrite));
  CHECK(arbiter.memory(row(1, 2), kRead));
  CHECK(arbiter.register_write(0x04, 3));
  CHECK_FALSE(arbiter.memory(row(2, 3), kWrite));
  CHECK(arbiter.memory(row(2, 3), kRead));
  CHECK(arbiter.counters().waits == 2);
}

TEST_CASE("a replacement arbiter is called and its answers are counted") {
  struct EveryThird : ArbiterInterface {
    bool third() { return ++asked % 3 == 0; }
    void begin_cycle() override { ++cycles; }
    void begin_instruction() override { ++instructions; }
    bool registers(std::uint64_t, bool, bool) override { return third(); }
    bool memory(const BankRow&, bool) override { return third(); }
    bool lookup(unsigned) override { return third(); }
    unsigned asked = 0, cycles = 0, instructions = 0;
  };
  for (const ConflictModel model : {ConflictModel::kArbitrated, ConflictModel::kPerInstruction}) {
    const bool arbitrated = model == ConflictModel::kArbitrated;
    auto other = std::make_unique<EveryThird>();
    const EveryThird& asked = *other;
    Arbiter arbiter(design(model, true), std::move(other));
    unsigned granted = 0;
    for (unsigned cycle = 0; cycle < 4; ++cycle) {
      arbiter.begin_cycle();
      arbiter.begin_instruction();
      granted += arbiter.register_read(kAll, 0) + arbiter.register_write(kAll, 0);
      granted += arbiter.memory(row(0, 1), kRead) + arbiter.tag_port(true, 0);
      granted += arbiter.memory(row(1, 1), kWrite) + arbiter.memory(row(2, 1), kWrite);
    }
    CHECK(asked.cycles == 4);
    CHECK(asked.instructions == (arbitrated ? 0 : 4));
    CHECK(asked.asked == 4 * 6);
    CHECK(granted == 4 * 2);  // the third and the last
    CHECK(arbiter.counters().waits == (arbitrated ? 4 * 4 : 0));
    CHECK(arbiter.counters().register_waits == (arbitrated ? 4 * 2 : 0));
    CHECK(arbiter.counters().tag_waits == (arbitrated ? 4 : 0));
  }
}

TEST_CASE("with separate storage registers and memory never conflict") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, false));
  CHECK(arbiter.register_read(kAll, 2));
  CHECK(arbiter.memory(row(0, 2), kRead));
  CHECK(arbiter.counters().waits == 0);
}

TEST_CASE("a narrow bank gives a port 4 bytes: four banks of a port in one cycle and no fifth") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, false));
  for (unsigned bank = 0; bank < 4; ++bank) CHECK(arbiter.memory(row(3, bank), kRead));
  CHECK_FALSE(arbiter.memory(row(3, 0), kRead));   // the bank is taken
  CHECK_FALSE(arbiter.memory(row(3, 4), kRead));   // 16 bytes have crossed the port: the cache waits
  CHECK_FALSE(arbiter.memory(row(3, 0), kWrite));  // the bank could write, but the port is full
  CHECK(arbiter.memory(row(4, 0), kRead));
}

TEST_CASE("with the single multiplexer one bank of a cluster feeds the crossbar in a cycle") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, true));
  CHECK(arbiter.memory(row(5, 0), kRead));
  CHECK_FALSE(arbiter.memory(row(5, 1), kRead));
  CHECK_FALSE(arbiter.memory(row(5, 1), kWrite));
  for (unsigned port = 0; port < 5; ++port) CHECK(arbiter.memory(row(port, 1), kRead));
}

TEST_CASE("with the single multiplexer four 4-byte banks of a separate scratchpad give a port 16 bytes") {
  for (const ConflictModel model : {ConflictModel::kArbitrated, ConflictModel::kPerInstruction}) {
    Design made = design(model, true);
    made.storage.scratchpad_bytes = 48 * 1024;
    Arbiter arbiter = arbiter_of(made);
    const auto narrow = [](std::uint8_t bank) { return BankRow{2, bank, 4, 1, 0}; };
    for (std::uint8_t bank = 4; bank < 8; ++bank) CHECK(arbiter.memory(narrow(bank), kRead));
    CHECK_FALSE(arbiter.memory(narrow(5), kRead));
    CHECK_FALSE(arbiter.memory(row(2, 0), kRead));  // the port is full
    CHECK(arbiter.register_read(kAll, 0));          // registers do not use it
  }
}

TEST_CASE("each tag bank has its own lookups and a refused lookup counts one wait a cycle") {
  Design made = design(ConflictModel::kArbitrated, true);
  made.cache.tag_banks = 4;
  Arbiter arbiter = arbiter_of(made);
  for (unsigned line = 0; line < 4; ++line) CHECK(arbiter.tag_port(line % 2, line * kLineBytes));
  CHECK_FALSE(arbiter.tag_port(false, 4 * kLineBytes));
  CHECK_FALSE(arbiter.tag_port(true, 7 * kLineBytes + 127));
  CHECK(arbiter.counters().tag_waits == 2);
  CHECK(arbiter.counters().waits == 2);
  arbiter.begin_cycle();
  CHECK(arbiter.tag_port(true, 7 * kLineBytes));
  CHECK(arbiter.counters().tag_waits == 2);
}

TEST_CASE("waits of registers for their bank are also counted separately") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, false));
  CHECK(arbiter.register_read(kAll, 1));
  CHECK_FALSE(arbiter.register_read(1, 1));
  CHECK(arbiter.register_write(kAll, 1));
  CHECK(arbiter.memory(row(3, 0), kRead));
  CHECK_FALSE(arbiter.memory(row(3, 0), kRead));
  CHECK(arbiter.counters().register_waits == 1);
  CHECK(arbiter.counters().tag_waits == 0);
  CHECK(arbiter.counters().waits == 2);
}

TEST_CASE("with the multiple multiplexer all four banks of a cluster feed the crossbar") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, true, BankMux::kMultiple));
  for (unsigned bank = 0; bank < 4; ++bank) CHECK(arbiter.memory(row(5, bank), kRead));
  CHECK_FALSE(arbiter.memory(row(5, 0), kRead));
  CHECK_FALSE(arbiter.memory(row(5, 0), kWrite));  // 16 bytes have crossed the port
}

TEST_CASE("with the multiple multiplexer the words of all banks together are 16 bytes a port") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, true, BankMux::kMultiple));
  CHECK(arbiter.memory(row(5, 0, 0xf), kRead));
  CHECK_FALSE(arbiter.memory(row(5, 1, 0x1), kRead));
  CHECK(arbiter.memory(row(6, 0, 0x3), kRead));         // 8 bytes
  CHECK_FALSE(arbiter.memory(row(6, 1, 0xe), kRead));   // 12 more would be 20
  CHECK(arbiter.memory(row(6, 2, 0x9), kWrite));        // 8 more
  CHECK_FALSE(arbiter.memory(row(6, 3, 0x8), kRead));
  CHECK(arbiter.counters().waits == 3);
}

TEST_CASE("with the multiple multiplexer the per-instruction model limits banks to one row and ignores bytes") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kPerInstruction, true, BankMux::kMultiple));
  for (unsigned bank = 0; bank < 4; ++bank) CHECK(arbiter.memory(row(5, bank, 0xf), kRead));
  CHECK_FALSE(arbiter.memory(row(5, 0, 0x1), kRead));
}

TEST_CASE("in the per-instruction model an instruction conflicts only with itself") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kPerInstruction, true));
  CHECK(arbiter.register_read(kAll, 0));
  CHECK_FALSE(arbiter.register_read(kAll, 0));
  arbiter.begin_instruction();
  CHECK(arbiter.register_read(kAll, 0));
  arbiter.begin_instruction();
  CHECK(arbiter.memory(row(0, 0), kRead));
  CHECK_FALSE(arbiter.memory(row(0, 1), kRead));
  CHECK(arbiter.counters().waits == 0);
}

TEST_CASE("in the arbitrated model the next instruction conflicts with the resources that the last one took") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kArbitrated, true));
  CHECK(arbiter.register_read(kAll, 0));
  arbiter.begin_instruction();
  CHECK_FALSE(arbiter.register_read(kAll, 0));
  CHECK_FALSE(arbiter.memory(row(0, 0), kRead));
  CHECK(arbiter.counters().waits == 2);
}

TEST_CASE("the tag array answers as many lookups a cycle as it has ports") {
  for (unsigned lookups : {1u, 2u, 4u}) {
    Design made = design(ConflictModel::kArbitrated, false);
    made.cache.lookups_per_cycle = lookups;
    Arbiter arbiter = arbiter_of(made);
    for (unsigned i = 0; i < lookups; ++i) CHECK(arbiter.tag_port(i % 2 == 0, 0));
    CHECK_FALSE(arbiter.tag_port(true, 0));
    CHECK_FALSE(arbiter.tag_port(false, 0));
    CHECK(arbiter.counters().waits == 2);
    arbiter.begin_cycle();
    CHECK(arbiter.tag_port(true, 0));
  }
}

TEST_CASE("in the per-instruction model fills and registers do not take lookups from loads and stores") {
  Arbiter arbiter = arbiter_of(design(ConflictModel::kPerInstruction, false));
  for (unsigned i = 0; i < 4; ++i) CHECK(arbiter.tag_port(false, 0));
  CHECK(arbiter.tag_port(true, 0));
  CHECK_FALSE(arbiter.tag_port(true, 0));
  CHECK(arbiter.tag_port(false, 0));
  CHECK(arbiter.counters().waits == 0);
}
