// cp.async: each form is looked up as a whole opcode, like those of matrices.
#pragma once

#include <string>
#include <vector>

#include "ptx/instruction_table.h"

namespace unibank::ptx {

struct AsyncForm {
  std::string opcode;
  AsyncCopy what = AsyncCopy::kCopy;
  CacheOp cache = CacheOp::kNone;
  StateSpace space = StateSpace::kGeneric;  // the space of an arrival's mbarrier
};
const std::vector<AsyncForm>& async_forms();

}  // namespace unibank::ptx
