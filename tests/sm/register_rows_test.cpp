#include "sm/measures.h"
#include "sm/register_rows.h"

#include <catch2/catch.hpp>

#include "sm/sm_cluster.h"
#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"
#include "tlm/width_adapter.h"

using namespace unibank;
using test::kClusters;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

constexpr unsigned kRegisterRows = 32, kRowBytes = SharedRows::kRowBytes;
using Bytes = std::vector<unsigned char>;

// Banks 0 and 1 of eight clusters; the requester `asks` sends row accesses to bank 0, and `nothing` sends none to bank
// 1.
struct RegisterBanks {
  RegisterBanks(const std::string& name, const BlockFactories& factories, std::vector<test::Access> wide,
                bool check_ports = true, bool follow = false)
      : rows((name + "_rows").c_str(), 2, parameters(check_ports, follow)),
        adapter((name + "_adapter").c_str()),
        other((name + "_other").c_str()),
        asks((name + "_asks").c_str(), std::move(wide)),
        nothing((name + "_nothing").c_str(), {}) {
    ClusterParameters cluster;
    cluster.banks = 2;
    cluster.bank = parameters(check_ports, follow);
    cluster.shared = {&rows.shared(0), &rows.shared(1)};
    for (unsigned i = 0; i < kClusters; ++i) {
      cluster.bank.cluster = i;
      clusters.push_back(std::make_unique<SmCluster>((name + std::to_string(i)).c_str(), cluster,
                                                     factories.of<UnifiedBankKind>()));
      for (unsigned bank = 0; bank < 2; ++bank) rows.bank(i, bank).bind(clusters[i]->registers(bank));
    }
    adapter.initiator.bind(rows.rows(0));
    other.initiator.bind(rows.rows(1));
    asks.port.bind(adapter.target);
    nothing.port.bind(other.target);
    asks.follow_values = follow;
  }
  static BankParameters parameters(bool check_ports, bool follow) {
    BankParameters bank;
    bank.rows = kRegisterRows;
    bank.check_ports = check_ports;
    bank.follow_values = follow;
    return bank;
  }
  RegisterRows rows;
  WidthAdapter<kSocketBits, kWideSocketBits> adapter, other;
  Requester asks, nothing;
  std::vector<std::unique_ptr<SmCluster>> clusters;
};

Bytes random_bytes(test::Random& random, unsigned count) {
  Bytes bytes;
  for (unsigned i = 0; i < count; ++i) bytes.push_back(static_cast<unsigned char>(random.below(256)));
  return bytes;
}

// Byte enables for random words (lanes), or for whole clusters; empty: all bytes.
Bytes row_enables(test::Random& random, bool whole_clusters) {
  if (random.below(3) == 0) return {};
  const unsigned unit = whole_clusters ? kBankWidth : 4;
  Bytes enables(kRowBytes, 0);
  const auto some = static_cast<unsigned>(random.below(kRowBytes / unit));
  for (unsigned i = 0; i < kRowBytes / unit; ++i) {
    if (i == some || random.below(2) == 0) std::fill_n(enables.begin() + i * unit, unit, 0xff);
  }
  return enables;
}

std::vector<test::Access> random_rows(std::uint64_t seed) {
  test::Random random(seed);
  std::vector<test::Access> accesses;
  for (Cycle cycle = 0; cycle < 400; ++cycle) {
    const std::uint64_t address = random.below(kRegisterRows) * kRowBytes;
    if (random.below(2)) {
      accesses.push_back(
          write_at(cycle, address, kRowBytes, random_bytes(random, kRowBytes), row_enables(random, false)));
    } else {
      accesses.push_back(read_at(cycle, address, kRowBytes));
      accesses.back().enables = row_enables(random, true);
    }
  }
  return accesses;
}

// Checks the bytes that each read returns, and the number of accesses to each cluster's bank.
void check_rows(const RegisterBanks& banks) {
  Bytes memory(kRegisterRows * kRowBytes, 0);
  std::array<BankCounters, kClusters> counted{};
  for (std::size_t i = 0; i < banks.asks.size(); ++i) {
    const test::Access& access = banks.asks[i];
    CAPTURE(i);
    REQUIRE(access.status == tlm::TLM_OK_RESPONSE);
    REQUIRE(access.answered == access.sent + 1);
    for (unsigned byte = 0; byte < kRowBytes; ++byte) {
      if (!access.enabled(byte)) continue;
      if (access.write) memory[access.address + byte] = access.data[byte];
      else REQUIRE(access.answer[byte] == memory[access.address + byte]);
    }
    for (unsigned cluster = 0; cluster < kClusters; ++cluster) {
      bool any = false;
      for (unsigned byte = 0; byte < kBankWidth; ++byte) any = any || access.enabled(cluster * kBankWidth + byte);
      (access.write ? counted[cluster].writes : counted[cluster].reads) += any;
    }
  }
  for (unsigned cluster = 0; cluster < kClusters; ++cluster) {
    CHECK(banks.clusters[cluster]->bank(0).counters().reads == counted[cluster].reads);
    CHECK(banks.clusters[cluster]->bank(0).counters().writes == counted[cluster].writes);
    CHECK(banks.clusters[cluster]->bank(0).counters().violations == 0);
    CHECK(banks.clusters[cluster]->bank(1).counters().reads == 0);
  }
  CHECK(banks.asks.done());
}

}  // namespace

TEST_CASE("register rows keep their bytes and count for each bank with native and late banks") {
  const test::LateChoice late{true, false, false, false, false};
  RegisterBanks together("a", factories_of({}), random_rows(1));
  RegisterBanks split("b", test::late_blocks(late, {1, true}), random_rows(1));
  RegisterBanks followed("c", factories_of({}), random_rows(1), false, true);
  sc_core::sc_start();
  CHECK(together.rows.together(0));
  CHECK(together.rows.together(1));
  CHECK_FALSE(split.rows.together(0));
  CHECK_FALSE(followed.rows.together(0));
  check_rows(together);
  check_rows(split);
  check_rows(followed);
}

TEST_CASE("a bank's own socket reaches its part of a row") {
  RegisterBanks banks("a", factories_of({}), {write_at(0, 3 * kRowBytes, kRowBytes, Bytes(kRowBytes, 7)),
                                      read_at(4, 3 * kRowBytes, kRowBytes)});
  sc_core::sc_start(cycles(2));
  Bytes row(kBankWidth, 0);
  UnifiedBank& bank = dynamic_cast<UnifiedBank&>(const_cast<BankInterface&>(banks.clusters[5]->bank(0)));
  Payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(3 * kBankWidth);
  payload.set_data_ptr(row.data());
  payload.set_data_length(kBankWidth);
  payload.set_byte_enable_ptr(nullptr);
  sc_core::sc_time none;
  dynamic_cast<FwIf&>(bank.socket()).b_transport(payload, none);
  CHECK(row == Bytes(kBankWidth, 7));
  row.assign(kBankWidth, 9);
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  dynamic_cast<FwIf&>(bank.socket()).b_transport(payload, none);
  sc_core::sc_start();
  Bytes expected(kRowBytes, 7);
  std::fill_n(expected.begin() + 5 * kBankWidth, kBankWidth, 9);
  CHECK(banks.asks[1].answer == expected);
  CHECK(bank.counters().reads == 2);
  CHECK(bank.counters().writes == 2);
}

TEST_CASE("two rows of one kind in a cycle are a violation of each bank that both access") {
  Bytes first(kRowBytes, 0), second(kRowBytes, 0);
  std::fill_n(first.begin(), 2 * kBankWidth, 0xff);                // clusters 0 and 1
  std::fill_n(second.begin() + kBankWidth, 2 * kBankWidth, 0xff);  // 1 and 2
  RegisterBanks banks(
      "a", factories_of({}),
      {write_at(0, 0, kRowBytes, Bytes(kRowBytes, 1), first), write_at(0, 0, kRowBytes, Bytes(kRowBytes, 1), second),
       read_at(0, 0, kRowBytes), write_at(1, 0, kRowBytes, Bytes(kRowBytes, 1), second)});
  sc_core::sc_start();
  for (unsigned cluster = 0; cluster < kClusters; ++cluster)
    CHECK(banks.clusters[cluster]->bank(0).counters().violations == (cluster == 1));
}

TEST_CASE("requests outside of the register map of whole rows are refused") {
  Bytes half(kRowBytes, 0xff), none(kRowBytes, 0);
  half[3] = 0;
  std::vector<test::Access> accesses{read_at(0, 64, kRowBytes),
                                     read_at(1, kRegisterRows * kRowBytes, kRowBytes),
                                     read_at(2, 0),
                                     read_at(3, 0, kRowBytes),
                                     write_at(4, 0, kRowBytes, {}, none),
                                     write_at(5, 0, kRowBytes, {}, {0xff, 0})};
  accesses[3].enables = half;
  const test::LateChoice late{true, false, false, false, false};
  RegisterBanks together("a", factories_of({}), accesses), split("b", test::late_blocks(late, {1, true}), accesses);
  sc_core::sc_start();
  for (const RegisterBanks* const banks : {&together, &split}) {
    CHECK(banks->asks[0].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(banks->asks[1].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(banks->asks[2].status == tlm::TLM_BURST_ERROR_RESPONSE);
    for (unsigned i = 3; i < 6; ++i) CHECK(banks->asks[i].status == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  }
}
