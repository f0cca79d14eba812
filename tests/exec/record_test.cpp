// What a program with its own host code launches, recorded and run without it.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <string>

#include "exec/run_program.h"

namespace {

using Catch::Contains;

std::ptrdiff_t files_in(const std::filesystem::path& folder, const std::string& beginning) {
  return std::count_if(std::filesystem::directory_iterator(folder), {}, [&](const auto& entry) {
    return entry.path().filename().string().rfind(beginning, 0) == 0;
  });
}

}  // namespace

TEST_CASE("what a program's kernels execute is recorded and the trace runs without the program") {
  const Folder folder;
  const std::string design = kOnUnified + " --set register_hierarchy.enabled=false";
  const auto ended = exec(folder, design + " --functional --record traces", "vector_add");
  CAPTURE(ended.err);
  REQUIRE(ended.status == 0);
  const auto traced = folder.run("run traces/kernelslist.g " + design + " --json t.json");
  CAPTURE(traced.err);
  CHECK(traced.status == 0);
  const auto timed = exec(folder, design + " --json p.json", "vector_add");
  const auto cycles = [&](const char* file) {
    const std::string text = text_of(folder.path / file), key = "\"cycles\": ";
    return text.substr(text.find(key), 20);
  };
  CHECK(cycles("t.json") == cycles("p.json"));
  CHECK(exec(folder, kOnUnified + " " + kOnIntegrated + " --record traces", "vector_add").status == 2);
}

TEST_CASE("only memory that the host can also access empties the caches before every launch") {
  const Folder folder;
  const auto cycles = [&](const std::string& program) {
    const auto ended = exec(folder, kOnUnified + " --json c.json", program);
    CAPTURE(ended.err);
    REQUIRE(ended.status == 0);
    const std::string text = text_of(folder.path / "c.json"), key = "\"cycles\": ";
    return std::stoul(text.substr(text.find(key) + key.size()));
  };
  const unsigned long alone = cycles("caches");
  CHECK(cycles("caches graph") == alone);
  CHECK(cycles("caches managed") > alone);
}

TEST_CASE("a recorded launch takes the same cycles without the program") {
  const Folder folder;
  const auto cycles = [&](const std::string& file) {
    const std::string text = text_of(folder.path / file), key = "\"cycles\": ";
    return text.substr(text.find(key), 20);
  };
  const auto rerun = [&](const std::string& manifest, const std::string& design) {
    const auto ended = folder.run("run " + manifest + " " + design + " --json again.json");
    CAPTURE(manifest, ended.err);
    CHECK(ended.status == 0);
    return cycles("again.json");
  };
  for (const std::string& design : {kOnUnified, kOnIntegrated}) {
    // Launch 1 finds the parts of a linked program, variables, and what launch 0 has computed.
    for (const char* const launch : {"0", "1"}) {
      const std::string options = design + " --launches " + launch + " --json one.json --record one";
      const auto ended = exec(folder, options, "linked_parts");
      CAPTURE(design, launch, ended.err);
      REQUIRE(ended.status == 0);
      CHECK(rerun("one/kernel-" + std::string(launch) + ".toml", design) == cycles("one.json"));
    }
    exec(folder, design + " --json all.json --record all", "vector_add");
    CHECK(rerun("all/kernel-0.toml", design) == cycles("all.json"));
  }
}

TEST_CASE("launches that a manifest cannot say are named and unchanged memory is kept once") {
  const Folder folder;
  const auto textures = exec(folder, kOnUnified + " --record textures", "textures");
  CHECK(textures.status == 0);
  CHECK_THAT(textures.err, Contains("launch 0 of kernel 'fetch' is not recorded: it uses textures or surfaces"));
  exec(folder, "--functional --record functional", "several_modules");
  const auto there = [&](const std::string& name) {
    return std::filesystem::exists(folder.path / "functional" / name);
  };
  CHECK(there("kernel-0.toml"));
  CHECK(there("kernel-1.toml"));
  CHECK(there("kernelslist.g"));
  CHECK(files_in(folder.path / "functional", "module-") == 1);  // both modules are the same PTX
  // The variables of two modules and the values before each launch, which differ for the second module's only.
  CHECK(files_in(folder.path / "functional", "memory-") == 3);
}

TEST_CASE("a record in the folder of another leaves the manifests there as they were") {
  const Folder folder;
  const auto cycles = [&] {
    const auto ended = folder.run("run two/kernel-1.toml " + kOnUnified + " --json again.json");
    CAPTURE(ended.err);
    REQUIRE(ended.status == 0);
    const std::string text = text_of(folder.path / "again.json"), key = "\"cycles\": ";
    return text.substr(text.find(key), 20);
  };
  REQUIRE(exec(folder, kOnUnified + " --launches 1 --record two", "linked_parts").status == 0);
  const std::string alone = cycles();
  REQUIRE(exec(folder, kOnUnified + " --launches 0 --record two", "vector_add").status == 0);
  CHECK(std::filesystem::exists(folder.path / "two/kernel-0.toml"));
  CHECK(cycles() == alone);
}

TEST_CASE("of several processes the first has the waveform and the record and the others have an error") {
  const Folder folder;
  const std::string add = UNIBANK_PROGRAMS "/vector_add", graphs = UNIBANK_PROGRAMS "/graphs";
  const auto both = [&](const std::string& options, const std::string& first, const std::string& second) {
    return folder.run("exec " + kOnUnified + " " + options + " -- sh -c '" + first + "; " + second + "; true'");
  };
  for (const std::string option : {"--vcd", "--timeline", "--transactions"}) {
    REQUIRE(exec(folder, kOnUnified + " " + option + " alone", "vector_add").status == 0);
    const auto ended = both(option + " first", add, graphs);
    CHECK(ended.status == 1);
    const std::string error = "unibank: error: gebhart2012/unified-384k: found a second process that uses CUDA, but " +
                              option + " is of the first; expected one: run 'exec' for each\n";
    CHECK_THAT(ended.err, Contains(error) && !Contains("unibank: error: found"));
    CHECK(text_of(folder.path / "first") == text_of(folder.path / "alone"));
  }
  for (const std::string how : {"", "--functional "}) {
    const std::string alone = how.empty() ? "alone.d" : "alone.f", first = how.empty() ? "first.d" : "first.f";
    REQUIRE(exec(folder, kOnUnified + " " + how + "--record " + alone, "graphs").status == 0);
    const auto ended = both(how + "--record " + first, graphs, add);
    CHECK(ended.status == 1);
    CHECK_THAT(ended.err, Contains("found a second process that uses CUDA, but --record is of the first"));
    CHECK(folder.shell("diff -r " + alone + " " + first).out.empty());
  }
  CHECK(both("--csv both.csv", add, graphs).status == 0);
  const std::string rows = text_of(folder.path / "both.csv");
  CHECK(std::count(rows.begin(), rows.end(), '\n') == 3);
}

TEST_CASE("a program without launches leaves no folder of a record") {
  const Folder folder;
  CHECK(folder.run("exec --functional --record a/b -- true").status == 0);
  CHECK(folder.files().empty());
  fs::create_directory(folder.path / "own");
  CHECK(folder.run("exec --functional --record own -- true").status == 0);
  CHECK(folder.files() == std::vector<std::string>{"own"});
}

TEST_CASE("a launch that is refused leaves no manifest and one that fails leaves its own") {
  const Folder folder;
  const auto ended = exec(folder, kOnUnified + " --set storage.unified_bytes=32768 --record refused", "errors refused");
  CHECK(ended.status == 0);
  CHECK(ended.out == "many registers: cudaErrorLaunchOutOfResources\n");
  CHECK(files_in(folder.path / "refused", "module-") == 1);
  CHECK_FALSE(std::filesystem::exists(folder.path / "refused/kernel-0.toml"));
  CHECK(exec(folder, kOnUnified + " --record failed", "errors beside").status == 7);
  // A refused launch that this record would not have written does not take another one's manifest.
  const std::string small = kOnUnified + " --set storage.unified_bytes=32768 --launches 5 --record failed";
  CHECK(exec(folder, small, "errors refused").status == 2);  // there is no launch 5
  CHECK(std::filesystem::exists(folder.path / "failed/kernel-0.toml"));
}
