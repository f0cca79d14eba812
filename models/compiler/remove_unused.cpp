#include "compiler/remove_unused.h"

#include <utility>
#include <vector>

#include "compiler/bit_matrix.h"
#include "compiler/cfg.h"
#include "compiler/instruction_forms.h"
#include "compiler/register_use.h"
#include "compiler/replace_instructions.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using ptx::Op;

bool only_makes_results(const ptx::Instruction& i) {
  if (i.destinations == 0 || i.form >= 0 || ptx::has(i, ptx::kCarryOut) || ptx::has(i, ptx::kSync)) return false;
  if (ptx::op_of(i) == Op::kLd) return ptx::order_of(i) == ptx::Order::kWeak;
  const ptx::LatencyClass unit = ptx::latency_class(i);
  if (unit != ptx::LatencyClass::kAlu && unit != ptx::LatencyClass::kSfu) return false;
  switch (ptx::op_of(i)) {
    case Op::kActivemask: case Op::kMatch: case Op::kShfl: case Op::kVote: case Op::kRuntime: return false;
    default: return !reads_clock(i);
  }
}

// Finds the instructions that are needed: those with effects, and those with a result that a needed instruction may
// read before it is overwritten. This is liveness in which unneeded instructions read nothing, so that cycles of them
// are not needed either.
class NeededInstructions {
 public:
  explicit NeededInstructions(const ptx::Kernel& body)
      : flow_(control_flow(body)),
        use_(register_use(body)),
        live_in_(flow_.blocks.size(), use_.size()) {
    needed_.reserve(body.instructions.size());
    for (const ptx::Instruction& i : body.instructions) needed_.push_back(!only_makes_results(i));
  }

  // Visits a block again if more is live after it than before.
  std::vector<bool> run() {
    std::vector<bool> waits(flow_.blocks.size(), true);
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t block = flow_.exit(); block-- != 0;) {
        if (!waits[block]) continue;
        waits[block] = false;
        if (!live_in_.merge(block, live_before(block), 0)) continue;
        for (const std::uint32_t before : flow_.graph.predecessors[block]) waits[before] = again = true;
      }
    }
    return std::move(needed_);
  }

 private:
  // One row: the registers that are live before the block, as far as its successors are known.
  BitMatrix live_before(std::uint32_t block) {
    BitMatrix live(1, use_.size());
    for (const std::uint32_t next : flow_.graph.successors[block]) live.merge(0, live_in_, next);
    for (std::uint32_t pc = flow_.blocks[block].last; pc-- > flow_.blocks[block].first;) {
      const Access& access = use_.accesses[pc];
      for (const std::uint32_t used : access.writes) {
        if (!live.get(0, used)) continue;
        needed_[pc] = true;
        if (access.certain) live.clear(0, used);
      }
      if (!needed_[pc]) continue;
      for (const std::uint32_t used : access.reads) live.set(0, used);
    }
    return live;
  }

  const ControlFlow flow_;
  const RegisterUse use_;
  BitMatrix live_in_;  // one row per block
  std::vector<bool> needed_;
};

}  // namespace

void remove_unused(ptx::Kernel& body) {
  const std::vector<bool> keep = NeededInstructions(body).run();
  replace_instructions(body, {}, [&](ptx::Instruction i, std::uint32_t pc, Instructions& out) {
    if (keep[pc]) out.push_back(std::move(i));
  });
}

}  // namespace unibank::compiler
