// Searches: their candidates, their methods, and how they continue.
#include <catch2/catch.hpp>

#include <set>

#include "base/input_error.h"
#include "support/temporary_folder.h"
#include "sweep/search.h"
#include "sweep/study_text.h"

namespace {

using namespace unibank;
using sweep::Candidate;
using sweep::Number;
using sweep::SearchLoop;

// A point's cycles and DRAM traffic as a function of its axes' values: more ways cost DRAM traffic and save cycles,
// the other two axes only cost. So the front is ten candidates of 500.
sweep::Finished row_of(const sweep::Point& point) {
  const double ways = std::stod(point.at[0]), entries = std::stod(point.at[1]), latency = std::stod(point.at[2]);
  sweep::Finished row;
  row.key = point.key;
  row.program = point.program->name;
  row.values = {{"cycles", 1000 / ways + 10 * entries + latency}, {"dram_kb", 100 * ways + entries}};
  return row;
}

struct Searched {
  explicit Searched(const std::string& search, sweep::SearchLoop::RunPoints between = nullptr)
      : study(study_of(kHead + kAxes + "[search]\n" + search + "\n")), space(study), between(std::move(between)) {}

  SearchLoop::End run(sweep::Database& database) {
    loop = std::make_unique<SearchLoop>(study, space, database, [this, &database](const sweep::MissingPoints& missing) {
      if (between && !between(missing)) return false;
      for (const sweep::Listing::Entry& entry : missing.points) {
        sweep::Point point;
        space.at(entry.number, point);
        database.add(row_of(point));
        ran.push_back(entry.number);
      }
      return true;
    });
    return loop->run();
  }
  std::vector<Number> asked() const {
    std::vector<Number> all;
    for (const Candidate& one : loop->candidates()) all.push_back(one.number);
    return all;
  }
  std::set<Number> front() const {
    std::set<Number> all;
    for (const Candidate& one : loop->candidates())
      if (one.front) all.insert(one.number);
    return all;
  }

  sweep::Study study;
  sweep::PointSpace space;
  sweep::SearchLoop::RunPoints between;
  std::unique_ptr<SearchLoop> loop;
  std::vector<Number> ran;
};

const std::string kGoals = "minimize = [\"cycles\", \"dram_kb\"]\n";

}  // namespace

TEST_CASE("a candidate is a design and a step of each axis") {
  const sweep::Study study = study_of(kHead + kAxes);
  sweep::PointSpace space(study);
  const sweep::CandidateSpace candidates(study);
  CHECK(candidates.dimensions() == std::vector<std::size_t>{10, 10, 5});
  CHECK(candidates.size() == 500);
  sweep::Point point;
  space.words(candidates.number({3, 9, 2}) * space.programs(), point);
  CHECK(point.at == std::vector<std::string>{"4", "10", "300"});
}

TEST_CASE("points at the worst values span no volume") {
  CHECK(sweep::hypervolume_share({{0, 1}, {1, 0}, {1, 1}}, {0, 0}, {1, 1}) == 0);
  CHECK(sweep::hypervolume_share({{1, 1}}, {0, 0}, {1, 1}) == 0);
  CHECK(sweep::hypervolume_share({{0, 1}, {0.5, 0.5}, {1, 0}}, {0, 0}, {1, 1}) == Approx(0.25));
  CHECK(sweep::hypervolume_share({{30}, {20}}, {10}, {30}) == Approx(0.5));  // one goal: share of the way to its best
}

TEST_CASE("all candidates together give the true front", "[release]") {
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  Searched all("method = \"exhaustive\"\n" + kGoals);
  CHECK(all.run(database) == SearchLoop::End::kAll);
  CHECK(all.ran.size() == 500);
  CHECK(all.front().size() == 10);
  CHECK(all.loop->hypervolume(1) < all.loop->hypervolume(21));
}

TEST_CASE("nsga2 finds most of the front with a third of the points and the same ones again", "[release]") {
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  const std::string search = "method = \"nsga2\"\nbudget = 170\n" + kGoals;
  Searched one(search);
  CHECK(one.run(database) == SearchLoop::End::kBudget);
  CHECK(one.ran.size() == 170);
  std::size_t found = 0;
  for (const Number number : one.front()) found += number % 50 == 0;  // one entry, latency 100
  CHECK(found >= 8);
  Searched again(search);
  again.run(database);
  CHECK(again.ran.empty());
  CHECK(again.asked() == one.asked());
  Searched other(search + "seed = 2\n");
  other.run(database);
  CHECK(other.asked() != one.asked());
}

TEST_CASE("the surrogate finds the best of 500 with a tenth of the points") {
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  Searched one("method = \"surrogate\"\nminimize = \"cycles\"\npopulation = 4\nbudget = 50\n");
  one.run(database);
  CHECK(one.ran.size() <= 50);
  CHECK(one.front() == std::set<Number>{450});
  Searched again("method = \"surrogate\"\nminimize = \"cycles\"\npopulation = 4\nbudget = 50\n");
  again.run(database);
  CHECK(again.asked() == one.asked());
}

TEST_CASE("a search that ends between generations goes on with the same candidates", "[release]") {
  for (const char* method : {"nsga2", "surrogate"}) {
    INFO(method);
    const std::string goals = method == std::string("nsga2") ? kGoals : "minimize = \"cycles\"\n";
    const std::string search = "method = \"" + std::string(method) + "\"\npopulation = 8\nbudget = 60\n" + goals;
    const TemporaryFolder folder;
    sweep::Database whole((folder.path / "whole.sqlite").string()), parts((folder.path / "parts.sqlite").string());
    Searched once(search);
    once.run(whole);
    std::vector<Number> ran;
    unsigned generations = 0;
    SearchLoop::End end = SearchLoop::End::kWaiting;
    for (; end == SearchLoop::End::kWaiting && generations < 100; ++generations) {
      unsigned left = 1;
      Searched next(search, [&left](const sweep::MissingPoints&) { return left-- != 0; });
      end = next.run(parts);
      ran.insert(ran.end(), next.ran.begin(), next.ran.end());
      if (end != SearchLoop::End::kWaiting) CHECK(next.asked() == once.asked());
    }
    CHECK(generations > 3);
    CHECK(ran == once.ran);
  }
}

TEST_CASE("a search that lacks a generation's points has failed") {
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  const sweep::Study study = study_of(kHead + kAxes + "[search]\nbudget = 50\n" + kGoals);
  sweep::PointSpace space(study);
  SearchLoop loop(study, space, database, [](const sweep::MissingPoints&) { return true; });
  CHECK(loop.run() == SearchLoop::End::kFailed);
  CHECK(loop.candidates().empty());
}

TEST_CASE("candidates whose design breaks a limit do not run", "[release]") {
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  Searched one("method = \"exhaustive\"\n" + kGoals +
               "[search.constraints]\n\"design.bits_beside_data\" = {at_most = 0}\n");
  CHECK(one.run(database) == SearchLoop::End::kAll);
  CHECK(one.ran.empty());
  CHECK(one.front().empty());
  CHECK(one.loop->candidates().front().state == Candidate::State::kOutside);
}

TEST_CASE("a search whose candidates do not run ends by itself", "[release]") {
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  Searched one(kGoals + "budget = 50\npopulation = 8\n"
               "[search.constraints]\n\"design.bits_beside_data\" = {at_most = 0}\n");
  CHECK(one.run(database) == SearchLoop::End::kNoNew);
  CHECK(one.ran.empty());
}

TEST_CASE("a budget is enough for one candidate") {
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  const auto with = [&](const std::string& budget) {
    const sweep::Study study = study_of(
        "programs = [\"needle\", \"vectoradd\"]\ndesigns = [\"gebhart2012/unified-384k\"]\n[axes]\n"
        "cache.ways = [2, 4]\n[search]\nmethod = \"exhaustive\"\nminimize = \"cycles\"\nbudget = " + budget + "\n");
    sweep::PointSpace space(study);
    SearchLoop(study, space, database, nullptr);
  };
  CHECK_NOTHROW(with("2"));
  CHECK_THROWS_WITH(with("1"), "s.toml:8: search budget: found 1, expected at least 2, the points of one candidate");
}

TEST_CASE("a limit on what a run gives keeps candidates from the front", "[release]") {
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  Searched one("method = \"exhaustive\"\n" + kGoals + "[search.constraints]\ndram_kb = {below = 400}\n");
  one.run(database);
  CHECK(one.front() == std::set<Number>{0, 50, 100});
}

TEST_CASE("a part of a metric that no point reports is refused after the first generation") {
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  Searched one("minimize = [\"cycles\", \"energy_pj.totl\"]\nbudget = 50\n");
  CHECK_THROWS_WITH(one.run(database),
                    Catch::Contains("s.toml:9: no point of the first generation has 'energy_pj.totl'"));
  CHECK(one.ran.size() > 0);
  CHECK(one.ran.size() <= 24);  // the population; some candidates may be equal
}
