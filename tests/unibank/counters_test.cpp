// Every declared counter but three is above 0 in one of a few tiny runs, and each run's CSV and JSON have all that
// `unibank list counters` names, with the same values.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "unibank/folder.h"

namespace {

// The names in `unibank list counters`: the indented lines, up to the unit.
std::set<std::string> listed(const std::string& text) {
  std::istringstream lines(text);
  std::set<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  ", 0) == 0) names.insert(line.substr(2, line.find(" (") - 2));
  }
  return names;
}

std::vector<std::string> split(const std::string& line) {
  std::istringstream cells(line);
  std::vector<std::string> all;
  for (std::string cell; std::getline(cells, cell, ',');) all.push_back(cell);
  return all;
}

// The cells of the first run, by column. No cell before the last counter contains a comma.
std::map<std::string, std::string> first_csv_run(const std::string& csv) {
  std::istringstream lines(csv);
  std::string header, row;
  std::getline(lines, header);
  std::getline(lines, row);
  const std::vector<std::string> names = split(header), cells = split(row);
  std::map<std::string, std::string> run;
  for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) run[names[i]] = cells[i];
  return run;
}

// The counter's value in a run's JSON: a member for each part of the name, or an element of a histogram for 1, 2, 3, 4
// and more accesses to the same bank. Empty: it is not there.
std::string json_counter(const nlohmann::json& run, const std::string& name) {
  const std::size_t end = name.rfind('.');
  const std::string group = end == name.npos ? "" : name.substr(0, end), last = name.substr(end + 1);
  const bool bank = group == "conflicts.bank";
  std::string pointer = "/" + name;
  if (bank || (group == "conflicts" && (last == "more" || last.find_first_not_of("1234") == last.npos)))
    pointer = std::string("/conflicts/") + (bank ? "bank" : "max_accesses") + "_histogram/" +
              (last == "more" ? "4" : std::to_string(std::stoi(last) - 1));
  std::replace(pointer.begin(), pointer.end(), '.', '/');
  const nlohmann::json::json_pointer place(pointer);
  return run.contains(place) ? run.at(place).dump() : "";
}

// Reads a word that no thread has written, a lane that takes no part in a shuffle, and an address outside of every
// buffer.
const char kUndefined[] = R"(.version 6.0
.target sm_50
.address_size 64
.visible .entry undefined() {
  .reg .pred %p<2>;
  .reg .b32 %r<6>;
  .reg .b64 %l<2>;
  .shared .align 4 .b8 words[128];
  mov.u32 %r1, words;
  ld.shared.u32 %r2, [%r1];
  mov.u32 %r3, %tid.x;
  setp.eq.u32 %p1, %r3, 0;
  @%p1 shfl.sync.idx.b32 %r4, %r3, 5, 31, 1;
  mov.u64 %l1, 4096;
  ld.global.u32 %r5, [%l1];
  st.global.u32 [%l1], %r5;
  ret;
})";

const char* const kRuns[] = {
    "ray --design hayes2014/kepler --set run.reuse_statistics=true",
    "needle --design jatala/shared-owf-opt --set gpu.sms=1",
    "needle --design jatala/shared-owf --set gpu.sms=1 --set run.check_data=true",
    "matrixmul --design gebhart2012/unified-384k --set conflicts.penalty_blocks=sm --set kernel.register_limit=16",
    "matrixmul --design jing2016/integrated-fair --set storage.unified_bytes=32768 --set gpu.sms=2",
    "srad --design jing2016/separate-16k --set l2.bytes=12288 --set l2.mshr_entries=1",
    "bfs --design jing2016/separate-16k --set run.check_data=true --set atomic_unit.entries=1",
    "btree --design jing2016/separate-16k --set gpu.sms=1 --set cache.fetch=sectors",
    "bicubic --design jing2016/separate-16k --set texture_cache.bytes=256 --set texture_cache.ways=1",
    "convolution --design jing2016/separate-16k --set constant_cache.bytes=64 --set constant_cache.ways=1 "
    "--set constant_cache.line_bytes=64",
    "kmeans --design gebhart2012/partitioned --set dram.model=fr-fcfs --set dram.banks=1 --set dram.bank_groups=1 "
    "--set dram.stripe_banks=1 --set dram_refresh.policy=all-bank",
    "btree --design jing2016/separate-16k --set gpu.sms=1 --set line_policy.policy=linebacker "
    "--set line_policy.window=100 --set storage.cache_bytes=2048",
    "matrixmul --design crossover/pooled --set gpu.sms=1 --set partition.policy=run-time-carve-out "
    "--set partition.window=100 --set partition.gain=0.0",
    "gemm_mma --design today/regmutex",
};

}  // namespace

TEST_CASE("every declared counter but three counts in one of a few runs") {
  const Folder folder;
  folder.write("k.ptx", kUndefined);
  folder.write("undefined.toml", "ptx = \"k.ptx\"\n[[launch]]\ngrid = [1]\nblock = [32]\n");
  std::set<std::string> silent = listed(folder.run("list counters").out);
  REQUIRE(silent.size() > 100);
  std::vector<std::string> runs = {"undefined.toml --design gebhart2012/partitioned --set run.out_of_bounds=warn"};
  for (const char* run : kRuns) runs.push_back(run + std::string(" --size tiny"));
  for (const std::string& arguments : runs) {
    INFO(arguments);
    REQUIRE(folder.run("run " + arguments + " --csv x --json y").status == 0);
    const auto run = first_csv_run(text_of(folder.path / "x"));
    const auto json = nlohmann::json::parse(text_of(folder.path / "y")).at("runs").at(0);
    for (const std::string& name : listed(folder.run("list counters").out)) {
      INFO(name);
      REQUIRE(run.count(name) == 1);
      CHECK(json_counter(json, name) == run.at(name));
      if (run.at(name) != "0") silent.erase(name);
    }
    fs::remove(folder.path / "x");
    fs::remove(folder.path / "y");
  }
  // These are 0 unless the arbiter grants a bank twice in a cycle, a line policy keeps lines out (no policy here does),
  // or a block starts in rows with kept lines. They are counted in unified_bank_test.cpp, line_policy_test.cpp and
  // linebacker.cpp.
  CHECK(silent == std::set<std::string>{"banks.violations", "cache.bypasses", "linebacker.lost_to_blocks"});
}

TEST_CASE("a counter is listed under its block with its unit and its meaning") {
  const Folder folder;
  const std::string text = folder.run("list counters").out;
  CHECK_THAT(text, Catch::Contains("sm.mshr\n  mshr.allocations (entries): allocated by reads without"));
  CHECK_THAT(text, Catch::Contains("sm.crossbar\n  crossbar.transfers (requests): "));
  CHECK(text == folder.run("list counters").out);
}
