#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <pty.h>

#include "unibank/folder.h"

namespace {

const std::string kVectorRun = "run vectoradd --size tiny --design gebhart2012/unified-384k ";

// The lines as shown by a terminal of this many columns.
std::vector<std::string> on_terminal(const std::string& arguments, unsigned short columns) {
  int terminal = -1;
  const winsize size{24, columns, 0, 0};
  const pid_t process = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (process == 0) {
    const std::string command = "'" UNIBANK_PROGRAM "' " + arguments;
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(99);
  }
  std::string text;
  char piece[4096];
  for (ssize_t count; (count = ::read(terminal, piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(count));
  ::close(terminal);
  ::waitpid(process, nullptr, 0);
  text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  std::vector<std::string> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  return lines;
}

std::size_t longest(const std::vector<std::string>& lines) {
  std::size_t most = 0;
  for (const std::string& line : lines) most = std::max(most, line.size());
  return most;
}

}  // namespace

TEST_CASE("results named - are the only text on standard output") {
  const Folder folder;
  const Folder::Ended file = folder.run(kVectorRun + "--json r.json --csv r.csv");
  REQUIRE(file.status == 0);
  const Folder::Ended json = folder.run(kVectorRun + "--json -");
  CHECK(json.status == 0);
  CHECK(json.out == text_of(folder.path / "r.json"));
  CHECK_THAT(json.err, Catch::Contains("vectoradd"));  // the table
  CHECK_THAT(folder.run("run --help").out, Catch::Contains("the table to standard error"));
  const Folder::Ended csv = folder.run(kVectorRun + "--csv -");
  CHECK(csv.out == text_of(folder.path / "r.csv"));
  CHECK(folder.files() == std::vector<std::string>{"r.csv", "r.json"});
  const Folder::Ended both = folder.run(kVectorRun + "--json - --csv -");
  CHECK(both.status == 2);
  CHECK(both.out.empty());
  CHECK_THAT(both.err, Catch::Contains("standard output has one result"));
}

TEST_CASE("text printed by a kernel is not mixed into a result on standard output") {
  const Folder folder;
  folder.write("k.ptx", R"(.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.global .align 1 .b8 text[4] = {104, 105, 10};
.visible .entry print()
{
  .reg .b64 %l<3>;
  mov.u64 %l1, text;
  mov.u64 %l2, 0;
  { .param .b64 p0; .param .b64 p1; .param .b32 r;
    st.param.b64 [p0], %l1; st.param.b64 [p1], %l2;
    call.uni (r), vprintf, (p0, p1); }
  ret;
}
)");
  folder.write("m.toml", "ptx = \"k.ptx\"\n[[launch]]\ngrid = [1]\nblock = [1]\narguments = []\n");
  const Folder::Ended ended = folder.run("run m.toml --design gebhart2012/unified-384k --json -");
  CHECK(ended.status == 0);
  CHECK(nlohmann::json::accept(ended.out));
  CHECK_THAT(ended.err, Catch::StartsWith("hi\n"));
}

TEST_CASE("a result that standard output cannot take ends with status 1") {
  const Folder folder;
  const std::string command =
      "cd '" + folder.path.string() + "' && '" UNIBANK_PROGRAM "' " + kVectorRun + "--json - >/dev/full 2>.err";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 1);
  CHECK_THAT(text_of(folder.path / ".err"), Catch::Contains("unibank: error: cannot write to standard output"));
}

TEST_CASE("a shown design fits the terminal and --wide shows all of it") {
  for (const unsigned short columns : {60, 80, 132}) {
    const std::vector<std::string> lines = on_terminal("show gebhart2012/unified-384k", columns);
    INFO(columns);
    CHECK(longest(lines) <= columns);
    CHECK(lines.size() > 100);
    CHECK(lines.back() == "Sources of the values: --wide");
  }
  const Folder folder;
  const std::vector<std::string> wide = on_terminal("show gebhart2012/unified-384k --wide", 80);
  std::string text;
  for (const std::string& line : wide) text += line + "\n";
  CHECK(text == folder.run("show gebhart2012/unified-384k").out);
  CHECK(longest(wide) > 132);
}

TEST_CASE("a design as JSON has every value with its source") {
  const Folder folder;
  const auto json =
      nlohmann::json::parse(folder.run("show gebhart2012/unified-384k --json --set dram.latency=123").out);
  CHECK(json.at("name") == "gebhart2012/unified-384k");
  bool found = false;
  for (const auto& value : json.at("values")) {
    CHECK_FALSE(value.at("source").get<std::string>().empty());
    if (value.at("key") != "dram.latency") continue;
    found = true;
    CHECK(value.at("value") == 123);
    CHECK(value.at("source") == "--set dram.latency=123");
    CHECK(value.at("unit") == "cycles");
  }
  CHECK(found);
}

TEST_CASE("a run on a terminal shows launches, blocks and speed while it lasts") {
  std::string shown;
  for (const std::string& line : on_terminal("run matrixmul --size test" + kUnified, 200)) shown += line;
  CHECK_THAT(shown, Catch::Contains(": 0.") && Catch::Contains(", launch 1 (") && Catch::Contains(" blocks") &&
                        Catch::Contains(" warp instructions/s, "));
}
