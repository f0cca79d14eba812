// The points of a study: their number, those left out, and their keys.
#include <catch2/catch.hpp>

#include <set>

#include "base/input_error.h"
#include "base/model_version.h"
#include "policy/warp_order.h"
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
  CHECK(count("arg.nothing = 32") == 0);
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
  CHECK(point.key == "10db64c5afefe0a60c1a3c74d83809e1");  // of model 6, figures 1
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
