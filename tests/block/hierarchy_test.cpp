// The modules of a machine as text and as a picture.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <set>

#include "block/hierarchy.h"

using namespace unibank;

namespace {

// Two SMs with an MSHR and two banks each, before one channel of DRAM.
MachineModule machine() {
  MachineModule gpu{"gpu", "", {}, {}};
  MachineModule dram{"gpu.dram", "dram: fr-fcfs", {}, {}};
  for (const std::string sm : {"0", "1"}) {
    const std::string name = "gpu.sm" + sm, port = "gpu.dram.port" + sm;
    dram.sockets.push_back({port, false, {name + ".mshr.memory"}});
    MachineModule one{name, "", {}, {{name + ".mshr", "mshr: mshr.sv", {{name + ".mshr.memory", true, {port}}}, {}}}};
    for (const std::string bank : {"0", "1"}) {
      const std::string of = name + ".bank" + bank;
      one.sockets.push_back({name + ".to" + bank, true, {of + ".port"}});
      one.modules.push_back({of, "", {{of + ".port", false, {name + ".to" + bank}}}, {}});
    }
    gpu.modules.push_back(one);
  }
  gpu.modules.push_back(dram);
  return gpu;
}

}  // namespace

TEST_CASE("a hierarchy's text has one line for each module and socket and for all that differ only in numbers") {
  CHECK(hierarchy_text(machine()) ==
        "gpu\n"
        "  sm0 .. sm1 (2)\n"
        "      to0 .. to1 (2) -> gpu.sm0.bank0.port .. gpu.sm0.bank1.port\n"
        "    mshr  [mshr: mshr.sv]\n"
        "        memory -> gpu.dram.port0\n"
        "    bank0 .. bank1 (2)\n"
        "        port <- gpu.sm0.to0\n"
        "  dram  [dram: fr-fcfs]\n"
        "      port0 .. port1 (2) <- gpu.sm0.mshr.memory .. gpu.sm1.mshr.memory\n");
}

TEST_CASE("SMs that differ in a block or a binding have lines of their own") {
  MachineModule one = machine();
  one.modules[1].modules[0].block = "mshr: native";
  CHECK_THAT(hierarchy_text(one), Catch::Contains("\n  sm0\n") && Catch::Contains("\n  sm1\n") &&
                                      Catch::Contains("    mshr  [mshr: native]\n"));
  one = machine();
  one.modules[1].modules[0].sockets[0].peers.clear();
  CHECK_THAT(hierarchy_text(one), Catch::Contains("\n  sm1\n") && Catch::Contains("        memory -> nothing\n"));
}

TEST_CASE("a hierarchy's picture has every module once, and an arrow from each initiator to its target") {
  const std::string dot = hierarchy_dot(machine());
  CHECK(std::count(dot.begin(), dot.end(), '{') == std::count(dot.begin(), dot.end(), '}'));
  CHECK_THAT(dot, Catch::StartsWith("digraph machine {\n"));
  CHECK_THAT(dot, Catch::Contains("label=\"sm0 .. sm1 (2)\"") && Catch::Contains("label=\"mshr\\nmshr.sv\"") &&
                      Catch::Contains("label=\"dram\\nfr-fcfs\"") && Catch::Contains("label=\"bank0 .. bank1 (2)\""));
  // The arrows of sm0: from its own sockets to two banks, drawn as one node, and from the MSHR's socket to DRAM.
  std::set<std::string> nodes, ends;
  unsigned arrows = 0;
  const std::regex node("\\n *(n[0-9]+) \\["), arrow("\\n *(n[0-9]+) -> (n[0-9]+)");
  for (std::sregex_iterator at(dot.begin(), dot.end(), node); at != std::sregex_iterator(); ++at)
    nodes.insert((*at)[1]);
  for (std::sregex_iterator at(dot.begin(), dot.end(), arrow); at != std::sregex_iterator(); ++at, ++arrows) {
    CHECK(nodes.count((*at)[1]) == 1);
    CHECK(nodes.count((*at)[2]) == 1);
  }
  CHECK(arrows == 2);
  CHECK_THAT(dot, Catch::Contains("[label=\"2\"]"));
}
