#include "compiler/slot_stack.h"

#include <algorithm>

namespace unibank::compiler {
namespace {

std::vector<SlotMove> gathering_moves(const std::vector<unsigned>& held) {
  std::vector<SlotMove> moves;
  auto last = held.rbegin();
  for (unsigned hole = 0; hole < held.size(); ++hole)
    if (!std::binary_search(held.begin(), held.end(), hole)) moves.push_back({*last++, hole});
  return moves;
}

}  // namespace

SlotShift slot_shift(StackDiscipline stack, const std::vector<unsigned>& held, unsigned frame) {
  switch (stack) {
    case StackDiscipline::kTraditional: return {{}, frame};
    case StackDiscipline::kRegisterStack: return {{}, held.empty() ? 0 : held.back() + 1};
    case StackDiscipline::kMoving: break;
  }
  return {gathering_moves(held), static_cast<unsigned>(held.size())};
}

}  // namespace unibank::compiler
