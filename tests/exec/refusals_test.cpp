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

TEST_CASE("exec refuses options that have no effect without timing as run does") {
  const std::pair<const char*, const char*> cases[] = {
      {"--cores 3", "--functional has no SMs, so it cannot take --cores"},
      {"--threads 128", "--functional has no resident threads, so it cannot take --threads"},
      {"--set dram.latency=300", "--set overrides values of designs, so 'dram.latency=300' needs at least one"},
      {"--pass onchip", "--pass compiles kernels for what a design has room for, so it needs at least one --design"}};
  for (const auto& [options, message] : cases) {
    const Folder folder;
    const auto ended = folder.run("exec --functional " + std::string(options) + " -- true");
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: " + std::string(message)));
  }
  const Folder folder;
  CHECK(folder.run("exec --functional --set run.instruction_limit=9 -- true").status == 0);
}

TEST_CASE("no file that exec writes replaces a design that it has read") {
  const Folder folder;
  const std::string base = "extends = \"nvidia/a100\"\n", own = "extends = \"base.toml\"\n";
  fs::create_directory(folder.path / "rec");
  for (const char* name : {"base.toml", "rec/kernel-0.toml"}) folder.write(name, base);
  folder.write("own.toml", own);
  for (const std::string option : {"--json", "--csv", "--vcd", "--timeline", "--transactions"}) {
    const auto ended = folder.run("exec --design own.toml " + option + " base.toml -- true");
    CHECK(ended.status == 2);
    CHECK(ended.err ==
          "unibank: error: " + option + ": writing 'base.toml' would replace the input file 'base.toml'\n");
  }
  const std::string replaced = "unibank: error: --record: a file that is written into 'rec' could replace 'rec/";
  const auto design = folder.run("exec --design rec/kernel-0.toml --record rec -- true");
  CHECK(design.status == 2);
  CHECK(design.err == replaced + "kernel-0.toml', expected another folder\n");
  const auto table = folder.run("exec --design own.toml --csv rec/kernel-1.toml --record rec -- true");
  CHECK(table.err == replaced + "kernel-1.toml', expected another folder\n");
  CHECK(text_of(folder.path / "base.toml") == base);
  CHECK(text_of(folder.path / "rec/kernel-0.toml") == base);
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
  CHECK_THAT(ended.err, Contains("there is no 'in_process/libunibank_cudart.so', which --in-process needs") &&
                            Contains("/exec', '"));
}
#endif
