#include <catch2/catch.hpp>

#include "sm/narrow_banks.h"
#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

std::vector<unsigned char> bytes(unsigned count, unsigned first) {
  std::vector<unsigned char> all;
  for (unsigned i = 0; i < count; ++i) all.push_back(static_cast<unsigned char>(first + i));
  return all;
}

}  // namespace

TEST_CASE("a bank answers after one cycle and keeps its bytes") {
  UnifiedBank bank("bank", {64, true});
  Requester requester("requester", {write_at(5, 32, 16, bytes(16, 1)), read_at(6, 32), read_at(7, 36, 4)});
  requester.port.bind(bank.socket());
  sc_core::sc_start();
  CHECK(requester[0].answered == 6);
  CHECK(requester[1].answered == 7);
  CHECK(requester[1].answer == bytes(16, 1));
  CHECK(requester[2].answer == bytes(4, 5));
  CHECK(bank.counters().reads == 2);
  CHECK(bank.counters().writes == 1);
  CHECK(bank.counters().violations == 0);
  CHECK(requester.done());
}

TEST_CASE("byte enables choose the bytes of a row that are written") {
  UnifiedBank bank("bank", {4, false});
  const std::vector<unsigned char> lane2 = {0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0};
  Requester requester("requester", {write_at(0, 16, 16, bytes(16, 0)), write_at(1, 16, 16, bytes(16, 100), lane2),
                                    read_at(2, 16), write_at(3, 0, 16, bytes(16, 1), {0xff, 0}), read_at(4, 0)});
  requester.port.bind(bank.socket());
  sc_core::sc_start();
  CHECK(requester[2].answer ==
        std::vector<unsigned char>{0, 1, 2, 3, 4, 5, 6, 7, 108, 109, 110, 111, 12, 13, 14, 15});
  CHECK(requester[4].answer == std::vector<unsigned char>{1, 0, 3, 0, 5, 0, 7, 0, 9, 0, 11, 0, 13, 0, 15, 0});
}

TEST_CASE("the bytes of a bank are 0 until they are written") {
  UnifiedBank bank("bank", {4, false});
  const std::vector<unsigned char> zeros(16, 0), none(16, 0), all(16, 0xff);
  Requester requester("requester",
                      {read_at(0, 48), write_at(0, 48, 16, zeros), write_at(1, 16, 16, bytes(16, 1), none),
                       read_at(2, 16), write_at(2, 36, 4, {0, 0, 0, 7}), read_at(3, 32), read_at(4, 48), read_at(5, 16),
                       write_at(5, 32, 16, zeros, all), read_at(6, 36, 4), write_at(7, 0, 16, bytes(16, 1)),
                       write_at(8, 0, 16, zeros), read_at(9, 0)});
  requester.port.bind(bank.socket());
  sc_core::sc_start();
  std::vector<unsigned char> seven = zeros;
  seven[7] = 7;
  CHECK(requester[0].answer == zeros);
  CHECK(requester[3].answer == zeros);
  CHECK(requester[5].answer == seven);
  CHECK(requester[6].answer == zeros);
  CHECK(requester[7].answer == zeros);
  CHECK(requester[9].answer == std::vector<unsigned char>(4, 0));
  CHECK(requester[12].answer == zeros);
  CHECK(bank.counters().reads == 7);
  CHECK(bank.counters().writes == 6);
}

TEST_CASE("one read and one write a cycle are allowed, two of a kind are a violation") {
  UnifiedBank bank("bank", {4, true});
  Requester requester("requester", {read_at(0, 0), write_at(0, 16), read_at(1, 0), read_at(1, 16), write_at(2, 0),
                                    write_at(2, 16), write_at(2, 32)});
  requester.port.bind(bank.socket());
  sc_core::sc_start();
  CHECK(bank.counters().violations == 1 + 2);
}

TEST_CASE("a bank refuses what lies outside it or crosses a row") {
  make_socket_tap = nullptr;  // no request of the base protocol has 0 bytes
  UnifiedBank bank("bank", {4, false});
  Requester requester("requester", {read_at(0, 64), read_at(1, 8, 16), read_at(2, 0, 0), read_at(3, 60, 4)});
  requester.port.bind(bank.socket());
  sc_core::sc_start();
  for (unsigned i = 0; i < 3; ++i) CHECK(requester[i].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(requester[3].status == tlm::TLM_OK_RESPONSE);
  CHECK(bank.counters().reads == 1);
}

TEST_CASE("the four narrow banks behind one crossbar port are separate and counted separately") {
  NarrowBankGroup group("group", {2048, true});
  Requester requester("requester", {write_at(0, 16, 4, {1, 2, 3, 4}), write_at(0, 16 + 4, 4, {5, 6, 7, 8}),
                                    read_at(1, 16, 4), read_at(1, 16 + 4, 4), read_at(2, 12, 4),
                                    read_at(3, 4 * 2048, 4), read_at(4, 8, 12)});
  requester.port.bind(group.socket());
  sc_core::sc_start();
  CHECK(requester[2].answered == 2);
  CHECK(requester[2].answer == std::vector<unsigned char>{1, 2, 3, 4});
  CHECK(requester[3].answer == std::vector<unsigned char>{5, 6, 7, 8});
  CHECK(requester[5].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(requester[6].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(group.counters(0).writes == 1);
  CHECK(group.counters(1).reads == 1);
  CHECK(group.counters(3).reads == 1);
  CHECK(group.counters(0).violations + group.counters(1).violations == 0);
  CHECK(sc_core::sc_find_object("group.bank3") != nullptr);
}

TEST_CASE("a row across narrow banks counts in each bank that has bytes of it") {
  NarrowBankGroup group("group", {2048, true});
  std::vector<unsigned char> row(16);
  for (unsigned i = 0; i < 16; ++i) row[i] = static_cast<unsigned char>(i);
  test::Access enabled = write_at(1, 32, 16, std::vector<unsigned char>(16, 99));
  enabled.enables.assign(16, 0);
  for (unsigned i = 4; i < 8; ++i) enabled.enables[i] = 0xff;
  Requester requester("requester", {write_at(0, 32, 16, row), enabled, read_at(2, 32, 16), read_at(3, 38, 4),
                                    read_at(3, 40, 8)});
  requester.port.bind(group.socket());
  sc_core::sc_start();
  for (unsigned i = 4; i < 8; ++i) row[i] = 99;
  CHECK(requester[2].answer == row);
  const unsigned writes[] = {1, 2, 1, 1}, reads[] = {1, 2, 3, 2}, violations[] = {0, 0, 1, 0};
  for (unsigned bank = 0; bank < 4; ++bank) {
    CHECK(group.counters(bank).writes == writes[bank]);
    CHECK(group.counters(bank).reads == reads[bank]);
    CHECK(group.counters(bank).violations == violations[bank]);
  }
}

TEST_CASE("a late bank gives the native bank's cycles and bytes") {
  std::vector<test::Access> stream;
  test::Random random(9);
  for (Cycle cycle = 0; cycle < 3000; cycle += random.below(3)) {
    const std::uint64_t address = random.below(16) * 16;
    if (random.below(2)) {
      stream.push_back(write_at(cycle, address, 16, bytes(16, static_cast<unsigned>(random.below(200)))));
    } else {
      stream.push_back(read_at(cycle, address));
    }
  }
  UnifiedBank native("native", {16, true});
  test::LateBank late0("late0", BankParameters{16, true}, {0, true}),
      late2("late2", BankParameters{16, true}, {2, false});
  Requester a("a", stream), b("b", stream), c("c", stream);
  a.port.bind(native.socket());
  b.port.bind(late0.socket());
  c.port.bind(late2.socket());
  sc_core::sc_start();
  for (std::size_t i = 0; i < stream.size(); ++i) {
    CHECK(a[i].answered == stream[i].issue + 1);
    CHECK((b[i].answered == a[i].answered && c[i].answered == a[i].answered));
    CHECK((b[i].answer == a[i].answer && c[i].answer == a[i].answer));
  }
  CHECK((a.done() && b.done() && c.done()));
}
