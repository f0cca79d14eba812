// Makes each call that may fail fail once: the first of its kind, then the second, and so on until a run passes. The
// program must not end by a signal; it must print one message, leave no process, nothing half-written and no unfinished
// file, and return status 0 only when every file is complete.
//
// A run makes some fifty thousand allocations in a few thousand places (chains of functions). Those that count are the
// first, the second, the fourth, the eighth and so on of each place; up to 16 of these fail. The environment variable
// UNIBANK_FAULTS=K/N lets more fail: of these allocations, and of the calls of each other kind, the K-th of every N.
// With UNIBANK_FAULTS=all every allocation and every other call fails, which takes a day.
#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#include "state.h"
#include "unibank/folder.h"

namespace {

const std::string kTiny = "--size tiny --design gebhart2012/partitioned ";

// A command and the files it needs in its folder.
struct Scenario {
  std::string command;
  std::map<std::string, std::string> inputs;
  bool goes_on = false;     // a second run continues what the first has left
  bool of_program = false;  // the status and the results are those of another program, which copes with the failure
  std::string parts = {};   // files below it may be left for the second run
  std::string dated = {};   // a file that contains dates: its contents are not compared
};

using Files = std::map<std::string, std::string>;

class Bench : public Folder {
 public:
  explicit Bench(const Scenario& scenario) : scenario_(scenario) {
    file_ = (path / "state").string();
    const int number = ::open(file_.c_str(), O_RDWR | O_CREAT, 0600);
    REQUIRE(::ftruncate(number, sizeof *state_) == 0);
    state_ = static_cast<FaultState*>(
        ::mmap(nullptr, sizeof *state_, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0));
    ::close(number);
    REQUIRE(state_ != MAP_FAILED);
    work_ = path / "work";
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // processes that the program leaves become children of this one
    const Ended ended = start("");
    INFO(scenario.command << "\n" << ended.err);
    REQUIRE(ended.status == 0);
    whole_ = found();
  }

  // Makes the n-th call of this kind fail; returns false when there was no n-th call.
  bool fail(const std::string& kind, std::uint64_t n, const std::string& onwards = "") {
    state_->calls = 0;
    // The sanitizer's library comes after the shim; what a failed call leaves unfreed is no fault.
    const Ended ended = start("FAULT=" + kind + ":" + std::to_string(n) + onwards + " FAULT_STATE='" + file_ +
                              "' ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 LD_PRELOAD='" FAULTS_SHIM "'");
    const std::uint64_t calls = state_->calls;
    INFO(scenario_.command << ": " << kind << " " << n << onwards << " of " << calls << ": " << ended.status << " "
                           << ended.err);
    check(ended,
          calls >= n && (kind == "sync" || kind == "rename" || kind == "output-write" || kind == "output-close"));
    return calls >= n;
  }

  // The numbers of allocations, counted from 1, in ascending order: some of each place.
  std::vector<std::uint64_t> allocations() {
    fail("malloc", kOnlyNotePlaces);
    std::vector<std::uint64_t> numbers;
    for (const FaultPlace& place : state_->places)
      for (const unsigned long number : place.numbers)
        if (number != 0) numbers.push_back(number);
    std::sort(numbers.begin(), numbers.end());
    REQUIRE(numbers.size() > 100);
    return numbers;
  }
  std::uint64_t calls() const { return state_->calls; }

 private:
  void check(const Ended& ended, bool must_fail) {
    CHECK(::waitpid(-1, nullptr, WNOHANG) < 0);  // none is left
    CHECK_THAT(ended.err, !Catch::Contains("bad_alloc"));
    if (scenario_.of_program) {
      CHECK((ended.status >= 0 && ended.status < 128));
      for (const auto& [name, text] : found()) {
        CHECK(name == whole_.begin()->first);
        CHECK_THAT(text, Catch::EndsWith("}\n"));  // whole JSON
      }
      return;
    }
    CHECK((ended.status == 1 || ended.status == 2 || (ended.status == 0 && !must_fail)));
    const Files files = found();
    if (ended.status == 0) {
      CHECK(files == whole_);
      return;
    }
    CHECK_THAT(ended.err, Catch::Contains("unibank: error: "));
    for (const auto& [name, text] : files) {
      INFO(name);
      if (!scenario_.parts.empty() && name.find(scenario_.parts) == 0) continue;
      REQUIRE(whole_.count(name) == 1);  // else it is unfinished
      if (!scenario_.goes_on) CHECK((text == whole_.at(name)));
    }
    if (!scenario_.goes_on) return;
    CHECK(in_work("").status == 0);
    CHECK(found() == whole_);
  }

  Ended start(const std::string& environment) {
    fs::remove_all(work_);
    fs::create_directory(work_);
    for (const auto& [name, text] : scenario_.inputs) {
      fs::create_directories((work_ / name).parent_path());
      std::ofstream(work_ / name) << text;
    }
    return in_work(environment);
  }
  Ended in_work(const std::string& environment) {
    return shell("(cd work && " + environment + " '" UNIBANK_PROGRAM "' " + scenario_.command + ")");
  }

  Files found() const {
    Files files;
    for (const auto& entry : fs::recursive_directory_iterator(work_))
      if (entry.is_regular_file()) files[entry.path().lexically_relative(work_).string()] = text_of(entry.path());
    if (files.count(scenario_.dated)) files[scenario_.dated].clear();
    return files;
  }

  const Scenario scenario_;
  std::string file_;
  FaultState* state_ = nullptr;
  fs::path work_;
  Files whole_;
};

// A process makes these allocations while the process that it has started runs; thousands follow for the report.
constexpr std::uint64_t kMostOfParent = 20;

// What UNIBANK_FAULTS asks for.
struct Asked {
  bool some = false;             // K/N or `all`
  bool every_allocation = false;
  std::uint64_t first = 1, step = 1;
};
Asked asked() {
  const char* const value = ::getenv("UNIBANK_FAULTS");
  Asked found;
  if (!value) return found;
  found.some = true;
  found.every_allocation = value == std::string("all");
  if (found.every_allocation) return found;
  const bool valid = std::sscanf(value, "%" SCNu64 "/%" SCNu64, &found.first, &found.step) == 2 && found.first >= 1 &&
                     found.first <= found.step;
  INFO("UNIBANK_FAULTS: found '" << value << "'; expected K/N with K from 1 to N, or all");
  REQUIRE(valid);
  return found;
}

// The numbers of the allocations that fail.
std::vector<std::uint64_t> chosen_allocations(Bench& bench, const Asked& some, std::size_t most) {
  const std::vector<std::uint64_t> numbers = bench.allocations();
  std::vector<std::uint64_t> chosen;
  if (some.every_allocation)
    for (std::uint64_t n = 1, last = bench.calls(); n <= last; ++n) chosen.push_back(n);
  else if (some.some)
    for (std::size_t i = some.first - 1; i < numbers.size(); i += some.step) chosen.push_back(numbers[i]);
  else
    for (std::size_t i = 0; i < most; ++i) chosen.push_back(numbers[i * numbers.size() / most]);
  return chosen;
}

// Tries the calls of each kind, up to `most` where nothing is asked for, and the chosen allocations.
void fail_all(const Scenario& scenario, std::uint64_t most = 1000) {
  const Asked some = asked();
  Bench bench(scenario);
  for (const char* kind : {"open", "write", "output-write", "short", "sync", "rename", "close", "output-close",
                           "thread", "fork", "truncate", "folder", "read", "seek", "lock", "socket", "map",
                           "parent-malloc", "systemc-malloc"}) {
    const std::uint64_t last = some.some ? 100000 : kind == std::string("parent-malloc") ? kMostOfParent : most;
    for (std::uint64_t n = some.first; n <= last && bench.fail(kind, n);) n += some.step;
  }
  for (const std::uint64_t n : chosen_allocations(bench, some, std::min<std::size_t>(most, 16)))
    for (const char* onwards : {"", "+"}) bench.fail("malloc", n, onwards);
}

const char* const kPtx = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry none() { ret; }\n";
const char* const kManifest = "ptx = \"k.ptx\"\n[[buffer]]\nname = \"x\"\ntype = \"u8\"\ncount = 3\ndump = \"x.csv\"\n"
                              "[[launch]]\ngrid = [1]\nblock = [32]\narguments = []\n";

}  // namespace

TEST_CASE("faults: a run with JSON, CSV, a waveform and a timeline") {
  fail_all({"run vectoradd " + kTiny + "--json x.json --csv x.csv --vcd x.vcd --timeline t.json", {}});
}

TEST_CASE("faults: a run with FST") {
  fail_all({"run vectoradd " + kTiny + "--vcd x.fst --vcd-view x.gtkw", {}});
}

TEST_CASE("faults: a run with transactions") {
  fail_all({"run vectoradd " + kTiny + "--transactions x.ftr", {}});
}

TEST_CASE("faults: a run on several cores") {
  fail_all({"run vectoradd --size tiny --design jing2016/integrated-fair --set gpu.sms=2 --cores 2 --json x.json", {}});
}

TEST_CASE("faults: a manifest with a dump") {
  fail_all({"run m.toml --functional --json x.json", {{"m.toml", kManifest}, {"k.ptx", kPtx}}});
}

TEST_CASE("faults: a record, and the same command again") {
  fail_all({"record vectoradd --size tiny -o r", {}, true});
}

TEST_CASE("faults: a run of a recorded trace") {
  const Folder recorded;
  recorded.write("m.toml", kManifest);
  recorded.write("k.ptx", kPtx);
  REQUIRE(recorded.run("record m.toml -o r --design gebhart2012/partitioned").status == 0);
  Files trace;
  for (const char* name : {"r/kernelslist.g", "r/kernel-1.traceg"}) trace[name] = text_of(recorded.path / name);
  fail_all({"run r/kernelslist.g --design gebhart2012/partitioned --json x.json", trace});
}

TEST_CASE("faults: compile") { fail_all({"compile k.ptx --dot k.dot", {{"k.ptx", kPtx}}}); }

TEST_CASE("faults: exec") {
  fail_all({"exec --design gebhart2012/partitioned --json x.json -- '" UNIBANK_PROGRAMS "/vector_add'", {}, false,
            true});
}

TEST_CASE("faults: reproduce") {
  const std::string experiment =
      "title = \"T\"\nsource = \"P\"\nworkloads = \"all\"\nbaseline = \"x\"\nmetrics = [\"performance\"]\n[size]\n"
      "test = \"tiny\"\n[[series]]\nname = \"x\"\ndesign = \"gebhart2012/partitioned\"\n[[plot]]\nkind = \"bars\"\n"
      "metric = \"performance\"\n";
  fail_all({"reproduce --experiments papers --results r --output o --jobs 1",
            {{"papers/p/paper.toml", "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"a\"]\n"},
             {"papers/p/w.csv", "workload,registers,scratchpad,groups\nvectoradd,9,,all\n"},
             {"papers/p/a.toml", experiment}},
            true},
           12);
}

TEST_CASE("faults: a sweep") {
  fail_all({"sweep vectoradd " + kTiny + "--axis cache.ways=2,4 --store s --jobs 1", {}, true, false, "s/parts/",
            "s/points.sqlite"},
           3);
}
