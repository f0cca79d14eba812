// Blocks, edges, dominators and reconvergence points of hand-drawn kernels.
#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "compiler/dominators.h"
#include "compiler/kernel_maker.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

using Nodes = std::vector<std::uint32_t>;

// The reconvergence point of the instruction at `pc`.
std::uint32_t meeting_point(ptx::Kernel kernel, std::uint32_t pc) {
  reconvergence(kernel);
  return kernel.reconverge.at(pc);
}

}  // namespace

TEST_CASE("A kernel without branches is one block that leads to the virtual exit") {
  KernelMaker make;
  const auto a = make.r32();
  make.set(a);
  make.use({a});
  const ControlFlow flow = control_flow(make.done());
  REQUIRE(flow.blocks.size() == 2);
  CHECK(flow.blocks[0].first == 0);
  CHECK(flow.blocks[0].last == 2);
  CHECK(flow.exit() == 1);
  CHECK(flow.blocks[1].first == 2);
  CHECK(flow.graph.successors[0] == Nodes{1});
}

TEST_CASE("A kernel without instructions is the exit alone") {
  ptx::Kernel kernel;
  const ControlFlow flow = control_flow(kernel);
  CHECK(flow.blocks.size() == 1);
  reconvergence(kernel);
  CHECK(kernel.reconverge.empty());
}

TEST_CASE("If: the branch meets its fall-through at the label") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32();
  make.set(p);
  make.branch_if(p, "join");
  make.set(a);
  make.label("join");
  make.use({a});
  make.ret();
  const ControlFlow flow = control_flow(make.done());
  REQUIRE(flow.blocks.size() == 4);
  CHECK(flow.graph.successors[0] == Nodes{1, 2});
  CHECK(flow.graph.predecessors[2] == Nodes{0, 1});
  CHECK(flow.graph.successors[2] == Nodes{3});
  CHECK(flow.block_of == Nodes{0, 0, 1, 2, 2});
  CHECK(meeting_point(make.done(), 1) == 3);
  CHECK(meeting_point(make.done(), 0) == 5);  // not a branch
}

TEST_CASE("If-else: both arms meet behind the else arm") {
  KernelMaker make;
  const auto p = make.predicate(), a = make.r32();
  make.branch_if(p, "else");
  make.set(a);
  make.branch("join");
  make.label("else");
  make.set(a);
  make.label("join");
  make.use({a});
  make.ret();
  CHECK(meeting_point(make.done(), 0) == 4);
  CHECK(meeting_point(make.done(), 2) == 4);
  CHECK(immediate_dominators(control_flow(make.done()).graph, 0) == Nodes{0, 0, 0, 0, 3});
}

TEST_CASE("Loop: lanes that leave early wait behind the backward branch") {
  KernelMaker make;
  const auto p = make.predicate();
  make.set(p);
  make.label("loop");
  make.set(p);
  make.branch_if(p, "loop");
  make.set(p);
  make.ret();
  CHECK(meeting_point(make.done(), 2) == 3);
}

TEST_CASE("Nested loops with a break: the break meets behind the inner loop") {
  KernelMaker make;
  const auto p = make.predicate();
  make.label("outer");
  make.set(p);  // 0
  make.label("inner");
  make.branch_if(p, "after");  // 1: break
  make.branch_if(p, "inner");  // 2
  make.label("after");
  make.branch_if(p, "outer");  // 3
  make.set(p);                 // 4
  make.ret();
  CHECK(meeting_point(make.done(), 1) == 3);
  CHECK(meeting_point(make.done(), 2) == 3);
  CHECK(meeting_point(make.done(), 3) == 4);
}

TEST_CASE("Three-way branch: all three arms meet at one place") {
  KernelMaker make;
  const auto p = make.predicate();
  make.branch_if(p, "a");  // 0
  make.branch_if(p, "b");  // 1
  make.branch("join");     // 2
  make.label("a");
  make.branch("join");  // 3
  make.label("b");
  make.set(p);  // 4
  make.label("join");
  make.set(p);  // 5
  make.ret();
  for (const std::uint32_t pc : {0u, 1u, 2u, 3u}) CHECK(meeting_point(make.done(), pc) == 5);
}

TEST_CASE("Early exit: paths that end apart meet only at the end") {
  KernelMaker make;
  const auto p = make.predicate();
  make.branch_if(p, "rest");  // 0
  make.ret();                 // 1
  make.label("rest");
  make.ret();  // 2
  CHECK(meeting_point(make.done(), 0) == 3);
}

TEST_CASE("Early exit from an arm: the other lanes reconverge after the arm and do not wait for those that end") {
  KernelMaker make;
  const auto p = make.predicate();
  make.branch_if(p, "join");  // 0
  make.branch_if(p, "rest");  // 1
  make.set(p);                // 2
  make.ret();                 // 3
  make.label("rest");
  make.set(p);  // 4
  make.label("join");
  make.set(p);  // 5
  make.ret();   // 6
  CHECK(meeting_point(make.done(), 0) == 5);
  CHECK(meeting_point(make.done(), 1) == 7);  // one side ends, the other goes where branch 0 meets
}

TEST_CASE("A return shared by branches ends each of them and is no reconvergence point") {
  KernelMaker make;
  const auto p = make.predicate();
  make.branch_if(p, "join");  // 0
  make.branch_if(p, "end");   // 1
  make.set(p);                // 2
  make.label("join");
  make.set(p);  // 3
  make.label("end");
  make.ret();  // 4
  CHECK(meeting_point(make.done(), 0) == 3);
  CHECK(meeting_point(make.done(), 1) == 5);
}

TEST_CASE("A loop in which some lanes end: the others reconverge after it") {
  KernelMaker make;
  const auto p = make.predicate();
  make.label("loop");
  make.branch_if(p, "more");  // 0
  make.set(p);                // 1
  make.ret();                 // 2
  make.label("more");
  make.branch_if(p, "loop");  // 3
  make.set(p);                // 4
  make.ret();                 // 5
  CHECK(meeting_point(make.done(), 3) == 4);
}

TEST_CASE("A guarded exit may fall through") {
  KernelMaker make;
  const auto p = make.predicate();
  make.guard(p).op(ptx::Op::kExit, {}, {});
  make.set(p);
  const ControlFlow flow = control_flow(make.done());
  REQUIRE(flow.blocks.size() == 3);
  CHECK(flow.graph.successors[0] == Nodes{1, 2});
}

TEST_CASE("Irreducible: two blocks that enter each other's loop") {
  KernelMaker make;
  const auto p = make.predicate();
  make.branch_if(p, "b");  // 0
  make.label("a");
  make.set(p);  // 1
  make.label("b");
  make.branch_if(p, "a");  // 2
  make.set(p);             // 3
  make.ret();
  CHECK(meeting_point(make.done(), 0) == 2);
  CHECK(meeting_point(make.done(), 2) == 3);
  // Cooper, Harvey and Kennedy's irreducible example: no node but the root dominates another.
  const Graph graph = graph_of(6, {{0, 1}, {0, 2}, {1, 3}, {2, 4}, {2, 5}, {3, 4}, {4, 3}, {4, 5}, {5, 4}});
  CHECK(immediate_dominators(graph, 0) == Nodes{0, 0, 0, 0, 0, 0});
}

TEST_CASE("An endless loop has the exit as post-dominator and does not affect the blocks around it") {
  KernelMaker make;
  const auto p = make.predicate();
  make.branch_if(p, "spin");  // 0
  make.branch("join");        // 1
  make.label("spin");
  make.branch("spin");  // 2
  make.label("join");
  make.ret();  // 3
  const ControlFlow flow = control_flow(make.done());
  CHECK(immediate_post_dominators(flow) == Nodes{1, 3, 4, 4, 4});
  CHECK(meeting_point(make.done(), 2) == 4);
}

TEST_CASE("Unreachable blocks are kept, and have no dominator") {
  KernelMaker make;
  const auto a = make.r32();
  make.ret();
  make.set(a);
  make.ret();
  const ControlFlow flow = control_flow(make.done());
  REQUIRE(flow.blocks.size() == 3);
  CHECK(immediate_dominators(flow.graph, 0) == Nodes{0, kNoBlock, 0});
}

TEST_CASE("A branch may lead to the end of the kernel or to the next instruction") {
  KernelMaker make;
  const auto p = make.predicate();
  make.branch_if(p, "end");
  make.branch_if(p, "next");
  make.label("next");
  make.set(p);
  make.label("end");
  const ControlFlow flow = control_flow(make.done());
  CHECK(flow.graph.successors[0] == Nodes{1, 3});
  CHECK(flow.graph.successors[1] == Nodes{2});
  CHECK(meeting_point(make.done(), 0) == 3);
  CHECK(meeting_point(make.done(), 1) == 2);
}

TEST_CASE("A branch without a label is refused") {
  KernelMaker make;
  make.op(ptx::Op::kBra, {}, {}).location = {7, 3};
  CHECK_THROWS_WITH(control_flow(make.done()), "made.ptx:7:3: branch without a label of kernel 'made'");
}
