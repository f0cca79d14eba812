// Any block may answer late, as RTL does. With the native block's latency nothing in the results may change, wherever
// within the cycle the answers come and in whatever order.
#include <catch2/catch.hpp>

#include "gpu/kernel_machine.h"
#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

struct Late {
  const char* name;
  LateChoice late;
};

std::vector<Late> blocks_in_turn() {
  std::vector<Late> blocks(6);
  blocks[0].name = "bank", blocks[0].late.bank = true;
  blocks[1].name = "tag array", blocks[1].late.tag_array = true;
  blocks[2].name = "crossbar", blocks[2].late.crossbar = true;
  blocks[3].name = "MSHR", blocks[3].late.mshr = true;
  blocks[4].name = "DRAM channel", blocks[4].late.dram = true;
  blocks[5].name = "all five";
  blocks[5].late = {true, true, true, true, true};
  return blocks;
}

void compare(const std::string& workload, const Design& design) {
  const std::string native = run_text(workload, design);
  CHECK(native.substr(0, 2) == "1 ");  // verified
  CHECK(native.find("broken") == std::string::npos);
  for (const Late& block : blocks_in_turn()) {
    for (unsigned deltas = 0; deltas < 3; ++deltas) {
      // "all five", where most answers meet, runs in both orders; for the others the order alternates.
      for (unsigned reverse = 0; reverse < 2; ++reverse) {
        if (block.name != std::string("all five") && reverse != deltas % 2) continue;
        INFO(block.name << ", " << deltas << " deltas after the edge" << (reverse ? ", in reverse" : ""));
        CHECK(run_text(workload, design, late_blocks(block.late, {deltas, reverse == 1})) == native);
      }
    }
  }
}

Design one_mshr(Design design) {
  design.mshr.entries = design.mshr.merges = 1;
  return design;
}

Design dirty_lines(Design design) {
  design.cache.global_stores = design.cache.local_stores = StorePolicy::kWriteBack;
  return design;
}

Design arbitrating(Design design) {
  design.conflicts.model = ConflictModel::kArbitrated;
  return design;
}

// Each warp loads a line, changes it about when memory's answer arrives, earlier or later, and loads it again. Returns
// "right", or the error of run.check_data.
std::string loaded_again(const Design& design, const std::string& store, const BlockFactories& blocks) {
  const std::string kernel = R"(
.visible .entry k(.param .u64 lines, .param .u64 out) {
  .reg .b32 %r<8>; .reg .b64 %l<4>;
  ld.param.u64 %l0, [lines]; ld.param.u64 %l1, [out];
  mov.u32 %r0, %ctaid.x; mov.u32 %r1, %tid.x; mad.lo.u32 %r0, %r0, 256, %r1;
  mul.wide.u32 %l2, %r0, 4; add.u64 %l0, %l0, %l2; add.u64 %l1, %l1, %l2;
  ld.global.u32 %r2, [%l0];
  shr.u32 %r3, %r0, 5; mul.lo.u32 %r3, %r3, 37; and.b32 %r3, %r3, 511; nanosleep.u32 %r3;
  )" + store + R"(
  nanosleep.u32 4000;
  ld.global.u32 %r4, [%l0];
  add.u32 %r4, %r4, %r2; st.global.u32 [%l1], %r4;
  ret;
}
)";
  return forked([&] {
    KernelMachine machine(design, kernel.c_str(), blocks);
    constexpr unsigned kBlocks = 64, kThreads = 256;
    const std::uint64_t from = machine.device.upload(std::vector<std::uint32_t>(kBlocks * kThreads, 7), "lines");
    const std::uint64_t to = machine.device.upload(std::vector<std::uint32_t>(kBlocks * kThreads), "out");
    machine.device.launch("k", {kBlocks, 1, 1}, {kThreads, 1, 1}, Arguments(from, to));
    return std::string("right");
  });
}

// A warp copies 32 words, waits for the copies and writes the cycles that passed, and its words.
const char* const kCopies = R"(
.visible .entry k(.param .u64 in, .param .u64 out) {
  .reg .b32 %r<8>; .reg .b64 %l<4>;
  .shared .align 16 .b8 words[128];
  ld.param.u64 %l0, [in]; ld.param.u64 %l1, [out];
  mov.u32 %r0, %tid.x; mul.wide.u32 %l2, %r0, 4; add.u64 %l0, %l0, %l2;
  mul.wide.u32 %l2, %r0, 8; add.u64 %l1, %l1, %l2;
  mov.u32 %r1, words; mad.lo.u32 %r1, %r0, 4, %r1;
  mov.u32 %r2, %clock;
  cp.async.ca.shared.global [%r1], [%l0], 4;
  cp.async.wait_all;
  mov.u32 %r3, %clock;
  sub.u32 %r3, %r3, %r2;
  ld.shared.u32 %r4, [%r1];
  st.global.v2.u32 [%l1], {%r3, %r4};
  ret;
}
)";
std::string copied_after(const Design& design, const BlockFactories& blocks) {
  return forked([&] {
    KernelMachine machine(design, kCopies, blocks);
    std::vector<std::uint32_t> in(32);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint32_t>(7 * i + 1);
    const std::uint64_t from = machine.device.upload(in, "in");
    const std::uint64_t to = machine.device.upload(std::vector<std::uint32_t>(64), "out");
    machine.device.launch("k", {1, 1, 1}, {32, 1, 1}, Arguments(from, to));
    const auto out = machine.device.download<std::uint32_t>(to, 64);
    for (std::size_t i = 0; i < in.size(); ++i)
      if (out[2 * i + 1] != in[i]) return std::string("wrong");
    return "right after " + std::to_string(out[0]) + " cycles";
  });
}

}  // namespace

TEST_CASE("two speeds: a delay of one cycle is noticed for each of five blocks and for all together") {
  const Design design = unified_design();
  const std::string native = run_text("needle", design);
  for (const Late& block : blocks_in_turn()) {
    INFO(block.name);
    CHECK(run_text("needle", design, late_blocks(block.late, {0, false, false, 1})) != native);
  }
}

TEST_CASE("two speeds: a tag array that answers TLM_ACCEPTED and BEGIN_RESP without END_REQ") {
  // One lookup for each socket and cycle, so that the socket is free again when the next is due. (MSHR and DRAM channel
  // accept late anyway; banks and crossbar take several requests per cycle and must send END_REQ at once.)
  const LateChoice tags{false, true, false, false, false};
  for (const char* workload : {"vectoradd", "matrixmul", "needle", "bfs", "srad"}) {
    const Design design = arbitrating(unified_design());
    const std::string native = run_text(workload, design);
    for (unsigned deltas = 0; deltas < 3; ++deltas) {
      INFO(workload << ", " << deltas << " deltas after the edge");
      CHECK(run_text(workload, design, late_blocks(tags, {deltas, false, true})) == native);
    }
  }
}

TEST_CASE("two speeds: loads find the bytes last stored with a tag array that is some cycles late") {
  const LateChoice tags{false, true, false, false, false};
  for (Design design : {partitioned_design(), unified_design(), arbitrating(partitioned_design()),
                        dirty_lines(partitioned_design())}) {
    design.run.check_data = true;
    for (const char* store : {"st.global.u32 [%l0], %r0;", "red.global.add.u32 [%l0], %r0;",
                              "atom.global.add.u32 %r5, [%l0], %r0;"}) {
      for (const unsigned late : {0u, 3u, 6u}) {
        INFO(store << " on " << design.layout.name << ", " << late << " cycles late");
        CHECK(loaded_again(design, store, late_blocks(tags, {0, false, false, late})) == "right");
      }
    }
  }
}

TEST_CASE("two speeds: vectoradd") { compare("vectoradd", partitioned_design()); }
TEST_CASE("two speeds: matrixmul") { compare("matrixmul", unified_design()); }
TEST_CASE("two speeds: needle") { compare("needle", partitioned_design()); }
TEST_CASE("two speeds: bfs") { compare("bfs", unified_design()); }
TEST_CASE("two speeds: srad") { compare("srad", partitioned_design()); }
TEST_CASE("two speeds: a warp that waits for copies goes on in the same cycle") {
  const Design design = arbitrating(unified_design());
  const std::string native = copied_after(design, {});
  CHECK(native.substr(0, 5) == "right");
  for (const Late& block : blocks_in_turn()) {
    for (unsigned deltas = 0; deltas < 3; ++deltas) {
      INFO(block.name << ", " << deltas << " deltas after the edge");
      CHECK(copied_after(design, late_blocks(block.late, {deltas, false})) == native);
    }
  }
}
TEST_CASE("two speeds: needle in unified banks under arbitration") { compare("needle", arbitrating(unified_design())); }
TEST_CASE("two speeds: srad in separate banks under arbitration") {
  compare("srad", arbitrating(partitioned_design()));
}
TEST_CASE("two speeds: bfs with one MSHR") { compare("bfs", one_mshr(partitioned_design())); }
TEST_CASE("two speeds: vectoradd with one MSHR under arbitration") {
  compare("vectoradd", one_mshr(arbitrating(unified_design())));
}
TEST_CASE("two speeds: srad with dirty lines") { compare("srad", dirty_lines(partitioned_design())); }
TEST_CASE("two speeds: srad with dirty lines and one MSHR under arbitration") {
  compare("srad", one_mshr(dirty_lines(arbitrating(unified_design(128)))));
}
TEST_CASE("two speeds: vectoradd in unified banks") { compare("vectoradd", unified_design()); }
TEST_CASE("two speeds: matrixmul in separate banks") { compare("matrixmul", partitioned_design()); }
TEST_CASE("two speeds: needle with one MSHR") { compare("needle", one_mshr(unified_design())); }
TEST_CASE("two speeds: srad with one MSHR") { compare("srad", one_mshr(unified_design())); }
TEST_CASE("two speeds: matrixmul with one MSHR") { compare("matrixmul", one_mshr(partitioned_design())); }
