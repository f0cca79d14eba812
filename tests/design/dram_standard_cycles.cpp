// The cycles of every DRAM standard, by formula from its times and, where published, as numbers.
#include <catch2/catch.hpp>

#include "design/find.h"
#include "design/load.h"
#include "dram/controller.h"

namespace unibank {
namespace {

Design design_of(const std::string& standard) {
  return load_design(DesignText{"d", "d.toml", "", "[dram]\nmodel = \"fr-fcfs\"\nstandard = \"" + standard + "\"\n"})
      .design;
}

DramTiming timing_of(const std::string& standard) { return design_of(standard).dram.timing; }

// Addresses go to one bank row after another; the channel is idle at first.
struct Channel : DramController {
  explicit Channel(const DramTiming& given, const char* refresh = "none")
      : DramController(given, parts(given, refresh), 64), timing(given) {}
  static DramParts parts(const DramTiming& timing, const char* refresh) {
    DramParts all;
    all.refresh.name = refresh;
    all.mapping.stripe_bytes = timing.row_bytes;
    all.mapping.stripe_banks = 1;
    return all;
  }
  void request(Cycle now, unsigned bank, std::uint64_t row, bool write = false, unsigned bursts = 1) {
    arrive(now, (row * timing.banks + bank) * timing.row_bytes, write, bursts, this);
  }
  // The cycle in which the last burst's data end.
  Cycle finish() {
    Cycle end = 0;
    while (waiting() != 0) end = std::max(end, step(kNever).data_end);
    return end;
  }
  DramTiming timing;
};

Cycle end_of(const DramTiming& timing, unsigned bursts) {
  Channel channel(timing);
  channel.request(0, 0, 0, false, bursts);
  return channel.finish();
}

// The first bank of another bank group, or the next bank where there is only one group.
unsigned other_group(const DramTiming& t) { return t.bank_groups == 1 ? 1 : t.banks / t.bank_groups; }

#define EVERY_STANDARD(standard) \
  for (const std::string& standard : list_dram_standards({})) \
    SECTION(standard)

TEST_CASE("the first data of an idle channel come tRCD, tCL and a burst after the request") {
  EVERY_STANDARD(standard) {
    const DramTiming t = timing_of(standard);
    CHECK(end_of(t, 1) == t.t_rcd + t.t_cl + t.burst);
    CHECK(end_of(t, 4) == t.t_rcd + t.t_cl + t.burst + 3 * std::max(t.t_ccd_group, t.burst));
  }
}

TEST_CASE("first data in ns, as published") {
  const auto ns = [](const char* standard, double mhz) { return end_of(timing_of(standard), 1) * 1000 / mhz; };
  CHECK(ns("hbm2", 1000) == Approx(12 + 18 + 2));
  CHECK(ns("ddr4", 1600) == Approx(13.75 + 13.75 + 2.5));
  CHECK(ns("gddr6", 1750) == Approx((26 + 24 + 2) / 1.75));
  CHECK(ns("hbm3", 1600) == Approx((23 + 23 + 2) / 1.6));
  CHECK(ns("hbm2e", 1800) == Approx((22 + 33 + 2) / 1.8));
  CHECK(ns("gddr5", 924) == Approx((12 + 12 + 2) / 0.924));
}

TEST_CASE("a channel streams at its published bandwidth over bank groups") {
  const std::map<std::string, std::pair<double, double>> published = {  // MHz; bits per channel x Gb/s per pin / 8
      {"gddr5", {924, 64 * 3.696 / 8}}, {"gddr6", {1750, 16 * 14.0 / 8}}, {"hbm2", {1000, 64 * 2.0 / 8}},
      {"hbm2e", {1800, 64 * 3.6 / 8}},  {"hbm3", {1600, 32 * 6.4 / 8}},   {"ddr4", {1600, 64 * 3.2 / 8}}};
  EVERY_STANDARD(standard) {
    const auto& [mhz, gigabytes] = published.at(standard);
    const DramTiming t = timing_of(standard);
    Channel channel(t);
    channel.request(0, 0, 0);
    channel.request(0, other_group(t), 0);
    channel.finish();
    // Both rows are open: 16 bursts from each, alternating.
    for (unsigned i = 0; i < 32; ++i) channel.request(1000, i % 2 == 0 ? 0 : other_group(t), 0);
    const Cycle cycles = channel.finish() - (1000 + t.t_cl);
    CHECK(cycles == 32 * t.burst);
    CHECK(32.0 * t.burst_bytes / static_cast<double>(cycles) * mhz / 1000 == Approx(gigabytes));
  }
}

TEST_CASE("a row hit takes tCL and a burst and a row conflict tRP and tRCD more") {
  EVERY_STANDARD(standard) {
    const DramTiming t = timing_of(standard);
    Channel channel(t);
    channel.request(0, 0, 0);
    channel.finish();
    channel.request(1000, 0, 0);
    CHECK(channel.finish() == 1000 + t.t_cl + t.burst);
    channel.request(2000, 0, 1);
    CHECK(channel.finish() == 2000 + t.t_rp + t.t_rcd + t.t_cl + t.burst);
  }
}

TEST_CASE("two rows of one bank: the second read ends a row cycle after the first") {
  EVERY_STANDARD(standard) {
    const DramTiming t = timing_of(standard);
    Channel channel(t);
    channel.request(0, 0, 0);
    channel.request(0, 0, 1);
    const Cycle precharged = std::max(t.t_ras, t.t_rcd + t.t_rtp);
    CHECK(channel.finish() == std::max<Cycle>(t.t_rc, precharged + t.t_rp) + t.t_rcd + t.t_cl + t.burst);
  }
}

TEST_CASE("activates: tRRD, tRRD of a bank group and tFAW") {
  EVERY_STANDARD(standard) {
    const DramTiming t = timing_of(standard);
    DramDevice device(t);
    device.issue(DramCommand::kActivate, 0, 0, 0);
    CHECK(device.from(DramCommand::kActivate, 1) == std::max(t.t_rrd, t.t_rrd_group));
    CHECK(device.from(DramCommand::kActivate, other_group(t)) == t.t_rrd);
    for (unsigned i = 1; i < 4; ++i) device.issue(DramCommand::kActivate, i * other_group(t), 0, i * t.t_rrd);
    CHECK(device.from(DramCommand::kActivate, other_group(t) + 1) ==
          std::max({4 * t.t_rrd, t.t_rrd + t.t_rrd_group, t.t_faw}));
  }
}

TEST_CASE("bus turnaround: write to read in one bank group and between two and read to write") {
  EVERY_STANDARD(standard) {
    const DramTiming t = timing_of(standard);
    DramDevice device(t);
    device.issue(DramCommand::kActivate, 0, 0, 0);
    device.issue(DramCommand::kActivate, other_group(t), 0, t.t_rrd);
    device.issue(DramCommand::kWrite, 0, 0, 1000);
    CHECK(device.from(DramCommand::kRead, 0) == 1000 + t.t_wl + t.burst + std::max(t.t_wtr, t.t_wtr_group));
    CHECK(device.from(DramCommand::kRead, other_group(t)) == 1000 + t.t_wl + t.burst + t.t_wtr);
    CHECK(device.from(DramCommand::kPrecharge, 0) == 1000 + t.t_wl + t.burst + t.t_wr);
    device.issue(DramCommand::kRead, 0, 0, 2000);
    CHECK(device.from(DramCommand::kWrite, other_group(t)) == 2000 + t.t_cl + t.burst + t.t_turn - t.t_wl);
  }
}

TEST_CASE("a request that meets a refresh of all banks waits tRFC, and tRP more where a row is open") {
  EVERY_STANDARD(standard) {
    const DramTiming t = timing_of(standard);
    Channel idle(t, "all-bank"), open(t, "all-bank");
    idle.request(t.t_refi, 0, 0);
    CHECK(idle.finish() == t.t_refi + t.t_rfc + t.t_rcd + t.t_cl + t.burst);
    open.request(1000, 0, 0);
    open.finish();
    open.request(t.t_refi, 0, 0);
    CHECK(open.finish() == t.t_refi + t.t_rp + t.t_rfc + t.t_rcd + t.t_cl + t.burst);
    CHECK(open.counters().refreshes == 1);
  }
}

TEST_CASE("a request waits for the refresh of its own bank if the standard has one and not for another bank's") {
  EVERY_STANDARD(standard) {
    const DramTiming t = timing_of(standard);
    if (t.t_rfc_bank == 0) {
      CHECK_THROWS_AS(Channel(t, "per-bank"), InputError);
      continue;
    }
    const Cycle due = t.t_refi / t.banks;
    Channel own(t, "per-bank"), other(t, "per-bank");
    own.request(due, 0, 0);
    CHECK(own.finish() == due + t.t_rfc_bank + t.t_rcd + t.t_cl + t.burst);
    other.request(due, 1, 0);
    // Refresh and activation are row commands, of one bus. The refresh is issued first: it is due, and it is older.
    CHECK(other.finish() == due + 1 + t.t_rcd + t.t_cl + t.burst);
  }
}

}  // namespace
}  // namespace unibank
