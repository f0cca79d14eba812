// The tag array's transactor around a user's block. (Around RTL: tests/rtl/block.)
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>

#include "cosim/tag_array_transactor.h"
#include "support/forked.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank;
using rtl::TagArrayBlock;

namespace {

// A block with lookups and fills only, for at most 16 sets of 2 ways; it answers `latency` edges after the request.
class ReadOnlyTags : public TagArrayBlock {
 public:
  explicit ReadOnlyTags(unsigned latency = 1) : latency_(latency), core_(2) {}
  unsigned most_sets() const override { return 16; }
  unsigned most_ways() const override { return 2; }
  bool has(const Request& request) const override { return request.operation <= 1; }
  void configure(unsigned sets, unsigned ways, std::uint16_t) override { core_.configure(sets, ways); }
  void request(const Request& request) override { standing_ = request, requested_ = true; }
  bool requested() const override { return requested_; }
  Request request() const override { return standing_; }
  bool ready() const override { return left_ == 0; }
  void edge() override {
    answered_ = left_ != 0 && --left_ == 0;
    if (requested_) {
      const std::uint64_t address = standing_.line * kLineBytes;
      answer_ = standing_.operation == 0 ? core_.lookup(address) : core_.fill(address, standing_.state);
      left_ = latency_ - 1;
      answered_ = left_ == 0;
      ++taken_;
    }
    requested_ = false;
  }
  bool answered() const override { return answered_; }
  TagResult answer() const override { return answer_; }
  unsigned lines(std::uint8_t state) const override { return core_.lines(state); }
  TagCounters counters() const override { return core_.counters(); }
  std::vector<rtl::Pin> own_pins() const override { return {{"taken", 8}, {"mode", 1, {"idle", "busy"}}}; }
  rtl::PinValues own_values() const override { return {taken_, left_ != 0}; }

 private:
  const unsigned latency_;
  TagArrayCore core_;
  Request standing_;
  bool requested_ = false, answered_ = false;
  TagResult answer_;
  unsigned left_ = 0, taken_ = 0;
};

test::Access tag_access(Cycle issue, TagOperation operation, std::uint64_t address, std::uint8_t state = 0) {
  return test::read_at(issue, tag_request_address(operation, address, state), kTagAnswerBytes);
}

// Accepts a request every cycle and answers it two cycles later.
class PipelinedTags : public ReadOnlyTags {
 public:
  bool ready() const override { return true; }
  void edge() override {
    const bool due = standing_in_pipe_;
    out_ = next_;
    ReadOnlyTags::edge();
    standing_in_pipe_ = ReadOnlyTags::answered();
    next_ = ReadOnlyTags::answer();
    answered_ = due;
  }
  bool answered() const override { return answered_; }
  TagResult answer() const override { return out_; }

 private:
  bool standing_in_pipe_ = false, answered_ = false;
  TagResult next_, out_;
};

// Takes the first request and never answers; `deaf`: it does not even take one.
class SilentTags : public ReadOnlyTags {
 public:
  explicit SilentTags(bool deaf) : deaf_(deaf) {}
  bool ready() const override { return !deaf_ && !ReadOnlyTags::requested(); }
  void edge() override {}

 private:
  const bool deaf_;
};

// Breaks a rule: a hit on a line that is not present, a victim other than the line in that way, a way that does not
// exist, a victim although a way is free, a hit counted that was none, or lines that are not counted.
class OtherVictim : public ReadOnlyTags {
 public:
  explicit OtherVictim(const char* fault) : fault_(fault) {}
  TagResult answer() const override {
    TagResult result = ReadOnlyTags::answer();
    if (fault_ == "ghost" && !result.hit && result.way == TagResult::kNoWay) result.hit = true, result.way = 0;
    if (fault_ == "victim" && result.victim_valid) result.victim_address += 16 * kLineBytes;
    if (fault_ == "way" && result.way != TagResult::kNoWay) result.way = 7;
    if (fault_ == "early" && result.way != TagResult::kNoWay && !result.hit) drop_too_early(result);
    return result;
  }
  unsigned lines(std::uint8_t state) const override { return fault_ == "lines" ? 0 : ReadOnlyTags::lines(state); }
  TagCounters counters() const override {
    TagCounters counters = ReadOnlyTags::counters();
    if (fault_ == "count") ++counters.hits;
    return counters;
  }

 private:
  // The second line of a set takes the first one's way, although the other way is free.
  static void drop_too_early(TagResult& result) {
    if (result.way != 1) return;
    result.way = 0;
    result.victim_valid = true;
    result.victim_address = 0x400;
    result.victim_state = 2;
  }

  const std::string fault_;
};

BlockOptions of_my_tags(bool check = false, wave::Writer* waves = nullptr) {
  BlockOptions options;
  options.block = "my_tags";
  options.check = check;
  options.waves = waves;
  return options;
}

BlockOptions tags_compared_by(CheckBy by) {
  BlockOptions options = of_my_tags(true);
  options.check_by = by;
  return options;
}

// Runs these requests and returns the cycles of the answers and, when answers were compared, the summary; or the error
// that ended the run. `stuck`: the cycle in which the machine makes no progress (0: it does).
std::string run_tags(std::vector<test::Access> accesses, const BlockOptions& options,
                     const std::function<std::unique_ptr<TagArrayBlock>()>& make, Cycle stuck = 0) {
  return test::forked([&] {
    rtl::TagArrayTransactor tags("tags", {2, 1, nullptr}, options, make());
    tags.configure(16);
    test::Requester requester("requester", accesses);
    requester.port.bind(tags.socket(0));
    try {
      if (stuck == 0) sc_core::sc_start();
      else sc_core::sc_start(cycles(stuck)), tags.no_progress();
    } catch (const sc_core::sc_report& report) {
      return std::string(report.get_msg());
    }
    std::string text;
    for (std::size_t i = 0; i < requester.size(); ++i)
      text += (requester[i].answered == kNever ? "never" : std::to_string(requester[i].answered)) + " ";
    if (const Comparison* const found = tags.comparison()) {
      text += "| " + std::to_string(found->answers) + " answers, " + std::to_string(found->late) + " late, " +
                std::to_string(found->late_cycles) + " cycles, at most " + std::to_string(found->most);
    }
    return text;
  });
}

std::string run_tags(std::vector<test::Access> accesses, const BlockOptions& options, unsigned latency) {
  return run_tags(std::move(accesses), options, [latency] { return std::make_unique<ReadOnlyTags>(latency); });
}

}  // namespace

TEST_CASE("tag array transactor: the answer of a block that needs three cycles comes in the third") {
  const std::vector<test::Access> accesses = {tag_access(10, TagOperation::kFill, 0x400, 2),
                                              tag_access(11, TagOperation::kLookup, 0x400)};
  CHECK(run_tags(accesses, of_my_tags(), 1) == "11 12 ");
  CHECK(run_tags(accesses, of_my_tags(), 3) == "13 16 ");  // one at a time: the second is accepted in 13
}

TEST_CASE("tag array transactor: lock-step finds a block late by a cycle") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  const std::vector<test::Access> accesses = {tag_access(10, TagOperation::kLookup, 0x400)};
  CHECK(run_tags(accesses, of_my_tags(true), 1) == "11 | 1 answers, 0 late, 0 cycles, at most 0");
  CHECK(run_tags(accesses, of_my_tags(true), 2).find(
            "tags: RTL and model differ in cycle 11: no answer to lookup of 0x400 with state 0, which came in cycle "
            "10; the pins of the last 200 cycles are in tags.difference.vcd") != std::string::npos);
}

TEST_CASE("tag array transactor: a pipelined block has the right answers in the right order") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  const std::vector<test::Access> accesses = {tag_access(10, TagOperation::kFill, 0x400, 2),
                                              tag_access(11, TagOperation::kLookup, 0x400),
                                              tag_access(12, TagOperation::kLookup, 0x800)};
  const auto pipelined = [] { return std::make_unique<PipelinedTags>(); };
  CHECK(run_tags(accesses, tags_compared_by(CheckBy::kOrder), pipelined) ==
        "12 13 14 | 3 answers, 3 late, 3 cycles, at most 1");
  CHECK(run_tags(accesses, tags_compared_by(CheckBy::kRules), pipelined) ==
        "12 13 14 | 3 answers, 3 late, 3 cycles, at most 1");
  CHECK_THAT(run_tags(accesses, tags_compared_by(CheckBy::kCycles), pipelined),
             Catch::Contains("no answer to fill of 0x400"));
  CHECK(run_tags(accesses, tags_compared_by(CheckBy::kOrder), 1) ==
        "11 12 13 | 3 answers, 0 late, 0 cycles, at most 0");
}

TEST_CASE("tag array transactor: each rule of the register map is checked") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  // Lines of set 8, which has two ways, 16 lines apart: the third fill evicts the first.
  const std::vector<test::Access> accesses = {
      tag_access(10, TagOperation::kFill, 0x400, 2), tag_access(12, TagOperation::kFill, 0xc00, 2),
      tag_access(14, TagOperation::kFill, 0x1400, 2), tag_access(16, TagOperation::kLookup, 0x400)};
  const auto with = [&](CheckBy by, const char* fault) {
    return run_tags(accesses, tags_compared_by(by), [fault] { return std::make_unique<OtherVictim>(fault); });
  };
  CHECK(with(CheckBy::kRules, "none") == "11 13 15 17 | 4 answers, 0 late, 0 cycles, at most 0");
  const std::string breaks = "tags: the RTL breaks a rule of its register map in cycle ";
  CHECK_THAT(with(CheckBy::kRules, "ghost"),
             Catch::StartsWith(breaks + "17: lookup of 0x400 with state 0, which came in "
                                        "cycle 16: a hit on line 0x400, which is not present"));
  CHECK_THAT(with(CheckBy::kRules, "victim"),
             Catch::Contains(breaks + "15: ") &&
                 Catch::Contains("line 0xc00 is evicted from way 0 of set 8, where line 0x400 is"));
  CHECK_THAT(with(CheckBy::kRules, "way"),
             Catch::Contains(breaks + "11: ") && Catch::Contains("there are 16 sets of 2 ways"));
  CHECK_THAT(with(CheckBy::kRules, "early"),
             Catch::Contains(breaks + "13: ") &&
                 Catch::Contains("line 0x400 is evicted from way 0 of set 8, and a way of its set is free"));
  CHECK_THAT(with(CheckBy::kOrder, "victim"), Catch::Contains("RTL and model differ in cycle 15"));
  CHECK_THAT(with(CheckBy::kRules, "count"),
             Catch::Contains("its answers imply 0 lookups, 0 hits, 1 fills, 0 evictions; the RTL counts 0 lookups, "
                             "1 hits, 1 fills, 0 evictions"));
  CHECK_THAT(with(CheckBy::kOrder, "count"),
             Catch::Contains("the model has counted 0 lookups, 0 hits, 1 fills, 0 evictions; the RTL 0 lookups, "
                             "1 hits, 1 fills, 0 evictions"));
}

TEST_CASE("tag array transactor: a difference in counts names the last request before it") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  const std::vector<test::Access> accesses = {tag_access(10, TagOperation::kLookup, 0x400),
                                              tag_access(12, TagOperation::kFill, 0x400, 2)};
  const std::string last = "in cycle 13: after fill of 0x400 with state 2, which came in cycle 12: ";
  const auto with = [&](CheckBy by, const char* fault) {
    return run_tags(accesses, tags_compared_by(by), [fault] { return std::make_unique<OtherVictim>(fault); });
  };
  CHECK_THAT(with(CheckBy::kCycles, "lines"), Catch::Contains(last + "lines of state 2: the model has 1, the RTL 0"));
  CHECK_THAT(with(CheckBy::kOrder, "lines"), Catch::Contains(last + "lines of state 2: the model has 1, the RTL 0"));
  CHECK_THAT(with(CheckBy::kRules, "lines"),
             Catch::Contains(last + "lines of state 2: its answers imply 1, the RTL counts 0"));
  CHECK_THAT(with(CheckBy::kCycles, "count"),
             Catch::Contains("in cycle 11: after lookup of 0x400 with state 0, which came in cycle 10: the model has "
                             "counted 1 lookups, 0 hits"));
}

TEST_CASE("tag array transactor: a difference is reported although its waveform cannot be written") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path / "gone");
  std::filesystem::current_path(folder.path / "gone");
  std::filesystem::remove(folder.path / "gone");  // nobody can create a file in it, not even root
  const std::vector<test::Access> accesses = {tag_access(10, TagOperation::kLookup, 0x400)};
  CHECK_THAT(run_tags(accesses, of_my_tags(true), 2),
             Catch::Contains("tags: RTL and model differ in cycle 11: no answer to lookup of 0x400 with state 0, which "
                             "came in cycle 10; the waveform of its pins could not be written: cannot create "
                             "'tags.difference.vcd': No such file or directory"));
  std::filesystem::current_path(folder.path);
}

TEST_CASE("tag array transactor: a block that never answers is named when the machine makes no progress") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  const std::vector<test::Access> accesses = {tag_access(10, TagOperation::kLookup, 0x400)};
  const auto with = [&](const BlockOptions& options, bool deaf) {
    return run_tags(accesses, options, [deaf] { return std::make_unique<SilentTags>(deaf); }, 50);
  };
  const std::string lookup = "lookup of 0x400 with state 0, which came in cycle 10; the pins of the last 200 cycles";
  CHECK_THAT(with(tags_compared_by(CheckBy::kOrder), false),
             Catch::Contains("tags: RTL and model differ in cycle 50: no answer to " + lookup));
  CHECK_THAT(with(tags_compared_by(CheckBy::kRules), false),
             Catch::Contains("tags: the RTL breaks a rule of its register map in cycle 50: no answer to " + lookup));
  for (const CheckBy by : {CheckBy::kCycles, CheckBy::kOrder, CheckBy::kRules})
    CHECK_THAT(with(tags_compared_by(by), true), Catch::Contains(" in cycle 50: the RTL does not take " + lookup));
  CHECK(with(of_my_tags(), false) == "never ");  // nothing is compared
  CHECK(run_tags(accesses, tags_compared_by(CheckBy::kOrder), [] { return std::make_unique<ReadOnlyTags>(3); }, 50) ==
        "13 | 1 answers, 1 late, 2 cycles, at most 2");
}

TEST_CASE("tag array transactor: an operation that the block does not have ends the run by name") {
  CHECK_THAT(run_tags({tag_access(10, TagOperation::kStore, 0x400, 3)}, of_my_tags(), 1),
             Catch::Contains("tags: block my_tags has no store of 0x400 with state 3: its pins lack store with this "
                             "state, which is needed by cache.global_stores or cache.local_stores = \"write-back\""));
  CHECK_THAT(run_tags({tag_access(10, TagOperation::kClean, 0)}, of_my_tags(), 1),
             Catch::Contains("has no clean of 0x0 with state 0: its pins lack clean with this state"));
}

TEST_CASE("tag array transactor: a design larger than the block is refused with both numbers") {
  const auto refused = [](unsigned ways, unsigned sets) {
    return test::forked([&] {
      rtl::TagArrayTransactor tags("tags", {ways, 1, nullptr}, of_my_tags(), std::make_unique<ReadOnlyTags>());
      tags.configure(sets);
      return std::string("built");
    });
  };
  CHECK(refused(2, 16) == "built");
  CHECK(refused(4, 16) == "error: my_tags as RTL: cache.ways is 4, the RTL has been built with 2");
  CHECK(refused(2, 17) == "error: my_tags as RTL: the cache has 17 sets, the RTL has been built with 16");
}

TEST_CASE("tag array transactor: the block's own signals stand beside the request and the answer") {
  const TemporaryFolder folder;
  const std::string file = folder.path / "tags.vcd";
  const std::unique_ptr<wave::Writer> waves = wave::open_vcd(file);
  rtl::TagArrayTransactor tags("tags", {2, 1, nullptr}, of_my_tags(false, waves.get()),
                               std::make_unique<ReadOnlyTags>(2));
  tags.configure(16);
  test::Requester requester("requester", {tag_access(10, TagOperation::kLookup, 0x400)});
  requester.port.bind(tags.socket(0));
  sc_core::sc_start();
  waves->finish(20);

  std::ifstream in(file);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  CHECK(text.find("req_line") != std::string::npos);
  CHECK(text.find("taken") != std::string::npos);
  CHECK(text.find("sbusy") != std::string::npos);  // a named value
}
