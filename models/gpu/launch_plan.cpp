#include "gpu/launch_plan.h"

#include <algorithm>
#include <cmath>

#include "base/input_error.h"
#include "layout/division_check.h"
#include "ptx/instruction_table.h"

namespace unibank {

void check_units(const ptx::Kernel& kernel, const Design& design) {
  for (const ptx::Instruction& i : kernel.instructions) {
    if (ptx::latency_class(i) != ptx::LatencyClass::kTensor) continue;
    const bool doubles = i.type == ptx::Type::kF64;
    if ((doubles ? design.sm.tensor_double_products : design.sm.tensor_products) != 0) continue;
    throw InputError(kernel.file, i.location.line, i.location.column,
                     "found a product of matrices in kernel '" + kernel.name + "', and design '" + design.name +
                         "' has no tensor units for it; expected one with sm." +
                         (doubles ? "tensor_double_products" : "tensor_products") + " above 0",
                     ptx::source_of(kernel));
  }
}

KernelNeeds declared_by(const Launch& launch) {
  KernelNeeds declared;
  declared.kernel = launch.kernel->name;
  declared.threads_per_block = static_cast<unsigned>(launch.block.count());
  declared.registers_per_thread = launch.kernel->registers_per_thread;
  declared.base_registers = launch.kernel->base_registers;
  declared.scratchpad_bytes_per_block =
      static_cast<double>(launch.kernel->scratchpad_bytes + launch.dynamic_scratchpad_bytes);
  declared.preferred_scratchpad_percent = launch.preferred_scratchpad_percent;
  declared.most_threads_per_block =
      static_cast<unsigned>(launch.kernel->launch_bounds.most(declared.most_threads_per_block));
  return declared;
}

KernelNeeds declared_by(const RecordedLaunch& launch) {
  KernelNeeds declared;
  declared.kernel = launch.kernel->name();
  declared.threads_per_block = static_cast<unsigned>(launch.block.count());
  declared.registers_per_thread = launch.kernel->registers_per_thread();
  declared.base_registers = launch.kernel->base_registers();
  declared.scratchpad_bytes_per_block = static_cast<double>(launch.kernel->scratchpad_bytes());
  return declared;
}

namespace {

// With fewer bytes than a block declares, blocks would overlap.
void check_scratchpad(const KernelNeeds& declared, unsigned given) {
  const double least = std::ceil(declared.scratchpad_bytes_per_block);
  if (given == 0 || given >= least) return;
  throw InputError("kernel.scratchpad_bytes_per_block is " + std::to_string(given) + ", but a block of kernel '" +
                   declared.kernel + "' has " + std::to_string(static_cast<std::uint64_t>(least)) +
                   " bytes; expected at least that");
}

}  // namespace

KernelNeeds needs_of(const KernelNeeds& declared, const Design& design) {
  check_scratchpad(declared, design.kernel.scratchpad_bytes_per_block);
  KernelNeeds needs = declared;
  if (design.kernel.registers_per_thread != 0) needs.registers_per_thread = design.kernel.registers_per_thread;
  needs.scratchpad_bytes_per_block =
      design.kernel.scratchpad_bytes_per_block != 0
          ? design.kernel.scratchpad_bytes_per_block
          : std::max(declared.scratchpad_bytes_per_block,
                     design.kernel.scratchpad_bytes_per_thread * needs.threads_per_block);
  return needs;
}

LaunchPlanner::LaunchPlanner(const Design& design)
    : design_(design),
      capacity_(design.capacity()),
      policy_(PartitionRegistry::instance().make(design.partition.name, design.partition.values)) {}

std::size_t LaunchPlanner::find_or_add(const KernelNeeds& needs) {
  for (std::size_t i = 0; i < program_.size(); ++i) {
    KernelNeeds& known = program_[i];
    if (known.kernel == needs.kernel && known.threads_per_block == needs.threads_per_block &&
        known.scratchpad_bytes_per_block == needs.scratchpad_bytes_per_block &&
        known.registers_per_thread == needs.registers_per_thread && known.base_registers == needs.base_registers) {
      known.preferred_scratchpad_percent = needs.preferred_scratchpad_percent;
      return i;
    }
  }
  program_.push_back(needs);
  return program_.size() - 1;
}

LaunchPlanner::Division LaunchPlanner::divide(const KernelNeeds& declared) {
  const std::size_t known = program_.size();
  try {
    return divide(needs_of(declared, design_), find_or_add(needs_of(declared, design_)));
  } catch (...) {
    program_.resize(known);  // a kernel that does not fit is not part of the program, which may continue without it
    throw;
  }
}

LaunchPlanner::Division LaunchPlanner::divide(const KernelNeeds& needs, std::size_t running) const {
  Division division;
  division.needs = needs;
  division.partition = design_.partition_scope == PartitionScope::kProgram
                           ? policy_->divide(capacity_, program_, running)
                           : policy_->divide(capacity_, {division.needs}, 0);
  const std::string refused =
      division_refusal(*design_.storage_layout(), capacity_, division.needs, division.partition);
  if (!refused.empty()) {
    throw InputError("partition.policy \"" + design_.partition.name + "\" gives kernel " + division.needs.kernel + " " +
                     refused);
  }
  division.warps_per_block = (division.needs.threads_per_block + kWarpSize - 1) / kWarpSize;
  return division;
}

std::vector<LaunchPlanner::Division> LaunchPlanner::program() const {
  std::vector<Division> all;
  if (design_.partition_scope != PartitionScope::kProgram) return all;
  for (std::size_t i = 0; i < program_.size(); ++i) {
    try {
      all.push_back(divide(program_[i], i));
    } catch (const InputError&) {  // its launch will be refused
    }
  }
  return all;
}

void LaunchPlanner::launch_ended(const Division& division, Cycle cycles, const CounterValues& counted) {
  if (policy_->learns_from_launches()) policy_->launch_ended(division.needs, {cycles, counted, division.partition});
}

void check_cooperative(const LaunchPlanner::Division& division, unsigned sms, std::uint64_t blocks) {
  const PartitionResult& given = division.partition;
  const unsigned each = given.resident_blocks - given.sharing.pairs;
  const std::uint64_t fit = std::uint64_t{sms} * each;
  if (blocks <= fit) return;
  throw InputError("kernel '" + division.needs.kernel + "': a cooperative launch of " + std::to_string(blocks) +
                   " blocks; expected at most " + std::to_string(fit) + ", which are resident at once: " +
                   std::to_string(each) + (sms == 1 ? " on the SM" : " on each of " + std::to_string(sms) + " SMs") +
                   " (" + given.limited_by + ")");
}

}  // namespace unibank
