// mbarrier: each form is looked up as a whole opcode, like those of matrices.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ptx/instruction_table.h"

namespace unibank::ptx {

struct MbarrierForm {
  std::string opcode;
  Mbarrier what = Mbarrier::kInit;
  StateSpace space = StateSpace::kGeneric;
  Order order = Order::kWeak;
  SyncScope scope = SyncScope::kNone;
};
const std::vector<MbarrierForm>& mbarrier_forms();

// How an opcode names the scratchpad of its block.
const std::vector<std::pair<const char*, StateSpace>>& mbarrier_spaces();

}  // namespace unibank::ptx
