// Random kernels on the executor, against one thread at a time.
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <vector>

#include "compiler/check_slots.h"
#include "compiler/link.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "host/random_program.h"
#include "host/thread_interpreter.h"
#include "ptx/parser.h"
#include "simt/device_memory.h"

using namespace unibank;

namespace {

constexpr unsigned kThreads = 80, kBlocks = 2;  // the last warp of a block is not whole

std::vector<std::uint32_t> random_input(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> values(kThreads * kBlocks);
  for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(random());
  return values;
}

std::vector<std::uint32_t> one_thread_at_a_time(const std::string& text, const std::vector<std::uint32_t>& in) {
  constexpr std::uint64_t kBase = 4096;
  const std::size_t in_bytes = in.size() * 4, out_bytes = in_bytes * kRandomOutputs;
  std::vector<std::uint8_t> global(in_bytes + out_bytes);
  std::memcpy(global.data(), in.data(), in_bytes);
  const ptx::Module module = ptx::parse(text, "random.ptx");
  ThreadInterpreter interpreter(module, global, kBase);
  interpreter.run("k", {kBlocks, 1, 1}, {kThreads, 1, 1}, Arguments(kBase + in_bytes, kBase).bytes());
  std::vector<std::uint32_t> out(in.size() * kRandomOutputs);
  std::memcpy(out.data(), global.data() + in_bytes, out_bytes);
  return out;
}

std::vector<std::uint32_t> warp_by_warp(const std::string& text, const std::vector<std::uint32_t>& in,
                                        const compiler::CompileOptions& options) {
  DeviceMemory memory;
  FunctionalBackend backend(memory, 50000000);
  Device device(backend, memory, options);
  device.load(text, "random.ptx");
  const std::uint64_t input = device.upload(in, "in"), output = device.allocate(in.size() * 4 * kRandomOutputs, "out");
  device.launch("k", {kBlocks, 1, 1}, {kThreads, 1, 1}, Arguments(output, input));
  return device.download<std::uint32_t>(output, in.size() * kRandomOutputs);
}

void compare_random_programs(Flow flow, unsigned programs, unsigned first_seed) {
  for (unsigned seed = first_seed; seed < first_seed + programs; ++seed) {
    const std::string text = random_program(seed, flow, kThreads);
    const std::vector<std::uint32_t> in = random_input(seed);
    compiler::CompileOptions options;
    options.registers = seed % 3 == 0 ? 0 : 14 + 2 * (seed % 6);  // 0: as many as it needs; else with spills
    INFO("seed " << seed << ", registers " << options.registers << "\n" << text);
    const std::vector<std::uint32_t> expected = one_thread_at_a_time(text, in), found = warp_by_warp(text, in, options);
    std::size_t different = 0, first = 0;
    for (std::size_t i = expected.size(); i-- > 0;)
      if (expected[i] != found[i]) ++different, first = i;
    INFO("first different: value " << first % kRandomOutputs << " of thread " << first / kRandomOutputs << ", "
                                   << found[first] << " instead of " << expected[first]);
    REQUIRE(different == 0);
  }
}

// Is every load of a slot the load of local memory that it stands for?
void check_program(const std::string& text, compiler::CompileOptions options) {
  const ptx::Module module = ptx::parse(text, "random.ptx");
  options.spills.block = {kThreads, 1, 1};
  const ptx::Kernel with = compiler::compile(module, "k", options);
  CHECK(with.registers_per_thread <= options.registers);
  CHECK(with.allocation.slots.slots <= options.spills.slots);
  if (with.allocation.slots.slots == 0) return;
  options.spills.slots = 0;
  options.reserved = with.allocation.slots.reserved_registers;
  const std::vector<std::string> faults = compiler::check_slots(with, compiler::compile(module, "k", options));
  INFO((faults.empty() ? "" : faults.front()));
  CHECK(faults.empty());
}

// With the spills in the scratchpad, on each stack.
void compare_random_slots(Flow flow, unsigned programs, unsigned first_seed) {
  for (unsigned seed = first_seed; seed < first_seed + programs; ++seed) {
    const std::string text = random_program(seed, flow, kThreads);
    const std::vector<std::uint32_t> in = random_input(seed), expected = one_thread_at_a_time(text, in);
    for (const auto stack : {compiler::StackDiscipline::kTraditional, compiler::StackDiscipline::kRegisterStack,
                             compiler::StackDiscipline::kMoving}) {
      compiler::CompileOptions options;
      options.registers = 16 + 2 * (seed % 3);
      options.spills = {seed % 2 == 0 ? 64u : 3 + seed % 7, {}, stack};
      INFO("seed " << seed << ", registers " << options.registers << ", slots " << options.spills.slots << ", stack "
                   << static_cast<int>(stack));
      check_program(text, options);
      CHECK((warp_by_warp(text, in, options) == expected));
    }
  }
}

}  // namespace

TEST_CASE("Random structured kernels compute what one thread at a time computes") {
  compare_random_programs(Flow::kStructured, 30, 1);
}

TEST_CASE("Random unstructured kernels compute what one thread at a time computes") {
  compare_random_programs(Flow::kUnstructured, 40, 1001);
}

TEST_CASE("Random kernels with calls compute what one thread at a time computes") {
  compare_random_programs(Flow::kCalls, 24, 2001);
}

TEST_CASE("Random kernels with functions that call earlier ones compute what one thread at a time computes") {
  compare_random_programs(Flow::kNestedCalls, 12, 3001);
}

TEST_CASE("Random kernels with spills in the scratchpad compute what one thread at a time computes") {
  compare_random_slots(Flow::kStructured, 6, 4001);
  compare_random_slots(Flow::kUnstructured, 6, 5001);
}

TEST_CASE("Random programs with calls and spills in the scratchpad compute what one thread at a time computes") {
  compare_random_slots(Flow::kNestedCalls, 12, 6009);
  compare_random_slots(Flow::kCalls, 3, 7001);
}
