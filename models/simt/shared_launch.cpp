#include "simt/shared_launch.h"

#include "ptx/instruction_table.h"

namespace unibank::simt {

SharedLaunch::SharedLaunch(const ptx::Kernel& kernel_given, const LaunchShape& shape_given, DeviceMemory& memory_given)
    : kernel(kernel_given), shape(shape_given), memory(memory_given), program(decode(kernel_given)) {}

SharedLaunch::~SharedLaunch() {
  if (parameters != 0) memory.release(parameters);
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
