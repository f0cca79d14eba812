// The options of `run` for waveforms and timelines.
#include <catch2/catch.hpp>

#include <algorithm>
#include <bitset>
#include <cstdlib>
#include <map>

#include "base/input_error.h"
#include "unibank/folder.h"
#include "wave/cbor_text.h"
#include "wave/fst.h"

namespace {

const std::string kNeedleRun = "run needle --size tiny --design gebhart2012/unified-384k ";

// The signals declared in a dump, in order.
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

// The changes of each signal of this name, in the order of their declarations: (time, value) from the first value that
// is known and not 0.
std::vector<std::map<std::uint64_t, std::string>> changes_in(const std::string& dump, const std::string& of) {
  std::vector<std::string> signs;
  std::vector<std::map<std::uint64_t, std::string>> changes;
  std::istringstream words(dump);
  std::uint64_t now = 0;
  std::string last;
  for (std::string word, sign, name; words >> word; last = word) {
    if (word == "$var") {
      words >> word >> word >> sign >> name;
      if (name == of) signs.push_back(sign);
      changes.resize(signs.size());
    } else if (word[0] == '#' && word.size() > 1 && word.find_first_not_of("0123456789", 1) == word.npos) {
      now = std::stoull(word.substr(1));
    } else if (last[0] == 'b') {
      const auto sign_of = std::find(signs.begin(), signs.end(), word);
      if (sign_of == signs.end()) continue;
      auto& all = changes[static_cast<std::size_t>(sign_of - signs.begin())];
      if (!all.empty() || last.find('1') != last.npos) all[now] = last;
    }
  }
  return changes;
}

// The lines of the file of transactions of a run.
std::vector<std::string> transactions_of(const Folder& folder, const std::string& run) {
  INFO(run);
  REQUIRE(folder.run(run + " --transactions x.ftr").status == 0);
  std::istringstream text(unibank::FtrText::of(text_of(folder.path / "x.ftr")));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

bool contains(const std::string& text, const char* what) { return text.find(what) != std::string::npos; }

bool has_fst() {
  try {
    unibank::wave::check_fst();
    return true;
  } catch (const unibank::InputError&) {
    return false;
  }
}

}  // namespace

TEST_CASE("a window keeps the waveform to its cycles") {
  const Folder folder;
  CHECK(folder.run(kNeedleRun + "--vcd x.vcd --vcd-window 1000:1100").status == 0);
  const std::string dump = text_of(folder.path / "x.vcd");
  CHECK_THAT(dump, Catch::Contains("\n#10000\n$dumpvars\n") && Catch::EndsWith("#11000\n"));
}

TEST_CASE("a waveform begins where its trigger comes, or as far before it as the window says") {
  const Folder folder;
  const std::string run = kNeedleRun + "--set mshr.entries=4 --vcd x.vcd ";
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
  const Folder::Ended ended = folder.run(kNeedleRun + "--vcd x.vcd --vcd-trigger 'mshr.occupancy>128'");
  CHECK(ended.status == 0);
  CHECK_THAT(ended.err, Catch::Contains("unibank: warning: gebhart2012/unified-384k: the trigger 'mshr.occupancy>128' "
                                        "never occurred: the waveform has only the values at the end of the run"));
}

TEST_CASE("a window after the end of the run is a warning for each file") {
  const Folder folder;
  const std::string late = "vectoradd --size tiny --design gebhart2012/unified-384k --vcd-window 500000:600000 ";
  const auto warning = [&](const std::string& option) {
    const auto ended = folder.run("run " + late + option);
    CHECK(ended.status == 0);
    const std::size_t from = ended.err.find("the run ended in cycle ");
    REQUIRE(from != std::string::npos);
    return ended.err.substr(from, ended.err.find('\n', from) - from);
  };
  const std::string of_waves = warning("--vcd a.vcd"), of_transactions = warning("--transactions a.ftr");
  const std::string reason = of_waves.substr(0, of_waves.rfind(": "));
  CHECK_THAT(reason, Catch::EndsWith("the window begins in cycle 500000"));
  CHECK(of_transactions == reason + ": the file has no transactions");
  const auto within = folder.run("run " + kNeedleRun.substr(4) + "--vcd-window 10:20 --transactions b.ftr");
  CHECK_THAT(within.err, !Catch::Contains("warning"));
}

TEST_CASE("a comparison of waveforms whose result cannot be written says so") {
  const Folder folder;
  const auto dump = [](const std::string& value) {
    return "$scope module m $end\n$var wire 1 ! s $end\n$upscope $end\n$enddefinitions $end\n#0\n" + value + "!\n";
  };
  folder.write("one.vcd", dump("0"));
  folder.write("other.vcd", dump("1"));
  folder.write("other.fst", std::string("\0\0\0", 3));  // its first block is of kind 0
  fs::create_directory(folder.path / "f.gtkw");
  const auto compare = [&](const std::string& what) {
    return folder.shell("'" UNIBANK_SOURCE_DIR "/vcd/compare' one.vcd " + what);
  };
  const std::vector<std::string> before = folder.files();
  const std::pair<const char*, const char*> cases[] = {
      {"other.vcd nodir/x", "cannot write 'nodir/x.vcd': 'nodir' takes no file"},
      {"other.vcd f", "cannot write 'f.gtkw': it is not a regular file"},
      {"other.vcd one", "'one.vcd' would replace 'one.vcd', which is read"},
      {"f.gtkw x", "cannot read 'f.gtkw'"},
      {"other.fst x", "found FST in 'other.fst', expected VCD (--vcd NAME.vcd)"}};
  for (const auto& [what, reason] : cases) {
    const auto ended = compare(what);
    CHECK(ended.status == 2);
    CHECK(ended.err == std::string("compare: error: ") + reason + "\n");
    CHECK(folder.files() == before);
  }
  CHECK(compare("one.vcd x").status == 1);
  CHECK(folder.files() == before);
  CHECK(compare("other.vcd x").status == 0);
  CHECK(folder.files().size() == before.size() + 2);
}

TEST_CASE("a waveform has the groups of signals that are named") {
  const Folder folder;
  REQUIRE(folder.run(kNeedleRun + "--vcd x.vcd --vcd-signals warps,banks").status == 0);
  const std::vector<std::string> some = declared_in(text_of(folder.path / "x.vcd"));
  CHECK(some.size() == 32 + 2 * 32);  // warps; a read and a write signal of each bank
  CHECK(std::count(some.begin(), some.end(), "state_31") == 1);
  CHECK(std::count(some.begin(), some.end(), "read") == 32);
  REQUIRE(folder.run(kNeedleRun + "--vcd x.vcd").status == 0);
  const std::vector<std::string> all = declared_in(text_of(folder.path / "x.vcd"));
  CHECK(all.size() > some.size() + 128);  // at least the entries of the MSHR
  for (const std::string& name : some) CHECK(std::count(all.begin(), all.end(), name) != 0);
}

TEST_CASE("a timeline has warps, units, entries of the MSHR and DRAM as tracks") {
  const Folder folder;
  const Folder::Ended ended = folder.run(kNeedleRun + "--timeline x.json --json r.json");
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
  REQUIRE(folder.run(kNeedleRun + "--timeline x.json --vcd-signals banks --vcd x.vcd --vcd-window 3000:4000").status ==
          0);
  const std::string banks = text_of(folder.path / "x.json");
  CHECK_THAT(banks, Catch::Contains("bank0.read") && !Catch::Contains("warp.state"));
  CHECK(declared_in(text_of(folder.path / "x.vcd")).size() == 64);
}

TEST_CASE("a disk that is full during a run is an error, status 1, and leaves no file") {
  for (const std::string file : {"x.vcd", "x.fst"}) {
    if (file == "x.fst" && !has_fst()) continue;
    const Folder folder;
    // Limits files to 50 KB; writing more is an error.
    const Folder::Ended ended = folder.run("--version >/dev/null && { ulimit -f 100; '" UNIBANK_PROGRAM "' " +
                                           kNeedleRun + "--vcd " + file + "; }");
    INFO(file);
    CHECK(ended.status == 1);
    CHECK_THAT(ended.err, Catch::Contains("unibank: error: gebhart2012/unified-384k: cannot write '" +
                                          file + "': "));
    CHECK(folder.files().empty());
  }
}

TEST_CASE("FST is refused before the run where the program was built without it") {
  if (has_fst()) return;
  const Folder folder;
  const Folder::Ended ended = folder.run(kNeedleRun + "--vcd x.fst");
  CHECK(ended.status == 2);
  CHECK(ended.out.empty());
  CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: this program was built without FST, ") &&
                            Catch::Contains("expected one that was built with it"));
  CHECK(folder.files().empty());
}

TEST_CASE("two runs write the same FST and several designs write one each") {
  if (!has_fst()) return;
  const Folder folder;
  for (const char* name : {"a.fst", "b.fst"}) REQUIRE(folder.run(kNeedleRun + "--vcd " + name).status == 0);
  CHECK(fs::file_size(folder.path / "a.fst") > 10000);
  CHECK((text_of(folder.path / "a.fst") == text_of(folder.path / "b.fst")));
  REQUIRE(folder.run(kNeedleRun + "--design gebhart2012/partitioned --vcd c.fst").status == 0);
  CHECK(folder.files() == std::vector<std::string>{"a.fst", "b.fst", "c.fst.gebhart2012-partitioned.fst",
                                                   "c.fst.gebhart2012-unified-384k.fst"});
}

TEST_CASE("several designs have a waveform and a timeline each") {
  const Folder folder;
  REQUIRE(
      folder.run(kNeedleRun + "--design gebhart2012/partitioned --vcd x --timeline y --vcd-window 100:200").status ==
      0);
  CHECK(folder.files() ==
        std::vector<std::string>{"x.gebhart2012-partitioned.vcd", "x.gebhart2012-unified-384k.vcd",
                                 "y.gebhart2012-partitioned.json", "y.gebhart2012-unified-384k.json"});
}

TEST_CASE("views have the signals of the waveform in groups") {
  const Folder folder;
  const auto ended = folder.run(kNeedleRun +
                                "--vcd x.vcd --vcd-signals warps,mshr,dram --vcd-window 1000:2000 --vcd-view x.gtkw "
                                "--vcd-view x.surf.ron");
  REQUIRE(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("waveform: x.vcd\nview: x.gtkw\nview: x.surf.ron\n"));
  const std::string gtkwave = text_of(folder.path / "x.gtkw"), surfer = text_of(folder.path / "x.surf.ron");
  CHECK_THAT(gtkwave, Catch::StartsWith("[timestart] 1000000\n[size] 1600 1000\n[sst_expanded] 0\n[signals_width] 420\n"
                                        "*-10.000000 1000000\n@200\n-warps\n@28\n+{sm0.warp.state_00} "));
  CHECK_THAT(gtkwave, Catch::Contains("@c00200\n-mshr\n@24\n+{sm0.mshr.occupancy} sm0.mshr.occupancy[15:0]\n@28\n"
                                      "+{sm0.mshr.full} sm0.mshr.full\n") &&
                          Catch::Contains("@1401200\n-mshr\n@200\n-dram\n@24\n+{dram.queue} dram.queue[31:0]\n"));
  CHECK_THAT(surfer, Catch::Contains("source: File(\"x.vcd\"),\n        format: Vcd,") &&
                         Catch::Contains("Group((name: \"warps\"") && Catch::Contains("name: \"state_31\""));
  for (const std::string& name : declared_in(text_of(folder.path / "x.vcd"))) {
    CHECK_THAT(gtkwave, Catch::Contains("." + name));
    CHECK_THAT(surfer, Catch::Contains("name: \"" + name + "\""));
  }
  CHECK_THAT(gtkwave, !Catch::Contains("bank"));
  CHECK(std::system(("'" UNIBANK_SOURCE_DIR "/vcd/missing' '" + (folder.path / "x.vcd").string() + "' '" +
                     (folder.path / "x.gtkw").string() + "'").c_str()) == 0);
}

TEST_CASE("several designs have a view each") {
  const Folder folder;
  REQUIRE(folder
              .run(kNeedleRun +
                   "--design gebhart2012/partitioned --vcd x --vcd-signals dram --vcd-view y.gtkw --vcd-view "
                   "z.surf.ron --transactions t --vcd-window 100:200")
              .status == 0);
  for (const std::string design : {"gebhart2012-unified-384k", "gebhart2012-partitioned"}) {
    CHECK_THAT(text_of(folder.path / ("y.gtkw." + design + ".gtkw")), Catch::Contains("dram.queue"));
    CHECK_THAT(text_of(folder.path / ("z.surf.ron." + design + ".surf.ron")),
               Catch::Contains("File(\"x." + design + ".vcd\")"));
    CHECK_THAT(unibank::FtrText::of(text_of(folder.path / ("t." + design + ".ftr"))),
               Catch::Contains("stream gpu.sm0."));
  }
  CHECK(folder.files().size() == 8);
}

TEST_CASE("the entries of an MSHR in RTL are in the waveform in the cycles in which its pin shows them") {
  const Folder folder;
  if (folder.run("list blocks mshr.sv").status != 0) return;  // built without Verilator
  REQUIRE(folder.run(kNeedleRun + "--block mshr --vcd w.vcd --vcd-signals mshr,rtl").status == 0);
  const auto occupancies = changes_in(text_of(folder.path / "w.vcd"), "occupancy");
  REQUIRE(occupancies.size() == 2);  // the signal of the SM, and the pin
  CHECK(occupancies[0].size() > 100);
  CHECK((occupancies[0] == occupancies[1]));
}

TEST_CASE("requests have the same cycles with and without a waveform or a timeline beside them") {
  const Folder folder;
  for (const std::string run : {"run needle --size tiny --design gebhart2012/unified-384k",
                                "run bfs --size tiny --design jing2016/separate-16k",
                                "run gemm --size tiny --design today/unified"}) {
    INFO(run);
    const std::vector<std::string> alone = transactions_of(folder, run + " --json a.json");
    CHECK(alone.size() > 1000);
    CHECK((transactions_of(folder, run + " --vcd x.vcd --json b.json") == alone));
    CHECK((transactions_of(folder, run + " --timeline x.json --vcd-window 0:100000000") == alone));
    CHECK((text_of(folder.path / "a.json") == text_of(folder.path / "b.json")));
    CHECK(folder.run(run + " --json c.json").status == 0);
    CHECK((text_of(folder.path / "a.json") == text_of(folder.path / "c.json")));
  }
}

TEST_CASE("requests have the kind and the warp that the block that sends them knows and no other") {
  const Folder folder;
  unsigned stores = 0, later_stores = 0, fills = 0;
  for (const std::string& line :
       transactions_of(folder, "run needle --size tiny --design gebhart2012/unified-384k --set l2.bytes=98304")) {
    if (!contains(line, " (address ")) continue;
    INFO(line);
    const bool behind = contains(line, ".mshr.memory") || contains(line, "interconnect.") ||
                        contains(line, "atomic_unit") || contains(line, "l2_slice");
    CHECK((behind || contains(line, "read_only") || contains(line, "(kind ")));
    if (behind) CHECK((!contains(line, "(kind register)") && !contains(line, "(warp ")));
    if (contains(line, "l1.memory write")) {
      CHECK(contains(line, "(warp "));
      ++stores;
      later_stores += !contains(line, "(warp 0)");
    }
    if (contains(line, "l1.tags") && !contains(line, "(warp ")) ++fills;
  }
  CHECK(stores > 10);
  CHECK(later_stores > 10);
  CHECK(fills > 10);
}

// The window of docs/howto/run.md and its picture, vcd/rtl_unified_bank.png: a change of the model moves the values.
TEST_CASE("the waveform that the guide shows has the values that it names") {
  const Folder folder;
  if (folder.run("list blocks unified_bank.sv").status != 0) return;  // built without Verilator
  const std::string guide = text_of(UNIBANK_SOURCE_DIR "/docs/howto/run.md"), option = "--vcd-window ";
  const std::size_t block = guide.find("--block unified_bank"), at = guide.find(option, block);
  REQUIRE(block != std::string::npos);
  REQUIRE(at != std::string::npos);
  const std::string window = guide.substr(at, guide.find_first_of(" \n", at + option.size()) - at);
  const auto ended = folder.run(kNeedleRun + "--block unified_bank --set run.check_data=true --vcd w.vcd " + window);
  INFO(window << ended.err);
  REQUIRE(ended.status == 0);
  // The first bank of the picture, and -20 and -10 in a row of it.
  const std::string dump = text_of(folder.path / "w.vcd");
  std::size_t bank = 0;
  for (const char* scope : {"module rtl ", "module cluster0 ", "module bank3 ", " rd_data_low "})
    bank = dump.find(scope, bank);
  REQUIRE(bank != std::string::npos);
  const std::string sign = dump.substr(dump.rfind(' ', bank - 1), bank - dump.rfind(' ', bank - 1));
  CHECK_THAT(dump, Catch::Contains("\nb" + std::bitset<64>(0xffffffec'fffffff6).to_string() + sign + "\n"));
}
