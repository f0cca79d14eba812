#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <regex>
#include <set>

#include "support/ptx_head.h"
#include "unibank/folder.h"

namespace {

// The value of the column `cycles` in the first run of a CSV file, found by counting commas.
std::uint64_t cycles_in(const std::string& csv) {
  const std::string header = csv.substr(0, csv.find(",cycles,") + 1);
  std::size_t at = csv.find('\n') + 1;
  for (auto left = std::count(header.begin(), header.end(), ','); left > 0; --left) at = csv.find(',', at) + 1;
  return std::stoull(csv.substr(at));
}

// The lines of text in a picture, each as often as it is there: what the pattern's first group matches.
std::multiset<std::string> lines_of(const std::string& text, const char* pattern) {
  const std::regex line(pattern);
  std::multiset<std::string> lines;
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) lines.insert((*at)[1]);
  return lines;
}

}  // namespace

TEST_CASE("programs in the style of the papers' compilers run on a timed design, and results say so") {
  const Folder folder;
  for (const char* workload : {"needle", "dct2", "kmeans_scratchpad", "mummer_v1", "particles"}) {
    const Folder::Ended run =
        folder.run(std::string("run ") + workload + " --size tiny --style period" + kPartitioned + "--csv x.csv");
    INFO(workload << ": " << run.err);
    CHECK(run.status == 0);
    CHECK(text_of(folder.path / "x.csv").find("style=period") != std::string::npos);
  }
}

TEST_CASE("bad input is one clear line, status 2, and no file") {
  const std::pair<const char*, const char*> cases[] = {
      {"", "A subcommand is required"},
      {"fly", "unknown command 'fly'; known: run, exec, "},
      {"runn needle", "; did you mean 'run'? ('unibank --help' explains)"},
      {"--fast", "found '--fast', expected a command first: run, exec, "},
      {"compare --help", "unknown command 'compare'; known: run, exec, "},
      {"compare --version", "unknown command 'compare'; known: run, exec, "},
      {"--fast --help", "found '--fast', expected a command first: run, exec, "},
      {"run", "workload is required"},
      {"run needle", "run needs at least one --design"},
      {"run needle --functional --set run.out_of_bounds=maybe", "run.out_of_bounds"},
      {"run needle --functional --set run.out_of_bound=warn",
       "--functional takes run.out_of_bounds and run.instruction_limit alone"},
      {"run needel --design gebhart2012/partitioned", "unknown workload 'needel'; did you mean 'needle'? Known: "},
      {"run needle --design gebhart2012/partitionde",
       "unknown design 'gebhart2012/partitionde'; did you mean 'gebhart2012/partitioned'? Known: "},
      {"run needle --design no_such_file.toml", "no_such_file.toml"},
      {"run needle --design broken.toml", "broken.toml:3"},
      {"run needle --design gebhart2012/partitioned --design gebhart2012/partitioned", "twice"},
      {"run needle --design gebhart2012/partitioned --set sm.schedulerz=1", "schedulerz"},
      {"run needle --design gebhart2012/partitioned --set sm.schedulers=many", "expected an integer from 1 to 4"},
      {"run needle --design gebhart2012/partitioned --set sm.schedulers=0", "expected an integer from 1 to 4"},
      {"run needle --design gebhart2012/partitioned --set energy.table='\"x\"'", "energy"},
      {"run needle --design gebhart2012/partitioned --arg sice=64", "unknown argument of needle 'sice'; known: "},
      {"run needle --design gebhart2012/partitioned --arg size=65", "expected a multiple of block"},
      {"run needle --design gebhart2012/partitioned --arg size", "expected name=value"},
      {"run needle --design gebhart2012/partitioned --size large", "unknown size 'large'; known: tiny, test, paper"},
      {"run needle --design gebhart2012/partitioned --size tiny --json no/such/x.json", "--json: cannot create"},
      {"run needle --design gebhart2012/partitioned --size tiny --json .", "it is a folder"},
      {"run needle --design gebhart2012/partitioned --size tiny --vcd no/such/x.vcd", "--vcd: cannot create"},
      {"run needle --functional --vcd x.vcd", "--functional has no time"},
      {"run needle --functional --rtl tag_array", "--functional has no time, so it cannot take --block"},
      {"run needle --functional --cores 2", "--functional has no SMs, so it cannot take --cores"},
      {"run needle --design gebhart2012/partitioned --cores 0", "--cores: Value 0 not in range"},
      {"run needle --design gebhart2012/partitioned --cores two", "--cores"},
      {"run needle --design gebhart2012/partitioned --cores 2 --rtl tag_array",
       "--cores 2 cannot be combined with tag_array.sv of design 'gebhart2012/partitioned': a machine with RTL or a "
       "block of your own runs on one core"},
      {"run needle --design gebhart2012/partitioned --cores 2 --set mshr.model=mshr.sv",
       "--cores 2 cannot be combined with mshr.sv of design 'gebhart2012/partitioned'"},
      {"exec --design gebhart2012/partitioned --cores 2 --set mshr.model=mshr.sv -- true",
       "--cores 2 cannot be combined with mshr.sv of design 'gebhart2012/partitioned'"},
      {"run needle --design gebhart2012/partitioned --rtl warps",
       "unknown block 'warps'; known: arbiter.sv, crossbar.sv, dram_front.sv, fr-fcfs, l2_tags.sv, lock_unit.sv, "
       "mshr.sv"},
      {"run needle --design gebhart2012/partitioned --rtl tag_array=slow", "expected tag_array.sv, tag_array.sv=check"},
      {"run needle --design gebhart2012/partitioned --rtl tag_array --rtl tag_array=check", "'tag_array.sv' twice"},
      {"run needle --functional --set dram.latency=9", "--set overrides values of designs"},
      {"run needle --functional --json /dev/null", "cannot create '/dev/null': it is not a regular file"},
      {"run needle --functional --csv /dev/null", "cannot create '/dev/null': it is not a regular file"},
      {"run needle --design gebhart2012/partitioned --vcd /dev/null", "'/dev/null': it is not a regular file"},
      {"run needle a --design gebhart2012/partitioned b c", "not expected: a b c ('unibank run --help' explains)"},
      {"run --set dram.latency=1 needle", "run needs at least one --design"},  // one --set takes one value
      {"run needle --design .", "'.' is a folder, expected a design file or a known name"},
      {"run needle --design /dev/null", "'/dev/null' is no regular file, expected a design file"},
      {"record needle --output x --design gebhart2012/fermi-like-best", "stands for the fastest of several designs"},
      {"show gebhart2012/fermi-like-best --idealised", "stands for the fastest of several designs; expected one"},
      {"correlate --design nvidia/a100 --from none.csv", "--from: cannot read 'none.csv': No such file"},
      {"correlate --design nvidia/a100 --from .", "--from: cannot read '.': it is a folder"},
      {"reproduce --repeat 1 --seed -1", "--seed: Value -1 not in range 0 to 9223372036854775807 ("},
      {"reproduce gebhart2012/fig8 --dry-run --results broken.toml", "--results: 'broken.toml' is no folder"},
      {"sweep needle --design gebhart2012/partitioned --plotly x.js", "--plotly requires --report"},
      {"sweep needle --design gebhart2012/partitioned --report -", "--report: found '-', expected a file"},
      {"sweep needle --design nvidia/a100 --design nvidia/a100", "--design gives 'nvidia/a100' twice"},
      {"occupancy needle --size tiny --design nvidia/a100 --pictures broken.toml", "cannot write into 'broken.toml"},
      {"run needle --functional --json ''", "--json: the value is empty"},
      {"run needle --functional --csv ''", "--csv: the value is empty"},
      {"run needle --design gebhart2012/partitioned --vcd ''", "--vcd: the value is empty"},
      {"run needle --design gebhart2012/partitioned --json x --vcd ./x", "--vcd: './x' is needed by --json 'x'"},
      {"run needle --functional --json x --csv x", "--csv: 'x' is needed by --json 'x'"},
      {"run needle --design mine.toml --json ./mine.toml", "would replace the input file 'mine.toml'"},
      {"run needle --design child.toml --json mine.toml", "would replace the input file 'mine.toml'"},
      {"run needle --design gebhart2012/partitioned --speed 9", "--speed"},
      {"run needle --size tiny --arg block=64 --design gebhart2012/partitioned --set storage.scratchpad_bytes=16384"
       " --json x.json --vcd x.vcd --csv x.csv",
       "a block needs 33284 bytes of scratchpad, the design has 16384"},
      {"run no.toml --functional", "no.toml: cannot read the manifest: No such file or directory"},
      {"run . --functional", ".: cannot read the manifest: it is a folder"},
      {"run no.ptx --functional",
       "'no.ptx' has no buffers and no launches; expected a manifest (.toml) that names it "},
      {"run no/kernel-1.record --functional", "'no/kernel-1.record': no such file; expected a workload"},
      {"run no.cu --functional", "expected a manifest (.toml) that names its PTX with the key ptx"},
      {"run no.traceg.xz --functional", "expected the trace's list (kernelslist.g) that names it"},
      {"run " UNIBANK_SOURCE_DIR "/tests/data/trace --functional",
       "/tests/data/trace' is the folder of a trace; expected its list, '" UNIBANK_SOURCE_DIR "/tests/data/trace/k"},
      {"run no.toml --functional --size tiny", "--size is for workloads"},
      {"run no.toml --functional --arg n=1", "--arg is for workloads"},
      {"run no.toml --functional --style period", "--style is for workloads; a manifest names its PTX itself"},
      {"run no.g --design gebhart2012/partitioned --style period", "--style does not go with a trace"},
      {"run needle --functional --style perod", "unknown style 'perod'; known: modern, period"},
      {"run needle --functional --registers 15", "--registers"},
      {"run needle --functional --threads 128", "--functional has no resident threads"},
      {"run needle --functional --threads auto", "--functional has no resident threads"},
      {"run needle --design gebhart2012/partitioned --threads many",
       "--threads is 'many', expected a number from 1 to 8192"},
      {"run needle --design gebhart2012/partitioned --threads 0", "--threads is '0'"},
      {"run needle --design gebhart2012/partitioned --threads ''", "--threads: the value is empty"},
      {"run needle --design gebhart2012/partitioned --threads 16", "a block has 32 threads, kernel.thread_limit is 16"},
      {"run needle --design gebhart2012/partitioned --threads 64 --set kernel.thread_limit=32", "is set twice"},
      {"run needle --design gebhart2012/partitioned --threads auto --set kernel.thread_limit=64", "is set twice"},
      {"compile", "file is required"},
      {"compile no.ptx", "no.ptx: cannot read the PTX: No such file or directory"},
      {"compile empty.ptx", "empty.ptx: found no kernel; expected at least one '.entry'"},
      {"occupancy empty.ptx --block 32 --design gebhart2012/partitioned",
       "empty.ptx: found no kernel; expected at least one '.entry'"},
      {"compile no.ptx --print everything", "--print"},
      {"compile no.ptx --registers 257", "--registers"},
      {"compile no.ptx --dot ''", "--dot: the value is empty"},
      {"run needle --functional --registers 20 --design gebhart2012/partitioned --set kernel.register_limit=18",
       "--registers stands for kernel.register_limit, which is set twice: --set kernel.register_limit=18 too"},
      {"list", "list of what? Known: workloads, today, designs"},
      {"list everything",
       "known: workloads, today, designs, dram, policies, blocks, counters, signals, instructions, combinations"},
      {"list policies --csv", "--csv is for 'list combinations'"},
      {"show gebhart2012/nothing", "unknown design 'gebhart2012/nothing'; known: "},
  };
  const Folder folder;
  folder.write("broken.toml", "extends = \"gebhart2012/partitioned\"\n[sm]\nlanez = 32\n");
  folder.write("mine.toml", "");
  folder.write("child.toml", "extends = \"mine.toml\"\n");
  folder.write("empty.ptx", unibank::test::kPtxHead);
  const std::vector<std::string> written = folder.files();
  for (const auto& [arguments, expected] : cases) {
    INFO("unibank " << arguments);
    const Folder::Ended ended = folder.run(arguments);
    CHECK(ended.status == 2);
    CHECK(ended.out.empty());
    CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: ") && Catch::Contains(expected));
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
    CHECK(folder.files() == written);
  }
}

TEST_CASE("combinations are listed as a table with reasons and as one row each") {
  const Folder folder;
  const std::string table = folder.run("list combinations").out;
  for (const char* text : {"5184 combinations, 1840 run", "integrated          lru-fair", "[1] scratchpad_gate.policy",
                           "kernel is a trace: the pass \"onchip\" needs PTX; expected kernel.pass = \"none\""})
    CHECK_THAT(table, Catch::Contains(text));
  const std::string rows = folder.run("list combinations --csv").out;
  CHECK(std::count(rows.begin(), rows.end(), '\n') == 5184 + 1);
  CHECK_THAT(rows, Catch::StartsWith("partition,register_store,scratchpad_gate,warp_order,pass,kernel,outcome,"));
  CHECK_THAT(rows, Catch::Contains("\nunified,banks,sharing,owf,relssp,PTX,runs,,storage.layout=unified "));
}

TEST_CASE("a machine's modules, blocks and sockets are shown as they are elaborated") {
  const Folder folder;
  const Folder::Ended text = folder.run("show jing2016/separate-16k --hierarchy --set dram.model=fr-fcfs");
  CHECK(text.status == 0);
  for (const char* line :
       {"gpu\n", "\n  dram0 .. dram5 (6)  [dram: fr-fcfs]\n", "\n  sm0 .. sm14 (15)\n",
        "\n      from_sm0 .. from_sm14 (15) <- gpu.sm0.read_only.memory .. gpu.sm14.read_only.memory\n",
        "\n        to0_1 .. to7_1 (8) -> gpu.sm0.cache0.port .. gpu.sm0.cache7.port\n",
        "\n    warp_order0 .. warp_order1 (2)\n"})
    CHECK_THAT(text.out, Catch::Contains(line));
  CHECK_THAT(text.out, !Catch::Contains("nothing"));
  const Folder::Ended dot = folder.run("show gebhart2012/unified-384k --hierarchy=dot");
  CHECK(dot.status == 0);
  CHECK_THAT(dot.out,
             Catch::StartsWith("digraph machine {\n") && Catch::Contains("[label=\"tag_array\\nnative\"];\n") &&
                 Catch::Contains("label=\"cluster0 .. cluster7 (8)\";\n") && Catch::Contains("[label=\"32\"]"));
  const Folder::Ended several = folder.run("show gebhart2012/fermi-like-best --hierarchy");
  CHECK(several.status == 2);
  CHECK_THAT(several.err, Catch::Contains("stands for the fastest of several designs") &&
                              Catch::Contains("one of them: gebhart2012/fermi-like-96-32, gebhart2012/fermi-"));
  CHECK_THAT(folder.run("show gebhart2012/unified-384k --hierarchy=png").err, Catch::Contains("--hierarchy"));
}

TEST_CASE("the picture of a machine in the README has the modules that are elaborated") {
  const Folder folder;
  std::string dot = folder.run("show gebhart2012/unified-384k --hierarchy=dot").out;
  std::string svg = text_of(UNIBANK_SOURCE_DIR "/models/gpu/unified-384k.svg");
  dot = std::regex_replace(dot, std::regex("(label=\"[^\"]*)\\\\n"), "$1\" label=\"");  // a line of a label each
  svg = std::regex_replace(std::regex_replace(svg, std::regex("&#45;"), "-"), std::regex("&#39;"), "'");
  CHECK(lines_of(svg, ">([^<]+)</text>") == lines_of(dot, "label=\"([^\"]*)\""));
}

TEST_CASE("threads are limited in every design and a sweep reports the fastest limit") {
  const Folder folder;
  REQUIRE(folder.run("run vectoradd --size tiny" + kTwoDesigns + "--threads 512 --csv limit.csv").status == 0);
  REQUIRE(folder.run("run vectoradd --size tiny" + kPartitioned + "--threads auto --csv auto.csv").status == 0);
  const std::string limit = text_of(folder.path / "limit.csv"), fastest = text_of(folder.path / "auto.csv");
  // With blocks of 256 threads, the limits 256, 512, 768 and 1024 differ.
  CHECK_THAT(limit, Catch::Contains("gebhart2012/partitioned,1,") && Catch::Contains("gebhart2012/unified-384k,1,"));
  CHECK_THAT(fastest, Catch::Contains("tiny,n=8192,gebhart2012/partitioned@"));
  std::uint64_t best = ~std::uint64_t{0}, reported = 0;
  for (const char* threads : {"256", "512", "768", "1024"}) {
    REQUIRE(folder.run("run vectoradd --size tiny" + kPartitioned + "--threads " + threads + " --csv one.csv").status ==
            0);
    best = std::min(best, cycles_in(text_of(folder.path / "one.csv")));
  }
  reported = cycles_in(fastest);
  CHECK(reported == best);
}

TEST_CASE("a run that is refused leaves the files of an earlier one alone") {
  const Folder folder;
  for (const char* name : {"x.json", "x.csv", "x.vcd"}) folder.write(name, "earlier\n");
  const Folder::Ended ended = folder.run("run needle --size tiny --arg block=64" + kPartitioned +
                                         "--set storage.scratchpad_bytes=16384 --json x.json --csv x.csv --vcd x.vcd");
  CHECK(ended.status == 2);
  for (const char* name : {"x.json", "x.csv", "x.vcd"}) CHECK(text_of(folder.path / name) == "earlier\n");
  CHECK(folder.files() == std::vector<std::string>{"x.csv", "x.json", "x.vcd"});
}

TEST_CASE("a pipe is refused as a file for results") {
  const Folder folder;
  REQUIRE(::mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
  for (const char* option : {"--json", "--csv", "--vcd"}) {
    const Folder::Ended ended = folder.run("run vectoradd --size tiny" + kPartitioned + option + " pipe");
    CHECK(ended.status == 2);
    CHECK(ended.err == std::string("unibank: error: ") + option + ": cannot create 'pipe': it is not a regular file\n");
    CHECK(fs::is_fifo(folder.path / "pipe"));
  }
}

TEST_CASE("a symbolic link stays, and the file it names is written") {
  const Folder folder;
  fs::create_directory(folder.path / "there");
  folder.write("there/a", "earlier\n");
  fs::create_symlink("there/a", folder.path / "x.json");
  fs::create_symlink("there/b", folder.path / "x.csv");
  fs::create_symlink("there/c", folder.path / "x.vcd");
  CHECK(folder.run("run vectoradd --size tiny" + kPartitioned + "--json x.json --csv x.csv --vcd x.vcd").status == 0);
  for (const char* name : {"x.json", "x.csv", "x.vcd"}) CHECK(fs::is_symlink(folder.path / name));
  CHECK_THAT(text_of(folder.path / "there/a"), Catch::Contains("unibank-results-1"));
  CHECK_THAT(text_of(folder.path / "there/b"), Catch::Contains("vectoradd"));
  CHECK_THAT(text_of(folder.path / "there/c"), Catch::StartsWith("$timescale"));
}

TEST_CASE("a standard output that cannot be written is an error with status 1") {
  const Folder folder;
  for (const char* arguments : {"--help", "list designs", "show gebhart2012/partitioned",
                                "run vectoradd --size tiny --functional"}) {
    for (const char* closed : {" >/dev/full; }", " >&-; }"}) {
      // The braces prevent the folder's own redirection from replacing this one.
      INFO("unibank " << arguments << closed);
      const Folder::Ended ended =
          folder.run(std::string("--version >/dev/null && { '" UNIBANK_PROGRAM "' ") + arguments + closed);
      CHECK(ended.status == 1);
      CHECK_THAT(ended.err, Catch::EndsWith("unibank: error: cannot write to standard output\n"));
    }
  }
}

TEST_CASE("help and version are answered on standard output") {
  const Folder folder;
  for (const char* arguments : {"--help", "run --help", "list --help", "show --help"}) {
    INFO("unibank " << arguments);
    const Folder::Ended ended = folder.run(arguments);
    CHECK(ended.status == 0);
    CHECK(ended.err.empty());
    CHECK_THAT(ended.out, Catch::Contains("Usage: unibank"));
  }
  CHECK(folder.run("--version").out == "unibank 0.1.0\n");
}

TEST_CASE("two designs are compared in one table, with results and waveforms") {
  const Folder folder;
  const Folder::Ended ended = folder.run("run needle --size tiny" + kTwoDesigns + "--json x.json --csv x.csv --vcd x");
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("gebhart2012/partitioned  gebhart2012/unified-384k"));
  CHECK_THAT(ended.out,
             Catch::Contains("results: x.json") && Catch::Contains("waveform: x.gebhart2012-partitioned.vcd"));
  CHECK_THAT(ended.out, Catch::Contains("\nEnergy baseline: gebhart2012/partitioned, "));
  CHECK_THAT(folder.run("run needle --size tiny" + kUnified).out, !Catch::Contains("baseline"));
  CHECK(folder.files() == std::vector<std::string>{"x.csv", "x.gebhart2012-partitioned.vcd",
                                                   "x.gebhart2012-unified-384k.vcd", "x.json"});
  CHECK_THAT(text_of(folder.path / "x.gebhart2012-partitioned.vcd"), Catch::StartsWith("$timescale 100 ps $end\n"));
  const std::string json = text_of(folder.path / "x.json");
  CHECK_THAT(json, Catch::Contains("\"schema\": \"unibank-results-1\"") && Catch::Contains("\"verified\": true"));
  CHECK_THAT(json, Catch::Contains("\"design\": \"gebhart2012/unified-384k\""));
}

TEST_CASE("runs whose energy cannot be computed have their results without energy and a warning each") {
  const Folder folder;
  const Folder::Ended ended = folder.run("run needle --size tiny" + kTwoDesigns +
                                         "--set energy.sm_dynamic_watt=0 --json x.json --csv x.csv");
  CHECK(ended.status == 0);
  for (const std::string design : {"gebhart2012/partitioned", "gebhart2012/unified-384k"})
    CHECK_THAT(ended.err, Catch::Contains("warning: " + design + ": no energy: energy.sm_dynamic_watt of "
                                          "'gebhart2012/partitioned' is 0 W: the storage of each of its SMs alone"));
  CHECK_THAT(ended.out, Catch::Contains("cycles") && !Catch::Contains("Energy"));
  CHECK(folder.files() == std::vector<std::string>{"x.csv", "x.json"});
  CHECK_THAT(text_of(folder.path / "x.json"), Catch::Contains("no energy: ") && Catch::Contains("\"energy_pj\": {}"));
}

TEST_CASE("two runs of the same input write the same bytes") {
  const Folder folder;
  for (const std::string name : {"a", "b"})
    CHECK(folder.run("run srad --size tiny" + kTwoDesigns + "--json " + name + ".json --vcd " + name).status == 0);
  for (const char* end : {".json", ".gebhart2012-partitioned.vcd", ".gebhart2012-unified-384k.vcd"}) {
    const std::string first = text_of(folder.path / (std::string("a") + end));
    CHECK_FALSE(first.empty());
    CHECK((first == text_of(folder.path / (std::string("b") + end))));
  }
}

TEST_CASE("a run with a waveform and one without measure the same") {
  const Folder folder;
  CHECK(folder.run("run vectoradd --size tiny" + kPartitioned + "--json a.json --vcd a.vcd").status == 0);
  CHECK(folder.run("run vectoradd --size tiny" + kPartitioned + "--json b.json").status == 0);
  CHECK((text_of(folder.path / "a.json") == text_of(folder.path / "b.json")));
}

TEST_CASE("an override that one of several designs refuses names that design") {
  const Folder folder;
  const std::string refusal = "gebhart2012/unified-384k: --set storage.cache_bytes=16384: ";
  for (const char* command : {"run needle --size tiny", "exec"}) {
    const Folder::Ended ended = folder.run(
        command + kPartitioned + "--design gebhart2012/unified-384k --set storage.cache_bytes=16384" +
        (std::string(command) == "exec" ? " -- ./none" : ""));
    CHECK(ended.status == 2);
    CHECK_THAT(ended.err, Catch::Contains(refusal));
  }
}

TEST_CASE("a design that stands for several reports the fastest, with its name") {
  const Folder folder;
  const Folder::Ended ended =
      folder.run("run needle --size tiny --design gebhart2012/fermi-like-best --design gebhart2012/fermi-like-96-32"
                 " --json x.json");
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("gebhart2012/fermi-like-best (gebhart2012/fermi-like-"));
}

TEST_CASE("a functional run needs no design") {
  const Folder folder;
  const Folder::Ended ended = folder.run("run bfs --size tiny --functional --json x.json");
  CHECK(ended.status == 0);
  CHECK_THAT(text_of(folder.path / "x.json"),
             Catch::Contains("\"functional\": true") && Catch::Contains("\"verified\": true"));
}

TEST_CASE("overrides change the run and are part of its effective design") {
  const Folder folder;
  CHECK(folder.run("run vectoradd --size tiny" + kPartitioned + "--set dram.latency=100 --json x.json").status == 0);
  CHECK_THAT(text_of(folder.path / "x.json"), Catch::Contains("latency = 100"));
  CHECK_THAT(folder.run("show gebhart2012/partitioned --set dram.latency=100").out, Catch::Contains("--set"));
}

TEST_CASE("lists name workloads with their arguments, designs, policies and blocks") {
  const Folder folder;
  const std::string workloads = folder.run("list workloads").out;
  for (const char* name : {"needle:", "vectoradd:", "matrixmul:", "bfs:", "srad:", "default tiny"})
    CHECK_THAT(workloads, Catch::Contains(name));
  const std::string designs = folder.run("list designs").out;
  for (const char* name : {"partitioned", "fermi-like-96-32", "fermi-like-32-96", "fermi-like-best", "unified-384k",
                           "unified-256k", "unified-128k"})
    CHECK_THAT(designs, Catch::Contains(std::string("gebhart2012/") + name));
  const std::string policies = folder.run("list policies").out;
  for (const char* name : {"separate", "fermi-like", "unified", "banks", "open", "two-level", "active_warps"})
    CHECK_THAT(policies, Catch::Contains(name));
  const std::string blocks = folder.run("list blocks").out;
  for (const char* line : {"\ncrossbar: between load/store unit, L1 and banks\n  crossbar.sv: RTL: ",
                           "; implements native; check = true: in lock-step with it\n  native: ",
                           "\n  fr-fcfs: banks with rows: ",
                           "\n  none: the MSHR is bound to the memory system\n"})
    CHECK_THAT(blocks, Catch::Contains(line));
}
