#include "compiler/prepare.h"

#include "compiler/allocate.h"
#include "compiler/dominators.h"

namespace unibank::compiler {

void prepare(ptx::Kernel& kernel) {
  reconvergence(kernel);
  allocate(kernel);
}

}  // namespace unibank::compiler
