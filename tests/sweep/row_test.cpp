// Finished points as lines, in the files of tasks, and in the database.
#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

#include "base/input_error.h"
#include "support/forked.h"
#include "support/temporary_folder.h"
#include "sweep/hash.h"
#include "sweep/store.h"

namespace {

using namespace unibank;
namespace fs = std::filesystem;
using sweep::Finished;
using sweep::RowReader;

using NamedValues = std::vector<std::pair<std::string, double>>;

Finished point(unsigned number, NamedValues values = {{"cycles", 12}, {"warp_instructions", 100}}) {
  Finished one;
  one.key = sweep::Hash().add(std::to_string(number)).hex();
  one.model = 6;
  one.program = "needle";
  one.size = "tiny";
  one.arguments = "block=" + std::to_string(number);
  one.style = "modern";
  one.design = "d\te\n";
  one.seconds = 0.25;
  one.values = std::move(values);
  return one;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0, end; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
    lines.push_back(text.substr(from, end - from));
  return lines;
}

}  // namespace

TEST_CASE("the hash is FNV-1a of 128 bits") {
  CHECK(sweep::Hash().hex() == "6c62272e07bb014262b821756295c58d");
  CHECK(sweep::Hash().add("a").hex() == "d228cb696f1a8caf78912b704e4a8964");
  CHECK(sweep::Hash().add("a").add("b").hex() == sweep::Hash().add("ab").hex());
}

TEST_CASE("a row reads back as it was written") {
  sweep::RowWriter writer;
  const Finished first = point(1, {{"cycles", 0.1}, {"x", -1e300}});
  std::string text = writer.lines_of(first);
  text += writer.lines_of(point(2, {{"cycles", 3}, {"x", 4}}));
  text += writer.lines_of(point(3));
  const std::vector<std::string> lines = lines_of(text);
  REQUIRE(lines.size() == 5);  // names, two points, other names, a point
  RowReader reader;
  Finished read;
  CHECK(reader.read(lines[0], read) == RowReader::Line::kNames);
  REQUIRE(reader.read(lines[1], read) == RowReader::Line::kPoint);
  CHECK(read.key == first.key);
  CHECK(read.design == "d e ");
  CHECK(read.values == first.values);
  CHECK(read.seconds == 0.25);
  CHECK(reader.read(lines[2], read) == RowReader::Line::kPoint);
  CHECK(reader.read(lines[3], read) == RowReader::Line::kNames);
  CHECK(reader.read(lines[4], read) == RowReader::Line::kPoint);
}

TEST_CASE("a damaged row does not count") {
  sweep::RowWriter writer;
  const std::vector<std::string> lines = lines_of(writer.lines_of(point(1)));
  for (std::size_t at = 0; at < lines[1].size(); ++at) {
    RowReader reader;
    Finished read;
    reader.read(lines[0], read);
    std::string damaged = lines[1];
    damaged[at] ^= 1;
    REQUIRE(reader.read(damaged, read) == RowReader::Line::kDamaged);
    REQUIRE(reader.read(lines[1].substr(0, at), read) == RowReader::Line::kDamaged);
  }
  RowReader without_names;
  Finished read;
  CHECK(without_names.read(lines[1], read) == RowReader::Line::kDamaged);
  // A writer makes a blank of it, so the point would be written as another.
  std::string broken = lines[0].substr(0, lines[0].rfind('\t'));
  broken[2] = '\r';
  broken += '\t';
  CHECK(without_names.read(broken + sweep::check_digits(broken), read) == RowReader::Line::kDamaged);
}

TEST_CASE("the rows of a killed task are collected and its file is removed") {
  const TemporaryFolder folder;
  sweep::Store store(folder.path.string());
  {
    sweep::PartWriter task(store.parts(), "t");
    task.add(point(1));
    CHECK(store.collect().points == 1);  // while it runs
    task.add(point(2));
    CHECK(store.uncollected() == 1);
    CHECK(store.collect().points == 1);
    CHECK(sweep::part_files(store.parts()).size() == 1);
    std::ofstream(task.path(), std::ios::app) << "P\thalf a li";
  }
  CHECK(store.collect().points == 0);
  CHECK(sweep::part_files(store.parts()).empty());
  CHECK(store.database().points() == 2);
}

TEST_CASE("points of ended tasks are stored once") {
  const TemporaryFolder folder;
  for (int round = 0; round < 2; ++round) {
    sweep::Store store(folder.path.string());
    sweep::PartWriter one(store.parts(), "t"), other(store.parts(), "t");
    CHECK(one.path() != other.path());
    for (unsigned i = 0; i < 10; ++i) one.add(point(i)), other.add(point(i));
    one.finish();
    other.finish();
    const sweep::Store::Collected collected = store.collect();
    CHECK(collected.points == (round == 0 ? 10u : 0u));
    CHECK(collected.damaged == 0);
    CHECK(store.database().points() == 10);
    const std::vector<sweep::Cost> costs = store.database().costs();
    CHECK(costs.size() == 10);
    CHECK(costs[0].points == 1);
    CHECK(costs[0].warp_instructions == 100);
    const auto found = store.database().find(point(3).key);
    REQUIRE(found);
    CHECK(found->arguments == "block=3");
    CHECK(found->values.at(0) == std::pair<std::string, double>{"cycles", 12});
  }
}

TEST_CASE("a database accepts points with other counters") {
  const TemporaryFolder folder;
  sweep::Database base((folder.path / "p.sqlite").string());
  CHECK(base.add(point(1, {{"cycles", 1}})));
  CHECK(base.add(point(2, {{"cycles", 1}, {"a \"b\"", 5}})));
  CHECK_FALSE(base.add(point(2)));
  CHECK(base.find(point(1).key)->values.size() == 1);
  CHECK(base.find(point(2).key)->values.at(1).second == 5);
  base.set_study("s", 2, [](std::uint64_t i) { return point(i == 0 ? 1 : 7).key; });
  CHECK(base.count("s").all == 2);
  CHECK(base.count("s").finished == 1);
}

TEST_CASE("a database finds the columns that another program has added") {
  const TemporaryFolder folder;
  const std::string path = (folder.path / "p.sqlite").string();
  sweep::Database one(path), other(path);
  one.begin();
  one.add(point(1, {{"cycles", 1}, {"x", 2}}));
  one.commit();
  other.begin();
  other.add(point(2, {{"x", 3}, {"y", 4}}));
  other.commit();
  for (sweep::Database* base : {&one, &other}) {
    REQUIRE(base->find(point(2).key));
    CHECK(base->find(point(1).key)->values == NamedValues{{"cycles", 1}, {"x", 2}});
    CHECK(base->find(point(2).key)->values == NamedValues{{"x", 3}, {"y", 4}});
  }
}

TEST_CASE("processes that collect into one new store find all points") {
  const TemporaryFolder folder;
  const std::string path = folder.path.string();
  std::vector<pid_t> processes;
  for (unsigned process = 0; process < 4; ++process) {
    processes.push_back(::fork());
    if (processes.back() != 0) continue;
    int status = 1;
    try {
      sweep::Store store(path);
      bool all = true;
      for (unsigned round = 0; round < 20; ++round) {
        const unsigned first = 2 * (20 * process + round);
        sweep::PartWriter task(store.parts(), "t");
        task.add(point(first, {{"cycles", 1}, {"of " + std::to_string(first), 2}}));
        store.collect();
        task.add(point(first + 1));
        task.finish();
        store.collect();
        for (const unsigned one : {first, first + 1}) all = all && store.database().find(point(one).key);
      }
      status = all ? 0 : 2;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    ::_exit(status);
  }
  for (const pid_t process : processes) {
    int status = -1;
    ::waitpid(process, &status, 0);
    CHECK(status == 0);
  }
  sweep::Store store(path);
  store.collect();
  CHECK(store.database().points() == 160);
  CHECK(sweep::part_files(store.parts()).empty());
}

TEST_CASE("a task that takes the name of a collected one loses nothing when it is killed") {
  const TemporaryFolder folder;
  sweep::Store store(folder.path.string());
  {
    sweep::PartWriter task(store.parts(), "t");
    task.add(point(1));
    CHECK(store.collect().points == 1);  // while it runs
    task.finish();
  }
  store.collect();
  CHECK(sweep::part_files(store.parts()).empty());
  { sweep::PartWriter(store.parts(), "t").add(point(2)); }
  CHECK(store.collect().points == 1);
  CHECK(store.database().points() == 2);
}

TEST_CASE("a file of a task stays when it has changed since it was listed") {
  const TemporaryFolder folder;
  sweep::Store store(folder.path.string());
  sweep::PartWriter task(store.parts(), "t");
  task.add(point(1));
  std::vector<sweep::PartFile> listed = sweep::part_files(store.parts());
  sweep::remove_part(store.parts(), listed.at(0));  // its task runs
  CHECK(fs::exists(task.path()));
  task.add(point(2));
  task.finish();
  listed[0].name = "t.1.done";
  sweep::remove_part(store.parts(), listed[0]);  // it has another point
  CHECK(sweep::part_files(store.parts()).size() == 1);
  sweep::remove_part(store.parts(), sweep::part_files(store.parts()).at(0));
  CHECK(sweep::part_files(store.parts()).empty());
}

TEST_CASE("a task does not take the name of an ended one") {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "t.1.done") << "";
  const sweep::PartWriter task(folder.path.string(), "t");
  CHECK(task.path() == (folder.path / "t.2.part").string());
  CHECK(sweep::part_files(folder.path.string()).size() == 2);
}

TEST_CASE("a read-only store is read and a point to be stored in it is refused") {
  const TemporaryFolder folder;
  const std::string path = (folder.path / "points.sqlite").string();
  const auto key_of = [](std::uint64_t i) { return point(static_cast<unsigned>(i)).key; };
  {
    sweep::Store store(folder.path.string());
    store.database().add(point(1));
    store.database().set_study("s", 2, key_of);
  }
  fs::permissions(path, fs::perms(0444));
  fs::permissions(folder.path, fs::perms(0555));
  const std::string ended = unibank::test::forked([&] {
    if (::getuid() == 0 && ::setuid(65534) != 0) return std::string("cannot become another user");
    sweep::Store store(folder.path.string());
    store.collect();
    store.database().set_study("s", 2, key_of);  // as it is
    if (store.database().points() != 1) return std::string("no point");
    store.database().set_study("s", 1, key_of);
    return std::string("stored");
  });
  fs::permissions(folder.path, fs::perms(0755));
  CHECK(ended == "error: " + path + ": found something to store, and a file or folder that you may not write; expected "
                                    "another --store");
}

TEST_CASE("a file that is not a database is refused") {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "points.sqlite") << "this is a text of some length and no database at all";
  CHECK_THROWS_AS(sweep::Store(folder.path.string()), InputError);
}
