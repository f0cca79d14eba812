// Overrides that change nothing: `run`, `show` and `sweep` warn of each, and the results have the same bytes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "unibank/folder.h"

namespace {

std::size_t warnings(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(" has no effect: ", at)) != std::string::npos; ++at) ++count;
  return count;
}

std::string set_all(const std::vector<std::string>& overrides) {
  std::string text;
  for (const std::string& one : overrides) text += " --set " + one;
  return text;
}

// Each of `idle` has a warning, and together they change no byte of the table of counters.
void check_idle(const std::string& run, const std::vector<std::string>& idle) {
  const Folder folder;
  const Folder::Ended plain = folder.run(run + " --csv -"), changed = folder.run(run + set_all(idle) + " --csv -");
  CHECK(plain.status == 0);
  CHECK(warnings(plain.err) == 0);
  CHECK(changed.status == 0);
  CHECK(warnings(changed.err) == idle.size());
  CHECK(changed.out == plain.out);
}

const std::vector<std::string> kBankedDram = {
    "dram.clock_ratio=2.5",  "dram.answer_latency=7", "dram.banks=8",       "dram.bank_groups=2",
    "dram.row_bytes=2048",   "dram.burst_bytes=32",   "dram.burst=5",       "dram.command_buses=2",
    "dram.t_rcd=50",         "dram.t_rcd_write=50",   "dram.t_rp=50",       "dram.t_ras=90",
    "dram.t_rc=99",          "dram.t_rrd=9",          "dram.t_rrd_group=9", "dram.t_faw=9",
    "dram.t_cl=90",          "dram.t_wl=90",          "dram.t_ccd=9",       "dram.t_ccd_group=9",
    "dram.t_rtp=9",          "dram.t_wr=9",           "dram.t_wtr=9",       "dram.t_wtr_group=9",
    "dram.t_turn=9",         "dram.t_refi=999",       "dram.t_rfc=99",      "dram.t_rfc_bank=9",
    "dram.stripe_bytes=512", "dram.stripe_banks=4"};
const std::vector<std::string> kNoL2 = {"l2.slices=3",
                                        "l2.ways=4",
                                        "l2.latency=99",
                                        "l2.mshr_entries=3",
                                        "l2.merges=2",
                                        "l2.queue=3",
                                        "l2.index=xor",
                                        "l2.slice_hash=xor",
                                        "dram.channel_hash=xor",
                                        "interconnect.latency=77",
                                        "interconnect.bytes_per_cycle=5",
                                        "interconnect.queue=3",
                                        "interconnect.choices=3"};
const std::vector<std::string> kNoReadOnlyCaches = {
    "constant_cache.line_bytes=128",   "constant_cache.ways=2",    "constant_cache.mshr_entries=2",
    "texture_cache.line_bytes=64",     "texture_cache.ways=2",     "texture_cache.mshr_entries=2",
    "instruction_cache.line_bytes=64", "instruction_cache.ways=2", "instruction_cache.mshr_entries=2",
    "instruction_cache.warm=true"};
const std::vector<std::string> kNoHierarchy = {
    "register_hierarchy.lrf_entries=3",         "register_hierarchy.orf_entries=9",
    "register_hierarchy.memory_reads_lrf=true", "register_hierarchy.lrf_read_pj=99",
    "register_hierarchy.lrf_write_pj=99",       "register_hierarchy.orf_read_pj=99",
    "register_hierarchy.orf_write_pj=99"};
const std::vector<std::string> kNoPass = {"kernel.concurrency=original", "kernel.concurrency_blocks=7",
                                          "kernel.concurrency_floor=without-spills", "kernel.base_registers=20"};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

TEST_CASE("keys of a missing L2, of missing banks of DRAM, caches and passes have a warning and no effect") {
  check_idle("run mummer --size tiny --design gebhart2012/partitioned",
             kBankedDram + kNoL2 + kNoReadOnlyCaches + kNoPass);
}

TEST_CASE("keys of a missing register hierarchy and schedule have a warning and no effect") {
  check_idle("run sgemv --size tiny --design jatala/unshared-lrr",
             kNoHierarchy + kNoPass + std::vector<std::string>{"kernel.schedule_registers=60"});
}

TEST_CASE("the hash of one slice and numbers of blocks that are searched for have a warning and no effect") {
  check_idle("run needle --size tiny --design nvidia/a100", {"l2.slice_hash=xor"});
  check_idle("run needle --size tiny --design hayes2014/kepler --set kernel.pass=onchip",
             {"kernel.concurrency_blocks=7"});
  check_idle(
      "run needle --size tiny --design hayes2014/kepler --set kernel.pass=onchip --set kernel.concurrency=original",
      {"kernel.concurrency_floor=without-spills"});
}

TEST_CASE("a key that has an effect, and any key of a run without time, has no warning") {
  const Folder folder;
  const std::string needle = "run needle --size tiny --design ";
  CHECK(warnings(folder.run(needle + "jing2016/separate-16k --set l2.ways=4").err) == 0);
  CHECK(warnings(folder.run(needle + "gebhart2012/partitioned --set l2.ways=4 --set l2.bytes=65536").err) == 0);
  CHECK(warnings(folder.run(needle + "gebhart2012/partitioned --set dram.model=fr-fcfs --set dram.t_rcd=50").err) == 0);
  CHECK(warnings(folder.run(needle + "gebhart2012/partitioned --set l2.ways=4 --functional").err) == 0);
}

TEST_CASE("the warning of an override names it, its design and the reason, in results too") {
  const Folder folder;
  const std::string warning = "--set l2.ways=4 has no effect: l2.bytes is 0";
  const Folder::Ended ran =
      folder.run("run needle --size tiny --design gebhart2012/partitioned --set l2.ways=4 --json -");
  CHECK_THAT(ran.err, Catch::Contains("unibank: warning: gebhart2012/partitioned: " + warning + "\n"));
  CHECK_THAT(ran.out, Catch::Contains("\"" + warning + "\""));
  const Folder::Ended shown = folder.run("show gebhart2012/partitioned --set l2.ways=4");
  CHECK(shown.err == "unibank: warning: gebhart2012/partitioned: " + warning + "\n");
}

TEST_CASE("a study warns of a key that changes nothing at any of its points, and of no other") {
  const Folder folder;
  const auto study = [&folder](const std::string& designs) {
    folder.write("s.toml", "programs = [\"needle\"]\nsizes = [\"tiny\"]\ndesigns = [" + designs +
                               "]\n[axes]\n\"l2.ways\" = [4, 8]\n");
    return folder.run("sweep s.toml --dry-run").err;
  };
  CHECK(study("\"gebhart2012/partitioned\"") ==
        "unibank: warning: l2.ways has no effect at any of these points: l2.bytes is 0\n");
  CHECK(study("\"gebhart2012/partitioned\", \"jing2016/separate-16k\"").empty());
}
