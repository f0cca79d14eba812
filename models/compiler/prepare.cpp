#include "compiler/prepare.h"

#include "compiler/allocate.h"
#include "compiler/dominators.h"

namespace unibank::compiler {

void prepare(ptx::Kernel& kernel) {
  allocate(kernel);
  reconvergence(kernel);  // behind the allocation, which may insert instructions
}

}  // namespace unibank::compiler
