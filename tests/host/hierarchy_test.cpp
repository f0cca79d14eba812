// Random kernels in a register hierarchy: every lane finds every value in the level that the compiler chose.
#include <catch2/catch.hpp>
#include <random>

#include "compiler/check_placement.h"
#include "host/random_program.h"
#include "simt/device_memory.h"
#include "support/hierarchy_backend.h"
#include "support/tried.h"

using namespace unibank;

namespace {

constexpr unsigned kHierarchyThreads = 80, kHierarchyBlocks = 2;  // the last warp of a block is partial

// Usually one LRF entry and four ORF entries; sometimes other numbers, also none of one kind.
compiler::RegisterHierarchy some_hierarchy(unsigned seed) {
  compiler::RegisterHierarchy hierarchy = hierarchy_of(seed % 5 == 0 ? seed % 3 : 1, seed % 7 == 0 ? 1 + seed % 9 : 4);
  hierarchy.memory_reads_lrf = seed % 4 == 1;
  return hierarchy;
}

compiler::CompileOptions some_options(unsigned seed) {
  compiler::CompileOptions options;
  options.registers = seed % 3 == 0 ? 0 : 14 + 2 * (seed % 6);  // 0: as many as it needs; otherwise few, with spills
  options.hierarchy = some_hierarchy(seed);
  return options;
}

HierarchyCounts watch_random_programs(Flow flow, unsigned programs, unsigned first_seed) {
  HierarchyCounts sum;
  for (unsigned seed = first_seed; seed < first_seed + test::tried(programs); ++seed) {
    const std::string text = random_program(seed, flow, kHierarchyThreads);
    DeviceMemory memory(std::uint64_t{64} << 20);
    HierarchyBackend backend(memory);
    Device device(backend, memory, some_options(seed));
    device.load(text, "random.ptx");
    std::mt19937 random(seed);
    std::vector<std::uint32_t> in(kHierarchyThreads * kHierarchyBlocks);
    for (std::uint32_t& value : in) value = static_cast<std::uint32_t>(random());
    const std::uint64_t input = device.upload(in), output = device.allocate(in.size() * 4 * kRandomOutputs);
    device.launch("k", {kHierarchyBlocks, 1, 1}, {kHierarchyThreads, 1, 1}, Arguments(output, input));
    INFO("seed " << seed << "\n" << text);
    REQUIRE(backend.fault() == "");
    REQUIRE(compiler::check_placement(device.kernel("k"), some_options(seed).hierarchy).empty());
    sum.orf_reads += backend.counts().orf_reads;
    sum.lrf_reads += backend.counts().lrf_reads;
  }
  return sum;
}

}  // namespace

TEST_CASE("Random structured kernels find every value in its level", "[tried]") {
  const HierarchyCounts sum = watch_random_programs(Flow::kStructured, 100, 1);
  CHECK(sum.orf_reads > test::tried(10000));
  CHECK(sum.lrf_reads > test::tried(10000));
}

TEST_CASE("Random unstructured kernels find every value in its level", "[tried]") {
  const HierarchyCounts sum = watch_random_programs(Flow::kUnstructured, 130, 1001);
  CHECK(sum.orf_reads > test::tried(10000));
  CHECK(sum.lrf_reads > test::tried(10000));
}

TEST_CASE("Random kernels with calls find every value in its level", "[tried]") {
  const HierarchyCounts sum = watch_random_programs(Flow::kCalls, 70, 2001);
  CHECK(sum.orf_reads > test::tried(10000));
  CHECK(sum.lrf_reads > test::tried(10000));
}
