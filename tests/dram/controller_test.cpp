// Every command of the channel and its cycle, compared with the timing worked out by hand.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "dram/command_text.h"
#include "dram/controller.h"
#include "support/random.h"

using namespace unibank;

namespace {

// All commands before `end` as text, "ACT0@0 RD0@12": command, bank, cycle.
std::string commands(DramController& core, Cycle end = kNever) {
  std::string all;
  for (;;) {
    const DramController::Issued issued = core.step(end);
    if (issued.command == DramCommand::kNone) return all;
    all += (all.empty() ? "" : " ") + std::string(text(issued.command)) + std::to_string(issued.bank) + "@" +
           std::to_string(issued.at);
  }
}

// Banks take turns: row r of bank b begins at byte (r * 16 + b) * 4096.
DramParts rows_in_turn() {
  DramParts parts;
  parts.mapping.stripe_bytes = DramTiming().row_bytes;
  parts.mapping.stripe_banks = 1;
  return parts;
}

DramParts limited(unsigned hits) {
  DramParts parts = rows_in_turn();
  parts.scheduler.values["hit_limit"] = hits;
  return parts;
}

std::uint64_t at(unsigned bank, std::uint64_t row, unsigned byte = 0) { return (row * 16 + bank) * 4096 + byte; }

struct AddressedChannel : DramController {
  explicit AddressedChannel(const DramTiming& timing = DramTiming(), const DramParts& parts = rows_in_turn(),
                            unsigned queue = 16)
      : DramController(timing, parts, queue) {}
  void read(Cycle now, std::uint64_t address, unsigned bursts = 1) { arrive(now, address, false, bursts, this); }
  void write(Cycle now, std::uint64_t address, unsigned bursts = 1) { arrive(now, address, true, bursts, this); }
};

TEST_CASE("row miss: an idle bank activates and reads tRCD later and data end tCL and a burst later") {
  AddressedChannel channel;
  channel.read(5, at(0, 0));
  CHECK(channel.next_command() == 5);
  const DramController::Issued activate = channel.step(kNever);
  CHECK(activate.at == 5);
  CHECK(activate.handle == nullptr);
  CHECK(channel.next_command() == 5 + 12);
  const DramController::Issued read = channel.step(kNever);
  CHECK(read.handle == &channel);
  CHECK(read.data_end == 5 + 12 + 12 + 2);
  CHECK(channel.next_command() == kNever);
  CHECK(channel.counters().misses == 1);
  CHECK(channel.counters().bus_cycles == 2);
}

TEST_CASE("nothing is issued at or after the end of a step") {
  AddressedChannel channel;
  channel.read(5, at(0, 0));
  CHECK(commands(channel, 5).empty());
  CHECK(commands(channel, 6) == "ACT0@5");
  CHECK(commands(channel, 17).empty());
  CHECK(commands(channel, 18) == "RD0@17");
}

TEST_CASE("row hit: the open row is read at once") {
  AddressedChannel channel;
  channel.read(0, at(0, 0));
  CHECK(commands(channel) == "ACT0@0 RD0@12");
  channel.read(100, at(0, 0, 4032));
  CHECK(commands(channel) == "RD0@100");
  CHECK(channel.counters().hits == 1);
}

TEST_CASE("row conflict: precharge and activate tRP later and read tRCD later") {
  AddressedChannel channel;
  channel.read(0, at(0, 0));
  commands(channel);
  channel.read(100, at(0, 1));
  CHECK(commands(channel) == "PRE0@100 ACT0@112 RD0@124");
  CHECK(channel.counters().conflicts == 1);
  CHECK(channel.counters().misses == 1);
}

TEST_CASE("a row stays open for tRAS and the next activate of the bank waits for tRC") {
  AddressedChannel channel;
  channel.read(0, at(0, 0));
  channel.read(0, at(0, 1));
  CHECK(commands(channel) == "ACT0@0 RD0@12 PRE0@28 ACT0@40 RD0@52");
  DramTiming slow;
  slow.t_rc = 60;
  AddressedChannel other(slow);
  other.read(0, at(0, 0));
  other.read(0, at(0, 1));
  CHECK(commands(other) == "ACT0@0 RD0@12 PRE0@28 ACT0@60 RD0@72");
}

TEST_CASE("a read ends tRTP before its bank is precharged") {
  DramTiming timing;
  timing.t_rtp = 30;
  AddressedChannel channel(timing);
  channel.read(0, at(0, 0));
  channel.read(0, at(0, 1));
  CHECK(commands(channel) == "ACT0@0 RD0@12 PRE0@42 ACT0@54 RD0@66");
}

TEST_CASE("written data lie tWR before the precharge") {
  AddressedChannel channel;
  channel.write(0, at(0, 0), 2);
  channel.read(0, at(0, 1));
  // The second burst is written at 10: data until 10 + 4 + 2, then tWR of 12.
  CHECK(commands(channel) == "ACT0@0 WR0@7 WR0@10 PRE0@28 ACT0@40 RD0@52");
  DramTiming slow;
  slow.t_wr = 20;
  AddressedChannel other(slow);
  other.write(0, at(0, 0), 2);
  other.read(0, at(0, 1));
  CHECK(commands(other) == "ACT0@0 WR0@7 WR0@10 PRE0@36 ACT0@48 RD0@60");
}

TEST_CASE("activates of two banks are tRRD apart") {
  AddressedChannel channel;
  channel.read(0, at(0, 0));
  channel.read(0, at(4, 0));
  channel.read(0, at(8, 0));
  CHECK(commands(channel) == "ACT0@0 ACT4@6 RD0@12 ACT8@13 RD4@18 RD8@25");
}

TEST_CASE("bursts of one bank group are tCCD of the group apart and others a burst") {
  AddressedChannel channel;
  channel.read(0, at(0, 0));
  channel.read(0, at(4, 0));
  commands(channel);
  channel.read(100, at(0, 0), 2);
  CHECK(commands(channel) == "RD0@100 RD0@103");
  channel.read(200, at(0, 0), 2);
  channel.read(200, at(4, 0), 2);
  CHECK(commands(channel) == "RD0@200 RD4@202 RD0@204 RD4@206");
}

TEST_CASE("bursts of different bank groups are tCCD apart where that is longer than a burst") {
  DramTiming timing;
  timing.t_ccd = 5;
  AddressedChannel channel(timing);
  channel.read(0, at(0, 0));
  channel.read(0, at(4, 0));
  commands(channel);
  channel.read(100, at(0, 0));
  channel.write(100, at(4, 0));
  channel.read(100, at(0, 0, 64));
  CHECK(commands(channel) == "RD0@100 RD0@105 WR4@117");  // 105 + 12 + 2 of data, 2 to turn, 4 to the data of the write
}

TEST_CASE("without bank groups bursts follow each other on the bus without a gap") {
  DramTiming timing;
  timing.t_ccd_group = 2;
  AddressedChannel channel(timing);
  channel.read(0, at(0, 0), 3);
  CHECK(commands(channel) == "ACT0@0 RD0@12 RD0@14 RD0@16");
  timing.burst = 4;
  AddressedChannel longer(timing);
  longer.read(0, at(0, 0), 3);
  CHECK(commands(longer) == "ACT0@0 RD0@12 RD0@16 RD0@20");
}

TEST_CASE("write to read: tWTR after the last written byte") {
  AddressedChannel channel;
  channel.read(0, at(0, 0));
  commands(channel);
  channel.write(100, at(0, 0));
  channel.read(100, at(0, 0));
  CHECK(commands(channel) == "WR0@100 RD0@111");  // 100 + 4 + 2 + 5
}

TEST_CASE("read to write: the write's data come two cycles after the read's") {
  AddressedChannel channel;
  channel.read(0, at(0, 0));
  commands(channel);
  channel.read(100, at(0, 0));
  channel.write(100, at(0, 0));
  CHECK(commands(channel) == "RD0@100 WR0@112");  // data until 114, then 2 cycles, and 4 from command to data
}

TEST_CASE("first ready: a later request to the open row passes an older one of its bank") {
  AddressedChannel channel;
  channel.read(0, at(0, 0));
  commands(channel);
  channel.read(100, at(0, 1));
  channel.read(100, at(0, 0, 128));
  channel.read(100, at(0, 1, 128));
  CHECK(commands(channel) == "RD0@100 PRE0@102 ACT0@114 RD0@126 RD0@129");
  CHECK(channel.counters().hits == 2);
  CHECK(channel.counters().conflicts == 1);
}

TEST_CASE("first come: among banks that are ready the oldest request goes first") {
  AddressedChannel channel;
  channel.read(0, at(0, 0));
  channel.read(0, at(4, 0));
  channel.read(0, at(8, 0));
  commands(channel);
  channel.read(100, at(8, 0));
  channel.read(100, at(0, 0));
  channel.read(100, at(4, 0));
  CHECK(commands(channel) == "RD8@100 RD0@102 RD4@104");
}

TEST_CASE("commands to columns go before commands to rows") {
  AddressedChannel channel;
  channel.read(0, at(4, 0));
  commands(channel);
  channel.read(100, at(0, 0));
  channel.read(100, at(4, 0));
  CHECK(commands(channel) == "RD4@100 ACT0@101 RD0@113");
}

TEST_CASE("a limit on hits ends the wait of the oldest request") {
  AddressedChannel channel(DramTiming(), limited(2));
  channel.read(0, at(0, 0));
  commands(channel);
  channel.read(100, at(0, 1));
  for (int i = 0; i < 4; ++i) channel.read(100, at(0, 0));
  CHECK(commands(channel) == "RD0@100 RD0@103 PRE0@105 ACT0@117 RD0@129 PRE0@145 ACT0@157 RD0@169 RD0@172");
}

TEST_CASE("a request that has begun is not interrupted by the limit") {
  AddressedChannel channel(DramTiming(), limited(1));
  channel.read(0, at(0, 0));
  commands(channel);
  channel.read(100, at(0, 1));
  channel.read(100, at(0, 0), 3);
  CHECK(commands(channel) == "RD0@100 RD0@103 RD0@106 PRE0@108 ACT0@120 RD0@132");
}

TEST_CASE("address mapping: stripes alternate between two banks and the next rows use the next two") {
  const DramController core(DramTiming(), DramParts(), 1);
  const auto is = [&](std::uint64_t address, unsigned bank, std::uint64_t row) {
    const DramAddressMap::Place place = core.place(address);
    return place.bank == bank && place.row == row;
  };
  CHECK(is(0, 0, 0));
  CHECK(is(255, 0, 0));
  CHECK(is(256, 1, 0));
  CHECK(is(512, 0, 0));
  CHECK(is(8191, 1, 0));
  CHECK(is(8192, 2, 0));
  CHECK(is(65535, 15, 0));
  CHECK(is(65536, 0, 1));
}

TEST_CASE("every bank has as many bytes of a row as the row is long") {
  const DramTiming timing;
  const DramController core(timing, DramParts(), 1);
  std::vector<unsigned> bytes(timing.banks);
  for (std::uint64_t address = 0; address < std::uint64_t{timing.banks} * timing.row_bytes; address += 128) {
    const DramAddressMap::Place place = core.place(address);
    CHECK(place.row == 0);
    bytes[place.bank] += 128;
  }
  for (const unsigned of_bank : bytes) CHECK(of_bank == timing.row_bytes);
}

TEST_CASE("a request holds its place in the queue until its last column command") {
  AddressedChannel channel(DramTiming(), rows_in_turn(), 1);
  channel.read(0, at(0, 0), 2);
  CHECK_FALSE(channel.has_room());
  commands(channel, 15);
  CHECK(channel.waiting() == 1);
  commands(channel, 16);
  CHECK(channel.has_room());
}

TEST_CASE("random requests: all are served, each counted once, and data never meet on the bus") {
  test::Random random(5);
  DramController core(DramTiming(), DramParts(), 16);
  Cycle now = 0, bus_free = 0;
  unsigned sent = 0, served = 0, bursts = 0;
  bool apart = true;
  int name = 0;
  while (sent < 3000 || core.waiting() != 0) {
    if (sent < 3000 && core.has_room()) {
      const unsigned count = 1 + static_cast<unsigned>(random.below(2));
      core.arrive(now, random.below(1 << 14) * 128, random.below(3) == 0, count, &name);
      bursts += count;
      ++sent;
    }
    now += 1 + random.below(12);
    for (auto issued = core.step(now); issued.command != DramCommand::kNone; issued = core.step(now)) {
      if (issued.data_end == 0) continue;
      apart = apart && issued.data_end >= bus_free + 2;
      bus_free = issued.data_end;
      served += issued.handle != nullptr;
    }
  }
  const RowCounters& counters = core.counters();
  CHECK(apart);
  CHECK(served == 3000);
  CHECK(counters.hits + counters.misses + counters.conflicts == 3000);
  CHECK(counters.bus_cycles == 2 * bursts);
}

TEST_CASE("banks that are no whole groups and rows that are no whole stripes are refused") {
  DramTiming timing;
  timing.bank_groups = 3;
  CHECK_THROWS_AS(DramController(timing, DramParts(), 16), InputError);
  timing = DramTiming();
  timing.row_bytes = 300;
  CHECK_THROWS_AS(DramController(timing, DramParts(), 16), InputError);
  CHECK_THROWS_AS(DramController(DramTiming(), DramParts(), 0), InputError);
}

}  // namespace
