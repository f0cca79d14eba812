// Inputs and hosts that would exhaust time, memory or stack: one error line, never a signal.
#include <catch2/catch.hpp>

#include <sys/stat.h>

#include "support/ptx_head.h"
#include "unibank/folder.h"

namespace {

std::string warp_manifest(const std::string& kernel, const std::string& grid) {
  return "ptx = \"k.ptx\"\n[[launch]]\nkernel = \"" + kernel + "\"\ngrid = [" + grid +
         "]\nblock = [32]\narguments = []\n";
}

// Runs the program under limits set by the shell.
Folder::Ended run_under(const Folder& folder, const std::string& limits, const std::string& arguments) {
  return folder.run("--version >/dev/null && { " + limits + "; '" UNIBANK_PROGRAM "' " + arguments + "; }");
}

// There is memory for the program, but no thread can start because its stack would exceed the limit.
const std::string kNoThreads = "ulimit -s 8000000; ulimit -v 4000000";

}  // namespace

TEST_CASE("a kernel without an end reaches the instruction limit without a design too") {
  const Folder folder;
  folder.write("k.ptx", std::string(unibank::test::kPtxHead) +
                            ".visible .entry spin() { L: bra L; }\n.visible .entry none() { ret; }\n");
  folder.write("spin.toml", warp_manifest("spin", "1"));
  folder.write("grid.toml", warp_manifest("none", "2147483647"));
  const std::string reason =
      ": the launch has executed 10000 warp instructions (run.instruction_limit) without an end; ";
  for (const std::string design : {"", " --design gebhart2012/partitioned"}) {
    const auto spin = folder.run("run spin.toml --functional --set run.instruction_limit=10000" + design);
    CHECK(spin.status == 1);
    CHECK_THAT(spin.err, Catch::EndsWith("kernel 'spin', block 0" + reason + "warp 0 runs at line 4\n"));
    const auto grid = folder.run("run grid.toml --functional --set run.instruction_limit=10000" + design);
    CHECK(grid.status == 1);
    CHECK_THAT(grid.err, Catch::EndsWith("kernel 'none', block 10000" + reason + "warp 0 runs at line 5\n"));
  }
}

TEST_CASE("keys of fifty thousand parts are refused in designs, manifests and experiments") {
  const Folder folder;
  std::string key = "a";
  for (unsigned i = 1; i < 50000; ++i) key += ".a";
  folder.write("deep.toml", "\n" + key + " = 1\n");
  fs::create_directories(folder.path / "papers/p");
  folder.write("papers/p/paper.toml", "\n" + key + " = 1\n");
  for (const char* arguments : {"show deep.toml", "run vectoradd --design deep.toml", "run deep.toml --functional",
                                "reproduce --experiments papers --list"}) {
    const auto ended = folder.run(arguments);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Catch::Contains(".toml:2") &&
                              Catch::Contains(": found values nested more than 100 deep; expected fewer\n"));
  }
}

TEST_CASE("a pipe is refused as a trace") {
  const Folder folder;
  REQUIRE(::mkfifo((folder.path / "kernelslist.g").c_str(), 0600) == 0);
  const auto list = folder.run("run kernelslist.g --design gebhart2012/partitioned");
  CHECK(list.status == 2);
  CHECK(list.err == "unibank: error: cannot open 'kernelslist.g': it is not a regular file\n");
}

TEST_CASE("thirty thousand kernels are compiled in seconds") {
  const Folder folder;
  std::string text = unibank::test::kPtxHead;
  for (unsigned i = 0; i < 30000; ++i) text += ".visible .entry k" + std::to_string(i) + "() { ret; }\n";
  folder.write("k.ptx", text);
  const auto ended = run_under(folder, "ulimit -t 20", "compile k.ptx");
  CHECK(ended.status == 0);
  CHECK(std::count(ended.out.begin(), ended.out.end(), '\n') == 30001);
}

TEST_CASE("a host without threads gives one error line") {
  const Folder folder;
  const std::string design = " --size tiny --design jing2016/integrated-fair --set gpu.sms=2";
  const std::string reason = ": Resource temporarily unavailable\n", of = "unibank: error: jing2016/integrated-fair: ";
  const auto cores = run_under(folder, kNoThreads, "run vectoradd --cores 2" + design);
  CHECK(cores.status == 1);
  CHECK(cores.err == of + "no thread for one more core" + reason);
  const auto waves = run_under(folder, kNoThreads, "run vectoradd --vcd x.vcd" + design);
  CHECK(waves.status == 1);
  CHECK_THAT(waves.err, Catch::StartsWith(of) && Catch::EndsWith("no thread to write the waveform" + reason));
  CHECK(folder.files().empty());
  REQUIRE(folder.run("record vectoradd --size tiny -o r").status == 0);
  const auto trace = run_under(folder, kNoThreads, "run r/kernelslist.g --design jing2016/integrated-fair");
  CHECK(trace.status == 1);
  CHECK(trace.err == of + "no thread to read the trace" + reason);
  CHECK(run_under(folder, kNoThreads, "run vectoradd" + design).status == 0);
}

TEST_CASE("a host without memory gives one error line and no signal") {
  const Folder folder;
  unsigned refused = 0, done = 0;
  for (unsigned kilobytes = 20000; kilobytes < 6000000; kilobytes += kilobytes / 4) {
    const auto ended =
        run_under(folder, "ulimit -v " + std::to_string(kilobytes),
                  "run vectoradd --size tiny --design gebhart2012/partitioned --json x.json --vcd x.vcd");
    INFO(kilobytes << " KB: " << ended.err);
    if (ended.status == 0) {
      ++done;
      CHECK(folder.files() == std::vector<std::string>{"x.json", "x.vcd"});
      fs::remove(folder.path / "x.json");
      fs::remove(folder.path / "x.vcd");
      continue;
    }
    CHECK((ended.status == 1 || ended.status == 127));  // 127: the system's loader
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
    CHECK(folder.files().empty());
    ++refused;
  }
  CHECK(refused >= 5);
  CHECK(done >= 3);
}

TEST_CASE("control characters of designs and manifests do not reach the terminal") {
  const Folder folder;
  folder.write("d.toml", "extends = \"gebhart2012/partitioned\"\ndescription = \"\\u001b[31mred\\u009b\"\n");
  folder.write("key.toml", "\"\\u001b[31m\\nx\" = 1\n");
  folder.write("m.toml", "\"\\u001b[31m\\nx\" = 1\n");
  folder.write("e\x1b[31m.toml", "extends = \"gebhart2012/partitioned\"\n");
  for (const char* arguments : {"show d.toml", "run vectoradd --size tiny --design d.toml", "show key.toml",
                                "run m.toml --functional", "show 'e\x1b[31m.toml'",
                                "run vectoradd --size tiny --design 'e\x1b[31m.toml' --design d.toml"}) {
    const auto ended = folder.run(arguments);
    INFO(arguments);
    for (const std::string& text : {ended.out, ended.err}) {
      CHECK(text.find('\x1b') == std::string::npos);
      CHECK(text.find("\xc2\x9b") == std::string::npos);
    }
    CHECK_THAT(ended.out + ended.err, Catch::Contains("\\x1b[31m") || Catch::Contains("vectoradd"));
  }
  CHECK_THAT(folder.run("show key.toml").err, Catch::Contains("key.toml:1: ") && Catch::Contains("'\\x1b[31m\\nx'"));
}

TEST_CASE("a dump replaces files of the manifest's folder, and makes new ones elsewhere") {
  const Folder folder;
  fs::create_directories(folder.path / "m/sub");
  fs::create_symlink("../mine", folder.path / "m/link");
  folder.write("m/k.ptx", std::string(unibank::test::kPtxHead) + ".visible .entry none() { ret; }\n");
  const auto dump_to = [&](const std::string& name) {
    folder.write("m/m.toml", "ptx = \"k.ptx\"\n[[buffer]]\nname = \"x\"\ntype = \"u8\"\ncount = 3\ndump = \"" + name +
                                 "\"\n[[launch]]\ngrid = [1]\nblock = [32]\narguments = []\n");
    return folder.run("run m/m.toml --functional");
  };
  for (const char* name : {"x.csv", "x.csv", "sub/x", "sub/x", "./sub/../x.csv", "../new"})
    CHECK(dump_to(name).status == 0);
  folder.write("mine", "mine\n");
  const std::string absolute = folder.path / "mine";
  for (const std::string& name :
       {std::string("../mine"), std::string("link"), std::string("sub/../../mine"), absolute}) {
    const auto ended = dump_to(name);
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Catch::Contains("is there and lies outside of the manifest's folder"));
    CHECK(text_of(folder.path / "mine") == "mine\n");
  }
  CHECK_THAT(dump_to("../m/k.ptx").err, Catch::Contains("would replace the input file"));
}
