// The program's description of itself: help with examples, and suggestions for mistyped names.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

namespace {

// The commands in a text, one a line.
std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> commands;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("  unibank ", 0) == 0) commands.push_back(line.substr(10));
  return commands;
}

}  // namespace

TEST_CASE("every example of the help runs as printed") {
  const Folder folder;
  fs::create_directory(folder.path / "bin");
  fs::create_symlink(UNIBANK_PROGRAM, folder.path / "bin/unibank");
  for (const char* command :
       {"run", "record", "list", "show", "occupancy", "reproduce", "completion", "schema"}) {
    const std::vector<std::string> examples = examples_in(folder.run(std::string(command) + " --help").out);
    INFO(command);
    CHECK_FALSE(examples.empty());
    for (const std::string& example : examples) {
      CHECK_THAT(example, Catch::StartsWith(command));
      const std::string line = "cd '" + folder.path.string() + "' && PATH=$PWD/bin:$PATH && bash -c 'set -e; unibank " +
                               example + "' >.out 2>.err";
      const int status = std::system(line.c_str());
      INFO(line << "\n" << text_of(folder.path / ".err"));
      CHECK(status == 0);
    }
  }
}

TEST_CASE("the program's help begins with two commands that run") {
  const Folder folder;
  const std::vector<std::string> examples = examples_in(folder.run("--help").out);
  REQUIRE(examples.size() == 2);
  for (const std::string& example : examples) CHECK(folder.run(example).status == 0);
}

TEST_CASE("a mistyped name is answered with the one that was meant") {
  const Folder folder;
  const std::string run = "run needle --size tiny --design gebhart2012/partitioned";
  const std::pair<std::string, const char*> cases[] = {
      {"rnu needle", "'rnu'; did you mean 'run'?"},
      {"run needle --desing gebhart2012/partitioned", "'--desing'; did you mean '--design'?"},
      {"run needle --desing=gebhart2012/partitioned", "'--desing'; did you mean '--design'?"},
      {"run needel --functional", "did you mean 'needle'?"},
      {"run needle --design gebhart2012/partitionde", "did you mean 'gebhart2012/partitioned'?"},
      {"run needle --design unified-384k", "did you mean 'gebhart2012/unified-384k'?"},
      {run + " --set sm.schedulerz=1", "did you mean 'schedulers'?"},
      {run + " --set drma.latency=1", "did you mean 'dram'?"},
      {run + " --arg sise=64", "did you mean 'size'?"},
      {run + " --block tag_aray", "did you mean 'tag_array.sv'?"},
      {run + " --set warp_order.policy=gtoo", "did you mean \"gto\"?"},
      {"list wrokloads", "did you mean 'workloads'?"},
  };
  for (const auto& [arguments, expected] : cases) {
    INFO("unibank " << arguments);
    const Folder::Ended ended = folder.run(arguments);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: ") && Catch::Contains(expected));
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
  }
}
