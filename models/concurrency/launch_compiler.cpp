#include "concurrency/launch_compiler.h"

#include <algorithm>
#include <utility>

#include "base/input_error.h"
#include "compiler/allocation_context.h"
#include "compiler/static_instructions.h"
#include "concurrency/base_registers.h"

namespace unibank {

namespace {

KernelNeeds needs_of(const ptx::Kernel& kernel, Dim3 block, unsigned dynamic_scratchpad_bytes) {
  KernelNeeds needs;
  needs.kernel = kernel.name;
  needs.registers_per_thread = kernel.registers_per_thread;
  needs.threads_per_block = static_cast<unsigned>(block.count());
  needs.scratchpad_bytes_per_block = static_cast<double>(kernel.scratchpad_bytes + dynamic_scratchpad_bytes);
  return needs;
}

unsigned most_registers(const compiler::CompileOptions& options) {
  return options.registers != 0 ? options.registers : kMaxRegisters;
}

// The least limit of registers with which the kernel compiles: an instruction may need more than kLeastRegisters.
unsigned least_registers(const ptx::Module& module, const std::string& name, compiler::CompileOptions options,
                         unsigned enough) {
  options.hierarchy = {};
  const auto compiles = [&](unsigned registers) {
    options.registers = registers;
    try {
      compiler::compile(module, name, options);
      return true;
    } catch (const InputError&) {
      return false;
    }
  };
  unsigned least = compiler::kLeastRegisters;
  while (least < enough && !compiles(least)) ++least;
  return least;
}

}  // namespace

// The data of a kernel before a level is chosen.
struct LaunchCompiler::Entry {
  Entry(const LaunchCompiler& by, const ptx::Module& in, const std::string& entry, Dim3 threads, unsigned bytes)
      : module(in),
        name(entry),
        block(threads),
        dynamic_bytes(bytes),
        plain(compiler::compile(in, entry, by.options_)),
        code(compiler::static_instructions(plain)),
        levels(by.design_, needs_of(plain, threads, bytes),
               least_registers(in, entry, by.options_, plain.registers_per_thread), most_registers(by.options_)) {}

  const ptx::Module& module;
  const std::string& name;
  Dim3 block;
  unsigned dynamic_bytes;
  ptx::Kernel plain;  // without the pass
  std::vector<StaticInstruction> code;
  Levels levels;
};

LaunchCompiler::LaunchCompiler(const Design& design, const compiler::CompileOptions& options)
    : design_(design), options_(options) {}

// Alignment may cost the last slot: the partition counts bytes, and only the compiler knows where the slots begin.
ptx::Kernel LaunchCompiler::at_level(const Entry& entry, unsigned blocks, bool in_scratchpad) const {
  if (blocks <= entry.levels.original() && !spills_to_local_memory(entry.code)) return entry.plain;
  const ThreadStorage storage = entry.levels.storage(blocks);
  compiler::CompileOptions options = options_;
  options.registers = std::max(storage.registers, compiler::kLeastRegisters);
  options.spills.block = entry.block;
  options.spills.stack = design_.kernel.stack;
  for (options.spills.slots = in_scratchpad ? storage.slots : 0;; --options.spills.slots) {
    ptx::Kernel kernel = compiler::compile(entry.module, entry.name, options);
    const KernelNeeds needs = needs_of(kernel, entry.block, entry.dynamic_bytes);
    if (options.spills.slots == 0 || entry.levels.holds(needs, blocks)) return kernel;
  }
}

ConcurrencyAnswer LaunchCompiler::search(const Entry& entry, double dispatch_interval) const {
  ConcurrencyQuestion question;
  question.dispatch_interval = dispatch_interval;
  question.lanes = design_.sm.schedulers * design_.sm.lanes;
  question.block_threads = entry.levels.block_threads();
  question.original = entry.levels.original();
  question.most = entry.levels.most();
  question.floor_is_chosen = design_.kernel.concurrency_floor == ConcurrencyFloor::kWithoutSpills;
  return choose_concurrency(question, [&](unsigned blocks) {
    if (blocks <= question.original) {
      return CompiledLevel{count_instructions(entry.code), spills_to_local_memory(entry.code)};
    }
    const auto code = compiler::static_instructions(at_level(entry, blocks, true));
    return CompiledLevel{count_instructions(code), spills_to_local_memory(code)};
  });
}

ptx::Kernel LaunchCompiler::compile(const ptx::Module& module, const std::string& name, Dim3 block,
                                    unsigned dynamic_scratchpad_bytes, ConcurrencyChoice* choice) const {
  if (design_.kernel.pass == KernelPass::kNone) return compiler::compile(module, name, options_);
  if (design_.kernel.pass == KernelPass::kTimeShared) return time_shared(module, name, block, dynamic_scratchpad_bytes);
  Entry entry(*this, module, name, block, dynamic_scratchpad_bytes);
  ConcurrencyChoice made;
  made.original = entry.levels.original();
  made.most = entry.levels.most();
  made.dispatch_interval = mean_dispatch_interval(entry.code, design_.sm);
  made.blocks = made.original;
  if (design_.kernel.concurrency == KernelConcurrency::kAuto) {
    made.answer = search(entry, made.dispatch_interval);
    made.blocks = made.answer.blocks;
  } else if (design_.kernel.concurrency == KernelConcurrency::kBlocks) {
    made.blocks = std::clamp(design_.kernel.concurrency_blocks, made.original, made.most);
  }
  if (choice) *choice = made;
  const bool as_it_is = design_.kernel.concurrency == KernelConcurrency::kAuto && !made.answer.transformed;
  if (as_it_is) return std::move(entry.plain);
  return at_level(entry, made.blocks, design_.kernel.pass == KernelPass::kOnChip);
}

ptx::Kernel LaunchCompiler::time_shared(const ptx::Module& module, const std::string& name, Dim3 block,
                                        unsigned dynamic_scratchpad_bytes) const {
  ptx::Kernel plain = compiler::compile(module, name, options_);
  const KernelNeeds needs = needs_of(plain, block, dynamic_scratchpad_bytes);
  return unibank::time_shared(design_, std::move(plain), needs, [&](unsigned base) {
    return compiler::compile_time_shared(module, name, options_, base);
  });
}

std::vector<LevelView> LaunchCompiler::levels(const ptx::Module& module, const std::string& name, Dim3 block,
                                              unsigned dynamic_scratchpad_bytes) const {
  const Entry entry(*this, module, name, block, dynamic_scratchpad_bytes);
  const double interval = mean_dispatch_interval(entry.code, design_.sm);
  std::vector<LevelView> all;
  for (unsigned blocks = entry.levels.original(); blocks <= entry.levels.most(); ++blocks) {
    LevelView view;
    view.blocks = blocks;
    view.storage = entry.levels.storage(blocks);
    const bool as_it_is = design_.kernel.concurrency == KernelConcurrency::kAuto && blocks <= entry.levels.original();
    const ptx::Kernel kernel =
        as_it_is ? entry.plain : at_level(entry, blocks, design_.kernel.pass == KernelPass::kOnChip);
    const auto code = compiler::static_instructions(kernel);
    view.registers = kernel.registers_per_thread;
    view.slots = kernel.allocation.slots.slots;
    view.counts = count_instructions(code);
    view.local_spills = spills_to_local_memory(code);
    view.cycles = cycles_an_off_chip_instruction(view.counts, interval);
    all.push_back(view);
  }
  return all;
}

}  // namespace unibank
