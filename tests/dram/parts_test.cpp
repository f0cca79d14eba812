// The exchangeable parts of a channel, each together with the defaults of the others: every command and its cycle.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "dram/command_text.h"
#include "dram/controller.h"
#include "support/random.h"

using namespace unibank;

namespace {

// Banks take turns: row r of bank b begins at byte (r * 16 + b) * 4096.
struct BankedChannel : DramController {
  explicit BankedChannel(const DramParts& parts, const DramTiming& timing = DramTiming())
      : DramController(timing, parts, 16) {}
  void read(Cycle now, unsigned bank, std::uint64_t row, unsigned bursts = 1) {
    arrive(now, (row * 16 + bank) * 4096, false, bursts, this);
  }
  void write(Cycle now, unsigned bank, std::uint64_t row) { arrive(now, (row * 16 + bank) * 4096, true, 1, this); }
  // Commands as text, "ACT0@0 RD0@12": command, bank, cycle; up to `end`, or until no request waits.
  std::string commands(Cycle end = kNever) {
    std::string all;
    while (end != kNever || waiting() != 0) {
      const Issued issued = step(end);
      if (issued.command == DramCommand::kNone) break;
      all += (all.empty() ? "" : " ") + std::string(text(issued.command)) + std::to_string(issued.bank) + "@" +
             std::to_string(issued.at);
    }
    return all;
  }
};

DramParts with(const char* scheduler, const char* rows = "open", const char* refresh = "none") {
  DramParts parts;
  parts.scheduler.name = scheduler;
  parts.row_policy.name = rows;
  parts.refresh.name = refresh;
  parts.mapping.stripe_bytes = 4096;
  parts.mapping.stripe_banks = 1;
  return parts;
}

}  // namespace

TEST_CASE("fcfs: nothing passes the oldest request and no other bank is opened beside it") {
  BankedChannel channel(with("fcfs"));
  channel.read(0, 0, 0);
  channel.read(0, 4, 0);
  channel.read(0, 0, 0);
  CHECK(channel.commands() == "ACT0@0 RD0@12 ACT4@13 RD4@25 RD0@27");
}

TEST_CASE("bank-fcfs: banks go beside each other and no request passes an older one of its bank") {
  BankedChannel channel(with("bank-fcfs"));
  channel.read(0, 0, 0);
  channel.commands();
  channel.read(100, 0, 1);
  channel.read(100, 0, 0);
  channel.read(100, 4, 0);
  CHECK(channel.commands() == "PRE0@100 ACT4@101 ACT0@112 RD4@113 RD0@124 PRE0@140 ACT0@152 RD0@164");
}

TEST_CASE("closed rows: the last request of a row closes it without a command") {
  BankedChannel channel(with("fr-fcfs", "closed"));
  channel.read(0, 0, 0);
  CHECK(channel.commands() == "ACT0@0 RD0@12");
  // Precharged after tRAS, at 28; after tRP, and tRC after the activate, the bank may be activated: at 40.
  channel.read(14, 0, 0);
  CHECK(channel.commands() == "ACT0@40 RD0@52");
  CHECK(channel.counters().misses == 2);
  CHECK(channel.counters().hits == 0);
}

TEST_CASE("closed rows: a row stays open while another request waits for it") {
  BankedChannel channel(with("fr-fcfs", "closed"));
  channel.read(0, 0, 0, 2);
  channel.read(0, 0, 1);
  channel.read(0, 0, 0);
  CHECK(channel.commands() == "ACT0@0 RD0@12 RD0@15 RD0@18 ACT0@40 RD0@52");
  CHECK(channel.counters().conflicts == 0);
}

TEST_CASE("closed rows: written data lie tWR before the precharge") {
  DramTiming slow;
  slow.t_wr = 40;
  BankedChannel channel(with("fr-fcfs", "closed"), slow);
  channel.write(0, 0, 0);
  channel.read(0, 0, 1);
  // Written at 7: data until 13, tWR until 53, tRP until 65.
  CHECK(channel.commands() == "ACT0@0 WR0@7 ACT0@65 RD0@77");
}

TEST_CASE("row timeout: an idle bank's row is closed a fixed number of cycles after its last read") {
  DramParts parts = with("fr-fcfs", "timeout");
  parts.row_policy.values["cycles"] = 50;
  BankedChannel channel(parts);
  channel.read(0, 0, 0);
  CHECK(channel.commands(1000) == "ACT0@0 RD0@12 PRE0@62");
  BankedChannel in_time(parts);
  in_time.read(0, 0, 0);
  in_time.commands(62);
  in_time.read(62, 0, 0);
  CHECK(in_time.commands(113) == "RD0@62 PRE0@112");
}

TEST_CASE("an idle channel's commands are issued later with the cycles in which they were due") {
  DramParts parts = with("fr-fcfs", "timeout", "all-bank");
  BankedChannel channel(parts);
  channel.read(0, 0, 0);
  channel.commands();
  CHECK(channel.next_command() == kNever);
  CHECK(channel.commands(30000) == "PRE0@112 REF0@7210 REF0@14420 REF0@21630 REF0@28840");
  CHECK(channel.counters().refreshes == 4);
}

TEST_CASE("all-bank refresh: open rows are closed and requests wait tRFC") {
  BankedChannel channel(with("fr-fcfs", "open", "all-bank"));
  channel.read(7190, 0, 0);
  CHECK(channel.commands() == "ACT0@7190 RD0@7202");
  channel.read(7209, 0, 0);
  CHECK(channel.commands() == "RD0@7209");
  channel.read(7210, 4, 0);
  // Due at 7210: precharged after tRAS, at 7218; after tRP and tRC, at 7230, refreshed for 61 cycles.
  CHECK(channel.commands() == "PREA0@7218 REF0@7230 ACT4@7291 RD4@7303");
}

TEST_CASE("all-bank refresh: a request that has begun continues after it before older ones of its bank") {
  BankedChannel channel(with("fr-fcfs", "open", "all-bank"));
  channel.read(7100, 0, 0);
  channel.commands();
  channel.read(7204, 0, 1);
  channel.read(7204, 0, 0, 4);
  // Bursts at 7204 and 7207; a third would be at 7210.
  CHECK(channel.commands() ==
        "RD0@7204 RD0@7207 PREA0@7210 REF0@7222 ACT0@7283 RD0@7295 RD0@7298 PRE0@7311 ACT0@7323 RD0@7335");
  CHECK(channel.counters().hits == 1);
  CHECK(channel.counters().conflicts == 1);
}

TEST_CASE("per-bank refresh: banks in turn, each once in tREFI, and the others go on") {
  DramTiming timing;
  timing.t_refi = 1600;
  timing.t_rfc_bank = 40;
  BankedChannel channel(with("fr-fcfs", "open", "per-bank"), timing);
  CHECK(channel.commands(301) == "REFB0@100 REFB1@200 REFB2@300");
  channel.read(399, 3, 0);
  CHECK(channel.commands(400) == "ACT3@399");
  channel.read(400, 3, 0);
  channel.read(400, 0, 0);
  // Bank 3 is due at 400: it is precharged after tRAS, refreshed after tRC, and activated again 40 cycles later.
  CHECK(channel.commands() == "ACT0@405 RD0@417 PRE3@427 REFB3@439 ACT3@479 RD3@491 RD3@494");
  CHECK(channel.counters().refreshes == 4);
}

TEST_CASE("tFAW: the fifth activate waits for the first") {
  DramTiming timing;
  timing.t_faw = 40;
  DramDevice device(timing);
  const unsigned banks[] = {0, 4, 8, 12, 1};
  const Cycle expected[] = {0, 6, 12, 18, 40};
  for (unsigned i = 0; i < 5; ++i) {
    CHECK(device.from(DramCommand::kActivate, banks[i]) == expected[i]);
    device.issue(DramCommand::kActivate, banks[i], 0, expected[i]);
  }
  CHECK(device.from(DramCommand::kActivate, 5) == 46);  // the second's window ends there, and so does tRRD
}

TEST_CASE("bank groups: activates in one group and reads after a write in it have their own times") {
  DramTiming timing;
  timing.t_rrd_group = 9;
  timing.t_wtr_group = 8;
  DramDevice device(timing);
  device.issue(DramCommand::kActivate, 0, 0, 0);
  CHECK(device.from(DramCommand::kActivate, 1) == 9);
  CHECK(device.from(DramCommand::kActivate, 4) == 6);
  device.issue(DramCommand::kActivate, 4, 0, 6);
  device.issue(DramCommand::kWrite, 0, 0, 100);
  CHECK(device.from(DramCommand::kRead, 0) == 100 + 4 + 2 + 8);
  CHECK(device.from(DramCommand::kRead, 4) == 100 + 4 + 2 + 5);
}

TEST_CASE("two command buses carry a row command and a column command in one cycle") {
  DramTiming timing;
  timing.command_buses = 2;
  BankedChannel channel(with("fr-fcfs"), timing);
  channel.read(0, 4, 0);
  channel.commands();
  channel.read(100, 0, 0);
  channel.read(100, 4, 0);
  CHECK(channel.commands() == "RD4@100 ACT0@100 RD0@112");
}

TEST_CASE("a standard without a refresh of one bank and refreshes that never end are refused") {
  const DramTiming gddr5;
  CHECK_THROWS_AS(BankedChannel(with("fr-fcfs", "open", "per-bank")), InputError);
  const auto refused = refusals(with("fr-fcfs", "open", "per-bank"), gddr5);
  REQUIRE(refused.size() == 1);
  CHECK(refused[0].key == "dram_refresh.policy");
  CHECK(refused[0].message ==
        "dram_refresh.policy is \"per-bank\": the standard has no refresh of one bank (dram.t_rfc_bank is 0)");
  DramTiming endless;
  endless.t_refi = 61;
  CHECK_FALSE(refusals(with("fr-fcfs", "open", "all-bank"), endless).empty());
  CHECK(refusals(with("fr-fcfs", "open", "all-bank"), gddr5).empty());
}

TEST_CASE("an interval of refreshes in which no request is sure to fit is refused and one cycle more serves requests") {
  // Opened just before the refresh is due: 28 cycles until it may be closed, 12 until the refresh, 61 of it, 12 until a
  // row can be read again.
  for (const char* const refresh : {"all-bank", "per-bank"}) {
    DramTiming timing;
    timing.t_rfc_bank = timing.t_rfc;
    timing.t_refi = 28 + 12 + 61 + 12;
    const auto refused = refusals(with("fr-fcfs", "open", refresh), timing);
    REQUIRE(refused.size() == 1);
    CHECK_THAT(refused[0].message,
               Catch::Contains("dram.t_refi is 113, expected at least 114: between refreshes a row is opened"));
    ++timing.t_refi;
    for (const std::string& scheduler : DramSchedulerRegistry::instance().names()) {
      BankedChannel channel(with(scheduler.c_str(), "open", refresh), timing);
      for (unsigned n = 0; n < 16; ++n) n % 3 == 0 ? channel.write(100 + n, n % 4, n) : channel.read(100 + n, n % 4, n);
      channel.commands(100 * timing.t_refi);
      CHECK(channel.waiting() == 0);
    }
  }
}

TEST_CASE("an unknown part is refused with the known ones") {
  CHECK_THROWS_WITH(BankedChannel(with("frfcfs")),
                    "unknown DRAM scheduler 'frfcfs'; known: bank-fcfs, fcfs, fr-fcfs; did you mean 'fr-fcfs'?");
  CHECK_THROWS_WITH(BankedChannel(with("fcfs", "ajar")),
                    "unknown DRAM row policy 'ajar'; known: closed, open, timeout");
  CHECK_THROWS_WITH(BankedChannel(with("fcfs", "open", "all")),
                    "unknown DRAM refresh 'all'; known: all-bank, none, per-bank; did you mean 'all-bank'?");
}

TEST_CASE("random requests under every scheduler, row policy and refresh: all are served and data never meet") {
  DramTiming timing;
  timing.t_refi = 800;
  timing.t_rfc_bank = 30;
  timing.t_faw = 30;
  for (const std::string& scheduler : DramSchedulerRegistry::instance().names())
    for (const std::string& rows : DramRowPolicyRegistry::instance().names())
      for (const std::string& refresh : DramRefreshRegistry::instance().names())
        for (const unsigned buses : {1u, 2u}) {
          timing.command_buses = buses;
          DramParts parts = with(scheduler.c_str(), rows.c_str(), refresh.c_str());
          parts.mapping = DramMapping();
          parts.hash.name = buses == 1 ? "none" : "xor";
          DramController channel(timing, parts, 16);
          test::Random random(5);
          Cycle now = 0, bus_free = 0, last = 0;
          unsigned sent = 0, served = 0, bursts = 0;
          bool apart = true, in_order_of_time = true;
          while (sent < 400 || channel.waiting() != 0) {
            if (sent < 400 && channel.has_room()) {
              const unsigned count = 1 + static_cast<unsigned>(random.below(3));
              channel.arrive(now, random.below(1 << 12) * 128, random.below(3) == 0, count, &channel);
              bursts += count;
              ++sent;
            }
            now += 1 + random.below(20);
            for (auto issued = channel.step(now); issued.command != DramCommand::kNone; issued = channel.step(now)) {
              in_order_of_time = in_order_of_time && issued.at >= last && issued.at < now;
              last = issued.at;
              if (issued.data_end == 0) continue;
              apart = apart && issued.data_end >= bus_free + timing.burst;
              bus_free = issued.data_end;
              served += issued.handle != nullptr;
            }
          }
          INFO(scheduler << " " << rows << " " << refresh << " " << buses);
          const RowCounters& counters = channel.counters();
          CHECK(apart);
          CHECK(in_order_of_time);
          CHECK(served == 400);
          CHECK(counters.hits + counters.misses + counters.conflicts == 400);
          CHECK(counters.bus_cycles == timing.burst * bursts);
          CHECK((counters.refreshes != 0) == (refresh != "none"));
        }
}
