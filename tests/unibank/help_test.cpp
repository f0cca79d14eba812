// The program's description of itself: help with examples, and suggestions for mistyped names.
#include <catch2/catch.hpp>
#include <map>
#include <regex>
#include <set>

#include "unibank/folder.h"

namespace {

// The commands in a text, one per line.
std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> commands;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("  unibank ", 0) == 0) commands.push_back(line.substr(10));
  return commands;
}

using Names = std::set<std::string>;

Names matches_of(const char* pattern, const std::string& text) {
  const std::regex expression(pattern);
  Names found;
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match)
    found.insert((*match)[1]);
  return found;
}

// The options in the synopsis of the program's README, by command. WAVES and SLURM are options of several commands.
std::map<std::string, Names> synopsis() {
  const std::string readme = text_of(UNIBANK_SOURCE_DIR "/testbenches/unibank/README.md");
  std::map<std::string, std::string> texts;
  std::istringstream lines(readme.substr(0, readme.find("**In:**")));
  std::string label;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("     ", 0) != 0) {
      std::istringstream words(line);
      words >> label;
      if (label == "unibank") words >> label;
    }
    texts[label] += line + "\n";
  }
  std::map<std::string, Names> options;
  for (const auto& [name, text] : texts) {
    std::string all = text;
    for (const char* group : {"WAVES", "SLURM"})
      if (text.find(group) != std::string::npos) all += texts.at(std::string(group) + ":");
    options[name] = matches_of("(--[a-z][a-z-]*)", all);
  }
  return options;
}

}  // namespace

TEST_CASE("every example of the help, except those of exec and correlate, runs as printed") {
  const Folder folder;
  fs::create_directory(folder.path / "bin");
  fs::create_symlink(UNIBANK_PROGRAM, folder.path / "bin/unibank");
  fs::copy(UNIBANK_SOURCE_DIR "/testbenches/examples/saxpy/saxpy.ptx", folder.path);
  for (const char* command :
       {"run", "record", "compile", "characterize", "sweep", "list", "show", "occupancy", "reproduce", "completion",
        "schema"}) {
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

TEST_CASE("the synopsis of the README has the options of every command and no help has two empty lines together") {
  const Folder folder;
  const std::map<std::string, Names> named = synopsis();
  const std::string help = folder.run("--help").out;
  const std::size_t from = help.find("Subcommands:"), to = help.find("\n\n", from);
  const Names commands = matches_of("\n  ([a-z]+) ", help.substr(from, to - from));
  REQUIRE(commands.size() > 10);
  for (const std::string& command : commands) {
    INFO(command);
    const std::string text = folder.run(command + " --help").out;
    CHECK(text.find("\n\n\n") == std::string::npos);
    Names options = matches_of("\n  (?:-[a-z],)?(--[a-z-]+)", text);
    for (const char* common : {"--help", "--help-all", "--limits"}) options.erase(common);
    REQUIRE(named.count(command) == 1);
    CHECK(named.at(command) == options);
  }
}

TEST_CASE("a mistyped name is answered with the one that was meant") {
  const Folder folder;
  const std::string run = "run needle --size tiny --design gebhart2012/partitioned";
  const std::pair<std::string, const char*> cases[] = {
      {"rnu needle", "sweep; did you mean 'run'?"},
      {"--design gebhart2012/partitioned run needle", "found '--design', expected a command first: "},
      {"--design=x run needle", "sweep; its options stand after it ("},
      {"--vers", "sweep; did you mean '--version'? ("},
      {"run needle --desing gebhart2012/partitioned", "error: unknown option '--desing'; did you mean '--design'? ('"},
      {"run needle --desing=gebhart2012/partitioned", "error: unknown option '--desing'; did you mean '--design'? ('"},
      {"occupancy needle --dsign hayes2014/kepler", "error: unknown option '--dsign'; did you mean '--design'? ('"},
      {"run needel --functional", "did you mean 'needle'?"},
      {"run needle --design gebhart2012/partitionde", "did you mean 'gebhart2012/partitioned'?"},
      {"run needle --design unified-384k", "did you mean 'gebhart2012/unified-384k'?"},
      {run + " --set sm.schedulerz=1", "did you mean 'schedulers'?"},
      {run + " --set drma.latency=1", "did you mean 'dram'?"},
      {run + " --arg sise=64", "did you mean 'size'?"},
      {run + " --block tag_aray", "did you mean 'tag_array.sv'?"},
      {run + " --set warp_order.policy=gtoo", "did you mean \"gto\"?"},
      {"list wrokloads", "did you mean 'workloads'?"},
      {"schema dessign", "known: design, manifest, experiment, paper, study; did you mean 'design'?"},
      {"completion basch", "did you mean 'bash'?"},
      {run + " --pass onchp", "--pass: unknown value 'onchp'; known: none, onchip, local; did you mean 'onchip'?"},
      {"sweep needle --design gebhart2012/partitioned --on slrm", "did you mean 'slurm'?"},
      {"exec --pass locl ./program", "did you mean 'local'?"},
      {"reproduce --size papr", "did you mean 'paper'?"},
      {"compile saxpy.ptx --print asembly", "did you mean 'assembly'?"},
      {"show gebhart2012/partitioned --hierarchy=dott", "did you mean 'dot'?"},
      {"--verison", "did you mean '--version'?"},
  };
  for (const auto& [arguments, expected] : cases) {
    INFO("unibank " << arguments);
    const Folder::Ended ended = folder.run(arguments);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: ") && Catch::Contains(expected));
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
  }
}
