#include "soak/laws/related_runs.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "design/load.h"
#include "support/temporary_folder.h"

namespace unibank::test {
namespace {

using Json = nlohmann::json;

// A run of a machine of 15 SMs with an L2 cache, in which all of these counters are 0.
Json idle_run() {
  const LoadedDesign loaded = load_design("jing2016/separate-16k", {}, {"mshr.entries=40"});
  return {{"effective_design", effective_toml(loaded)},
          {"cycles", 100},
          {"sms", 15},
          {"launches", Json::array()},
          {"mshr", {{"full_stalls", 0}}},
          {"l2", {{"stalls", 0}}},
          {"interconnect", {{"request_waits", 0}, {"answer_waits", 0}}},
          {"atomic_unit", {{"held_cycles", 0}, {"requests", 0}}},
          {"scratchpad", {{"loads", 0}, {"stores", 0}}},
          {"barriers", 0},
          {"texture_accesses", 0},
          {"constant_accesses", 0}};
}

bool has_setting_of(const Json& run, const std::string& key) {
  const std::vector<std::string> settings = settings_without_effect(run);
  return std::any_of(settings.begin(), settings.end(),
                     [&](const std::string& setting) { return setting.rfind(key + "=", 0) == 0; });
}

std::string difference(const Json& one, const Json& other, Related related = Related::kRecord) {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "a.json") << Json{{"runs", {one}}};
  std::ofstream(folder.path / "b.json") << Json{{"runs", {other}}};
  return difference_of_numbers(folder.path / "a.json", folder.path / "b.json", related);
}

}  // namespace

TEST_CASE("a limit that a run never reached may be twice as large, and more") {
  const std::vector<std::string> settings = settings_without_effect(idle_run());
  CHECK(std::count(settings.begin(), settings.end(), "mshr.entries=81") == 1);
}

TEST_CASE("values in the sockets have no effect on the numbers of a run but those of compared values") {
  Json run = idle_run();
  CHECK(has_setting_of(run, "run.check_data"));
  run["effective_design"] = effective_toml(load_design("jing2016/separate-16k", {}, {"run.check_data=true"}));
  CHECK_FALSE(has_setting_of(run, "run.check_data"));
  CHECK(difference({{"values", {{"memory", 0}}}}, {{"values", {{"memory", 9}}}}, Related::kSetting).empty());
  CHECK_FALSE(difference({{"values", {{"memory", 0}}}}, {{"values", {{"memory", 9}}}}, Related::kSame).empty());
}

TEST_CASE("a setting has an effect where a run has waited for its limit or used its unit") {
  const std::vector<std::pair<const char*, const char*>> uses = {
      {"/mshr/full_stalls", "mshr.entries"},
      {"/mshr/full_stalls", "mshr.merges"},
      {"/l2/stalls", "l2.mshr_entries"},
      {"/l2/stalls", "l2.merges"},
      {"/interconnect/request_waits", "interconnect.queue"},
      {"/interconnect/answer_waits", "interconnect.queue"},
      {"/interconnect/answer_waits", "interconnect.choices"},
      {"/atomic_unit/held_cycles", "atomic_unit.entries"},
      {"/atomic_unit/requests", "atomic_unit.interval"},
      {"/atomic_unit/requests", "atomic_unit.latency"},
      {"/scratchpad/loads", "sm.scratchpad_latency"},
      {"/scratchpad/stores", "sm.scratchpad_latency"},
      {"/barriers", "sm.barrier_warp_latency"},
      {"/texture_accesses", "texture_cache.mshr_entries"},
      {"/texture_accesses", "sm.texture_latency"},
      {"/constant_accesses", "constant_cache.mshr_entries"}};
  for (const auto& [counter, key] : uses) {
    CAPTURE(counter, key);
    Json run = idle_run();
    CHECK(has_setting_of(run, key));
    run[Json::json_pointer(counter)] = 1;
    CHECK_FALSE(has_setting_of(run, key));
  }
}

TEST_CASE("RTL has the numbers of native blocks with arbitrated banks, registers in banks and no lines written back") {
  const auto run_of = [](const std::string& design, const std::string& conflicts) {
    Json run = idle_run();
    run["effective_design"] = effective_toml(load_design(design, {}, {"conflicts.model=" + conflicts}));
    run["lines"] = {{"register_cycles", 0}};
    run["division"] = {{"changes", 0}};
    run["cache"]["write_backs"] = 0;
    return run;
  };
  Json run = run_of("gebhart2012/partitioned", "arbitrated");
  CHECK(has_native_numbers(run));
  CHECK_FALSE(has_native_numbers(run_of("gebhart2012/partitioned", "per-instruction")));
  run["lines"]["register_cycles"] = 1;
  CHECK_FALSE(has_native_numbers(run));
  run["lines"]["register_cycles"] = 0;
  run["division"]["changes"] = 1;
  CHECK_FALSE(has_native_numbers(run));
  run["division"]["changes"] = 0;
  run["cache"]["write_backs"] = 1;
  CHECK(has_native_numbers(run));
  // At a launch's end a crossbar in RTL writes lines back later.
  std::string design = run["effective_design"];
  const std::string native = "model = \"native\"";
  design.replace(design.find(native, design.find("[crossbar]")), native.size(), "model = \"crossbar.sv\"");
  run["effective_design"] = design;
  CHECK_FALSE(has_native_numbers(run));
}

TEST_CASE("the first number that differs between two results is reported, except those that may differ") {
  const Json run = {{"cycles", 5}, {"verified", true}, {"l2", {{"reads", 3}}}, {"energy_pj", {{"dram", 1.5}}}};
  Json other = run;
  other["verified"] = false;
  CHECK(difference(run, other).empty());
  other["energy_pj"]["dram"] = 2.5;
  CHECK(difference(run, other) == "0.energy_pj.dram is 1.5, and then 2.5");
  CHECK(difference(run, other, Related::kSetting).empty());
  other["scratchpad"]["uninitialised_reads"] = 0;
  CHECK(difference({{"scratchpad", {{"uninitialised_reads", 9}}}}, other).empty());
  CHECK(difference({{"scratchpad", {{"uninitialised_reads", 9}}}}, other, Related::kSetting) ==
        "0.scratchpad.uninitialised_reads is 9, and then 0");
  CHECK(difference({{"comparisons", {{{"answers", 9}}}}}, other).empty());
  other["l2"]["reads"] = 4;
  CHECK(difference(run, other, Related::kSetting) == "0.l2.reads is 3, and then 4");
  other.erase("l2");
  CHECK(difference(run, other, Related::kSetting) == "0.l2.reads is 3, and then null");
}

}  // namespace unibank::test
