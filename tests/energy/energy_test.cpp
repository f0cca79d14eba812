#include <catch2/catch.hpp>
#include <cmath>

#include "base/input_error.h"
#include "energy/components.h"
#include "energy/energy.h"
#include "energy/table.h"
#include "report/made_up_run.h"

using namespace unibank;

namespace {

Design partitioned() {
  Design design;
  design.storage.register_bytes = 256 * 1024;
  design.storage.scratchpad_bytes = 64 * 1024;
  design.storage.cache_bytes = 64 * 1024;
  return design;
}

Design unified(unsigned kilobytes) {
  Design design;
  design.layout.name = "unified";
  design.storage.unified_bytes = kilobytes * 1024;
  design.storage.register_bytes = design.storage.scratchpad_bytes = design.storage.cache_bytes = 0;
  return design;
}

RunResult counted_run(Cycle cycles) {
  RunResult result;
  result.cycles = cycles;
  result.counters.at("registers.row_reads") = 1600;
  result.counters.at("registers.row_writes") = 800;
  result.counters.at("scratchpad.row_reads") = 320;
  result.counters.at("scratchpad.row_writes") = 160;
  result.counters.at("cache.row_reads") = 64;
  result.counters.at("cache.row_writes") = 32;
  result.counters.at("dram.read_bytes") = 128;
  result.counters.at("dram.write_bytes") = 32;
  return result;
}

constexpr double kPartitionedBanks = 1600 * 9.8 + 800 * 11.8 + (320 * 3.9 + 160 * 5.1 + 64 * 3.9 + 32 * 5.1) / 4;

}  // namespace

TEST_CASE("an SM whose storage alone takes more than its dynamic power is refused") {
  Design design = partitioned();
  design.energy.sm_dynamic_watt = 0;
  RunResult result = counted_run(1000);
  result.design = "mine";
  CHECK_THROWS_WITH(energy(result, design), Catch::StartsWith("energy.sm_dynamic_watt of 'mine' is 0 W: the storage of "
                                                              "each of its SMs alone takes 0.02"));
}

TEST_CASE("partitioned: registers in banks of 8 KB, and a 4-byte word costs a quarter of a 16-byte row") {
  const auto e = energy(counted_run(1000), partitioned());
  CHECK(picojoule_of(e, "register_file") == Approx(1600 * 9.8 + 800 * 11.8));
  CHECK(picojoule_of(e, "scratchpad") == Approx((320 * 3.9 + 160 * 5.1) / 4));
  CHECK(picojoule_of(e, "cache") == Approx((64 * 3.9 + 32 * 5.1) / 4));
  REQUIRE(e[6].name == "total");
  double sum = 0;
  for (std::size_t i = 0; i < 6; ++i) sum += e[i].picojoule;
  CHECK(e[6].picojoule == Approx(sum));
}

TEST_CASE("banks a cluster change the size of register banks and of no narrow bank") {
  Design design = partitioned();
  design.sm.banks_per_cluster = 8;
  const std::vector<EnergyComponent> few = energy(counted_run(1000), partitioned()),
                                     many = energy(counted_run(1000), design);
  CHECK(picojoule_of(many, "scratchpad") == picojoule_of(few, "scratchpad"));
  CHECK(picojoule_of(many, "cache") == picojoule_of(few, "cache"));
  const BankEnergy bank = find_energy_table("gebhart2012").wide_bank(256.0 / (8 * 8));
  CHECK(picojoule_of(many, "register_file") == Approx(1600 * bank.read_pj + 800 * bank.write_pj));
}

TEST_CASE("narrow banks may cost the full 16-byte energy each") {
  Design design = partitioned();
  design.energy.narrow_bank_full_energy = true;
  CHECK(picojoule_of(energy(counted_run(1000), design), "scratchpad") == Approx(320 * 3.9 + 160 * 5.1));
}

TEST_CASE("unified 384 KB: 12 KB banks, scratchpad and cache with a tenth for wires") {
  const auto e = energy(counted_run(1000), unified(384));
  CHECK(picojoule_of(e, "register_file") == Approx(1600 * 12.1 + 800 * 14.9));
  CHECK(picojoule_of(e, "scratchpad") == Approx((320 * 12.1 + 160 * 14.9) * 1.1));
  CHECK(picojoule_of(e, "cache") == Approx((64 * 12.1 + 32 * 14.9) * 1.1));
}

TEST_CASE("a scratchpad beside a unified memory costs what one of separate storage costs") {
  Design design = unified(256);
  design.layout.name = "unified-scratchpad-apart";
  design.storage.scratchpad_bytes = 64 * 1024;
  const auto e = energy(counted_run(1000), design);
  CHECK(picojoule_of(e, "register_file") == Approx(1600 * 9.8 + 800 * 11.8));
  CHECK(picojoule_of(e, "scratchpad") == Approx((320 * 3.9 + 160 * 5.1) / 4));
  CHECK(picojoule_of(e, "cache") == Approx((64 * 9.8 + 32 * 11.8) * 1.1));
  design.energy.narrow_bank_full_energy = true;
  CHECK(picojoule_of(energy(counted_run(1000), design), "scratchpad") == Approx(320 * 3.9 + 160 * 5.1));
}

TEST_CASE("scratchpad and cache in one pool cost as narrow banks of its size without wires") {
  Design design;
  design.layout.name = "registers-apart";
  static_cast<StorageSizes&>(design.storage) = {256 * 1024, 0, 0, 64 * 1024};
  const auto e = energy(counted_run(1000), design);
  CHECK(picojoule_of(e, "register_file") == Approx(1600 * 9.8 + 800 * 11.8));
  CHECK(picojoule_of(e, "scratchpad") == Approx((320 * 3.9 + 160 * 5.1) / 4));
  CHECK(picojoule_of(e, "cache") == Approx((64 * 3.9 + 32 * 5.1) / 4));
}

TEST_CASE("without a baseline all dynamic energy of the SM is 1.9 W x time") {
  const auto e = energy(counted_run(1000), partitioned());
  const double dynamic = picojoule_of(e, "register_file") + picojoule_of(e, "scratchpad") + picojoule_of(e, "cache") +
                         picojoule_of(e, "other_dynamic");
  CHECK(dynamic == Approx(1.9 * 1000 * 1000));  // 1 W for 1 ns is 1000 pJ
}

TEST_CASE("the other dynamic power is the baseline's, over the run's own time") {
  const RunResult baseline = counted_run(1000), faster = counted_run(600);
  const Design partitioned_design = partitioned(), unified_design = unified(384);
  const auto e = energy(faster, unified_design, &baseline, &partitioned_design);
  CHECK(picojoule_of(e, "other_dynamic") == Approx((1.9 * 1000 * 1000 - kPartitionedBanks) / 1000 * 600));
}

TEST_CASE("leakage follows the capacity and the time, DRAM energy the bits moved") {
  CHECK(picojoule_of(energy(counted_run(1000), partitioned()), "leakage") == Approx(0.9 * 1000 * 1000));
  CHECK(picojoule_of(energy(counted_run(1000), unified(256)), "leakage") ==
        Approx((0.9 - 0.00237 * 128) * 1000 * 1000));
  CHECK(picojoule_of(energy(counted_run(1000), unified(128)), "dram") == Approx((128 + 32) * 8 * 40));
  Design fast = partitioned();
  fast.energy.frequency_ghz = 2;
  CHECK(picojoule_of(energy(counted_run(1000), fast), "leakage") == Approx(0.9 * 500 * 1000));
}

TEST_CASE("leakage and total are given for both readings of the published leakage whatever the design chooses") {
  Design design = unified(256);
  design.energy.leakage_mw_per_kb = 1;
  const auto e = energy(counted_run(1000), design);
  const double time = 1000 * 1000;
  CHECK(picojoule_of(e, "leakage") == Approx((0.9 - 0.001 * 128) * time));
  CHECK(picojoule_of(e, "leakage_at_2.37") == Approx((0.9 - 0.00237 * 128) * time));
  CHECK(picojoule_of(e, "leakage_at_0.52") == Approx((0.9 - 0.00052 * 128) * time));
  for (const std::string reading : {"2.37", "0.52"})
    CHECK(picojoule_of(e, "total_at_" + reading) - picojoule_of(e, "total") ==
          Approx(picojoule_of(e, "leakage_at_" + reading) - picojoule_of(e, "leakage")));
}

TEST_CASE("the other dynamic energy may be the baseline's whatever the time") {
  const RunResult baseline = counted_run(1000), faster = counted_run(600);
  const Design partitioned_design = partitioned();
  Design unified_design = unified(384);
  unified_design.energy.other_dynamic = OtherDynamic::kEnergy;
  const auto e = energy(faster, unified_design, &baseline, &partitioned_design);
  CHECK(picojoule_of(e, "other_dynamic") == Approx(1.9 * 1000 * 1000 - kPartitionedBanks));
}

TEST_CASE("the levels of the register hierarchy by their own energies, beside the total") {
  RunResult levels = counted_run(1000);
  levels.counters.at("registers.lrf_reads") = 7;
  levels.counters.at("registers.lrf_writes") = 5;
  levels.counters.at("registers.orf_reads") = 11;
  levels.counters.at("registers.orf_writes") = 13;
  levels.counters.at("registers.operand_reads") = 200;
  levels.counters.at("registers.operand_writes") = 100;
  levels.counters.at("registers.flat_reads") = 218;
  levels.counters.at("registers.flat_writes") = 110;
  const auto e = energy(levels, partitioned());
  CHECK(picojoule_of(e, "hierarchy_lrf") == Approx(8 * (7 * 0.7 + 5 * 2.0)));
  CHECK(picojoule_of(e, "hierarchy_orf") == Approx(8 * (11 * 1.9 + 13 * 6.1)));
  CHECK(picojoule_of(e, "hierarchy_mrf") == Approx(8 * (200 * 8.0 + 100 * 11.0)));
  CHECK(picojoule_of(e, "hierarchy_flat") == Approx(8 * (218 * 8.0 + 110 * 11.0)));
  CHECK(picojoule_of(e, "total") == Approx(picojoule_of(energy(counted_run(1000), partitioned()), "total")));
}

TEST_CASE("operands of the reuse cache cost no access of the main register file") {
  RunResult levels = counted_run(1000);
  levels.counters.at("registers.operand_reads") = 200;
  levels.counters.at("registers.reused") = 60;
  levels.counters.at("registers.flat_reads") = 200;
  const auto e = energy(levels, partitioned());
  CHECK(picojoule_of(e, "hierarchy_mrf") == Approx(8 * 140 * 8.0));
  CHECK(picojoule_of(e, "hierarchy_flat") == Approx(8 * 200 * 8.0));
}

TEST_CASE("power is drawn by every SM") {
  RunResult two = counted_run(1000);
  two.sms = 2;
  const auto e = energy(two, partitioned());
  CHECK(picojoule_of(e, "leakage") == Approx(2 * 0.9 * 1000 * 1000));
  CHECK(picojoule_of(e, "other_dynamic") == Approx(2 * 1.9 * 1000 * 1000 - kPartitionedBanks));
}

TEST_CASE("the other dynamic power of an SM is that of an SM of the baseline whatever the number of SMs") {
  const RunResult baseline = counted_run(1000);
  RunResult four = counted_run(400);
  four.sms = 4;
  const Design design = partitioned();
  const double of_an_sm = (1.9 * 1000 * 1000 - kPartitionedBanks) / 1000;
  CHECK(picojoule_of(energy(four, design, &baseline, &design), "other_dynamic") == Approx(4 * 400 * of_an_sm));
  const double own = (4 * 1.9 * 400 * 1000 - kPartitionedBanks) / 400 / 4;
  CHECK(picojoule_of(energy(baseline, design, &four, &design), "other_dynamic") == Approx(1000 * own));
  Design same_energy = design;
  same_energy.energy.other_dynamic = OtherDynamic::kEnergy;
  CHECK(picojoule_of(energy(four, same_energy, &baseline, &design), "other_dynamic") == Approx(1000 * of_an_sm));
}

TEST_CASE("published bank sizes are exact and others are on the power law and marked so") {
  const EnergyTable& table = find_energy_table("gebhart2012");
  CHECK(table.wide_bank(8).read_pj == 9.8);
  CHECK(table.wide_bank(12).write_pj == 14.9);
  CHECK(table.narrow_banks(2).read_pj == 3.9);
  CHECK_FALSE(table.wide_bank(12).fitted);
  const BankEnergy small = table.wide_bank(4);
  CHECK(small.fitted);
  CHECK(small.read_pj == Approx(9.8 * std::pow(0.5, std::log(12.1 / 9.8) / std::log(1.5))));
  CHECK(small.write_pj == Approx(11.8 * std::pow(0.5, std::log(14.9 / 11.8) / std::log(1.5))));
  CHECK(table.narrow_banks(3).read_pj == Approx(3.9 * 12.1 / 9.8));
  CHECK(table.narrow_banks(3).fitted);
}

TEST_CASE("an unknown energy table is refused with the known ones and a functional run has no energy") {
  Design design = partitioned();
  design.energy.table = "gebhard";
  CHECK_THROWS_WITH(energy(counted_run(1), design),
                    "unknown energy table 'gebhard'; known: gebhart2012, jing2016; did you mean 'gebhart2012'?");
  RunResult functional = counted_run(1000);
  functional.functional = true;
  CHECK(energy(functional, partitioned()).empty());
}
