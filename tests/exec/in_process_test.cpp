// The model in the program's process: what comes out is the same as with a process of its own.
#include <catch2/catch.hpp>

#include <regex>

#include "unibank/folder.h"

namespace {

using Catch::Contains;

struct Both {
  Folder::Ended ended;
  std::string json, csv;
};

Both exec(const std::string& options, const std::string& program) {
  const Folder folder;
  Both both;
  both.ended = folder.run("exec " + options + " --json r.json --csv r.csv -- " UNIBANK_PROGRAMS "/" + program);
  both.json = text_of(folder.path / "r.json");
  both.csv = text_of(folder.path / "r.csv");
  return both;
}

// A message of `errors` has the address of a variable on the stack, another one in each process.
std::string without_stack(const std::string& text) {
  return std::regex_replace(text, std::regex("release of 0x[0-9a-f]+"), "release of 0x");
}

}  // namespace

TEST_CASE("a program's output and results are the same with the model in its process") {
  const std::vector<std::string> programs = {"vector_add", "errors",   "errors beside", "printing",
                                             "streams",    "driver",   "textures",      "registered",
                                             "graphs",     "launches", "several_modules", "linked_parts",
                                             "static_runtime"};
  for (const std::string& options : {std::string("--functional"), std::string("--design gebhart2012/unified-384k"),
                                     std::string("--design jing2016/integrated-fair")})
    for (const std::string& program : programs) {
      const Both apart = exec(options, program), inside = exec(options + " --in-process", program);
      CAPTURE(options, program, inside.ended.err);
      CHECK(inside.ended.status == apart.ended.status);
      CHECK(inside.ended.out == apart.ended.out);
      CHECK(without_stack(inside.ended.err) == without_stack(apart.ended.err));
      CHECK(inside.json == apart.json);
      CHECK(inside.csv == apart.csv);
      if (apart.ended.status == 0) CHECK_THAT(apart.json, Contains("\"workload\""));
    }
}

TEST_CASE("waveforms and selected launches and several designs are the same with the model in the program's process") {
  const Folder folder;
  const std::string program = " -- " UNIBANK_PROGRAMS "/streams", design = "exec --design gebhart2012/unified-384k ";
  REQUIRE(folder.run(design + "--launches 1 --vcd a.vcd" + program).status == 0);
  REQUIRE(folder.run(design + "--launches 1 --vcd b.vcd --in-process" + program).status == 0);
  CHECK(text_of(folder.path / "a.vcd").size() > 1000);
  CHECK(text_of(folder.path / "a.vcd") == text_of(folder.path / "b.vcd"));
  const std::string two = design + "--design jing2016/integrated-fair --kernel add ";
  const auto apart = folder.run(two + program), inside = folder.run(two + "--in-process" + program);
  CHECK(inside.status == 0);
  CHECK(inside.out == apart.out);
  CHECK(inside.err == apart.err);
}

TEST_CASE("a program that is ended by a signal leaves no results of the model in it") {
  const Folder folder;
  const auto ended = folder.run("exec --functional --in-process -- " UNIBANK_PROGRAMS "/errors crash");
  CHECK(ended.status == 128 + 6);
  CHECK_THAT(ended.err, Contains("the model in it has no results") && Contains("no launch of a kernel has ended"));
}
