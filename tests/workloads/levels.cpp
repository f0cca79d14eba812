// Programs compiled for every possible number of resident blocks, with their spills on the chip.
#include <catch2/catch.hpp>

#include "compiler/print.h"
#include "concurrency/launch_compiler.h"
#include "design/load.h"
#include "workloads/run_workload.h"

namespace unibank {
namespace {

compiler::CompileOptions options_of(const Design& design) {
  compiler::CompileOptions options;
  options.registers = design.kernel.register_limit;
  options.hierarchy = design.register_hierarchy;
  options.sharing = design.scratchpad_sharing();
  return options;
}

struct LevelRun {
  Verdict verdict;
  FunctionalBackend::Counts counts;
  unsigned highest = 0;  // the highest level of any of its kernels
  unsigned slots = 0;    // the most slots that a kernel uses
  bool fewer = false;    // the pass makes fewer blocks of a kernel resident
  bool other = false;    // an untransformed kernel differs from the one without the pass
};

unsigned resident(const Design& design, const ptx::Kernel& kernel, Dim3 block, unsigned dynamic_bytes) {
  const KernelNeeds needs{kernel.name, kernel.registers_per_thread, static_cast<unsigned>(block.count()),
                          static_cast<double>(kernel.scratchpad_bytes + dynamic_bytes)};
  return PartitionRegistry::instance()
      .make(design.partition.name, design.partition.values)
      ->divide(design.capacity(), {needs}, 0)
      .resident_blocks;
}

LevelRun run_on(const Design& design, const std::string& name) {
  const Workload& workload = find_workload(name);
  const compiler::CompileOptions options = options_of(design);
  const LaunchCompiler compiler(design, options);
  LevelRun ran;
  const auto compile = [&](const ptx::Module& module, const std::string& entry, Dim3 block, unsigned bytes) {
    ConcurrencyChoice choice;
    ptx::Kernel kernel = compiler.compile(module, entry, block, bytes, &choice);
    ran.highest = std::max(ran.highest, choice.most);
    ran.slots = std::max(ran.slots, kernel.allocation.slots.slots);
    const ptx::Kernel plain = compiler::compile(module, entry, options);
    ran.fewer |= resident(design, kernel, block, bytes) < resident(design, plain, block, bytes);
    ran.other |= !choice.answer.transformed && compiler::assembly_text(kernel) != compiler::assembly_text(plain);
    return kernel;
  };
  DeviceMemory memory;
  FunctionalBackend backend(memory);
  Device device(backend, memory, options, compile);
  ran.verdict = workload.run(device, complete_arguments(workload, Size::kTiny, {}));
  ran.counts = backend.counts();
  return ran;
}

// Every number of blocks with moving stacks; with the other stack disciplines one block and the highest number.
void check_levels(const std::string& name) {
  for (const std::string stack : {"moving", "traditional", "register-stack"}) {
    for (unsigned blocks = 1, highest = 1; blocks <= highest; ++blocks) {
      const Design design = load_design("hayes2014/kepler", {}, {"kernel.pass=onchip", "kernel.concurrency=blocks",
                                                                 "kernel.concurrency_blocks=" + std::to_string(blocks),
                                                                 "kernel.stack=" + stack})
                                .design;
      const LevelRun ran = run_on(design, name);
      INFO(name << " for " << blocks << " blocks, " << stack << ": " << ran.verdict.text);
      CHECK(ran.verdict.right);
      highest = ran.highest;
      if (stack != "moving") blocks = std::max(blocks, highest - 1);  // the last one only
    }
  }
}

}  // namespace

TEST_CASE("srad is right at every number of blocks") { check_levels("srad"); }
TEST_CASE("hotspot is right at every number of blocks") { check_levels("hotspot"); }
TEST_CASE("fdtd3d is right at every number of blocks") { check_levels("fdtd3d"); }
TEST_CASE("heartwall is right at every number of blocks") { check_levels("heartwall"); }
TEST_CASE("recursivegaussian is right at every number of blocks") { check_levels("recursivegaussian"); }
TEST_CASE("ray is right at every number of blocks") { check_levels("ray"); }

// An untransformed kernel is the same code as without the pass; a transformed one has at least as many resident blocks.
TEST_CASE("every workload is right with the code that the search chooses on both cards", "[release]") {
  for (const char* card : {"hayes2014/kepler", "hayes2014/fermi"}) {
    const Design design = load_design(card, {}, {"kernel.pass=onchip"}).design;
    for (const std::string& name : workload_names()) {
      const LevelRun ran = run_on(design, name);
      INFO(name << " on " << card << ": " << ran.verdict.text);
      CHECK(ran.verdict.right);
      CHECK_FALSE(ran.fewer);
      CHECK_FALSE(ran.other);
    }
  }
}

TEST_CASE("every workload is right at its highest number of blocks on Kepler", "[release]") {
  const Design design = load_design("hayes2014/kepler", {}, {"kernel.pass=onchip", "kernel.concurrency=blocks",
                                                             "kernel.concurrency_blocks=16"})
                            .design;
  unsigned with_slots = 0;
  for (const std::string& name : workload_names()) {
    const LevelRun ran = run_on(design, name);
    INFO(name << ": " << ran.verdict.text);
    CHECK(ran.verdict.right);
    CHECK_FALSE(ran.fewer);
    with_slots += ran.slots != 0;
  }
  CHECK(with_slots >= 2);
}

TEST_CASE("spills are in the scratchpad with unified banks, registers in the cache and separate memories") {
  for (const char* name : {"gebhart2012/unified-128k", "jing2016/integrated-fair", "gebhart2012/partitioned"}) {
    const Design design =
        load_design(name, {}, {"kernel.pass=onchip", "kernel.concurrency=original", "kernel.register_limit=16"}).design;
    const LevelRun ran = run_on(design, "srad");
    INFO(name << ": " << ran.verdict.text);
    CHECK(ran.verdict.right);
    CHECK(ran.slots > 0);
    CHECK_FALSE(ran.fewer);
  }
}

}  // namespace unibank
