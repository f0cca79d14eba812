// Linked kernels that share scratchpad: the layout after linking, and the release after the last use.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/check_allocation.h"
#include "compiler/link.h"
#include "compiler/print.h"
#include "ptx/instruction_table.h"
#include "ptx/parser.h"
#include "support/ptx_head.h"

using namespace unibank;
using namespace unibank::compiler;
using ptx::Op;

namespace {

// Two variables: `wide` is in use from the beginning to the end of the loop, `narrow` once, before it. Some threads
// leave early.
const std::string kSharing = test::kPtxHead + R"(
.visible .entry sharing(.param .u64 out)
{
  .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %l<2>;
  .shared .align 4 .b8 narrow[64];
  .shared .align 4 .b8 wide[64];
  mov.u32 %r1, %tid.x;
  ld.param.u64 %l1, [out];
  setp.gt.u32 %p1, %r1, 99;
  @%p1 bra done;
  st.shared.u32 [wide], %r1;
  st.shared.u32 [narrow], %r1;
  mov.u32 %r3, wide;
loop:
  ld.shared.u32 %r2, [%r3];
  add.u32 %r1, %r1, %r2;
  setp.lt.u32 %p2, %r1, 50;
  @%p2 bra loop;
  st.global.u32 [%l1], %r1;
done:
  ret;
}
)";

ptx::Kernel shared_kernel(ScratchpadOrder order, ReleasePlacement release, unsigned private_per_mille) {
  CompileOptions options;
  options.sharing = {order, release, private_per_mille};
  ptx::Kernel kernel = compile(ptx::parse(kSharing, "k.ptx"), "sharing", options);
  CHECK(check_allocation(kernel).empty());
  return kernel;
}

std::vector<std::uint32_t> releases(const ptx::Kernel& kernel) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t pc = 0; pc < kernel.instructions.size(); ++pc)
    if (ptx::op_of(kernel.instructions[pc]) == Op::kRelssp) found.push_back(pc);
  return found;
}

std::uint64_t offset_of(const ptx::Kernel& kernel, const std::string& name) {
  for (const ptx::Variable& symbol : kernel.symbols)
    if (symbol.name == name) return symbol.offset;
  FAIL("no variable " << name);
  return 0;
}

using Pcs = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("A kernel is neither laid out nor released by default") {
  const ptx::Kernel kernel = shared_kernel(ScratchpadOrder::kDeclared, ReleasePlacement::kNone, 500);
  CHECK(releases(kernel).empty());
  CHECK(kernel.instructions.size() == 13);
  CHECK(offset_of(kernel, "narrow") == 0);
  CHECK(offset_of(kernel, "wide") == 64);
}

TEST_CASE("Releases follow the layout: with the variable of the loop private they stand before the loop") {
  const ptx::Kernel declared = shared_kernel(ScratchpadOrder::kDeclared, ReleasePlacement::kOptimal, 500);
  // One release after the loop, and one in a new block before `ret` for the threads that leave early.
  CHECK(releases(declared) == Pcs{11, 14});
  CHECK(declared.instructions.size() == 13 + 3);
  CHECK(declared.instructions[3].operands[0].index == 14);
  CHECK(declared.reconverge.size() == declared.instructions.size());
  const ptx::Kernel moved = shared_kernel(ScratchpadOrder::kReordered, ReleasePlacement::kOptimal, 500);
  CHECK(offset_of(moved, "narrow") == 64);
  CHECK(offset_of(moved, "wide") == 0);
  CHECK(moved.scratchpad_bytes == 128);
  CHECK(releases(moved) == Pcs{6, 14});
}

TEST_CASE("The post-dominator of all accesses on every path has the only release") {
  const ptx::Kernel kernel = shared_kernel(ScratchpadOrder::kDeclared, ReleasePlacement::kPostDominator, 500);
  CHECK(releases(kernel) == Pcs{12});
  CHECK(kernel.instructions.size() == 14);
  CHECK(kernel.instructions[3].operands[0].index == 12);
}

TEST_CASE("A kernel whose scratchpad is all private is not released") {
  CHECK(releases(shared_kernel(ScratchpadOrder::kDeclared, ReleasePlacement::kOptimal, 1000)).empty());
}

TEST_CASE("A call of a function that touches the scratchpad comes before the release") {
  const std::string text = test::kPtxHead + R"(
.shared .align 4 .b8 tile[64];
.func touch()
{
  .reg .b32 %r<3>;
  ld.shared.u32 %r1, [tile];
  st.shared.u32 [tile+4], %r1;
  ret;
}
.visible .entry calls(.param .u64 out)
{
  .reg .b32 %r<3>; .reg .b64 %l<2>;
  ld.param.u64 %l1, [out];
  st.shared.u32 [tile], 7;
  call touch, ();
  st.global.u32 [%l1], 3;
  ret;
}
)";
  CompileOptions options;
  options.sharing = {ScratchpadOrder::kDeclared, ReleasePlacement::kOptimal, 0};
  const ptx::Kernel kernel = compile(ptx::parse(text, "k.ptx"), "calls", options);
  REQUIRE(releases(kernel).size() == 1);
  CHECK(ptx::is_call(kernel.instructions[releases(kernel)[0] - 1]));
}

TEST_CASE("A call of a function that copies into the scratchpad with cp.async comes before the release") {
  const std::string text = test::kPtxHead + R"(
.shared .align 16 .b8 tile[64];
.func fetch(.param .b64 from)
{
  .reg .b32 %r<2>; .reg .b64 %l<2>;
  ld.param.u64 %l1, [from];
  mov.u32 %r1, tile;
  cp.async.ca.shared.global [%r1], [%l1], 16;
  cp.async.wait_all;
  ret;
}
.visible .entry calls(.param .u64 out)
{
  .reg .b32 %r<3>; .reg .b64 %l<2>;
  ld.param.u64 %l1, [out];
  st.shared.u32 [tile], 7;
  { .param .b64 a; st.param.b64 [a], %l1; call fetch, (a); }
  st.global.u32 [%l1], 3;
  ret;
}
)";
  for (const ReleasePlacement placement : {ReleasePlacement::kOptimal, ReleasePlacement::kPostDominator}) {
    CompileOptions options;
    options.sharing = {ScratchpadOrder::kDeclared, placement, 0};
    const ptx::Kernel kernel = compile(ptx::parse(text, "k.ptx"), "calls", options);
    REQUIRE(releases(kernel).size() == 1);
    const auto call = std::find_if(kernel.instructions.begin(), kernel.instructions.end(), ptx::is_call);
    CHECK(releases(kernel)[0] > call - kernel.instructions.begin());
  }
}

TEST_CASE("A call of a function that prints comes before the release if generic addresses may be in the scratchpad") {
  const auto kernel_with = [](const std::string& address) {
    const std::string text = test::kPtxHead + R"(
.shared .align 16 .b8 tile[64];
.extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 values);
.func show(.param .b64 format)
{
  .reg .b64 %l<2>;
  ld.param.u64 %l1, [format];
  { .param .b64 a; .param .b64 b; .param .b32 back;
    st.param.b64 [a], %l1; st.param.b64 [b], 0; call (back), vprintf, (a, b); }
  ret;
}
.visible .entry calls(.param .u64 out)
{
  .reg .b32 %r<3>; .reg .b64 %l<3>;
  ld.param.u64 %l1, [out];
  st.shared.u32 [tile], 7;
)" + address + R"(
  { .param .b64 a; st.param.b64 [a], %l2; call show, (a); }
  st.global.u32 [%l1], 3;
  ret;
}
)";
    CompileOptions options;
    options.sharing = {ScratchpadOrder::kDeclared, ReleasePlacement::kOptimal, 0};
    return compile(ptx::parse(text, "k.ptx"), "calls", options);
  };
  const auto waits = [](const ptx::Kernel& kernel) {
    REQUIRE(releases(kernel).size() == 1);
    const auto call = std::find_if(kernel.instructions.begin(), kernel.instructions.end(), ptx::is_call);
    return releases(kernel)[0] > call - kernel.instructions.begin();
  };
  CHECK(waits(kernel_with("mov.u64 %l2, tile; cvta.shared.u64 %l2, %l2;")));
  CHECK_FALSE(waits(kernel_with("mov.u64 %l2, %l1;")));
}

TEST_CASE("Printed ranges name each variable with its bytes and the blocks that use it") {
  const ptx::Kernel kernel = shared_kernel(ScratchpadOrder::kDeclared, ReleasePlacement::kNone, 0);
  CHECK(ranges_text(kernel) ==
        "kernel sharing: 128 bytes of scratchpad\n"
        "  narrow: bytes 0-63, in use for 1 instructions (a loop counts ten times)\n"
        "  wide: bytes 64-127, in use for 43 instructions (a loop counts ten times)\n"
        "  BB0 instructions 0-3: at its start none; at its end none\n"
        "  BB1 instructions 4-6: at its start none; at its end wide\n"
        "  BB2 instructions 7-10: at its start wide; at its end wide\n"
        "  BB3 instructions 11-11: at its start none; at its end none\n"
        "  BB4 instructions 12-12: at its start none; at its end none\n");
}

TEST_CASE("The private part of a scratchpad is rounded down to the design's alignment") {
  CHECK(private_bytes({ScratchpadOrder::kDeclared, ReleasePlacement::kNone, 100, 4}, 9408) == 940);
  CHECK(private_bytes({ScratchpadOrder::kDeclared, ReleasePlacement::kNone, 100, 16}, 9408) == 928);
  CHECK(private_bytes({ScratchpadOrder::kDeclared, ReleasePlacement::kNone, 1000, 4}, 9409) == 9409);
  CHECK(private_bytes({ScratchpadOrder::kDeclared, ReleasePlacement::kNone, 0, 4}, 9408) == 0);
}
