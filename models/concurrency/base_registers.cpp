#include "concurrency/base_registers.h"

#include <algorithm>
#include <utility>

#include "base/input_error.h"
#include "compiler/time_share_registers.h"
#include "policy/occupancy.h"

namespace unibank {

namespace {

unsigned step_of(const Design& design) {
  constexpr unsigned kPair = 2;  // a value of 64 bits lies in one set
  const unsigned unit = std::max(design.capacity().units.registers / kWarpSize, kPair);
  return unit + unit % kPair;
}

bool has_sections(const BaseChoice& choice, const Design& design, const ptx::Kernel& kernel) {
  const double holders = compiler::extended_share(kernel) * choice.warps;
  return choice.sections >= std::max<double>(holders, design.sm.schedulers);
}

}  // namespace

BaseChoice base_choice(const Design& design, const KernelNeeds& needs) {
  const auto policy = PartitionRegistry::instance().make(design.partition.name, design.partition.values);
  const PartitionResult given = policy->divide(design.capacity(), {needs}, 0);
  const unsigned sections =
      register_sections(design.capacity(), block_needs(design.capacity(), needs), given.resident_warps);
  return {needs.base_registers, given.resident_blocks, given.resident_warps, sections};
}

std::vector<BaseChoice> base_choices(const Design& design, const KernelNeeds& needs) {
  const unsigned step = step_of(design), before = base_choice(design, needs).blocks;
  std::vector<BaseChoice> found;
  for (unsigned base = (needs.registers_per_thread - 1) / step * step; base > 0; base -= step) {
    KernelNeeds with = needs;
    with.base_registers = base;
    try {
      const BaseChoice choice = base_choice(design, with);
      if (choice.blocks > before && choice.sections >= design.sm.schedulers) found.push_back(choice);
    } catch (const InputError&) {
      // A block does not fit together with its sections.
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const BaseChoice& a, const BaseChoice& b) { return a.blocks > b.blocks; });
  return found;
}

ptx::Kernel time_shared(const Design& design, ptx::Kernel plain, const KernelNeeds& needs,
                        const CompileForBase& compile) {
  if (plain.registers_per_thread == 0) return plain;
  if (design.kernel.base_registers != 0) return compile(design.kernel.base_registers);
  for (const BaseChoice& choice : base_choices(design, needs)) {
    ptx::Kernel kernel = compile(choice.base);
    if (kernel.base_registers != 0 && has_sections(choice, design, kernel)) return kernel;
  }
  return plain;
}

}  // namespace unibank
