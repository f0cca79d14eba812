// Critical edges of hand-drawn and random graphs, and instructions placed on them.
#include "compiler/split_edges.h"

#include <catch2/catch.hpp>

#include "compiler/place_release.h"
#include "compiler/random_kernel.h"
#include "ptx/parser.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

// The instructions of a parsed kernel: the opcode, and for branches the label's instruction number: "bra 4".
std::vector<std::string> lines_of(const ptx::Kernel& kernel) {
  std::vector<std::string> lines;
  for (const ptx::Instruction& i : kernel.instructions) {
    std::string line = i.guard.kind == ptx::Operand::Kind::kNone ? "" : "@";
    line += ptx::info(i).name;
    const auto add = [&line](const ptx::Operand& operand) {
      if (operand.kind == ptx::Operand::Kind::kLabel) line += " " + std::to_string(operand.index);
    };
    for (const ptx::Operand& operand : i.operands) {
      add(operand);
      for (const ptx::Operand& element : operand.elements) add(element);
    }
    lines.push_back(line);
  }
  return lines;
}

ptx::Kernel parsed(const std::string& body) {
  const std::string text = ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
                           ".reg .pred %p<3>; .reg .b32 %r<9>;\n.shared .align 4 .b8 A[64];\n" + body + "}\n";
  return ptx::parse(text, "k.ptx").kernels.at("k");
}

}  // namespace

TEST_CASE("An if without else has one critical edge and a loop that may be left early three") {
  const SplitGraph once = split_critical_edges(graph_of(4, {{0, 1}, {0, 2}, {1, 2}, {2, 3}}), 3);
  CHECK(once.edges == std::vector<Edge>{{0, 2}});
  CHECK(once.graph.size() == 5);
  CHECK(once.graph.successors[0] == std::vector<std::uint32_t>{1, 4});
  CHECK(once.graph.successors[4] == std::vector<std::uint32_t>{2});
  CHECK(once.graph.predecessors[2] == std::vector<std::uint32_t>{4, 1});
  // 1 and 2 form a loop: its back edge and both exit edges are critical.
  const SplitGraph loop = split_critical_edges(graph_of(5, {{0, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 3}, {3, 4}}), 4);
  CHECK(loop.edges == std::vector<Edge>{{1, 3}, {2, 1}, {2, 3}});
}

TEST_CASE("Every edge from a branch to the exit is critical because the exit holds no instructions") {
  const SplitGraph split = split_critical_edges(graph_of(3, {{0, 1}, {0, 2}, {1, 2}}), 2);
  CHECK(split.edges == std::vector<Edge>{{0, 2}});
  CHECK(split_critical_edges(graph_of(2, {{0, 1}}), 1).edges.empty());
}

TEST_CASE("Random graphs have no critical edge after the split and the same paths as before") {
  unsigned split_edges = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    INFO("seed " << seed);
    const ControlFlow flow = control_flow(random_kernel(seed, 3 + seed % 40, 2));
    const Graph& before = flow.graph;
    const SplitGraph split = split_critical_edges(before, flow.exit());
    const Graph& after = split.graph;
    split_edges += static_cast<unsigned>(split.edges.size());
    REQUIRE(after.size() == before.size() + split.edges.size());
    for (std::uint32_t from = 0; from < after.size(); ++from) {
      for (const std::uint32_t to : after.successors[from]) {
        const bool branches = after.successors[from].size() > 1;
        CHECK_FALSE((branches && (to == flow.exit() || after.predecessors[to].size() > 1)));
      }
    }
    for (std::uint32_t from = 0; from < before.size(); ++from) {
      std::vector<std::uint32_t> targets = after.successors[from];
      for (std::uint32_t& to : targets)
        if (to >= before.size()) to = after.successors[to].at(0);
      CHECK(targets == before.successors[from]);
    }
  }
  CHECK(split_edges > 500);
}

TEST_CASE("All labels of a brx that use one critical edge lead to the block inserted on it") {
  ptx::Kernel kernel = parsed("mov.u32 %r1, %tid.x;\nts: .branchtargets L0, L1, L1;\nbrx.idx %r1, ts;\n"
                              "L0:\nst.shared.u32 [A], %r1;\nL1:\nret;\n");
  REQUIRE(lines_of(kernel) == std::vector<std::string>{"mov", "brx 2 3 3", "st", "ret"});
  place_release(kernel, {false, false, true, false}, ReleasePlacement::kOptimal);
  CHECK(lines_of(kernel) == std::vector<std::string>{"mov", "brx 2 5 5", "st", "relssp", "ret", "relssp", "bra 4"});
}

TEST_CASE("An edge to the next block in program order gets its instruction between the two and no branch") {
  ptx::Kernel kernel = parsed("mov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra L1;\nbra L0;\nL0:\n"
                              "setp.eq.u32 %p2, %r1, 1;\n@%p2 bra L2;\nL1:\nst.shared.u32 [A], %r1;\nL2:\nret;\n");
  const ControlFlow flow = control_flow(kernel);
  const std::uint32_t from = flow.block_of[5], to = flow.block_of[6];
  REQUIRE(to == from + 1);
  ptx::Instruction mark = kernel.instructions[0];
  insert_at(flow, {}, {{from, to}}, mark, kernel);
  // A branch to the access still leads to the access, not to the instruction now placed before it.
  CHECK(lines_of(kernel) ==
        std::vector<std::string>{"mov", "setp", "@bra 7", "bra 4", "setp", "@bra 8", "mov", "st", "ret"});
}
