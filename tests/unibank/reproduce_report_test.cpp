// `unibank reproduce --report` as a user calls it: a report of an invented paper is filled, checked and refused.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

namespace {

const std::string kReport = "reproduce --report --experiments papers --results r";

// An experiment of two points, of which neither has run.
struct Papers : Folder {
  Papers() {
    fs::create_directories(path / "papers/p");
    write("papers/p/paper.toml", "title = \"P\"\nworkloads = \"w.csv\"\nexperiments = [\"e\"]\n");
    write("papers/p/w.csv", "workload,groups\nvectoradd,all\n");
    write("papers/p/e.toml",
          "title = \"E\"\nsource = \"P figure 1\"\nworkloads = \"all\"\nbaseline = \"a\"\n"
          "metrics = [\"performance\", \"cycles\"]\n"
          "[size]\npaper = \"tiny\"\n"
          "[[series]]\nname = \"a\"\ndesign = \"gebhart2012/partitioned\"\n"
          "[[series]]\nname = \"b\"\ndesign = \"gebhart2012/partitioned\"\nset = [\"dram.latency=900\"]\n");
    write("papers/R.in.md", "# R\n\n{{part p/explanations.md}}\n");
    explain("b is at {{p.e.vectoradd.b:1}}.");
  }
  void explain(const std::string& text) const { write("papers/p/explanations.md", text + "\n"); }
  std::string report() const { return text_of(path / "papers/R.md"); }
};

}  // namespace

TEST_CASE("a report is written from texts and points and is checked against them") {
  Papers papers;
  auto run = papers.run(kReport);
  CHECK(run.status == 0);
  CHECK_THAT(papers.report(), Catch::EndsWith("\n# R\n\nb is at (not run).\n"));
  CHECK(papers.run(kReport + " --check").out == "papers/R.md: as its points\n");
  REQUIRE(papers.run("reproduce p --size paper --experiments papers --results r --output o").status == 0);
  run = papers.run(kReport + " --check");
  CHECK(run.status == 2);
  CHECK_THAT(run.err,
             Catch::StartsWith("unibank: error: papers/R.md:4: is not what its texts and the finished points give"));
  CHECK(papers.run(kReport).out == "papers/R.md: written\n");
  CHECK_THAT(papers.report(), Catch::Contains("\nb is at ") && !Catch::Contains("not run"));
  CHECK(papers.run(kReport + " --check").status == 0);
}

TEST_CASE("a number without a point is named with file and line and nothing is written") {
  Papers papers;
  papers.explain("It is\nfaster by 12 %.");
  for (const char* check : {"", " --check"}) {
    const auto run = papers.run(kReport + check);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Catch::Contains("papers/p/explanations.md:2: '12' is a number that no point gives"));
  }
  CHECK_FALSE(fs::exists(papers.path / "papers/R.md"));
}

TEST_CASE("what a report cannot be filled from is one message") {
  Papers papers;
  const auto error = [&](const std::string& text) {
    papers.explain(text);
    const auto run = papers.run(kReport);
    CHECK(run.status == 2);
    return run.err;
  };
  CHECK_THAT(error("a\n{{p.e.vectoradd.c}}"),
             Catch::StartsWith("unibank: error: papers/p/explanations.md:2: unknown reference 'p.e.vectoradd.c'") &&
                 Catch::Contains("p.e.vectoradd.b"));
  CHECK_THAT(error(std::string(1 << 20, '\n')), Catch::Contains("papers/p/explanations.md: cannot be read: "));
  papers.write("papers/R.in.md", "\n{{part q.md}}\n");
  CHECK_THAT(error(""), Catch::StartsWith("unibank: error: papers/R.in.md:2: no file 'q.md' in papers"));
  papers.write("papers/R.in.md", "{{part ../papers/p/w.csv}}\n");
  CHECK_THAT(error(""), Catch::StartsWith("unibank: error: papers/R.in.md:1: no file '../papers/p/w.csv' in papers"));
  fs::remove(papers.path / "papers/R.in.md");
  CHECK_THAT(error(""), Catch::StartsWith("unibank: error: papers: no texts of reports in it, expected NAME.in.md"));
  CHECK(papers.run("reproduce --check --experiments papers").status == 2);
  CHECK(papers.run(kReport + " --finished").status == 2);
  CHECK(papers.run(kReport + " p").status == 2);
}
