#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <unistd.h>

#include "base/input_error.h"
#include "unibank/output.h"
#include "unibank/process.h"
#include "unibank/point_progress.h"

using namespace unibank;

namespace {

struct Watcher : JobWatcher {
  void started(std::size_t) override { most = std::max(most, ++running); }
  void noted(std::size_t job, const std::string& text) override { notes += std::to_string(job) + text + " "; }
  void printed(std::size_t, const std::string& text) override { prints += text; }
  void ended(std::size_t) override { --running; }
  void tick() override {}
  int running = 0, most = 0;
  std::string notes, prints;
};

ForkedJob job(const std::string& name, std::function<std::string(const Notify&)> work) {
  return {name, std::move(work)};
}

bool exists(const std::string& path) { return std::ifstream(path).good(); }

}  // namespace

TEST_CASE("jobs give their results in order, not more at a time than asked") {
  std::vector<ForkedJob> jobs;
  for (int i = 0; i < 5; ++i)
    jobs.push_back(job("job", [i](const Notify&) {
      ::usleep(static_cast<useconds_t>(5 - i) * 10000);
      return std::to_string(i * i);
    }));
  Watcher watcher;
  CHECK(run_forked(jobs, 2, watcher) == std::vector<std::string>{"0", "1", "4", "9", "16"});
  CHECK(watcher.most == 2);
  CHECK(watcher.running == 0);
}

TEST_CASE("a result larger than a pipe holds arrives whole") {
  Watcher watcher;
  const std::string large(3000000, 'x');
  CHECK(run_forked({job("a", [&](const Notify&) { return large; })}, 1, watcher).front() == large);
}

TEST_CASE("notes arrive before the result") {
  Watcher watcher;
  run_forked({job("a", [](const Notify& notify) {
               notify("first");
               notify("second");
               return std::string("done");
             })},
             1, watcher);
  CHECK(watcher.notes == "0first 0second ");
}

TEST_CASE("a job's output arrives byte by byte even if the job fails later") {
  Watcher watcher;
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  all += "\\n\\v\\\\";
  run_forked({job("a", [&](const Notify& notify) {
               notify.print(all);
               notify("a note");
               notify.print("more");
               return std::string("done");
             })},
             1, watcher);
  CHECK(watcher.prints == all + "more");
  const auto fails = job("b", [](const Notify& notify) -> std::string {
    notify.print("last words\n");
    throw RunError("trap");
  });
  Watcher other;
  CHECK_THROWS_WITH(run_forked({fails}, 1, other), "b: trap");
  CHECK(other.prints == "last words\n");
}

TEST_CASE("an error keeps its kind and gets the job's name and stops the other jobs") {
  Watcher watcher;
  const auto forever = job("slow", [](const Notify&) -> std::string {
    for (;;) ::pause();
  });
  const auto bad = job("bad", [](const Notify&) -> std::string { throw InputError("one\ntwo"); });
  const auto stuck = job("stuck", [](const Notify&) -> std::string { throw RunError("no progress"); });
  CHECK_THROWS_AS(run_forked({forever, bad}, 2, watcher), InputError);
  CHECK_THROWS_WITH(run_forked({forever, bad}, 2, watcher), "bad: one\ntwo");
  CHECK_THROWS_AS(run_forked({forever, stuck}, 2, watcher), RunError);
}

TEST_CASE("a job that dies gives one clear message") {
  Watcher watcher;
  const auto dies = job("design", [](const Notify&) -> std::string {
    ::kill(::getpid(), SIGKILL);
    return "";
  });
  CHECK_THROWS_WITH(run_forked({dies}, 1, watcher), Catch::StartsWith("design: its process was ended by signal 9"));
  const auto leaves = job("design", [](const Notify&) -> std::string { ::_exit(0); });
  CHECK_THROWS_WITH(run_forked({leaves}, 1, watcher), "design: its process ended without a result");
}

TEST_CASE("a watcher gets results as they come and may let a job die without the others") {
  struct Tolerant : Watcher {
    void has_result(std::size_t job, const std::string& result) override { told += std::to_string(job) + result + " "; }
    bool died(std::size_t job, const std::string& how) override {
      told += std::to_string(job) + " " + how + " ";
      return true;
    }
    std::string told;
  } watcher;
  const auto leaves = job("a", [](const Notify&) -> std::string { ::_exit(0); });
  const auto works = job("b", [](const Notify&) { return std::string("done"); });
  CHECK(run_forked({leaves, works}, 1, watcher) == std::vector<std::string>{"", "done"});
  CHECK(watcher.told == "0 its process ended without a result 1done ");
  CHECK(watcher.running == 0);
}

TEST_CASE("progress is a bar and the time left in words") {
  CHECK(PointProgress::bar(0, 8, 4) == "[....] 0 of 8 points");
  CHECK(PointProgress::bar(6, 8, 4) == "[###.] 6 of 8 points");
  CHECK(PointProgress::bar(0, 0, 4) == "[####] 0 of 0 points");
  CHECK(PointProgress::left_text(-1).empty());
  CHECK(PointProgress::left_text(59.4) == ", about 59 s left");
  CHECK(PointProgress::left_text(90) == ", about 2 min left");
  CHECK(PointProgress::left_text(3600 + 20 * 60) == ", about 1 h 20 min left");
}

TEST_CASE("a signal to the program stops its jobs") {
  Watcher watcher;
  const auto signals = job("a", [](const Notify&) -> std::string {
    ::kill(::getppid(), SIGTERM);
    for (;;) ::pause();
  });
  CHECK_THROWS_WITH(run_forked({signals}, 1, watcher), "interrupted");
}

TEST_CASE("a file is checked without leaving anything, and written whole") {
  const std::string path = "unibank_output_test.txt";
  std::remove(path.c_str());
  const OutputStamps stamps = check_outputs({{"--json", path}}, {});
  CHECK_FALSE(exists(path));
  write_whole(path, "all of it\n", stamps);
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  CHECK(line == "all of it");
  CHECK_THROWS_WITH(write_whole(path, "other\n", stamps),
                    "cannot write '" + path + "': another program has written it since this run began");
  std::remove(path.c_str());
  CHECK_THROWS_WITH(check_outputs({{"--json", "."}}, {}), "--json: cannot create '.': it is a folder");
  CHECK_THROWS_AS(check_outputs({{"--json", "no_such_folder/x"}}, {}), InputError);
  CHECK_THROWS_AS(write_whole("no_such_folder/x", "", {{"no_such_folder/x", {}}}), RunError);
}
