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

TEST_CASE("an impossible command is refused before the program starts") {
  const Folder folder;
  const auto missing = folder.run("exec --functional -- ./nothing");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.err, Contains("'./nothing' is no program that can be started; expected one after '--'"));
  CHECK(folder.run("exec -- true").status == 2);
  const auto none = folder.run("exec --functional -- sh -c 'exit 5'");
  CHECK(none.status == 5);
  CHECK_THAT(none.err, Contains("no launch of a kernel has ended"));
}

TEST_CASE("options of exec that contradict each other are refused before anything is made") {
  const Folder folder;
  const std::string own = ", expected a file: standard output is the program's own";
  const std::pair<std::string, std::string> cases[] = {
      {"--functional --json -", "--json is '-'" + own},
      {"--functional --csv -", "--csv is '-'" + own},
      {"--functional --limits memory=1", "--limits memory=1 leaves none for the device, expected at least memory=2"},
      {"--functional --memory 64 --limits memory=64",
       "--memory is 64, expected less than the 64 MB that --limits gives each process"},
      {kOnUnified + " " + kOnUnified, "--design gives 'gebhart2012/unified-384k' twice"},
      {kOnUnified + " --json e --record e",
       "--record: 'e' is or lies in the file of --json 'e', expected another folder"},
      {kOnUnified + " --vcd e --record ./e/f/",
       "--record: './e/f/' is or lies in the file of --vcd 'e', expected another folder"}};
  for (const auto& [options, message] : cases) {
    const auto ended = folder.run("exec " + options + " -- true");
    CHECK(ended.status == 2);
    CHECK(ended.err == "unibank: error: " + message + "\n");
    CHECK(folder.files().empty());
  }
}

TEST_CASE("a program of machine code alone is refused before it starts") {
  const Folder folder;
  const auto ended = exec(folder, "--functional", "machine_code");
  CHECK(ended.status == 2);
  CHECK(ended.out.empty());
  CHECK_THAT(ended.err, Contains("found machine code (sm_90) and no PTX; expected PTX: compile with nvcc -gencode"));
}

#ifdef UNIBANK_NOT_IN_PROCESS
TEST_CASE("a build without the model in a library refuses to run it in the program's process") {
  const Folder folder;
  const auto ended = exec(folder, "--functional --in-process", "vector_add");
  CHECK(ended.status == 2);
  CHECK(ended.out.empty());
  CHECK_THAT(ended.err, Contains("there is no exec/in_process/libunibank_cudart.so beside the program"));
}
#endif
