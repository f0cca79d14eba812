// Random kernels with the compiler's last uses: after one, no lane reads the register before it writes it again.
#include <catch2/catch.hpp>
#include <random>

#include "host/random_program.h"
#include "simt/device_memory.h"
#include "support/last_use_backend.h"

using namespace unibank;

namespace {

constexpr unsigned kFlowThreads = 80, kFlowBlocks = 2;  // the last warp of a block is partial

std::uint64_t deaths_in_random_programs(Flow flow, unsigned programs, unsigned first_seed) {
  std::uint64_t deaths = 0;
  for (unsigned seed = first_seed; seed < first_seed + programs; ++seed) {
    const std::string text = random_program(seed, flow, kFlowThreads);
    DeviceMemory memory(std::uint64_t{64} << 20);
    LastUseBackend backend(memory);
    compiler::CompileOptions options;
    options.registers = seed % 3 == 0 ? 0 : 14 + 2 * (seed % 6);  // 0: as many as it needs; otherwise few, with spills
    Device device(backend, memory, options);
    device.load(text, "random.ptx");
    std::mt19937 random(seed);
    std::vector<std::uint32_t> in(kFlowThreads * kFlowBlocks);
    for (std::uint32_t& value : in) value = static_cast<std::uint32_t>(random());
    const std::uint64_t input = device.upload(in), output = device.allocate(in.size() * 4 * kRandomOutputs);
    device.launch("k", {kFlowBlocks, 1, 1}, {kFlowThreads, 1, 1}, Arguments(output, input));
    INFO("seed " << seed << "\n" << text);
    REQUIRE(backend.fault() == "");
    deaths += backend.deaths();
  }
  return deaths;
}

}  // namespace

TEST_CASE("Random structured kernels read no dead register") {
  CHECK(deaths_in_random_programs(Flow::kStructured, 100, 1) > 10000);
}

TEST_CASE("Random unstructured kernels read no dead register") {
  CHECK(deaths_in_random_programs(Flow::kUnstructured, 100, 1001) > 1000);
}
