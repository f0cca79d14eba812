#include "simt/shared_launch.h"

#include "ptx/instruction_table.h"

namespace unibank::simt {

SharedLaunch::SharedLaunch(const ptx::Kernel& kernel_given, const LaunchShape& shape_given, DeviceMemory& memory_given)
    : kernel(kernel_given), shape(shape_given), memory(memory_given), program(decode(kernel_given)) {
  if (shape.cooperative && reads_grid_workspace(program)) place_workspace();
  if (program.allocates) memory.place_heap();
}

SharedLaunch::~SharedLaunch() {
  if (shape.grid_workspace != 0) memory.release(shape.grid_workspace);
  if (parameters != 0) memory.release(parameters);
}

// The workspace has the layout of cooperative_groups/details/driver_abi.h: its size, and the word that blocks increment
// in a grid-wide synchronisation.
void SharedLaunch::place_workspace() {
  struct {
    std::uint32_t bytes = sizeof(std::uint32_t) * 2, barrier = 0;
  } workspace;
  shape.grid_workspace = memory.allocate(sizeof workspace, "grid workspace of " + kernel.name);
  memory.write(shape.grid_workspace, &workspace, sizeof workspace);
}

void SharedLaunch::place_parameters() {
  if (!executors.empty()) return;
  for (Step& step : program.steps) {
    const ptx::Instruction& i = *step.decoded.instruction;
    if (op_of(i) != ptx::Op::kCvta || i.space != ptx::StateSpace::kParam) continue;
    if (parameters == 0) {
      parameters = memory.allocate(shape.arguments.size(), "parameters of " + kernel.name);
      memory.write(parameters, shape.arguments.data(), shape.arguments.size());
    }
    step.decoded.immediate = has(i, ptx::kTo) ? std::uint64_t{0} - parameters : parameters;
  }
}

}  // namespace unibank::simt
