#include "compiler/body.h"

#include <algorithm>

#include "compiler/call_graph.h"
#include "compiler/loops.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

std::vector<std::uint32_t> outputs_of(const AllocationContext& context) {
  if (context.stack_pointer < 0) return {};
  return {static_cast<std::uint32_t>(context.stack_pointer)};
}

std::vector<std::uint32_t> inputs_of(const AllocationContext& context) {
  std::vector<std::uint32_t> inputs = context.inputs;
  for (const std::uint32_t index : outputs_of(context)) {
    if (std::find(inputs.begin(), inputs.end(), index) == inputs.end()) inputs.push_back(index);
  }
  return inputs;
}

// The callee's clobbers; an unknown callee clobbers everything.
RegisterSet destroyed(const ptx::Instruction& call, const AllocationContext& context) {
  const auto known = context.clobbers.find(callee_number(call));
  if (known != context.clobbers.end()) return known->second;
  RegisterSet all;
  for (unsigned number = 0; number < RegisterSet::kBits; ++number) all.add_register(number);
  return all;
}

}  // namespace

Body::Body(const ptx::Kernel& body, const AllocationContext& context)
    : kernel(body),
      flow(control_flow(body)),
      use(register_use(body, context)),
      live(liveness(flow, use)),
      weights(block_weights(flow)),
      neighbours(interference(flow, use, live)),
      partners(use.size()),
      used_of(body.registers.size(), kUnused),
      fixed(use.size(), AllocationContext::kFree),
      pinned(use.size()) {
  for (std::uint32_t used = 0; used < use.size(); ++used) used_of[use.number[used]] = used;
  note_moves();
  note_context(context);
  note_calls(context);
}

RegisterUse register_use(const ptx::Kernel& kernel, const AllocationContext& context) {
  return register_use(kernel, inputs_of(context), outputs_of(context));
}

bool is_copy(const ptx::Instruction& instruction, const Access& access, const RegisterUse& use) {
  return ptx::op_of(instruction) == ptx::Op::kMov && access.certain && access.writes.size() == 1 &&
         access.reads.size() == 1 && use.units[access.writes[0]] == use.units[access.reads[0]];
}

void Body::note_moves() {
  for (std::size_t pc = 0; pc < kernel.instructions.size(); ++pc) {
    const Access& access = use.accesses[pc];
    if (!is_copy(kernel.instructions[pc], access, use)) continue;
    partners[access.writes[0]].push_back(access.reads[0]);
    partners[access.reads[0]].push_back(access.writes[0]);
  }
}

void Body::note_context(const AllocationContext& context) {
  for (std::uint32_t used = 0; used < use.size(); ++used) {
    if (use.number[used] < context.fixed.size()) fixed[used] = context.fixed[use.number[used]];
    pinned[used] = fixed[used] != AllocationContext::kFree;
  }
  for (const std::uint32_t used : use.outputs) pinned[used] = true;
  for (const std::uint32_t index : context.pinned) {
    if (used_of[index] != kUnused) pinned[used_of[index]] = true;
  }
}

// A register that is live after a call and is not its result is live across it. A call restores the stack pointer.
void Body::note_calls(const AllocationContext& context) {
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    const auto first = kernel.instructions.begin() + flow.blocks[block].first;
    const auto last = kernel.instructions.begin() + flow.blocks[block].last;
    if (std::none_of(first, last, [](const ptx::Instruction& i) { return ptx::is_call(i); })) continue;
    for (LiveWalk walk(flow, use, live, block); !walk.done(); walk.next()) {
      if (!ptx::is_call(kernel.instructions[walk.pc()])) continue;
      Call call;
      call.pc = walk.pc();
      const RegisterSet set = destroyed(kernel.instructions[call.pc], context);
      for (unsigned n = 0; n < kMaxRegisters; ++n) call.registers[n] = set.has_register(n);
      for (unsigned n = 0; n < kMaxPredicates; ++n) call.predicates[n] = set.has_register(kMaxRegisters + n);
      for (const std::uint32_t used : use.outputs) {
        for (unsigned i = 0; fixed[used] >= 0 && i < units(used); ++i) {
          call.registers.reset(static_cast<unsigned>(fixed[used]) + i);
        }
      }
      forbidden.resize(use.size());
      const std::vector<std::uint32_t>& writes = use.accesses[call.pc].writes;
      walk.live().bits().each(0, [&](std::uint32_t used) {
        const bool survives = std::find(writes.begin(), writes.end(), used) != writes.end() ||
                              std::find(use.outputs.begin(), use.outputs.end(), used) != use.outputs.end();
        if (!survives) forbidden[used] |= is_predicate(used) ? call.predicates : call.registers;
      });
      calls.push_back(call);
    }
  }
}

}  // namespace unibank::compiler
