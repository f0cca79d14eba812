// The compiler's passes and the kinds of kernels, as columns of the table of combinations.
#include "design/legality.h"

namespace unibank {

namespace {

constexpr unsigned kFewRegisters = 20;  // limit of ask_for() of the pass "limit": most kernels spill

bool spills_on_chip(const Design& design) {
  return design.kernel.pass == KernelPass::kOnChip || design.kernel.pass == KernelPass::kLocal;
}

}  // namespace

const std::vector<Pass>& passes() {
  static const std::vector<Pass> all = {
      {"hierarchy", "values in a last-result file and an operand file (register_hierarchy.enabled)",
       [](const Design& d) { return d.register_hierarchy.enabled; },
       [](Design& d) { d.register_hierarchy.enabled = true; }, "register_hierarchy.enabled = false"},
      {"relssp", "scratchpad laid out and released for a partner (kernel.scratchpad_order, kernel.release)",
       [](const Design& d) {
         return d.kernel.scratchpad_order != compiler::ScratchpadOrder::kDeclared ||
                d.kernel.release != compiler::ReleasePlacement::kNone;
       },
       [](Design& d) {
         d.kernel.scratchpad_order = compiler::ScratchpadOrder::kReordered;
         d.kernel.release = compiler::ReleasePlacement::kOptimal;
       },
       "kernel.scratchpad_order = \"declared\" and kernel.release = \"none\""},
      {"limit", "spills to local memory to keep a register limit (kernel.register_limit)",
       [](const Design& d) { return d.kernel.register_limit != 0; },
       [](Design& d) { d.kernel.register_limit = kFewRegisters; }, "kernel.register_limit = 0", false},
      {"onchip", "compiled for more resident blocks, spills to the scratchpad (kernel.pass)", spills_on_chip,
       [](Design& d) {
         d.kernel.pass = KernelPass::kOnChip;
         d.kernel.concurrency = KernelConcurrency::kBlocks;
         d.kernel.concurrency_blocks = d.sm.max_blocks;
       },
       "kernel.pass = \"none\""},
  };
  return all;
}

const std::vector<KernelSource>& kernel_sources() {
  static const std::vector<KernelSource> all = {
      {KernelKind::kPtx, "PTX", "compiled for the design; its answer is verified"},
      {KernelKind::kTrace, "trace", "executed by a GPU, as compiled by its own compiler"},
      {KernelKind::kRecord, "record", "executed by 'unibank record', as compiled for the same design"},
  };
  return all;
}

std::string refusal(const Design& design, KernelKind kind) {
  if (kind == KernelKind::kTrace && design.kernel.pass == KernelPass::kTimeShared) {
    return "kernel.pass \"time-shared\" needs PTX: a trace does not say which registers a warp holds always; "
           "expected kernel.pass = \"none\"";
  }
  if (kind != KernelKind::kTrace) return "";
  for (const Pass& pass : passes()) {
    if (pass.needs_ptx && pass.asked_for(design)) {
      // Spills to local memory are a variant of the pass "onchip".
      const bool local = pass.name == std::string("onchip") && design.kernel.pass == KernelPass::kLocal;
      return std::string("kernel is a trace: the pass \"") + (local ? "local" : pass.name) + "\" needs PTX; expected " +
             pass.without;
    }
  }
  return "";
}

}  // namespace unibank
