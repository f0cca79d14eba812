// Random kernels whose blocks share scratchpad. Under every warp order they end, give the results of a functional run,
// and never read from the shared part a value that their own block has not written (run.check_data).
#include <catch2/catch.hpp>

#include "gpu/sharing_kernels.h"
#include "gpu/workload_run.h"
#include "host/functional_backend.h"
#include "support/thinned.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr unsigned kKernels = 10, kGridBlocks = 30;

struct SharingProgram {
  std::string text = ".version 7.0\n.target sm_70\n.address_size 64\n";
  std::vector<unsigned> threads;
};

SharingProgram random_program(unsigned first_seed, bool releases, unsigned kept) {
  SharingProgram program;
  SharingKernelMaker maker;
  for (unsigned i = 0; i < kKernels; ++i) {
    const SharingKernel kernel = maker.make(first_seed + i, "k" + std::to_string(i), releases, kept);
    program.text += kernel.text;
    program.threads.push_back(kernel.threads);
  }
  return program;
}

std::vector<std::vector<std::uint32_t>> outputs(const SharingProgram& program, Backend& backend, DeviceMemory& memory,
                                                const compiler::CompileOptions& options,
                                                const CompileForLaunch& compile = nullptr) {
  Device device(backend, memory, options, compile);
  device.load(program.text, "random.ptx");
  std::vector<std::vector<std::uint32_t>> all;
  for (unsigned i = 0; i < kKernels; ++i) {
    std::vector<std::uint32_t> in(program.threads[i] * kGridBlocks);
    for (std::size_t word = 0; word < in.size(); ++word) in[word] = static_cast<std::uint32_t>(word * 2654435761u + i);
    const std::uint64_t from = device.upload(in), to = device.allocate(in.size() * 4);
    device.launch("k" + std::to_string(i), {kGridBlocks, 1, 1}, {program.threads[i], 1, 1}, Arguments(to, from));
    all.push_back(device.download<std::uint32_t>(to, in.size()));
  }
  return all;
}

struct SharingMachine {
  PolicyChoice order;
  unsigned schedulers = 1, sms = 1, private_per_mille = 100;
  bool retry_takes_slot = false;
  compiler::ReleasePlacement release = compiler::ReleasePlacement::kNone;  // placed by the compiler
  bool written = false;                                                    // or written in the kernel itself
  unsigned kept = 0, slots = 0;  // values live throughout; slots > 0: 16 registers, at most so many slots
};

Design design_of(const SharingMachine& machine) {
  Design design;
  design.gpu.sms = machine.sms;
  design.sm.schedulers = machine.schedulers;
  design.sm.lanes = machine.schedulers == 1 ? 32 : 16;
  design.sm.max_threads = 1536;
  design.sm.max_warps = 48;
  design.sm.max_blocks = 12;
  design.storage.scratchpad_bytes = machine.slots == 0 ? 8192 : 12288;
  design.conflicts.model = ConflictModel::kArbitrated;
  design.warp_order = machine.order;
  design.scratchpad_gate = {"sharing",
                            {{"private_per_mille", machine.private_per_mille},
                             {"retry_takes_slot", machine.retry_takes_slot}}};
  design.kernel.release = machine.release;
  design.kernel.scratchpad_order = machine.release == compiler::ReleasePlacement::kNone
                                       ? compiler::ScratchpadOrder::kDeclared
                                       : compiler::ScratchpadOrder::kReordered;
  design.run.check_data = true;
  return design;
}

// Compiles for the block size of the launch; adds the slots of each kernel to `slots`.
CompileForLaunch with_slots(compiler::CompileOptions options, unsigned most, unsigned& slots) {
  options.registers = 16;
  options.spills.slots = most;
  return [options, &slots](const ptx::Module& module, const std::string& entry, Dim3 block, unsigned) {
    compiler::CompileOptions of_launch = options;
    of_launch.spills.block = block;
    ptx::Kernel kernel = compiler::compile(module, entry, of_launch);
    slots += kernel.allocation.slots.slots;
    return kernel;
  };
}

// "right" or "wrong", the conservation laws that do not hold, and any mismatch between expected and counted locks,
// slots and releases.
std::string run_kernels(const SharingMachine& machine, unsigned first_seed) {
  return forked([&] {
    const SharingProgram program = random_program(first_seed, machine.written, machine.kept);
    DeviceMemory plain_memory, memory;
    FunctionalBackend functional(plain_memory);
    const auto expected = outputs(program, functional, plain_memory, {});
    const Design design = design_of(machine);
    GpuBackend backend(design, memory, BlockFactories());
    compiler::CompileOptions options;
    options.sharing = design.scratchpad_sharing();
    unsigned slots = 0;
    const auto found = outputs(program, backend, memory, options,
                               machine.slots == 0 ? nullptr : with_slots(options, machine.slots, slots));
    RunResult result;
    backend.gpu.collect(result);
    std::string text = found == expected ? "right" : "wrong";
    for (const std::string& broken : result.broken_invariants) text += "; " + broken;
    if (result.counters["sharing.locks_taken"] == 0) text += ", no lock taken";
    if ((slots != 0) != (machine.slots != 0)) text += ", slots " + std::to_string(slots);
    const bool releases = machine.written || machine.release != compiler::ReleasePlacement::kNone;
    if ((result.counters["sharing.releases"] != 0) != releases)
      text += ", releases " + std::to_string(result.counters["sharing.releases"]);
    return text;
  });
}

// Every warp order; retries that take an issue slot and retries that do not alternate between the orders. With
// UNIBANK_TESTS=full each order runs with both.
void all_orders(SharingMachine machine, unsigned first_seed) {
  std::size_t number = 0;
  for (const PolicyChoice& order : {PolicyChoice{"lrr", {}}, PolicyChoice{"gto", {}}, PolicyChoice{"owf", {}},
                                    PolicyChoice{"owf", {{"unshared_first", 1}}}, PolicyChoice{"two-level", {}},
                                    PolicyChoice{"two-level", {{"active_warps", 1}}}}) {
    for (const int takes_slot : choices_of<int>({0, 1}, number++, 1)) {
      machine.order = order;
      machine.retry_takes_slot = takes_slot != 0;
      const unsigned seed = first_seed + takes_slot * kKernels;
      INFO(order.name << ", seeds from " << seed << ", a retry takes " << takes_slot << " slots");
      CHECK(run_kernels(machine, seed) == "right");
    }
    first_seed += 2 * kKernels;
  }
}

}  // namespace

TEST_CASE("random kernels whose blocks share scratchpad until they end", "[thinned]") { all_orders({}, 1); }

TEST_CASE("random kernels whose lanes release the shared scratchpad one by one", "[thinned]") {
  SharingMachine machine;
  machine.written = true;
  all_orders(machine, 1001);
}

TEST_CASE("random kernels whose scratchpad the compiler lays out and releases as early as it can", "[thinned]") {
  SharingMachine machine;
  machine.release = compiler::ReleasePlacement::kOptimal;
  machine.schedulers = 4;
  all_orders(machine, 2001);
}

TEST_CASE("random kernels whose scratchpad the compiler releases at the post-dominator on several SMs", "[thinned]") {
  SharingMachine machine;
  machine.release = compiler::ReleasePlacement::kPostDominator;
  machine.sms = 3;
  machine.schedulers = 2;
  machine.private_per_mille = 400;
  all_orders(machine, 3001);
}

TEST_CASE("random kernels with spills in scratchpad that they share and release") {
  SharingMachine machine;
  machine.kept = 10;
  machine.slots = 6;
  machine.order = {"owf", {}};
  for (unsigned kind = 0; kind < 6; ++kind) {
    const bool early = kind % 2 == 0;
    machine.release = early ? compiler::ReleasePlacement::kOptimal : compiler::ReleasePlacement::kPostDominator;
    machine.private_per_mille = 100 + 300 * (kind / 2);
    INFO((early ? "as early as it can, " : "at the post-dominator, ") << machine.private_per_mille << " private");
    CHECK(run_kernels(machine, 4001 + 10 * kind) == "right");
  }
}
