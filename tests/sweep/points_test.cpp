// The points of a study: their number, those left out, and their keys.
#include <catch2/catch.hpp>

#include <fstream>
#include <set>

#include "base/input_error.h"
#include "base/model_version.h"
#include "policy/warp_order.h"
#include "support/temporary_folder.h"
#include "sweep/points.h"
#include "sweep/study_text.h"

namespace {

using namespace unibank;

struct Listed {
  explicit Listed(const std::string& text)
      : study(sweep::read_study(text, "s.toml")), space(study), listing(sweep::list_points(space)) {}
  sweep::Study study;
  sweep::PointSpace space;
  sweep::Listing listing;
};

// A policy as a user might register it.
const WarpOrderRegistry::Registration kMyOrder({"my-order", "for this test", {}, [](const PolicyValues&) {
                                                  return WarpOrderRegistry::instance().make("lrr");
                                                }});

std::string key_of(const std::string& text) {
  Listed one(text);
  REQUIRE(one.listing.runs.size() == 1);
  return sweep::key_text(one.listing.runs[0]);
}

}  // namespace

TEST_CASE("points are the product of all choices") {
  const Listed listed(
      "programs = [\"needle\", {name = \"vectoradd\", sizes = [\"test\"]}]\nsizes = [\"tiny\", \"test\"]\n"
      "designs = [\"gebhart2012/unified-384k\", \"gebhart2012/partitioned\"]\n"
      "[axes]\ncache.ways = [2, 4]\n[[zip]]\nmshr.entries = [16, 32]\nmshr.merges = [4, 8]\n");
  CHECK(listed.space.size() == 3 * 2 * 2 * 2);
  CHECK(listed.listing.runs.size() == 24);
  std::set<std::string> keys;
  for (const auto& entry : listed.listing.runs) keys.insert(sweep::key_text(entry));
  CHECK(keys.size() == 24);
}

TEST_CASE("a point names the command that repeats it") {
  Listed listed(kHead + "set = [\"dram.latency=300\"]\n[axes]\ncache.ways = [2]\narg.block = [16]\n");
  sweep::Point point;
  CHECK(listed.space.at(0, point).kind == sweep::Left::Kind::kRuns);
  CHECK(point.command() == "unibank run needle --size tiny --arg block=16 --design gebhart2012/unified-384k "
                           "--set dram.latency=300 --set cache.ways=2");
  CHECK_THAT(point.name(), Catch::StartsWith("needle (tiny: block=16 "));
}

TEST_CASE("illegal points are counted with their reason") {
  const Listed listed(kHead + "[axes]\ncache.ways = [2, 1000000]\nmshr.entries = [16, 32]\n");
  CHECK(listed.listing.runs.size() == 2);
  CHECK(listed.listing.illegal.size() == 2);
  REQUIRE(listed.listing.reasons.size() == 1);
  CHECK_THAT(listed.listing.reasons[0], Catch::Contains("cache.ways=1000000") && Catch::Contains("expected"));
}

TEST_CASE("a study's wrong keys, designs and arguments are named with their line") {
  const std::string kBroken = "programs = [\"needle\"]\nsizes = [\"tiny\"]\n";
  const std::string kDesigns = "designs = [\"gebhart2012/unified-384k\"]\n";
  const std::pair<std::string, const char*> cases[] = {
      {kBroken + kDesigns + "[axes]\ncache.wayz = [1, 2]\n", "s.toml:5: unknown key 'cache.wayz'; known: cache."},
      {kBroken + kDesigns + "[axes]\ncache.ways = [1, \"x\"]\n",
       "s.toml:5: cache.ways: found 'x', expected an integer"},
      {kBroken + kDesigns + "[axes]\nwarp_order.policy = [\"gto\", \"lr\"]\n",
       "s.toml:5: warp_order.policy: found 'lr', expected one of"},
      {kBroken + kDesigns + "[[zip]]\nmshr.entry = [1, 2]\n", "s.toml:4: unknown key 'mshr.entry'"},
      {kBroken + "set = [\"dram.latncy=3\"]\n" + kDesigns, "s.toml:3: unknown key 'dram.latncy'; known: dram."},
      {kBroken + "set = [\"drum.latency=3\"]\n" + kDesigns, "s.toml:3: unknown section 'drum'; known: "},
      {kBroken + "designs = [\"gebhart2012/unified-38k\"]\n", "s.toml:3: unknown design 'gebhart2012/unified-38k'"},
      {kBroken + kDesigns + "[axes]\narg.sise = [32]\n", "s.toml:5: unknown argument of needle 'sise'"},
      {kBroken + kDesigns + "[axes]\narg.size = [0, -1]\n", "s.toml:5: "},
      {"program = \"needle\"\n" + kDesigns, "s.toml:1: unknown key 'program'; known: "},
  };
  for (const auto& [text, expected] : cases) {
    INFO(text);
    CHECK_THROWS_WITH(Listed(text), Catch::StartsWith(expected));
  }
}

TEST_CASE("a key of a policy that another axis chooses is no wrong key") {
  const Listed listed(kHead + "[axes]\nwarp_order.policy = [\"two-level\", \"lrr\"]\nwarp_order.active_warps = [4]\n");
  CHECK(listed.listing.runs.size() == 1);
  CHECK(listed.listing.illegal.size() == 1);
}

TEST_CASE("of an argument's values those that a program refuses are illegal points") {
  for (const char* values : {"[0, 64]", "[64, 0]"}) {
    const Listed listed(kHead + "[axes]\narg.size = " + values + "\n");
    CHECK(listed.listing.runs.size() == 1);
    CHECK(listed.listing.illegal.size() == 1);
  }
}

TEST_CASE("points are excluded by values that the design itself has") {
  const auto count = [](const std::string& exclusion) {
    const std::string axes = "[axes]\ncache.ways = [1, 2, 4]\nmshr.entries = [2, 4]\n";
    return Listed(kHead + axes + "[[exclude]]\n" + exclusion + "\n").listing.excluded;
  };
  CHECK(count("cache.ways = 2") == 2);
  CHECK(count("cache.ways = [1, 2]\nmshr.entries = 4") == 2);
  CHECK(count("cache.ways = {above = \"mshr.entries\"}") == 1);
  CHECK(count("cache.ways = {at_least = 2, below = 4}") == 2);
  CHECK(count("storage.layout = \"unified\"") == 6);
  CHECK(count("storage.layout = \"separate\"") == 0);
  CHECK(count("dram.latency = {above = 0}") == 6);
  CHECK(count("design = \"gebhart2012/unified-384k\"\nprogram = \"needle\"\nsize = \"tiny\"") == 6);
  CHECK(count("arg.block = 32") == 6);
}

// Of two programs, one of them a file, and of two designs of which one has keys that the other lacks.
TEST_CASE("a condition that no point can meet is refused with the known names") {
  const std::string folder = UNIBANK_SOURCE_DIR "/testbenches/examples/saxpy/";
  const auto refusal = [&](const std::string& exclusion) {
    const std::string text = "programs = [\"needle\", \"saxpy.toml\"]\nsizes = [\"tiny\"]\n"
                             "designs = [\"gebhart2012/unified-384k\", \"jatala/unshared-lrr\"]\n"
                             "[axes]\ncache.ways = [2, 1000000]\n[[exclude]]\n" + exclusion + "\n";
    try {
      const sweep::Study study = sweep::read_study(text, folder + "s.toml");
      sweep::PointSpace space(study);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(folder.size());
    }
    return std::string("taken");
  };
  for (const char* taken : {"cache.ways = 1000000", "cache.ways = 8", "size = \"paper\"", "program = \"saxpy.toml\"",
                            "arg.size = 64", "arg.size = {above = \"cache.ways\"}", "warp_order.active_warps = 8",
                            "storage.layout = [\"separate\", \"unified\"]", "dram.standard = \"none\""}) {
    INFO(taken);
    CHECK(refusal(taken) == "taken");
  }
  const std::pair<const char*, const char*> cases[] = {
      {"\"dram.chanels\" = 2", "s.toml:7: [[exclude]] unknown key 'dram.chanels'; known: dram."},
      {"\"dram.chanels\" = 2", "did you mean 'dram.channels'?"},
      {"arg.sise = 2", "s.toml:7: [[exclude]] unknown argument 'arg.sise'; known: arg."},
      {"arg.size = \"six\"", "s.toml:7: [[exclude]] arg.size: found 'six', expected a whole number"},
      {"size = \"tny\"",
       "s.toml:7: [[exclude]] size: unknown size 'tny'; known: tiny, test, paper; did you mean 'tiny'?"},
      {"design = \"jatala\"",
       "s.toml:7: [[exclude]] design: unknown design of this study 'jatala'; known: gebhart2012/unified-384k, jatala/"},
      {"program = [\"needle\", \"nedle\"]",
       "s.toml:7: [[exclude]] program: unknown program of this study 'nedle'; known: needle, saxpy.toml; did you mean"},
      {"size = {above = 3}", "s.toml:7: [[exclude]] size: found a bound, expected a name or a list of names: tiny, "},
      {"cache.ways = {below = \"l2.slises\"}", "s.toml:7: [[exclude]] unknown key 'l2.slises'; known: l2."},
      {"cache.ways = {below = \"storage.layout\"}",
       "s.toml:7: [[exclude]] cache.ways: found a bound, and storage.layout is no number, expected one of \""},
      {"\"dram.channels\" = \"six\"",
       "s.toml:7: [[exclude]] dram.channels: found 'six', expected an integer from 1 to"},
      {"storage.layout = \"unifed\"", "s.toml:7: [[exclude]] storage.layout: found 'unifed', expected one of \""},
      {"partition.least_cache_bytes = 1", "s.toml:7: [[exclude]] unknown key 'partition.least_cache_bytes'"},
  };
  for (const auto& [exclusion, expected] : cases) {
    INFO(exclusion);
    CHECK_THAT(refusal(exclusion), Catch::Contains(expected));
  }
}

TEST_CASE("a condition names a program as the study does") {
  const sweep::Study study = sweep::read_study(
      "programs = [\"saxpy.toml\", \"needle\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/partitioned\"]\n"
      "[[exclude]]\nprogram = \"saxpy.toml\"\n",
      UNIBANK_SOURCE_DIR "/testbenches/examples/saxpy/s.toml");
  sweep::PointSpace space(study);
  const sweep::Listing listing = sweep::list_points(space);
  CHECK(listing.excluded == 1);
  CHECK(listing.runs.size() == 1);
}

TEST_CASE("a condition may name a key of a variant that axes or overrides choose") {
  const auto excluded = [](const std::string& more) {
    const std::string head = "programs = [\"needle\"]\ndesigns = [\"jatala/unshared-lrr\"]\n";
    return Listed(head + more + "[[exclude]]\nwarp_order.active_warps = {at_least = 1}\n").listing.excluded;
  };
  CHECK_THROWS_AS(excluded(""), InputError);
  CHECK(excluded("[axes]\nwarp_order.policy = [\"lrr\", \"two-level\"]\n") == 1);
  CHECK(excluded("set = ['warp_order.policy=\"two-level\"']\n") == 1);
}

TEST_CASE("a key changes with settings, arguments and versions and not with a study's title") {
  const std::string usual = key_of(kHead);
  CHECK(key_of("title = \"t\"\n" + kHead) == usual);
  CHECK(key_of(kHead + "set = [\"cache.ways=4\"]\n") == key_of(kHead + "[axes]\ncache.ways = [4]\n"));
  for (const char* other : {"set = [\"cache.ways=2\"]\n", "set = [\"energy.dram_pj_per_bit=41\"]\n",
                            "style = \"period\"\n", "[axes]\narg.block = [16]\n"}) {
    INFO(other);
    CHECK(key_of(kHead + other) != usual);
  }
  Listed listed(kHead);
  sweep::Point point;
  listed.space.at(0, point);
  CHECK(sweep::point_key(*point.program, *point.loaded) == usual);
  CHECK(sweep::point_key(*point.program, *point.loaded, {kModelVersion + 1, kFigureVersion}) != usual);
  CHECK(sweep::point_key(*point.program, *point.loaded, {kModelVersion, kFigureVersion + 1}) != usual);
}

TEST_CASE("a key of the library's own variants does not depend on the program") {
  Listed listed(kHead + "[axes]\ncache.ways = [4]\n");
  sweep::Point point;
  listed.space.at(0, point);
  CHECK(point.key == "69d6d669ee2b3dd3b1f46d6c0be477f2");  // of model 6, figures 2
  CHECK(sweep::point_key(*point.program, *point.loaded, {}, {}, "/no such file") == point.key);
}

TEST_CASE("a key of a policy of one's own depends on the program that has its code") {
  Listed listed(kHead + "set = [\"warp_order.policy=my-order\"]\n");
  sweep::Point point;
  listed.space.at(0, point);
  const auto key_in = [&](const char* program) {
    return sweep::point_key(*point.program, *point.loaded, {}, {}, UNIBANK_SOURCE_DIR + std::string(program));
  };
  CHECK(key_in("/README.md") == key_in("/README.md"));
  CHECK(key_in("/README.md") != key_in("/CONTRIBUTING.md"));
  CHECK(sweep::point_key(*point.program, *point.loaded) == point.key);
}

TEST_CASE("a study without a possible point is refused before the first") {
  const auto refusal = [](const std::string& text) {
    try {
      const sweep::Study study = sweep::read_study(text, "s.toml");
      sweep::PointSpace space(study);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  CHECK_THAT(refusal("programs = [\"nedle\"]\ndesigns = [\"gebhart2012/partitioned\"]\n"),
             Catch::Contains("s.toml:1: unknown workload 'nedle'"));
  CHECK_THAT(refusal("programs = [\"needle\"]\ndesigns = [\"gebhart\"]\n"), Catch::Contains("gebhart"));
  CHECK_THAT(refusal("programs = [\"needle\"]\ndesigns = [\"gebhart2012/fermi-like-best\"]\n"),
             Catch::Contains("stands for the fastest of several") &&
                 Catch::Contains("gebhart2012/fermi-like-96-32, gebhart2012/fermi-like-32-96"));
  CHECK_THAT(refusal(kHead + "[axes]\narg.blok = [3]\n"), Catch::Contains("blok"));
  CHECK_THAT(refusal("programs = [\"x.toml\"]\ndesigns = [\"gebhart2012/partitioned\"]\n"),
             Catch::Contains("s.toml:1: "));
}

TEST_CASE("an error in a file of a study is shown with the line below the message") {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "m.toml") << "ptx = \"saxpy.ptx\"\nblock = 3\n";
  const sweep::Study study =
      sweep::read_study("programs = [\"m.toml\"]\ndesigns = [\"gebhart2012/partitioned\"]\n",
                        (folder.path / "s.toml").string());
  CHECK_THROWS_WITH(sweep::PointSpace(study),
                    Catch::Contains("s.toml:1: ") && Catch::Contains("m.toml:2:") &&
                        Catch::Contains("\n  2 | block = 3\n    | ") && !Catch::Contains("\\n"));
}
