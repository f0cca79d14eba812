// Digests of every program's measurements at tiny size, on designs of every paper, of the crossover and of a card of
// today. When a digest changes, the finished points of experiments are void.
//
// By default a design runs every fourth program, and the next design the programs after those: every program runs on
// five designs, and on one or two of each paper with four or five. UNIBANK_TESTS=full runs all on all.
//
// To write the digests again, for one design or all:
//
//     UNIBANK_WRITE_DIGESTS=1 ctest --test-dir build/release -R 'unibank: *digests' -j2
#include <catch2/catch.hpp>
#include <cstdlib>
#include <set>

#include "base/model_version.h"
#include "support/thinned.h"
#include "unibank/digests.h"

namespace {

std::vector<std::string> workloads_of(const Folder& folder) {
  std::istringstream lines(folder.run("list workloads").out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);)
    if (line.find(':') != std::string::npos && line[0] != ' ') names.push_back(line.substr(0, line.find(':')));
  return names;
}

using Lines = std::map<std::string, std::string>;  // by program; "model": the model's version

Lines values_of_lines(const std::string& text) {
  std::istringstream lines(text);
  Lines of;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    if (line.empty() || line[0] == '#' || space == std::string::npos) continue;
    of[line.substr(0, space)] = line.substr(space + 1);
  }
  return of;
}

void write_digests(const fs::path& file, const std::string& design, const Lines& lines) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << "# What every program measures at tiny size on " << design << ": tests/unibank/digests.h says what stands "
      << "here,\n# tests/unibank/model_version_test.cpp how it is written again.\n";
  out << "model " << lines.at("model") << "\n";
  for (const auto& [program, line] : lines)
    if (program != "model") out << program << " " << line << "\n";
}

// Omits the letters, which are for changed_counters() only.
std::string expected_and_found(const std::string& expected, const std::string& found) {
  const auto head = [](const std::string& line) { return line.substr(0, line.find(" counters ")); };
  return "\n  expected " + head(expected) + "\n  found    " + head(found);
}

constexpr std::size_t kParts = 4;  // a design runs one of them

// Programs on a design. Reuse statistics are on, so that their counters are included; they change no cycle.
class Digests {
 public:
  Digests(std::size_t number, const std::string& design) : design_(design), counters_(digested_counters()) {
    REQUIRE_FALSE(counters_.empty());
    found_["model"] = std::to_string(unibank::kModelVersion);
    programs_ = workloads_of(folder_);
    REQUIRE(programs_.size() > 60);
    const bool all = unibank::test::whole_matrices() || std::getenv("UNIBANK_WRITE_DIGESTS");
    for (std::size_t i = all ? 0 : number % kParts; i < programs_.size(); i += all ? 1 : kParts) run(programs_[i]);
  }

  void check() const {
    const fs::path file = UNIBANK_SOURCE_DIR "/tests/data/digests/" + design_ + ".txt";
    if (std::getenv("UNIBANK_WRITE_DIGESTS")) write_digests(file, design_, found_);
    const Lines expected = values_of_lines(text_of(file));
    const std::set<std::string> programs(programs_.begin(), programs_.end());
    for (const auto& [program, line] : expected)
      if (program != "model" && programs.count(program) == 0)
        FAIL_CHECK(program << " has a digest in " << file << " and is no program");
    for (const std::string& program : programs_)
      if (expected.count(program) == 0) FAIL_CHECK(program << " has no digest in " << file);
    for (const auto& [program, line] : found_) check(program, line, expected, file);
  }

 private:
  void run(const std::string& program) {
    const auto ended = folder_.run("run " + program + " --size tiny --csv x --set run.reuse_statistics=true --design " +
                                   design_);
    if (ended.status != 0) {
      found_[program] = ended.status == 2 ? refusal_line(ended.err) : "failed: " + ended.err;
      return;
    }
    measured_[program] = measured_by(text_of(folder_.path / "x"), counters_);
    found_[program] = digest_line(measured_[program], counters_);
  }

  void check(const std::string& program, const std::string& found, const Lines& expected, const fs::path& file) const {
    const auto at = expected.find(program);
    const std::string before = at == expected.end() ? "nothing" : at->second;
    if (found == before) return;
    const auto measured = measured_.find(program);
    FAIL_CHECK(program << " on " << design_ << " measures something else than " << file << " says:"
                       << expected_and_found(before, found)
                       << (measured == measured_.end()
                               ? std::string()
                               : changed_counters(before, found, measured->second, counters_))
                       << "\n  If that is meant: raise kModelVersion (models/base/model_version.h) and write the "
                          "digests again (tests/unibank/model_version_test.cpp)");
  }

  std::string design_;
  std::vector<DigestedCounter> counters_;
  Folder folder_;
  std::vector<std::string> programs_;
  Lines found_;
  std::map<std::string, Measured> measured_;
};

}  // namespace

// One test for each design, so that they run in parallel. Together they use every layout, register store, gate, warp
// order, conflict model, compiler pass and DRAM of the papers' designs.
TEST_CASE("digests: gebhart2012/partitioned", "[thinned]") { Digests(0, "gebhart2012/partitioned").check(); }
TEST_CASE("digests: gebhart2012/partitioned-arbitrated", "[thinned]") {
  Digests(1, "gebhart2012/partitioned-arbitrated").check();
}
TEST_CASE("digests: gebhart2012/fermi-like-32-96", "[thinned]") { Digests(2, "gebhart2012/fermi-like-32-96").check(); }
TEST_CASE("digests: gebhart2012/unified-384k", "[thinned]") { Digests(3, "gebhart2012/unified-384k").check(); }
TEST_CASE("digests: gebhart2012/unified-384k-multiple-arbitrated", "[thinned]") {
  Digests(4, "gebhart2012/unified-384k-multiple-arbitrated").check();
}
TEST_CASE("digests: jing2016/separate-16k", "[thinned]") { Digests(5, "jing2016/separate-16k").check(); }
TEST_CASE("digests: jing2016/integrated-fair", "[thinned]") { Digests(6, "jing2016/integrated-fair").check(); }
TEST_CASE("digests: jing2016/integrated-prioritized", "[thinned]") {
  Digests(7, "jing2016/integrated-prioritized").check();
}
TEST_CASE("digests: jing2016/unified-144k", "[thinned]") { Digests(8, "jing2016/unified-144k").check(); }
TEST_CASE("digests: jatala/unshared-lrr", "[thinned]") { Digests(9, "jatala/unshared-lrr").check(); }
TEST_CASE("digests: jatala/unshared-two-level", "[thinned]") { Digests(10, "jatala/unshared-two-level").check(); }
TEST_CASE("digests: jatala/shared-owf-postdom", "[thinned]") { Digests(11, "jatala/shared-owf-postdom").check(); }
TEST_CASE("digests: jatala/shared-owf-opt", "[thinned]") { Digests(12, "jatala/shared-owf-opt").check(); }
TEST_CASE("digests: hayes2014/fermi", "[thinned]") { Digests(13, "hayes2014/fermi").check(); }
TEST_CASE("digests: hayes2014/kepler", "[thinned]") { Digests(14, "hayes2014/kepler").check(); }
TEST_CASE("digests: crossover/onchip", "[thinned]") { Digests(15, "crossover/onchip").check(); }
TEST_CASE("digests: crossover/unified-hierarchy", "[thinned]") { Digests(16, "crossover/unified-hierarchy").check(); }
TEST_CASE("digests: crossover/unified-sharing-onchip", "[thinned]") {
  Digests(17, "crossover/unified-sharing-onchip").check();
}
TEST_CASE("digests: crossover/integrated-prioritized-sharing-onchip", "[thinned]") {
  Digests(18, "crossover/integrated-prioritized-sharing-onchip").check();
}
TEST_CASE("digests: nvidia/a100", "[thinned]") { Digests(19, "nvidia/a100").check(); }

TEST_CASE("a digest's message names the program, the design and the counters that changed") {
  const std::vector<DigestedCounter> counters = {{"cycles", "cycles"}, {"warp_instructions", "warp_instructions"},
                                                 {"cache.hits", "tags.hits"}};
  const Measured before = measured_by("cycles,warp_instructions,tags.hits\n10,5,3\n", counters);
  const Measured after = measured_by("tags.hits,more,cycles,warp_instructions\n4,1,10,5\n", counters);
  const std::string expected = digest_line(before, counters), found = digest_line(after, counters);
  CHECK(expected.rfind("cycles 10 instructions 5 digest ", 0) == 0);
  CHECK(expected != found);
  CHECK(changed_counters(expected, found, after, counters) == "\n    now cache.hits = 4");
  CHECK(measured_by("cycles,warp_instructions\n1,2\n", counters).at("cache.hits") == "no column tags.hits");
  CHECK(refusal_line("unibank: error: a/b: kernel k: a block needs 17024 bytes of scratchpad, the design has 16384") ==
        "refused: kernel k: a block needs 17024 bytes");
}
