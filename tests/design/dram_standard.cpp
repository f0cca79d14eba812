// DRAM standards: files with a clock, banks and times that a design refers to by name.
#include <catch2/catch.hpp>
#include <fstream>

#include "base/input_error.h"
#include "design/dram_standard.h"
#include "design/load.h"
#include "support/temporary_folder.h"

namespace unibank {
namespace {

const std::string kRows = "[dram]\nmodel = \"fr-fcfs\"\n";

LoadedDesign load_beside(const std::string& text, const std::vector<std::string>& overrides = {},
                         const std::string& folder = "") {
  return load_design(DesignText{"d", "d.toml", folder, text}, {}, overrides);
}

std::string dram_source_of(const LoadedDesign& loaded, const std::string& key) {
  for (const DesignValue& value : loaded.values)
    if (value.section == "dram" && value.key == key) return value.source;
  return "none";
}

std::string text_of(const std::string& standard) {
  for (const Preset& preset : dram_standards())
    if (standard == preset.name) return preset.text;
  return "";
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string standard_error(const std::string& text) {
  try {
    read_dram_standard({"s", "s.toml", "", text});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST_CASE("the known standards are those of configs/dram and every number has its source") {
  CHECK(list_dram_standards({}) == std::vector<std::string>{"ddr4", "gddr5", "gddr6", "hbm2", "hbm2e", "hbm3"});
  for (const Preset& preset : dram_standards()) {
    const DramStandard standard = read_dram_standard({preset.name, "x.toml", "", preset.text});
    INFO(preset.name);
    CHECK(standard.values.size() == dram_standard_keys().size());
    for (const DramStandard::Value& value : standard.values) CHECK(value.source.size() > 10);
  }
}

TEST_CASE("a design's default standard is GDDR5") {
  const Design none, named = load_beside(kRows + "standard = \"gddr5\"\n[energy]\nfrequency_ghz = 0.7\n").design;
  for (const Parameter& parameter : schema())
    if (parameter.section == "dram" && parameter.key != "model") {
      INFO(parameter.key);
      CHECK(parameter.get(named) == parameter.get(none));
    }
}

TEST_CASE("a standard gives a design its clock and its times, each with line and source") {
  const LoadedDesign loaded = load_beside(kRows + "standard = \"hbm2\"\n[energy]\nfrequency_ghz = 0.8\n");
  CHECK(loaded.design.dram.timing.t_rcd == 12);
  CHECK(loaded.design.dram.timing.row_bytes == 1024);
  CHECK(loaded.design.dram.clock_ratio == 1.25);
  CHECK(dram_source_of(loaded, "standard") == "d.toml:3");
  CHECK(dram_source_of(loaded, "t_rcd") ==
        "configs/dram/hbm2.toml:13: 12 ns at 1000 MHz; gem5, HBM_2000_4H_1x64: tRCD");
  CHECK(dram_source_of(loaded, "banks") == "configs/dram/hbm2.toml:6: gem5, HBM_2000_4H_1x64: banks_per_rank");
  CHECK(dram_source_of(loaded, "clock_ratio") ==
        "configs/dram/hbm2.toml:4: 1000 MHz; gem5, HBM_2000_4H_1x64: tCK; over energy.frequency_ghz");
}

TEST_CASE("times in ns are rounded up to cycles of the clock and the refresh interval down") {
  const Design design = load_beside(kRows + "standard = \"hbm2e\"\n").design;
  CHECK(design.dram.clock_ratio == 1.8);
  CHECK(design.dram.timing.t_rcd == 22);        // 21.6
  CHECK(design.dram.timing.t_rrd == 8);         // 7.2; at least 4
  CHECK(design.dram.timing.t_turn == 9);        // 9.0
  CHECK(design.dram.timing.t_refi == 7020);     // 7020.0
  CHECK(load_beside(kRows + "standard = \"gddr6\"\n").design.dram.timing.t_refi == 3417);  // 3417.9
}

TEST_CASE("keys of the design override the standard whatever their order and a later standard drops them") {
  const LoadedDesign own =
      load_beside("[dram]\nt_rcd = 20\nclock_ratio = 1.5\nstandard = \"hbm2\"\nmodel = \"fr-fcfs\"\n");
  CHECK(own.design.dram.timing.t_rcd == 20);
  CHECK(own.design.dram.timing.t_rp == 14);
  CHECK(own.design.dram.clock_ratio == 1.5);
  CHECK(dram_source_of(own, "t_rcd") == "d.toml:2");
  CHECK(dram_source_of(own, "clock_ratio") == "d.toml:3");
  const Design later = load_beside(kRows + "t_rcd = 20\n", {"dram.standard=ddr4", "dram.t_rp=30"}).design;
  CHECK(later.dram.timing.t_rcd == 22);
  CHECK(later.dram.timing.t_rp == 30);
  CHECK(later.dram.clock_ratio == 1.6);
}

TEST_CASE("an effective design with a standard gives the same design") {
  const LoadedDesign loaded = load_beside(kRows + "standard = \"hbm3\"\n[dram_refresh]\npolicy = \"per-bank\"\n");
  const LoadedDesign again = load_beside(effective_toml(loaded));
  for (const Parameter& parameter : parameters_of(loaded.design)) {
    INFO(parameter.name());
    CHECK(parameter.get(again.design) == parameter.get(loaded.design));
  }
}

TEST_CASE("a standard of one's own is a file beside the design, or in a folder that is searched") {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "mine.toml") << with(text_of("hbm2"), "t_rcd = { ns = 12", "t_rcd = { cycles = 99");
  std::filesystem::create_directory(folder.path / "dram");
  std::ofstream(folder.path / "dram" / "slow.toml") << with(text_of("hbm2"), "t_rp = { ns = 14", "t_rp = { ns = 50");
  const LoadedDesign beside = load_beside(kRows + "standard = \"mine.toml\"\n", {}, folder.path.string());
  CHECK(beside.design.dram.timing.t_rcd == 99);
  CHECK(beside.files.back() == (folder.path / "mine.toml").string());
  const DesignText text{"d", "d.toml", "", kRows + "standard = \"slow\"\n"};
  CHECK(load_design(text, {folder.path.string()}, {}).design.dram.timing.t_rp == 50);
  CHECK_THROWS_WITH(load_beside(kRows + "standard = \"slow\"\n"),
                    "d.toml:3: dram.standard: unknown DRAM standard 'slow'; known: ddr4, gddr5, gddr6, hbm2, hbm2e, "
                    "hbm3");
  CHECK_THROWS_WITH(load_beside(kRows + "standard = \"slow.toml\"\n"),
                    "d.toml:3: dram.standard: slow.toml: no such DRAM standard file");
  CHECK_THROWS_WITH(load_beside(kRows + "standard = 3\n"), "d.toml:3: dram.standard: found 3, expected a string");
}

TEST_CASE("invalid standards are refused with file and line") {
  const std::string good = text_of("hbm2");
  CHECK(standard_error(good) == "no error");
  CHECK(standard_error(with(good, "t_rc = {", "t_rx = {")).rfind("s.toml:17: unknown key 't_rx'", 0) == 0);
  CHECK(standard_error(with(good, "t_rc = { ns = 42, source = \"DRAMSys, HBM2.json: RC\" }\n", "")) ==
        "s.toml: no 't_rc', expected t_rc = { ns = NUMBER, source = \"...\" }, or cycles = NUMBER, or both: a standard "
        "gives every value");
  CHECK(standard_error(with(good, "t_rc = { ns = 42, source = \"DRAMSys, HBM2.json: RC\" }", "t_rc = { ns = 42 }")) ==
        "s.toml:17: t_rc: no source, expected t_rc = { ns = NUMBER, source = \"...\" }, or cycles = NUMBER, or both "
        "with the document it is from");
  CHECK(standard_error(with(good, "t_rc = { ns = 42", "t_rc = { ns = -42")) ==
        "s.toml:17: t_rc: found ns = -42, expected no negative number");
  CHECK(standard_error(with(good, "t_rc = { ns = 42", "t_rc = { cycles = -1, ns = 42")) ==
        "s.toml:17: t_rc: found cycles = -1, expected no negative number");
  CHECK(standard_error(with(good, "t_rc = { ns = 42", "t_rc = { ps = 42")) ==
        "s.toml:17: t_rc: found a key 'ps', expected t_rc = { ns = NUMBER, source = \"...\" }, or cycles = NUMBER, or "
        "both");
  CHECK(standard_error(with(good, "banks = { value = 16", "banks = { ns = 16")) ==
        "s.toml:6: banks: found a key 'ns', expected banks = { value = NUMBER, source = \"...\" }");
  CHECK(standard_error(with(good, "banks = { value = 16", "banks = { value = 16.5")) ==
        "s.toml:6: banks: found 16.5, expected an integer from 1 to 1024");
  CHECK(standard_error(with(good, "banks = { value = 16", "banks = { value = 1e300")) ==
        "s.toml:6: banks: found 1e+300, expected an integer from 1 to 1024");
  CHECK(standard_error(with(good, "banks = { value = 16", "banks = { value = \"many\"")) ==
        "s.toml:6: banks.value: found the string \"many\", expected a number");
  CHECK(standard_error(with(good, "clock_mhz = { value = 1000", "clock_mhz = { value = 0")) ==
        "s.toml:4: clock_mhz: found 0, expected 1 to 100000");
  CHECK(standard_error("description = \"x\"\nbanks = 16\n") ==
        "s.toml:2: banks: found 16, expected banks = { value = NUMBER, source = \"...\" }");
  CHECK(standard_error("description = 4\n") == "s.toml:1: description: found 4, expected a string that is not empty");
}

TEST_CASE("a fixed-latency channel refuses a standard and exchangeable parts") {
  CHECK_THROWS_WITH(
      load_beside("[dram]\nstandard = \"hbm2\"\n"),
      "d.toml:2: dram.standard is \"hbm2\", expected \"gddr5\": another value needs dram.model = "
      "\"fr-fcfs\"");
  CHECK_THROWS_WITH(load_beside("[dram_refresh]\npolicy = \"all-bank\"\n"),
                    Catch::StartsWith("d.toml:2: dram_refresh.policy is \"all-bank\", expected \"none\""));
}

TEST_CASE("parts of a channel that do not fit its standard are refused at their line") {
  CHECK_THROWS_WITH(load_beside(kRows + "[dram_refresh]\npolicy = \"per-bank\"\n"),
                    "d.toml:4: dram_refresh.policy is \"per-bank\": the standard has no refresh of one bank "
                    "(dram.t_rfc_bank is 0)");
  CHECK_THROWS_WITH(load_beside(kRows + "banks = 12\n[dram_hash]\npolicy = \"xor\"\n"),
                    "d.toml:5: dram_hash.policy is \"xor\": the hash needs a power of two of banks, dram.banks is 12");
  CHECK_THROWS_WITH(load_beside(kRows + "address_order = \"bank row\"\n"),
                    Catch::StartsWith("d.toml:3: dram.address_order is \"bank row\": expected 'row' first"));
  const Design limited = load_beside(kRows + "[dram_scheduler]\npolicy = \"fr-fcfs\"\nhit_limit = 4\n").design;
  CHECK(limited.dram_scheduler.values.at("hit_limit") == 4);
}

}  // namespace
}  // namespace unibank
