// Kernels compiled for a number of resident blocks: the resources that the partition gives to a launch of them.
#include "concurrency/launch_compiler.h"

#include <catch2/catch.hpp>

#include "compiler/static_instructions.h"
#include "design/load.h"
#include "ptx/parser.h"
#include "support/wide_instruction.h"

namespace unibank {
namespace {

// A kernel that loads `values` numbers and then adds them in the order of the loads, so that as many registers are live
// at once.
std::string sums(unsigned values) {
  std::string text =
      ".version 6.0\n.target sm_30\n.address_size 64\n"
      ".visible .entry sum(.param .u64 sum_param_0)\n{\n.reg .f32 %f<" +
      std::to_string(values + 2) + ">;\n.reg .b64 %rd<3>;\n.shared .align 4 .b8 own[1024];\n" +
      "ld.param.u64 %rd1, [sum_param_0];\n";
  for (unsigned i = 1; i <= values; ++i) {
    const std::string number = std::to_string(i);
    text += "ld.volatile.global.f32 %f" + number + ", [%rd1+" + std::to_string(4 * i) + "];\n";
  }
  const std::string total = std::to_string(values + 1);
  text += "mov.f32 %f" + total + ", 0f00000000;\n";
  for (unsigned i = 1; i <= values; ++i)
    text += "add.f32 %f" + total + ", %f" + total + ", %f" + std::to_string(i) + ";\n";
  return text + "st.shared.f32 [own], %f" + total + ";\nst.global.f32 [%rd1], %f" + total + ";\nret;\n}\n";
}

const Dim3 kBlock{256, 1, 1};

Design kepler(std::vector<std::string> overrides = {}) {
  return load_design("hayes2014/kepler", {}, overrides).design;
}

compiler::CompileOptions options_of(const Design& design) {
  compiler::CompileOptions options;
  options.registers = design.kernel.register_limit;
  return options;
}

struct Compiled {
  ptx::Kernel kernel;
  ConcurrencyChoice choice;
  unsigned resident = 0;
};

Compiled compile(const Design& design, unsigned values) {
  const ptx::Module module = ptx::parse(sums(values), "sum.ptx");
  Compiled compiled;
  compiled.kernel =
      LaunchCompiler(design, options_of(design)).compile(module, "sum", kBlock, 0, &compiled.choice);
  const KernelNeeds needs{"sum", compiled.kernel.registers_per_thread, 256,
                          static_cast<double>(compiled.kernel.scratchpad_bytes)};
  compiled.resident = PartitionRegistry::instance()
                          .make(design.partition.name, design.partition.values)
                          ->divide(design.capacity(), {needs}, 0)
                          .resident_blocks;
  return compiled;
}

bool spills(const ptx::Kernel& kernel) { return spills_to_local_memory(compiler::static_instructions(kernel)); }

}  // namespace

TEST_CASE("without a pass a kernel is compiled as usual") {
  const Compiled compiled = compile(kepler(), 50);
  CHECK(compiled.choice.most == 0);
  CHECK(compiled.kernel.scratchpad_bytes == 1024);
  CHECK_FALSE(spills(compiled.kernel));
  CHECK(compiled.resident == 4);
}

TEST_CASE("at its own number of blocks a kernel that spills nothing stays as it is") {
  const Compiled compiled = compile(kepler({"kernel.pass=onchip", "kernel.concurrency=original"}), 50);
  CHECK(compiled.choice.original == 4);
  CHECK(compiled.choice.most == 8);
  CHECK(compiled.kernel.scratchpad_bytes == 1024);
  CHECK(compiled.kernel.allocation.slots.slots == 0);
}

TEST_CASE("at every number of blocks as many blocks are resident and spills have slots in the scratchpad") {
  for (unsigned blocks = 5; blocks <= 8; ++blocks) {
    INFO(blocks << " blocks");
    const Compiled compiled = compile(kepler({"kernel.pass=onchip", "kernel.concurrency=blocks",
                                              "kernel.concurrency_blocks=" + std::to_string(blocks)}),
                                      50);
    CHECK(compiled.choice.blocks == blocks);
    CHECK(compiled.resident >= blocks);
    CHECK(compiled.kernel.allocation.slots.slots > 0);
    CHECK(compiled.kernel.scratchpad_bytes > 1024);
  }
}

TEST_CASE("with all spills in local memory the scratchpad is the kernel's own") {
  const Compiled compiled = compile(
      kepler({"kernel.pass=local", "kernel.concurrency=blocks", "kernel.concurrency_blocks=8"}), 50);
  CHECK(compiled.resident == 8);
  CHECK(compiled.kernel.registers_per_thread <= 32);
  CHECK(compiled.kernel.scratchpad_bytes == 1024);
  CHECK(spills(compiled.kernel));
}

TEST_CASE("levels with fewer registers than an instruction needs are none of the kernel's") {
  const ptx::Module module = ptx::parse(test::wide_instruction(false), "wide.ptx");
  for (const char* const pass : {"kernel.pass=onchip", "kernel.pass=local"}) {
    const Design design = kepler({pass, "storage.register_bytes=32768"});
    const LaunchCompiler compiler(design, options_of(design));
    const unsigned needed = compiler::compile(module, "k", options_of(design)).registers_per_thread;
    REQUIRE(needed > 24);
    ConcurrencyChoice choice;
    CHECK(compiler.compile(module, "k", kBlock, 0, &choice).registers_per_thread <= needed);
    for (const LevelView& level : compiler.levels(module, "k", kBlock, 0)) CHECK(level.registers >= 24);
    CHECK(choice.most == 32768 / (24 * 4 * kBlock.x));
  }
}

TEST_CASE("a number of blocks outside of the kernel's levels becomes the nearest level") {
  const auto blocks = [](const std::string& asked) {
    return compile(
               kepler({"kernel.pass=onchip", "kernel.concurrency=blocks", "kernel.concurrency_blocks=" + asked}), 50)
        .choice.blocks;
  };
  CHECK(blocks("1") == 4);
  CHECK(blocks("16") == 8);
}

TEST_CASE("a kernel that spills with all of a thread's registers has these spills in the scratchpad") {
  const Compiled plain = compile(kepler(), 70);
  CHECK(spills(plain.kernel));
  const Compiled compiled = compile(kepler({"kernel.pass=onchip", "kernel.concurrency=original"}), 70);
  CHECK(compiled.resident == plain.resident);
  CHECK(compiled.kernel.allocation.slots.slots > 0);
  CHECK_FALSE(spills(compiled.kernel));
}

TEST_CASE("the search takes the counts of the code that would run") {
  // There is a load for every add, far more often than one in 200 cycles of dispatch: concurrency bounds the kernel.
  const Compiled compiled = compile(kepler({"kernel.pass=onchip"}), 50);
  CHECK(compiled.choice.answer.concurrency_bound);
  // A chain of adds of 9 cycles each, between loads that do not wait: an interval close to 5.
  CHECK(compiled.choice.dispatch_interval == Approx(5).margin(0.3));
  CHECK(compiled.choice.answer.start == 4);
  CHECK_FALSE(compiled.choice.answer.transformed);
  CHECK(compiled.choice.blocks == 4);
}

TEST_CASE("each level lists the registers and slots of a thread") {
  const Design design = kepler({"kernel.pass=onchip"});
  const ptx::Module module = ptx::parse(sums(50), "sum.ptx");
  const std::vector<LevelView> levels =
      LaunchCompiler(design, options_of(design)).levels(module, "sum", kBlock, 0);
  REQUIRE(levels.size() == 5);
  CHECK(levels.front().blocks == 4);
  CHECK(levels.front().slots == 0);
  CHECK(levels.back().blocks == 8);
  CHECK(levels.back().storage.registers == 32);
  CHECK(levels.back().storage.slots == 5);  // 49152 / 8 - 1024 bytes for 256 threads
  const double interval = levels[0].cycles * levels[0].counts.off_chip / levels[0].counts.others;
  for (const LevelView& view : levels) {
    CHECK(view.registers <= view.storage.registers);
    CHECK(view.slots <= view.storage.slots);
    CHECK(view.counts.off_chip >= levels.front().counts.off_chip);
    CHECK(view.cycles == Approx(view.counts.others * interval / view.counts.off_chip));
  }
  CHECK_FALSE(levels.front().local_spills);
  ConcurrencyChoice choice;
  choice.original = choice.blocks = 4;
  choice.most = 8;
  choice.dispatch_interval = 5;
  const std::string text = levels_text("sum", choice, levels);
  CHECK_THAT(text, Catch::StartsWith("sum: average dispatch interval 5.00 cycles, 4 of 4 to 8 blocks chosen\n") &&
                       Catch::Contains("\n*      4 ") && Catch::Contains("\n       8 "));
}

TEST_CASE("the original level lists the kernel that runs there") {
  // 70 registers are more than a thread has: the kernel spills, and the search leaves it as it is, without slots.
  const ptx::Module module = ptx::parse(sums(70), "sum.ptx");
  for (const std::string concurrency : {"auto", "original"}) {
    INFO(concurrency);
    const Design design = kepler({"kernel.pass=onchip", "kernel.concurrency=" + concurrency});
    const Compiled compiled = compile(design, 70);
    REQUIRE(compiled.choice.blocks == compiled.choice.original);
    const LevelView view = LaunchCompiler(design, options_of(design)).levels(module, "sum", kBlock, 0).front();
    const InstructionCounts counts = count_instructions(compiler::static_instructions(compiled.kernel));
    CHECK(view.slots == compiled.kernel.allocation.slots.slots);
    CHECK(view.registers == compiled.kernel.registers_per_thread);
    CHECK(view.counts.off_chip == counts.off_chip);
    CHECK(view.counts.others == counts.others);
    CHECK(view.local_spills == spills(compiled.kernel));
    CHECK(view.local_spills == (concurrency == "auto"));
  }
}

}  // namespace unibank
