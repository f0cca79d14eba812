// The options of `run` that are about waveforms and timelines.
#include <catch2/catch.hpp>

#include <cstdlib>

#include "unibank/folder.h"

namespace {

const std::string kRun = "run needle --size tiny --design gebhart2012/unified-384k ";

// The signals that a dump declares, one after the other.
std::vector<std::string> declared_in(const std::string& dump) {
  std::vector<std::string> names;
  std::istringstream words(dump);
  for (std::string word, name; words >> word && word != "$enddefinitions";) {
    if (word != "$var") continue;
    words >> word >> word >> word >> name;
    names.push_back(name);
  }
  return names;
}

}  // namespace

TEST_CASE("wrong options of waveforms are one clear line, status 2, and no file") {
  const std::pair<const char*, const char*> cases[] = {
      {"--vcd-window 1:2", "--vcd-window needs --vcd FILE or --timeline FILE"},
      {"--vcd-trigger mshr.full", "--vcd-trigger needs --vcd FILE or --timeline FILE"},
      {"--vcd-signals warps", "--vcd-signals needs --vcd FILE or --timeline FILE"},
      {"--vcd-sm 1", "--vcd-sm needs --vcd FILE or --timeline FILE"},
      {"--vcd x.vcd --vcd-sm 1", "there is no SM 1 to watch, expected a number below gpu.sms (1)"},
      {"--vcd x.vcd --vcd-window 9", "--vcd-window is '9', expected FROM:TO in cycles"},
      {"--vcd x.vcd --vcd-window 9:", "--vcd-window is '9:', expected FROM:TO in cycles"},
      {"--vcd x.vcd --vcd-window 9:9", "expected FROM below TO"},
      {"--vcd x.vcd --vcd-window=-9:9", "expected FROM below 0 only with --vcd-trigger"},
      {"--vcd x.vcd --vcd-trigger '>=4'", "the trigger '>=4' is not a condition, expected SIGNAL or SIGNAL==VALUE"},
      {"--vcd x.vcd --vcd-trigger ''", "--vcd-trigger: the value is empty"},
      {"--vcd x.vcd --vcd-trigger mshr.empty",
       "the trigger 'mshr.empty' matches no signal; known there: sm0.mshr.occupancy, sm0.mshr.full, "},
      {"--vcd x.vcd --vcd-trigger bank0.read", "matches several signals: sm0.cluster0.bank0.read, "},
      {"--vcd x.vcd --vcd-trigger warp.state_00==asleep", "unknown value 'asleep'; known: empty, ready, "},
      {"--vcd x.vcd --vcd-signals warps,bank",
       "unknown group of signals 'bank'; known: banks, cache, dram, issue, launch, locks, mshr, policies, read_only, rtl, units, warps"},
      {"--vcd x.vcd --vcd-signals warps,", "unknown group of signals ''; known: "},
      {"--vcd x.vcd --vcd-signals rtl", "the run has none of the selected signals"},
      {"--timeline no/such/x.json", "--timeline: cannot create"},
      {"--timeline x --vcd x", "--timeline: 'x' is needed by --vcd 'x'"},
      {"--timeline ''", "--timeline: the value is empty"},
      {"--functional --timeline x.json", "--functional has no time"},
  };
  const Folder folder;
  for (const auto& [options, expected] : cases) {
    INFO(options);
    const Folder::Ended ended = folder.run(kRun + options);
    CHECK(ended.status == 2);
    CHECK(ended.out.empty());
    CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: ") && Catch::Contains(expected));
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
    CHECK(folder.files().empty());
  }
}

TEST_CASE("a window keeps the waveform to its cycles") {
  const Folder folder;
  CHECK(folder.run(kRun + "--vcd x.vcd --vcd-window 1000:1100").status == 0);
  const std::string dump = text_of(folder.path / "x.vcd");
  CHECK_THAT(dump, Catch::Contains("\n#10000\n$dumpvars\n") && Catch::EndsWith("#11000\n"));
}

TEST_CASE("a waveform begins where its trigger comes, or as far before it as the window says") {
  const Folder folder;
  const std::string run = kRun + "--set mshr.entries=4 --vcd x.vcd ";
  REQUIRE(folder.run(run + "--vcd-trigger sm0.mshr.full --vcd-window 0:50").status == 0);
  const std::string dump = text_of(folder.path / "x.vcd");
  const std::size_t begin = dump.find("\n#") + 2;
  const std::uint64_t at = std::stoull(dump.substr(begin));
  CHECK(at > 0);
  CHECK_THAT(dump, Catch::EndsWith("#" + std::to_string(at + 500) + "\n"));
  for (const char* same : {"mshr.full", "mshr.full==1", "'mshr.occupancy>=4'", "'sm0.mshr.occupancy==4'"}) {
    INFO(same);
    REQUIRE(folder.run(run + "--vcd-window 0:50 --vcd-trigger " + same).status == 0);
    CHECK((text_of(folder.path / "x.vcd") == dump));
  }
  REQUIRE(folder.run(run + "--vcd-window=-20:50 --vcd-trigger mshr.full").status == 0);
  const std::string before = text_of(folder.path / "x.vcd");
  CHECK(std::stoull(before.substr(before.find("\n#") + 2)) == at - 200);
  const auto from_there = [at](const std::string& text) {
    return text.substr(text.find("\n#" + std::to_string(at + 10) + "\n"));
  };
  CHECK((from_there(before) == from_there(dump)));
}

TEST_CASE("a trigger that never comes is a warning") {
  const Folder folder;
  const Folder::Ended ended = folder.run(kRun + "--vcd x.vcd --vcd-trigger 'mshr.occupancy>128'");
  CHECK(ended.status == 0);
  CHECK_THAT(ended.err, Catch::Contains("unibank: warning: gebhart2012/unified-384k: the trigger 'mshr.occupancy>128' "
                                        "never occurred: the waveform has only the values at the end of the run"));
}

TEST_CASE("a waveform has the groups of signals that are named") {
  const Folder folder;
  REQUIRE(folder.run(kRun + "--vcd x.vcd --vcd-signals warps,banks").status == 0);
  const std::vector<std::string> some = declared_in(text_of(folder.path / "x.vcd"));
  CHECK(some.size() == 32 + 2 * 32);  // warps; a read and a write of each bank
  CHECK(std::count(some.begin(), some.end(), "state_31") == 1);
  CHECK(std::count(some.begin(), some.end(), "read") == 32);
  REQUIRE(folder.run(kRun + "--vcd x.vcd").status == 0);
  const std::vector<std::string> all = declared_in(text_of(folder.path / "x.vcd"));
  CHECK(all.size() > some.size() + 128);  // the entries of the MSHR
  for (const std::string& name : some) CHECK(std::count(all.begin(), all.end(), name) != 0);
}

TEST_CASE("a timeline has warps, units, entries of the MSHR and DRAM as tracks") {
  const Folder folder;
  const Folder::Ended ended = folder.run(kRun + "--timeline x.json --json r.json");
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("timeline: x.json"));
  const std::string all = text_of(folder.path / "x.json");
  CHECK_THAT(all, Catch::StartsWith("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n") && Catch::EndsWith("\n]}\n"));
  for (const char* track : {"\"warp.state_00\"", "\"issue.slot0\"", "\"unit.memory\"", "\"mshr.entry_000\"",
                            "\"name\":\"queue\",\"pid\":", "\"name\":\"long_wait\""}) {
    INFO(track);
    CHECK_THAT(all, Catch::Contains(track));
  }
  CHECK_THAT(all, !Catch::Contains("bank0"));
  REQUIRE(folder.run(kRun + "--timeline x.json --vcd-signals banks --vcd x.vcd --vcd-window 3000:4000").status == 0);
  const std::string banks = text_of(folder.path / "x.json");
  CHECK_THAT(banks, Catch::Contains("bank0.read") && !Catch::Contains("warp.state"));
  CHECK(declared_in(text_of(folder.path / "x.vcd")).size() == 64);
}

TEST_CASE("a disk that is full during a run is an error, status 1, and leaves no file") {
  for (const std::string file : {"x.vcd", "x.fst"}) {
    if (file == "x.fst" && std::system("command -v vcd2fst >/dev/null") != 0) continue;
    const Folder folder;
    // Files of 50 KB at most, and an error where one would be larger.
    const Folder::Ended ended = folder.run("--version >/dev/null && { ulimit -f 100; '" UNIBANK_PROGRAM
                                           "' " + kRun + "--vcd " + file + "; }");
    INFO(file);
    CHECK(ended.status == 1);
    CHECK_THAT(ended.err, Catch::Contains("unibank: error: gebhart2012/unified-384k: cannot write '" +
                                          file + "': "));
    CHECK(folder.files().empty());
  }
}

TEST_CASE("FST is refused before the run where vcd2fst is missing") {
  const Folder folder;
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", "/nowhere", 1);
  const Folder::Ended ended = folder.run(kRun + "--vcd x.fst");
  ::setenv("PATH", path.c_str(), 1);
  CHECK(ended.status == 2);
  CHECK(ended.out.empty());
  CHECK(ended.err == "unibank: error: a waveform as FST needs vcd2fst, which is not in PATH; expected Debian's package "
                     "gtkwave, or a file name that does not end in .fst\n");
  CHECK(folder.files().empty());
}

TEST_CASE("two runs write the same FST, and several designs one each") {
  if (std::system("command -v vcd2fst >/dev/null") != 0) {
    WARN("vcd2fst is not in PATH (Debian's package gtkwave): FST is not tested");
    return;
  }
  const Folder folder;
  for (const char* name : {"a.fst", "b.fst"}) REQUIRE(folder.run(kRun + "--vcd " + name).status == 0);
  CHECK(fs::file_size(folder.path / "a.fst") > 10000);
  CHECK((text_of(folder.path / "a.fst") == text_of(folder.path / "b.fst")));
  REQUIRE(folder.run(kRun + "--design gebhart2012/partitioned --vcd c.fst").status == 0);
  CHECK(folder.files() == std::vector<std::string>{"a.fst", "b.fst", "c.fst.gebhart2012-partitioned.fst",
                                                   "c.fst.gebhart2012-unified-384k.fst"});
}

TEST_CASE("several designs have a waveform and a timeline each") {
  const Folder folder;
  REQUIRE(folder.run(kRun + "--design gebhart2012/partitioned --vcd x --timeline y --vcd-window 100:200").status == 0);
  CHECK(folder.files() ==
        std::vector<std::string>{"x.gebhart2012-partitioned.vcd", "x.gebhart2012-unified-384k.vcd",
                                 "y.gebhart2012-partitioned.json", "y.gebhart2012-unified-384k.json"});
}
