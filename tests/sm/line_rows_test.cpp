#include "sm/line_rows.h"

#include <catch2/catch.hpp>

#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"
#include "tlm/width_adapter.h"

using namespace unibank;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

constexpr unsigned kPorts = LineRows::kPorts, kLineRows = 16, kLine = SharedRows::kRowBytes;
constexpr std::uint64_t kRange = kLineRows * kBankWidth;  // bytes of a range at one port
using Bytes = std::vector<unsigned char>;

// At each of eight ports a bank of 16 bytes, [0, 256), and four of 4 bytes, [256, 512). `asks` sends rows of all ports.
struct LineBanks : sc_core::sc_module {
  LineBanks(const sc_core::sc_module_name& name, const BlockFactories& factories, std::vector<test::Access> accesses,
            bool check_ports = false, bool follow = false)
      : sc_module(name),
        crossbar("crossbar", {kPorts, {kRange, kRange}}),
        wide_rows(kLineRows),
        narrow_rows(kLineRows),
        adapter("adapter"),
        asks("asks", std::move(accesses)) {
    adapter.initiator.bind(*crossbar.lines());
    asks.port.bind(adapter.target);
    BankParameters wide;
    wide.rows = kLineRows;
    wide.check_ports = check_ports;
    wide.follow_values = follow;
    wide.shared = &wide_rows;
    NarrowBankParameters narrow;
    narrow.bank_bytes = static_cast<unsigned>(kRange) / kNarrowBanksPerGroup;
    narrow.check_ports = check_ports;
    narrow.follow_values = follow;
    narrow.shared = &narrow_rows;
    for (unsigned port = 0; port < kPorts; ++port) {
      const std::string number = std::to_string(port);
      wide.cluster = narrow.port = port;
      banks.push_back(factories.make<UnifiedBankKind>("wide" + number, wide));
      crossbar.initiator(port, 0).bind(banks.back()->socket());
      banks.push_back(factories.make<NarrowBanksKind>("narrow" + number, narrow));
      crossbar.initiator(port, 1).bind(banks.back()->socket());
      ports.push_back(std::make_unique<Requester>(("port" + number).c_str(), std::vector<test::Access>()));
      ports.back()->port.bind(crossbar.target(port));
    }
  }
  const BankInterface& wide(unsigned port) const { return *banks[2 * port]; }
  const BankInterface& narrow(unsigned port) const { return *banks[2 * port + 1]; }

  Crossbar crossbar;
  SharedRows wide_rows, narrow_rows;
  WidthAdapter<kSocketBits, kWideSocketBits> adapter;
  Requester asks;
  std::vector<std::unique_ptr<Requester>> ports;
  std::vector<std::unique_ptr<BankInterface>> banks;
};

// Byte enables for some of the units of so many bytes; empty: all bytes.
Bytes line_enables(test::Random& random, unsigned unit) {
  if (random.below(3) == 0) return {};
  Bytes enables(kLine, 0);
  const auto some = static_cast<unsigned>(random.below(kLine / unit));
  for (unsigned i = 0; i < kLine / unit; ++i) {
    if (i == some || random.below(2) == 0) std::fill_n(enables.begin() + i * unit, unit, 0xff);
  }
  return enables;
}

std::vector<test::Access> random_lines(std::uint64_t seed) {
  test::Random random(seed);
  std::vector<test::Access> accesses;
  for (Cycle cycle = 0; cycle < 400; ++cycle) {
    const std::uint64_t row = random.below(2 * kLineRows);
    Bytes bytes(kLine);
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random.below(256));
    accesses.push_back(random.below(2) ? write_at(cycle, row * kBankWidth, kLine, bytes)
                                       : read_at(cycle, row * kBankWidth, kLine));
    accesses.back().enables = line_enables(random, row < kLineRows ? kBankWidth : kNarrowBankWidth);
  }
  return accesses;
}

struct Expected {
  std::array<BankCounters, kPorts> wide{};
  std::array<std::array<BankCounters, kNarrowBanksPerGroup>, kPorts> narrow{};
  std::array<std::uint64_t, kPorts> transfers{};
};

// One access of each bank with an enabled byte. A transfer of a port: a row of a 16-byte bank; a word where 4-byte
// banks are arbitrated, else adjacent words.
void count(const test::Access& access, bool word_rows, Expected& expected) {
  const bool wide = access.address < kRange;
  std::uint64_t BankCounters::*const counter = access.write ? &BankCounters::writes : &BankCounters::reads;
  for (unsigned port = 0; port < kPorts; ++port) {
    bool before = false, any = false;
    for (unsigned word = 0; word < kNarrowBanksPerGroup; ++word) {
      const bool now = access.enabled(port * kBankWidth + word * kNarrowBankWidth);
      if (!wide) {
        expected.narrow[port][word].*counter += now;
        expected.transfers[port] += now && (word_rows || !before);
      }
      any = any || now;
      before = now;
    }
    if (!wide) continue;
    expected.wide[port].*counter += any;
    expected.transfers[port] += any;
  }
}

void check_lines(const LineBanks& banks, bool word_rows) {
  Bytes memory(2 * kLineRows * kLine, 0);
  Expected expected;
  for (std::size_t i = 0; i < banks.asks.size(); ++i) {
    const test::Access& access = banks.asks[i];
    CAPTURE(i);
    REQUIRE(access.status == tlm::TLM_OK_RESPONSE);
    REQUIRE(access.answered == access.sent + 2);
    for (unsigned byte = 0; byte < kLine; ++byte) {
      if (!access.enabled(byte)) continue;
      unsigned char& kept = memory[access.address / kBankWidth * kLine + byte];
      if (access.write) kept = access.data[byte];
      else REQUIRE(access.answer[byte] == kept);
    }
    count(access, word_rows, expected);
  }
  for (unsigned port = 0; port < kPorts; ++port) {
    CAPTURE(port);
    CHECK(banks.wide(port).counters().reads == expected.wide[port].reads);
    CHECK(banks.wide(port).counters().writes == expected.wide[port].writes);
    for (unsigned bank = 0; bank < kNarrowBanksPerGroup; ++bank) {
      CHECK(banks.narrow(port).counters(bank).reads == expected.narrow[port][bank].reads);
      CHECK(banks.narrow(port).counters(bank).writes == expected.narrow[port][bank].writes);
      CHECK(banks.narrow(port).counters(bank).violations == 0);
    }
    CHECK(banks.crossbar.transfers(port) == expected.transfers[port]);
  }
  CHECK(banks.asks.done());
}

}  // namespace

TEST_CASE("rows of lines keep their bytes, and each bank and port counts its own") {
  LineBanks plain("a", factories_of({}), random_lines(1)), arbitrated("b", factories_of({}), random_lines(2), true);
  sc_core::sc_start();
  CHECK(plain.crossbar.lines_from() == 0);
  CHECK(arbitrated.crossbar.lines_from() == 0);
  check_lines(plain, false);
  check_lines(arbitrated, true);
}

TEST_CASE("a port reaches its own part of a line's row") {
  LineBanks banks("a", factories_of({}),
                  {write_at(0, kRange + 48, kLine, Bytes(kLine, 7)), read_at(4, kRange + 48, kLine)});
  sc_core::sc_start(cycles(2));
  Bytes row(kBankWidth, 0);
  Payload payload;
  payload.set_address(kRange + 48);
  payload.set_data_ptr(row.data());
  payload.set_data_length(kBankWidth);
  payload.set_byte_enable_ptr(nullptr);
  sc_core::sc_time none;
  payload.set_command(tlm::TLM_READ_COMMAND);
  FwIf& port = dynamic_cast<FwIf&>(banks.crossbar.target(5));
  port.b_transport(payload, none);
  CHECK(row == Bytes(kBankWidth, 7));
  row.assign(kBankWidth, 9);
  payload.set_address(kRange + 48);  // the crossbar has changed it
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  port.b_transport(payload, none);
  sc_core::sc_start();
  Bytes expected(kLine, 7);
  std::fill_n(expected.begin() + 5 * kBankWidth, kBankWidth, 9);
  CHECK(banks.asks[1].answer == expected);
}

TEST_CASE("two rows of lines of one kind in a cycle are a violation of each bank that both access") {
  Bytes first(kLine, 0), second(kLine, 0);
  std::fill_n(first.begin(), 2 * kBankWidth, 0xff);                // ports 0 and 1
  std::fill_n(second.begin() + kBankWidth, 2 * kBankWidth, 0xff);  // 1 and 2
  const auto accesses = [&](std::uint64_t at) -> std::vector<test::Access> {
    return {write_at(0, at, kLine, Bytes(kLine, 1), first), write_at(0, at, kLine, Bytes(kLine, 1), second),
            read_at(0, at, kLine), write_at(1, at, kLine, Bytes(kLine, 1), second)};
  };
  LineBanks wide("a", factories_of({}), accesses(0), true), narrow("b", factories_of({}), accesses(kRange), true);
  sc_core::sc_start();
  for (unsigned port = 0; port < kPorts; ++port) {
    CHECK(wide.wide(port).counters().violations == (port == 1));
    CHECK(narrow.narrow(port).counters(3).violations == (port == 1));
  }
}

TEST_CASE("rows of lines at banks of another kind go through the ports") {
  const test::LateChoice late{true, false, false, false, false};
  LineBanks others("a", test::late_blocks(late, {1, true}), {read_at(0, 0, kLine), read_at(1, kRange, kLine)});
  LineBanks followed("b", factories_of({}), {read_at(0, 0, kLine)}, false, true);
  sc_core::sc_start();
  CHECK(others.crossbar.lines_from() == LineRows::kNone);
  CHECK(followed.crossbar.lines_from() == LineRows::kNone);
  CHECK(others.asks[0].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(others.asks[1].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(followed.asks[0].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(others.crossbar.transfers(0) == 0);
}

TEST_CASE("requests outside of the register map of rows of lines are refused") {
  Bytes half_word(kLine, 0), word(kLine, 0), none(kLine, 0);
  half_word[0] = half_word[1] = 0xff;
  std::fill_n(word.begin(), 4, 0xff);
  LineBanks banks("a", factories_of({}),
                  {read_at(0, 8, kLine), read_at(1, 2 * kRange, kLine), read_at(2, 0), write_at(3, 0, kLine, {}, none),
                   write_at(4, 0, kLine, {}, {0xff, 0}), write_at(5, 0, kLine, {}, word),
                   write_at(6, kRange, kLine, {}, half_word), write_at(7, kRange, kLine, {}, word)});
  sc_core::sc_start();
  CHECK(banks.asks[0].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(banks.asks[1].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(banks.asks[2].status == tlm::TLM_BURST_ERROR_RESPONSE);
  for (unsigned i = 3; i < 7; ++i) CHECK(banks.asks[i].status == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  CHECK(banks.asks[7].status == tlm::TLM_OK_RESPONSE);
  CHECK(banks.crossbar.transfers(0) == 1);
}
