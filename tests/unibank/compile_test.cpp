// The results of compiling a kernel, and the lists of available names.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

namespace {

const std::string kSrad = UNIBANK_SOURCE_DIR "/testbenches/workloads/srad/srad.ptx";

}  // namespace

TEST_CASE("compile prints the statistics of every kernel") {
  const Folder folder;
  const Folder::Ended ended = folder.run("compile " + kSrad);
  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::StartsWith("kernel ") && Catch::Contains("max-live") && Catch::Contains("spill-loads"));
  CHECK(std::count(ended.out.begin(), ended.out.end(), '\n') == 3);  // two kernels
  CHECK_THAT(ended.out, Catch::Contains(" 1.000 "));
}

TEST_CASE("a lower register limit is kept and causes spills") {
  const Folder folder;
  const Folder::Ended ended = folder.run("compile " + kSrad + " --registers 16");
  INFO(ended.err);
  CHECK(ended.status == 0);
  std::istringstream lines(ended.out);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string kernel;
    unsigned max_live = 0, unlimited = 0, registers = 0, predicates = 0, spilled = 0, recomputed = 0, loads = 0;
    words >> kernel >> max_live >> unlimited >> registers >> predicates >> spilled >> recomputed >> loads;
    CHECK(registers <= 16);
    CHECK(unlimited >= max_live);
    CHECK(unlimited > 16);
    CHECK(spilled + recomputed > 0);
  }
}

TEST_CASE("an error of an option names the help of its command") {
  const Folder folder;
  CHECK_THAT(folder.run("compile").err, Catch::Contains("('unibank compile --help' explains)"));
  CHECK_THAT(folder.run("--no-such").err, Catch::Contains("('unibank --help' explains)"));
}

TEST_CASE("compile takes PTX and says so of a manifest") {
  const std::string manifest = UNIBANK_SOURCE_DIR "/testbenches/examples/saxpy/saxpy.toml";
  const auto refused = Folder().run("compile " + manifest);
  CHECK(refused.status == 2);
  CHECK(refused.err == "unibank: error: '" + manifest +
                           "' is a TOML file; expected a PTX file, such as the one that a manifest's key ptx names\n");
}

TEST_CASE("compile prints the resources of spills in the scratchpad") {
  const Folder folder;
  const std::string sort = UNIBANK_SOURCE_DIR "/testbenches/kernels/bitonic_sort/nvcc.ptx";
  const std::string slots = "compile " + sort + " --registers 16 --slots 8 --block 64";
  CHECK_THAT(folder.run(slots + " --print slots").out,
             Catch::Contains(": 8 slots a thread, 2048 bytes of the block's scratchpad; ") &&
                 Catch::Contains(", 0 moves, 3 pointer changes; in local memory ") &&
                 Catch::Contains("  registers: 16, 1 of them for the slots\n"));
  CHECK_THAT(folder.run(slots + " --stack register-stack --print assembly").out,
             Catch::Contains("mov.u32 %r15, %tid.x;  // slot pointer\n") &&
                 Catch::Contains("mov.u32 %r0, __slots;  // slot pointer\n") &&
                 Catch::Contains("[%r15+256];  // spill\n"));
  CHECK_THAT(folder.run(slots + " --stack heap").err, Catch::Contains("--stack") && Catch::Contains("moving"));
  for (const std::string alone : {"--block 64", "--stack moving"})
    CHECK_THAT(folder.run("compile " + sort + " " + alone).err, Catch::Contains(" requires --slots"));
  const auto dash = folder.run("compile " + sort + " --dot -");
  CHECK(dash.status == 2);
  CHECK_THAT(dash.err, Catch::Contains("--dot: found '-', expected a file"));
  CHECK_THAT(folder.run("compile " + sort + " --print slots").out, Catch::Contains(": 0 slots a thread, 0 bytes"));
}

TEST_CASE("compile prints blocks and liveness and assembly") {
  const Folder folder;
  const std::string cfg = folder.run("compile " + kReductionPtx + " --print cfg").out;
  CHECK_THAT(cfg, Catch::StartsWith("sum\n  BB0: instructions 0-") &&
                      Catch::Contains("-> BB1 BB3; reconverges at BB3") && Catch::Contains("-> exit\n"));
  const std::string live = folder.run("compile " + kReductionPtx + " --print liveness").out;
  CHECK_THAT(live, Catch::StartsWith("sum: at most ") && Catch::Contains("    in 0: none\n"));
  const std::string assembly = folder.run("compile " + kReductionPtx + " --print assembly --kernel sum").out;
  CHECK_THAT(assembly, Catch::StartsWith("// sum: ") && Catch::Contains("\nBB0:\n  ld.param.u32 %r") &&
                           Catch::Contains(", [sum_param_2];\n") && Catch::Contains(", %ctaid.x;\n") &&
                           Catch::Contains("  bar.sync 0;\n"));
  const std::string levels = folder.run("compile " + kReductionPtx + " --print hierarchy --kernel sum").out;
  CHECK_THAT(levels, Catch::StartsWith("// sum: ") && Catch::Contains("\nBB0:\n* ld.param.u32 %r") &&
                         Catch::Contains("orf0") && Catch::Contains("lrf0") && Catch::Contains(" mrf"));
  const std::string uses = folder.run("compile " + kReductionPtx + " --print last-uses --kernel sum").out;
  CHECK_THAT(uses, Catch::StartsWith("// sum: ") && Catch::Contains("\nBB0:\n  ld.param.u32 %r") &&
                       Catch::Contains("  ; last r"));
  CHECK_THAT(folder.run("compile " + kReductionPtx + " --kernel some").err,
             Catch::Contains("unknown kernel 'some'; known: sum"));
  CHECK(folder.files().empty());
}

TEST_CASE("a kernel that cannot run does not hide the others of its file") {
  const Folder folder;
  folder.write("two.ptx", ".version 7.0\n.target sm_70\n.address_size 64\n.entry one() { ret; }\n"
                          ".entry two() { wgmma.fence; ret; }\n");
  const Folder::Ended ended = folder.run("compile two.ptx");
  CHECK(ended.status == 2);
  CHECK_THAT(ended.out, Catch::Contains("\none "));
  CHECK_THAT(ended.err, Catch::Contains("two.ptx:5:16: found 'wgmma'"));
  CHECK(folder.run("compile two.ptx --kernel one").status == 0);
}

TEST_CASE("the control flow is written for Graphviz") {
  const Folder folder;
  CHECK(folder.run("compile " + kReductionPtx + " --dot x.dot").status == 0);
  CHECK_THAT(text_of(folder.path / "x.dot"), Catch::StartsWith("digraph \"sum\" {\n") &&
                                                 Catch::Contains("  BB0 -> BB1;\n") && Catch::EndsWith("}\n"));
  const Folder::Ended two = folder.run("compile " + kSrad + " --dot y.dot");
  CHECK(two.status == 2);
  CHECK_THAT(two.err, Catch::Contains("has 2 kernels, expected --kernel NAME"));
  CHECK(folder.files() == std::vector<std::string>{"x.dot"});
}

TEST_CASE("PTX that cannot be compiled is shown with its line") {
  const Folder folder;
  folder.write("k.ptx", ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k()\n{\n  bra NOWHERE;\n}\n");
  const Folder::Ended ended = folder.run("compile k.ptx");
  CHECK(ended.status == 2);
  CHECK_THAT(ended.err, Catch::StartsWith("unibank: error: k.ptx:6:") && Catch::Contains("NOWHERE") &&
                            Catch::Contains("  6 |   bra NOWHERE;\n"));
}

TEST_CASE("instructions are listed by name") {
  const Folder folder;
  const std::string list = folder.run("list instructions").out;
  for (const char* name : {"add ", "fma ", "tex ", "shfl ", "atom ", "call", "brx"})
    CHECK_THAT(list, Catch::StartsWith(name) || Catch::Contains(std::string("\n") + name));
  CHECK(std::count(list.begin(), list.end(), '\n') > 80);
}

TEST_CASE("a run keeps the given register limit") {
  const Folder folder;
  for (const std::string designs : {"", " --design gebhart2012/partitioned"}) {
    const Folder::Ended ended =
        folder.run("run srad --size tiny --registers 16 --json x.json" + (designs.empty() ? " --functional" : designs));
    INFO(ended.err);
    CHECK(ended.status == 0);
    const std::string json = text_of(folder.path / "x.json");
    CHECK_THAT(json, Catch::Contains("\"verified\": true") && !Catch::Contains("\"spill_loads\": 0,"));
    if (!designs.empty()) CHECK_THAT(json, Catch::Contains("\"registers_per_thread\": 16,"));
  }
}
