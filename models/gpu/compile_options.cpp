#include "gpu/compile_options.h"

namespace unibank {

compiler::CompileOptions compile_options(const Design& design) {
  compiler::CompileOptions options;
  options.registers = design.kernel.register_limit;
  options.hierarchy = design.register_hierarchy;
  options.simplify = design.kernel.simplify;
  options.schedule = design.instruction_schedule();
  options.sharing = design.scratchpad_sharing();
  return options;
}

}  // namespace unibank
