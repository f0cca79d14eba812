// What `unibank exec` refuses before the program starts, and what it leaves out of a run that has ended.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

#include "exec/run_program.h"

using Catch::Contains;

TEST_CASE("a design or an option of which no model can be made is refused once, before the program starts") {
  const Folder folder;
  const std::pair<const char*, const char*> refused[] = {
      {"--set gpu.sms=3 --vcd-sm 5 --vcd q.vcd", "there is no SM 5 to watch, expected a number below gpu.sms (3)"},
      {"--vcd q.vcd --vcd-trigger foo", "the trigger 'foo' matches no signal"},
      {"--timeline q.json --vcd-trigger foo", "the trigger 'foo' matches no signal"},
  };
  for (const auto& [options, message] : refused) {
    const auto ended = exec(folder, kOnUnified + " " + options, "vector_add");
    CAPTURE(options, ended.err);
    CHECK(ended.status == 2);
    CHECK(ended.out.empty());
    CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: gebhart2012/unified-384k: " + std::string(message)));
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
    CHECK(folder.files().empty());
  }
}

TEST_CASE("a run whose energy cannot be computed has its results without energy and a warning") {
  const Folder folder;
  const auto ended = exec(folder, "--design nvidia/a100 --set energy.frequency_ghz=90 --json r.json", "vector_add");
  CAPTURE(ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.err, Contains("unibank: warning: nvidia/a100: no energy: energy.sm_dynamic_watt of 'nvidia/a100'"));
  CHECK_THAT(text_of(folder.path / "r.json"), Contains("no energy: ") && Contains("\"energy_pj\": {}"));
}
