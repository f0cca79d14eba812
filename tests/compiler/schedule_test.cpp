// The order in which the compiler places the instructions of a block.
#include <algorithm>
#include <catch2/catch.hpp>

#include "compiler/link.h"
#include "ptx/parser.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

CompileOptions early(unsigned registers = 0) {
  CompileOptions options;
  options.registers = registers;
  options.schedule.habit = ScheduleHabit::kLoadsEarly;
  options.schedule.registers = 64;
  return options;
}

CompileOptions by_critical_path() {
  CompileOptions options = early();
  options.schedule.habit = ScheduleHabit::kCriticalPath;
  options.schedule.alu = 4;
  options.schedule.special_function = 13;
  options.schedule.scratchpad = 19;
  options.schedule.tensor = 20;
  return options;
}

// %rd1 and %rd2 are addresses in global memory, %rd3 is one in the scratchpad.
std::string kernel(const std::string& body) {
  return ".version 7.0\n.target sm_70\n.address_size 64\n"
         ".visible .entry k(.param .u64 a, .param .u64 b)\n{\n"
         ".reg .pred %p<4>; .reg .b32 %r<100>; .reg .b64 %rd<20>;\n"
         ".shared .align 8 .b8 s[256]; .shared .align 8 .b8 t[256];\n"
         "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\nmov.u64 %rd3, s;\nmov.u32 %r90, %tid.x;\n" +
         body + "ret;\n}\n";
}

// The kernel's source instructions in their new order.
std::vector<std::string> scheduled(const std::string& body, const CompileOptions& options = early()) {
  const ptx::Kernel done = compile(ptx::parse(kernel(body), "k.ptx"), "k", options);
  std::vector<std::string> texts;
  for (const ptx::Instruction& i : done.instructions) texts.push_back(i.text);
  return texts;
}

std::ptrdiff_t place(const std::vector<std::string>& texts, const std::string& part) {
  const auto found = std::find_if(texts.begin(), texts.end(),
                                  [&](const std::string& text) { return text.find(part) != std::string::npos; });
  REQUIRE(found != texts.end());
  return found - texts.begin();
}

// The use of the first load stands between the two accesses: a load that may move goes before it.
bool second_load_moves(const std::string& between, const std::string& load) {
  const auto texts = scheduled("ld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, 1;\n" + between + load +
                               "\nadd.u32 %r4, %r3, %r2;\nst.global.u32 [%rd2+128], %r4;\n");
  return place(texts, load.substr(0, load.size() - 1)) < place(texts, "add.u32 %r2");
}

std::string sum_of(unsigned loads) {
  std::string body = "mov.u32 %r0, 0;\n";
  for (unsigned i = 1; i <= loads; ++i) {
    const std::string value = "%r" + std::to_string(i);
    body += "ld.global.u32 " + value + ", [%rd1+" + std::to_string(4 * i) + "];\nadd.u32 %r0, %r0, " + value + ";\n";
  }
  return body + "st.global.u32 [%rd2], %r0;\n";
}

std::size_t longest_run_of_loads(const std::vector<std::string>& texts) {
  std::size_t run = 0, longest = 0;
  for (const std::string& text : texts) {
    run = text.find("ld.global") == 0 ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

TEST_CASE("loads are grouped before the first use") {
  const auto texts = scheduled(sum_of(8));
  CHECK(longest_run_of_loads(texts) == 8);
  CHECK(longest_run_of_loads(scheduled(sum_of(8), {})) == 1);
}

TEST_CASE("under a register limit as many loads are grouped as there are registers beside addresses and sum") {
  // The load's address takes two registers; the store's address is read after them.
  CHECK(longest_run_of_loads(scheduled(sum_of(40), early(16))) == 16 - 2 - 1);
  const ptx::Kernel done = compile(ptx::parse(kernel(sum_of(40)), "k.ptx"), "k", early(16));
  CHECK(done.registers_per_thread == 16);
  CHECK(done.allocation.spill_loads == 0);
}

TEST_CASE("a schedule without registers of its own takes as many as the source order") {
  CompileOptions options = early();
  options.schedule.registers = 0;
  const ptx::Module module = ptx::parse(kernel(sum_of(40)), "k.ptx");
  CHECK(compile(module, "k", options).registers_per_thread == compile(module, "k", {}).registers_per_thread);
  options.schedule.registers = 20;
  CHECK(compile(module, "k", options).registers_per_thread == 20);
}

TEST_CASE("the computation of an address moves with its load") {
  const auto texts = scheduled("ld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, 1;\nst.global.u32 [%rd2], %r2;\n"
                               "mul.wide.u32 %rd4, %r90, 4;\nadd.u64 %rd5, %rd1, %rd4;\nld.const.u32 %r9, [0];\n"
                               "ld.global.nc.u32 %r3, [%rd5];\nst.global.u32 [%rd2+4], %r3;\n");
  CHECK(place(texts, "ld.global.nc") < place(texts, "add.u32 %r2"));
}

TEST_CASE("a load passes only instructions that cannot write its bytes") {
  CHECK(second_load_moves("", "ld.global.u32 %r3, [%rd1+4];"));
  CHECK(second_load_moves("st.shared.u32 [s], %r90;\n", "ld.global.u32 %r3, [%rd1+4];"));
  CHECK(second_load_moves("st.global.u32 [%rd1+8], %r90;\n", "ld.global.u32 %r3, [%rd1+4];"));
  CHECK(second_load_moves("st.global.u32 [%rd2], %r90;\n", "ld.global.nc.u32 %r3, [%rd1+4];"));
  CHECK(second_load_moves("add.s64 %rd6, %rd1, 16;\nst.global.u32 [%rd6-8], %r90;\n", "ld.global.u32 %r3, [%rd1+4];"));
  CHECK_FALSE(second_load_moves("add.s64 %rd6, %rd1, 16;\nst.global.u32 [%rd6-12], %r2;\n",
                                "ld.global.u32 %r3, [%rd1+4];"));
  CHECK_FALSE(second_load_moves("st.global.u32 [%rd1+8], %r2;\n", "ld.global.v2.u32 {%r3, %r5}, [%rd1+8];"));
  CHECK_FALSE(second_load_moves("st.global.u8 [%rd1+7], %r2;\n", "ld.global.u32 %r3, [%rd1+4];"));
  CHECK_FALSE(second_load_moves("st.global.u32 [%rd2], %r2;\n", "ld.global.u32 %r3, [%rd1+4];"));
  CHECK_FALSE(second_load_moves("st.u32 [%rd2], %r2;\n", "ld.global.u32 %r3, [%rd1+4];"));
  CHECK_FALSE(second_load_moves("st.shared.u32 [s], %r2;\n", "ld.u32 %r3, [%rd1+4];"));
}

TEST_CASE("a load stays behind barriers and fences and atomics and volatile accesses") {
  CHECK(second_load_moves("bar.sync 0;\n", "ld.global.nc.u32 %r3, [%rd1+4];"));
  for (const std::string order : {"bar.sync 0;\n", "membar.gl;\n", "red.global.add.u32 [%rd2], %r90;\n",
                                  "st.volatile.shared.u32 [s], %r90;\n"}) {
    INFO(order);
    const auto texts = scheduled("ld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, 1;\n" + order +
                                 "ld.global.u32 %r3, [%rd1+4];\nadd.u32 %r4, %r3, %r2;\n"
                                 "st.global.u32 [%rd2+128], %r4;\n");
    CHECK(place(texts, order.substr(0, 6)) < place(texts, "%r3, ["));
  }
}

TEST_CASE("a scratchpad access passes a store to another variable unless an index may reach it") {
  CompileOptions options = early();
  options.schedule.scratchpad = 12;
  const auto moves = [&](const std::string& store) {
    const auto texts = scheduled("ld.shared.u32 %r1, [s];\nadd.u32 %r2, %r1, 1;\n" + store +
                                     "ld.shared.u32 %r3, [s+4];\nadd.u32 %r4, %r3, %r2;\nst.global.u32 [%rd1], %r4;\n",
                                 options);
    return place(texts, "%r3, [") < place(texts, "add.u32 %r2");
  };
  CHECK(moves("st.shared.u32 [t], %r90;\n"));
  CHECK(moves("st.shared.u32 [s+8], %r90;\n"));
  CHECK_FALSE(moves("st.shared.u32 [s+4], %r2;\n"));
  CHECK_FALSE(moves("st.shared.u32 [t+256], %r2;\n"));  // after t, whatever address lies there
  CHECK_FALSE(moves("mul.wide.u32 %rd4, %r90, 4;\nadd.u64 %rd5, %rd3, %rd4;\nst.shared.u32 [%rd5], %r2;\n"));
}

TEST_CASE("an offset of 2^32 - 4 from a 32-bit address is one of -4: no load passes a store there") {
  const auto passes = [](const std::string& offset) {
    const auto texts = scheduled("mov.u32 %r1, s;\nadd.u32 %r1, %r1, %r90;\nmul.lo.s32 %r3, %r90, 7;\n"
                                 "mul.lo.s32 %r3, %r3, %r3;\nst.shared.u32 [%r1+-4], %r3;\n"
                                 "ld.shared.u32 %r4, [%r1+" + offset + "];\nst.global.u32 [%rd1], %r4;\n",
                                 by_critical_path());
    return place(texts, "ld.shared") < place(texts, "st.shared");
  };
  CHECK_FALSE(passes("4294967292"));
  CHECK_FALSE(passes("-4"));
  CHECK(passes("4294967288"));
  CHECK(passes("-8"));
}

TEST_CASE("no instruction passes a clock read and the carry flag keeps its writer") {
  const auto clocked = scheduled("ld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, 1;\nmov.u32 %r5, %clock;\n"
                                 "ld.global.u32 %r3, [%rd1+4];\nadd.u32 %r4, %r3, %r2;\nadd.u32 %r4, %r4, %r5;\n"
                                 "st.global.u32 [%rd2], %r4;\n");
  CHECK(place(clocked, "%clock") < place(clocked, "%r3, ["));
  CHECK(place(clocked, "add.u32 %r2") < place(clocked, "%clock"));
  const auto carried = scheduled("ld.global.u32 %r1, [%rd1];\nadd.cc.u32 %r2, %r90, 1;\naddc.u32 %r3, %r1, 2;\n"
                                 "add.cc.u32 %r4, %r90, 3;\naddc.u32 %r5, %r90, 4;\nst.global.u32 [%rd2], %r3;\n"
                                 "st.global.u32 [%rd2+4], %r5;\nst.global.u32 [%rd2+8], %r2;\n"
                                 "st.global.u32 [%rd2+12], %r4;\n");
  CHECK(place(carried, "addc.u32 %r3") < place(carried, "add.cc.u32 %r4"));
}

TEST_CASE("a guarded write stays after the write whose value it may keep") {
  const auto texts = scheduled("setp.eq.u32 %p1, %r90, 0;\nld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, 1;\n"
                               "@%p1 ld.global.u32 %r2, [%rd1+4];\nst.global.u32 [%rd2], %r2;\n");
  CHECK(place(texts, "add.u32 %r2") < place(texts, "ld.global.u32 %r2"));
}

TEST_CASE("scratchpad loads are placed their latency before their uses") {
  const auto texts_at = [](unsigned latency) {
    CompileOptions options = early();
    options.schedule.scratchpad = latency;
    return scheduled("ld.shared.u32 %r1, [s];\nadd.u32 %r2, %r1, 1;\nadd.u32 %r3, %r90, 1;\nadd.u32 %r4, %r90, 2;\n"
                     "add.u32 %r5, %r2, %r3;\nadd.u32 %r5, %r5, %r4;\nst.global.u32 [%rd1], %r5;\n",
                     options);
  };
  const auto apart = [](const std::vector<std::string>& texts) {
    return place(texts, "add.u32 %r2") - place(texts, "ld.shared");
  };
  CHECK(apart(texts_at(0)) == 1);
  CHECK(apart(texts_at(1)) == 2);
  CHECK(apart(texts_at(12)) == 3);
}

TEST_CASE("matrix products keep their order and their loads stay after stores to the scratchpad") {
  const auto texts = scheduled(
      "mov.u32 %r60, s;\nst.shared.u32 [s+64], %r90;\n"
      "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r60];\n"
      "ld.global.u32 %r2, [%rd1];\nadd.u32 %r3, %r2, 1;\n"
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r4, %r5}, {%r1}, {%r3}, {%r90, %r90};\n"
      "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%r6, %r7}, {%r1}, {%r1}, {%r90, %r90};\n"
      "ld.global.u32 %r8, [%rd1+4];\nadd.u32 %r9, %r4, %r8;\nadd.u32 %r9, %r9, %r6;\n"
      "st.global.u32 [%rd2], %r9;\n");
  CHECK(place(texts, "st.shared") < place(texts, "ldmatrix"));
  CHECK(place(texts, "{%r4, %r5}") < place(texts, "{%r6, %r7}"));
  CHECK(place(texts, "ld.global.u32 %r8") < place(texts, "add.u32 %r3"));
}

TEST_CASE("asynchronous copies stay behind the barrier and the loads before them, and before the loads after them") {
  const std::string copy = "cp.async.ca.shared.global [%r91], [%rd1], 4;";
  const auto texts = scheduled("mov.u32 %r91, s;\nld.shared.u32 %r1, [%r91+64];\n"
                               "mul.lo.u32 %r2, %r1, 3;\nmul.lo.u32 %r2, %r2, %r1;\nbar.sync 0;\n" + copy + "\n" +
                               "ld.shared.u32 %r3, [%r91];\nld.global.u32 %r4, [%rd1];\nadd.u32 %r3, %r3, %r4;\n"
                               "add.u32 %r2, %r2, %r3;\nst.global.u32 [%rd2], %r2;\n");
  CHECK(place(texts, "ld.shared.u32 %r1") < place(texts, "bar.sync"));
  CHECK(place(texts, "bar.sync") < place(texts, "cp.async.ca"));
  CHECK(place(texts, "cp.async.ca") < place(texts, "ld.shared.u32 %r3"));
  CHECK(place(texts, "cp.async.ca") < place(texts, "st.global"));
}

TEST_CASE("copies that an mbarrier counts stay between the barrier before them and their arrival") {
  const std::string copy = "cp.async.ca.shared.global [%r91], [%rd1], 4;";
  const std::string arrive = "cp.async.mbarrier.arrive.shared.b64 [%r92];";
  const auto texts = scheduled("mov.u32 %r91, s;\nmov.u32 %r92, t;\nld.shared.u32 %r1, [%r91+64];\n"
                               "mul.lo.u32 %r2, %r1, 3;\nmul.lo.u32 %r2, %r2, %r1;\nbar.sync 0;\n" + copy + "\n" +
                               arrive + "\nst.global.u32 [%rd2], %r2;\n");
  CHECK(place(texts, "bar.sync") < place(texts, copy.substr(0, 16)));
  CHECK(place(texts, "cp.async.ca") < place(texts, "cp.async.mbarrier"));
}

TEST_CASE("with critical-path the longest path of latencies goes first and its gaps are filled") {
  const auto texts = scheduled(
      "add.u32 %r1, %r90, 1;\nadd.u32 %r2, %r1, 2;\n"
      "ld.shared.f32 %r10, [%rd3];\nex2.approx.f32 %r11, %r10;\nex2.approx.f32 %r12, %r11;\n"
      "add.u32 %r3, %r2, 3;\nst.global.u32 [%rd2], %r3;\nst.global.f32 [%rd2+4], %r12;\n",
      by_critical_path());
  CHECK(place(texts, "ld.shared") < place(texts, "add.u32 %r1"));
  CHECK(place(texts, "add.u32 %r2") < place(texts, "ex2.approx.f32 %r11"));
  CHECK(place(texts, "ex2.approx.f32 %r12") < place(texts, "st.global.f32"));
}

TEST_CASE("with critical-path loads of matrices may pass matrix products") {
  const std::string load = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r";
  const std::string product = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r10,%r11,%r12,%r13}, ";
  const auto texts = scheduled(load + "1}, [%rd3];\n" + load + "2}, [%rd3+128];\n" + product +
                                   "{%r1,%r2}, {%r1}, {%r90,%r90,%r90,%r90};\n" + load + "3}, [%rd3+16];\n" + product +
                                   "{%r3,%r2}, {%r3}, {%r10,%r11,%r12,%r13};\nst.global.u32 [%rd2], %r10;\n",
                               by_critical_path());
  CHECK(place(texts, load + "3}") < place(texts, product));
}
