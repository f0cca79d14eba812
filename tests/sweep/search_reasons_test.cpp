// Why a search has no values of a candidate, and which searches it refuses.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "support/temporary_folder.h"
#include "sweep/search.h"
#include "sweep/study_text.h"

using namespace unibank;
using sweep::SearchLoop;

TEST_CASE("a candidate of several programs names the one that does not run on it") {
  const sweep::Study study = study_of(
      "programs = [\"needle\", \"vectoradd\", \"scan\"]\nsizes = [\"tiny\"]\ndesigns = [\"gebhart2012/unified-384k\"]\n"
      "[axes]\ncache.ways = [1, 2]\n[[exclude]]\nprogram = \"scan\"\n\"cache.ways\" = 2\n"
      "[search]\nminimize = \"cycles\"\nmethod = \"exhaustive\"\n");
  sweep::PointSpace space(study);
  const TemporaryFolder folder;
  sweep::Database database((folder.path / "p.sqlite").string());
  SearchLoop loop(study, space, database, [&](const sweep::MissingPoints& missing) {
    for (const sweep::Listing::Entry& entry : missing.points) {
      sweep::Point point;
      space.at(entry.number, point);
      sweep::Finished row;
      row.key = point.key;
      if (point.program->name == "needle") row.values = {{"cycles", 1000}};
      else row.refused = "no room";
      database.add(row);
    }
    return true;
  });
  loop.run();
  CHECK(loop.candidates().at(0).reason == "vectoradd, size tiny: no room; scan, size tiny: no room");
  CHECK(loop.candidates().at(1).reason == "scan, size tiny: excluded");
}

TEST_CASE("a search does not compare energies of different tables") {
  const auto end_of = [](const std::string& search) {
    const sweep::Study study = study_of(
        "programs = [\"needle\"]\nsizes = [\"tiny\"]\n"
        "designs = [\"gebhart2012/unified-384k\", \"jing2016/separate-16k\"]\n"
        "[search]\nmethod = \"exhaustive\"\n" + search);
    sweep::PointSpace space(study);
    const TemporaryFolder folder;
    sweep::Database database((folder.path / "p.sqlite").string());
    bool asked = false;
    try {
      SearchLoop(study, space, database, [&asked](const sweep::MissingPoints&) { return !(asked = true); }).run();
    } catch (const InputError& error) {
      CHECK_FALSE(asked);
      return std::string(error.what());
    }
    return std::string("runs");
  };
  CHECK(end_of("minimize = \"energy_pj.total\"\n") ==
        "s.toml:6: energy_pj.total: the designs have different energy tables (energy.table), \"gebhart2012\" and "
        "\"jing2016\", whose energies cannot be compared; expected one");
  CHECK_THAT(end_of("minimize = \"cycles\"\n[search.constraints]\n\"energy_pj.dram\" = {at_most = 9}\n"),
             Catch::StartsWith("s.toml:8: energy_pj.dram: "));
  CHECK(end_of("minimize = \"cycles\"\n") == "runs");
}
