// How many registers a warp holds always: which base sets admit more blocks, and which of them is chosen.
#include "concurrency/base_registers.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/link.h"
#include "concurrency/launch_compiler.h"
#include "design/load.h"
#include "ptx/parser.h"

using namespace unibank;

namespace {

KernelNeeds needs_of(unsigned registers, unsigned threads, unsigned base = 0) {
  KernelNeeds needs;
  needs.kernel = "k";
  needs.registers_per_thread = registers;
  needs.threads_per_block = threads;
  needs.base_registers = base;
  return needs;
}

// Two loops, one in the other, with few values and a barrier, and after them `wide` values at once, executed once.
std::string kernel_with(unsigned wide) {
  std::string text = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 out)
{
  .reg .pred %p<2>; .reg .b32 %r<200>; .reg .b64 %l<2>;
  ld.param.u64 %l1, [out];
  mov.u32 %r1, %tid.x;
outer:
  mul.lo.u32 %r1, %r1, 7;
again:
  add.u32 %r1, %r1, 3;
  bar.sync 0;
  setp.lt.u32 %p1, %r1, 5000;
  @%p1 bra again;
  setp.lt.u32 %p1, %r1, 9000;
  @%p1 bra outer;
)";
  for (unsigned i = 10; i < 10 + wide; ++i)
    text += "  mad.lo.u32 %r" + std::to_string(i) + ", %r1, %r1, " + std::to_string(i) + ";\n";
  for (unsigned i = 10; i < 10 + wide; ++i) text += "  xor.b32 %r1, %r1, %r" + std::to_string(i) + ";\n";
  return text + "  st.global.u32 [%l1], %r1;\n  ret;\n}\n";
}

ptx::Kernel compiled(const Design& design, const std::string& text, Dim3 block) {
  return LaunchCompiler(design, {}).compile(ptx::parse(text, "k.ptx"), "k", block, 0);
}

}  // namespace

TEST_CASE("base sets are multiples of what a warp is given and admit more blocks and a section for each scheduler") {
  const Design design = load_design("today/regmutex").design;
  const KernelNeeds needs = needs_of(130, 256);  // given as 136: one block of two warps for each scheduler
  CHECK(base_choice(design, needs).blocks == 1);
  const std::vector<BaseChoice> found = base_choices(design, needs);
  REQUIRE_FALSE(found.empty());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].base % 8 == 0);
    CHECK(found[i].blocks > 1);
    CHECK(found[i].sections >= 4);
    CHECK(found[i].warps == 8 * found[i].blocks);
    if (i == 0) continue;
    CHECK((found[i].blocks < found[i - 1].blocks ||
           (found[i].blocks == found[i - 1].blocks && found[i].base < found[i - 1].base)));
  }
  CHECK(found.back().blocks == 2);
  // 512 registers of a scheduler: four warps of 120 leave two sections of 16.
  const auto two = std::find_if(found.begin(), found.end(), [](const BaseChoice& one) { return one.blocks == 2; });
  CHECK(two->base == 120);
  CHECK(two->sections == 8);
}

TEST_CASE("a kernel gets a base set where its registers peak for a short time") {
  const Design design = load_design("today/regmutex").design;
  const ptx::Kernel kernel = compiled(design, kernel_with(120), {256, 1, 1});
  CHECK(kernel.registers_per_thread > 120);
  REQUIRE(kernel.base_registers != 0);
  const BaseChoice plain = base_choice(design, needs_of(kernel.registers_per_thread, 256));
  const BaseChoice with = base_choice(design, needs_of(kernel.registers_per_thread, 256, kernel.base_registers));
  CHECK(with.blocks > plain.blocks);
  CHECK(with.sections >= 4);
}

TEST_CASE("a kernel whose blocks registers do not limit holds all of them always") {
  const Design design = load_design("today/regmutex").design;
  CHECK(compiled(design, kernel_with(10), {256, 1, 1}).base_registers == 0);
}

TEST_CASE("a kernel that needs its registers nearly always holds all of them always") {
  std::string text = kernel_with(120);
  // The outer loop goes around the wide part as well, and the barrier comes before it.
  const std::string loop = "  setp.lt.u32 %p1, %r1, 9000;\n  @%p1 bra outer;\n";
  text.erase(text.find(loop), loop.size());
  text.erase(text.find("  @%p1 bra again;\n"), 18);
  text.insert(text.find("  st.global"), loop);
  const Design design = load_design("today/regmutex").design;
  CHECK(compiled(design, text, {256, 1, 1}).base_registers == 0);
  // The compiler could place the instructions: a base set that the design names is kept.
  Design named = design;
  named.kernel.base_registers = 40;
  CHECK(compiled(named, text, {256, 1, 1}).base_registers == 40);
}

TEST_CASE("a design may name the base set") {
  Design design = load_design("today/regmutex").design;
  design.kernel.base_registers = 30;
  CHECK(compiled(design, kernel_with(120), {256, 1, 1}).base_registers == 30);
  design.kernel.base_registers = 200;
  const ptx::Kernel whole = compiled(design, kernel_with(120), {256, 1, 1});
  CHECK(whole.base_registers == 0);
  const Design plain = load_design("nvidia/a100").design;
  CHECK(whole.registers_per_thread == compiled(plain, kernel_with(120), {256, 1, 1}).registers_per_thread);
}
