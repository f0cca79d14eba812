// The completion scripts, run in the shells themselves.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

namespace {

// The completions that bash offers for the last of the words.
std::vector<std::string> offered(const Folder& folder, const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += " '" + word + "'";
  folder.write("ask.sh", "PATH=$PWD/bin:$PATH\n. ./unibank.bash\nCOMP_WORDS=(" + list + ")\nCOMP_CWORD=" +
                             std::to_string(words.size() - 1) + "\n_unibank\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  const std::string command = "cd '" + folder.path.string() + "' && bash ask.sh >offered.txt 2>&1";
  REQUIRE(std::system(command.c_str()) == 0);
  std::vector<std::string> all;
  std::istringstream lines(text_of(folder.path / "offered.txt"));
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  return all;
}

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

bool has_shell(const std::string& shell) { return std::system(("command -v " + shell + " >/dev/null").c_str()) == 0; }

// The output of a zsh with the script when the tabulator key is pressed after each of the beginnings.
std::string typed_in_zsh(const Folder& folder, const std::vector<std::string>& beginnings) {
  folder.write("_unibank", folder.run("completion zsh").out);
  std::string keys = "zmodload zsh/zpty\nzpty z 'PATH=$PWD/bin:$PATH HOME=$PWD zsh -f -i'\n"
                     "zpty -w z 'autoload -Uz compinit; compinit -u -d $PWD/.dump; source ./_unibank; bindkey \"^I\" "
                     "complete-word; echo is_ready'\nout=; until [[ $out == *$'\\n'is_ready* ]]; do "
                     "zpty -r z more || exit 1; out+=$more; done\n";
  for (const std::string& one : beginnings)
    keys += "zpty -w -n z '" + one + "'$'\\t'; sleep 2; zpty -w -n z $'\\x15'\n";
  folder.write("type.zsh", keys + "sleep 1; while zpty -r -t z more; do out+=$more; done; print -r -- $out\n");
  const std::string command = "cd '" + folder.path.string() + "' && timeout 60 zsh -f type.zsh >.typed 2>&1";
  CHECK(std::system(command.c_str()) == 0);
  return text_of(folder.path / ".typed");
}

}  // namespace

TEST_CASE("bash completes commands, options and the names that the program knows") {
  const Folder folder;
  fs::create_directory(folder.path / "bin");
  fs::create_symlink(UNIBANK_PROGRAM, folder.path / "bin/unibank");
  folder.write("unibank.bash", folder.run("completion bash").out);
  CHECK(offered(folder, {"unibank", "ru"}) == std::vector<std::string>{"run"});
  CHECK(offered(folder, {"unibank", "run", "need"}) == std::vector<std::string>{"needle"});
  CHECK(has(offered(folder, {"unibank", "run", "needle", "--des"}), "--design"));
  CHECK(offered(folder, {"unibank", "run", "needle", "--pass", "on"}) == std::vector<std::string>{"onchip"});
  CHECK(offered(folder, {"unibank", "run", "needle", "--set", "dram.lat"}) ==
        std::vector<std::string>{"dram.latency="});
  CHECK(has(offered(folder, {"unibank", "run", "needle", "--design", "gebhart2012/un"}), "gebhart2012/unified-384k"));
  CHECK(offered(folder, {"unibank", "run", "needle", "--size", ""}) ==
        std::vector<std::string>{"tiny", "test", "paper"});
  CHECK(has(offered(folder, {"unibank", "show", "jing"}), "jing2016/separate-16k"));
  CHECK(offered(folder, {"unibank", "list", "work"}) == std::vector<std::string>{"workloads"});
  CHECK(offered(folder, {"unibank", "completion", ""}) == std::vector<std::string>{"bash", "zsh", "fish"});
  CHECK(has(offered(folder, {"unibank", "run", "needle", "--json", "unib"}), "unibank.bash"));
  CHECK(offered(folder, {"unibank", "reproduce", "jat"}) == std::vector<std::string>{"jatala"});
}

TEST_CASE("bash completes values behind an equals sign and lists of groups of signals") {
  const Folder folder;
  fs::create_directory(folder.path / "bin");
  fs::create_symlink(UNIBANK_PROGRAM, folder.path / "bin/unibank");
  folder.write("unibank.bash", folder.run("completion bash").out);
  folder.write("t.py", "");
  const std::vector<std::string> sizes = {"tiny", "test", "paper"}, none = {""};
  CHECK(offered(folder, {"unibank", "run", "needle", "--size", "=", "t"}) == std::vector<std::string>{"tiny", "test"});
  CHECK(offered(folder, {"unibank", "run", "needle", "--size", "="}) == sizes);
  CHECK(offered(folder, {"unibank", "run", "needle", "--set", "=", "dram.lat"}) ==
        std::vector<std::string>{"dram.latency="});
  CHECK(offered(folder, {"unibank", "run", "needle", "--set", "dram.latency", "=", "t"}) == none);
  CHECK(offered(folder, {"unibank", "run", "needle", "--vcd-signals", "msh"}) == std::vector<std::string>{"mshr"});
  CHECK(offered(folder, {"unibank", "run", "needle", "--vcd-signals", "mshr,dra"}) ==
        std::vector<std::string>{"mshr,dram"});
}

TEST_CASE("every command and some options of the program are in each script") {
  const Folder folder;
  std::vector<std::string> commands;
  std::istringstream help(folder.run("--help").out);
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line == "Subcommands:") listed = true;
    else if (line.rfind("  ", 0) != 0 || line[2] == ' ') listed = listed && line[0] == ' ';
    else if (listed) commands.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  REQUIRE(commands.size() >= 10);
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = folder.run(std::string("completion ") + shell).out;
    INFO(shell);
    for (const std::string& command : commands) CHECK_THAT(script, Catch::Contains(command));
    for (const char* option : {"design", "set", "vcd-trigger", "idealised", "libcuda", "finished", "limits"})
      CHECK_THAT(script, Catch::Contains(std::string(shell) == "fish" ? std::string("-l ") + option
                                                                       : std::string("--") + option));
  }
}

TEST_CASE("options that only jobs of a cluster have are neither completed nor suggested") {
  const Folder folder;
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const std::string script = folder.run("completion " + shell).out, dashes = shell == "fish" ? "-l " : "--";
    INFO(shell);
    for (const char* option : {"stop-after", "task ", "task=", "bounds", "after"})
      CHECK_THAT(script, !Catch::Contains(dashes + option));
  }
  CHECK_THAT(folder.run("sweep x --aftr 1").err, !Catch::Contains("--after"));
}

TEST_CASE("descriptions in the scripts keep their apostrophes") {
  const Folder folder;
  CHECK_THAT(folder.run("completion zsh").out, Catch::Contains(R"(a workload'\''s execution)"));
  CHECK_THAT(folder.run("completion fish").out, Catch::Contains(R"(a workload\'s execution)"));
}

TEST_CASE("zsh and fish load their installed scripts") {
  const Folder folder;
  for (const std::string shell : {"zsh", "fish"}) {
    if (!has_shell(shell)) {
      WARN(shell << " is not installed: its script is not loaded");
      continue;
    }
    folder.write("script", folder.run("completion " + shell).out);
    const std::string command = "cd '" + folder.path.string() + "' && " + shell + " -n script";
    CHECK(std::system(command.c_str()) == 0);
  }
  fs::create_directory(folder.path / "bin");
  fs::create_symlink(UNIBANK_PROGRAM, folder.path / "bin/unibank");
  if (has_shell("zsh")) {
    const std::string typed = typed_in_zsh(folder, {"unibank sho", "unibank run need", "unibank run needle --pass on",
                                                    "unibank run needle --design gebhart2012/unified-384k-m",
                                                    "unibank run needle --vcd-signals msh",
                                                    "unibank run needle --vcd-signals mshr,dra"});
    for (const char* completed : {"unibank show", "unibank run needle", "--pass onchip", "--vcd-signals mshr",
                                  "gebhart2012/unified-384k-mult", "mshr,dram"})
      CHECK_THAT(typed, Catch::Contains(completed));
  }
  if (!has_shell("fish")) return;
  const std::string ask = "cd '" + folder.path.string() + "' && HOME=$PWD PATH=$PWD/bin:$PATH fish -c \"" +
                          "source script; complete -C 'unibank run needle --design gebhart2012/uni'; " +
                          "complete -C 'unibank run needle --vcd-signals mshr,dra'; " +
                          "complete -C 'unibank re'; complete -C 'unibank sho'\" >.o 2>&1";
  REQUIRE(std::system(ask.c_str()) == 0);
  const std::string offers = text_of(folder.path / ".o");
  CHECK_THAT(offers, Catch::Contains("gebhart2012/unified-384k") && Catch::Contains("show"));
  CHECK_THAT(offers, Catch::Contains("mshr,dram") && Catch::Contains("a workload's execution"));
}
