#include "compiler/link.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/input_error.h"
#include "compiler/allocate.h"
#include "compiler/call_graph.h"
#include "compiler/dominators.h"
#include "compiler/join.h"
#include "compiler/last_uses.h"
#include "compiler/lower_calls.h"
#include "compiler/parameter_homes.h"
#include "compiler/place_registers.h"
#include "compiler/register_use.h"
#include "compiler/schedule_instructions.h"
#include "compiler/simplify.h"
#include "compiler/spill_to_scratchpad.h"
#include "compiler/stack_frame.h"
#include "compiler/time_share_registers.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

void check_spills(const CompileOptions& options) {
  const Dim3& block = options.spills.block;
  if (options.reserved > 2)
    throw InputError(std::to_string(options.reserved) + " registers reserved; expected at most 2");
  if (options.spills.slots == 0) return;
  if (block.count() == 0)
    throw InputError("spills in the scratchpad for blocks of " + std::to_string(block.x) + " x " +
                     std::to_string(block.y) + " x " + std::to_string(block.z) +
                     " threads; expected the shape of the launch's blocks");
}

void check(const CompileOptions& options) {
  if (options.hierarchy.enabled) check_hierarchy(options.hierarchy);
  check_spills(options);
  if (options.registers == 0 || (options.registers >= kLeastRegisters && options.registers <= kMaxRegisters)) return;
  throw InputError("a limit of " + std::to_string(options.registers) + " registers per thread; expected 0 (none) or " +
                   std::to_string(kLeastRegisters) + " to " + std::to_string(kMaxRegisters));
}

RegisterSet all_registers() {
  RegisterSet all;
  for (unsigned number = 0; number < RegisterSet::kBits; ++number) all.add_register(number);
  return all;
}

// All physical registers that the body's instructions name.
RegisterSet registers_of(const ptx::Kernel& body) {
  RegisterSet set;
  const auto add = [&](std::uint32_t index) {
    const unsigned first = body.physical[index], units = register_units(body.registers[index].type);
    if (units == 0) set.add_predicate(first);
    for (unsigned number = first; number < first + units; ++number) set.add_register(number);
  };
  for (const ptx::Instruction& instruction : body.instructions) {
    const Access access = access_of(instruction);
    for (const std::uint32_t index : access.reads) add(index);
    for (const std::uint32_t index : access.writes) add(index);
  }
  return set;
}

class Linker {
 public:
  // `reserved`: registers for spills in the scratchpad; 0: no such spills.
  // `base`: registers that a warp holds always; 0: all.
  Linker(const CallGraph& graph, const CompileOptions& options, unsigned reserved, unsigned base, bool stack)
      : graph_(graph), options_(options), reserved_(reserved), base_(base), stack_(stack) {
    const std::size_t bodies = graph.bodies.size();
    callees_.resize(bodies);
    destroyed_.resize(bodies);
    bodies_.resize(bodies);
    for (std::uint32_t function = 0; function < graph.entry(); ++function)
      callees_[function].runtime = find_runtime_function(*graph.bodies[function]);
    for (const std::uint32_t body : graph.order) {
      for (const ptx::Variable& symbol : graph.bodies[body]->symbols)
        if (symbol.space == ptx::StateSpace::kLocal || symbol.space == ptx::StateSpace::kParam)
          align_ = std::max<std::uint64_t>(align_, symbol.align);
      const ptx::Kernel& function = *graph.bodies[body];
      if (body == graph.entry()) continue;  // it has no caller
      const bool by_stack = graph.recursive[body] || graph.address_taken[body];
      callees_[body].convention =
          by_stack ? stack_convention(function.returns, function.parameters) : register_convention(function);
    }
  }

  // Empty if a body turns out to need a stack and there is none.
  std::optional<ptx::Kernel> link() {
    if (!measure_all([this](std::uint32_t body) { return compile(body); })) return std::nullopt;
    if (options_.spills.slots != 0) spill();
    for (const std::uint32_t body : graph_.order) {
      settle_frame(bodies_[body], align_);
      reconvergence(bodies_[body].kernel);
    }
    return joined();
  }

 private:
  using Bodies = std::vector<std::uint32_t>::const_iterator;

  bool same_cycle(std::uint32_t body, std::uint32_t other) const {
    return graph_.recursive[body] && graph_.cycle[body] == graph_.cycle[other];
  }

  // Visits the bodies, callees first, and measures each. Stops and returns false when a visit returns false.
  template <typename Visit>
  bool measure_all(Visit visit) {
    depth_.assign(graph_.bodies.size(), 0);
    cycle_frames_.assign(graph_.bodies.size(), 0);
    for (auto body = graph_.order.begin(); body != graph_.order.end();) {
      const auto cycle_end = std::find_if(body, graph_.order.end(), [&](std::uint32_t other) {
        return graph_.cycle[other] != graph_.cycle[*body];
      });
      for (auto member = body; member != cycle_end; ++member) {
        if (!visit(*member)) return false;
        measure(*member);
      }
      measure_cycle(body, cycle_end);
      body = cycle_end;
    }
    return true;
  }

  ptx::Kernel body_of(std::uint32_t index) const {
    ptx::Kernel body = *graph_.bodies[index];
    if (options_.simplify) simplify(body);
    return body;
  }

  bool compile(std::uint32_t index) {
    Lowered& body = bodies_[index];
    body = lower_calls(body_of(index), callees_[index].convention, {stack_, callees_});
    if (body.wants_stack && !stack_) return false;
    body.context.limit = options_.registers == 0 ? kMaxRegisters : options_.registers;
    body.context.reserved = options_.reserved + reserved_;
    if (!graph_.callees[index].empty()) body.context.clobbers = clobbers(index);
    schedule_instructions(body.kernel, body.context, options_.schedule);
    if (index == graph_.entry()) share(body.kernel);
    allocate(body.kernel, body.context);
    if (graph_.order.size() == 1) time_share_registers(body.kernel, body.context, base_);
    if (!stack_ && index != graph_.entry() && body.kernel.local_bytes != 0) return false;
    note_registers(index, body);
    return true;
  }

  // If there may be slots, sharing is completed after they are placed.
  void share(ptx::Kernel& entry) {
    const Surroundings around = surroundings([this](std::uint32_t body) -> auto& { return *graph_.bodies[body]; });
    if (reserved_ == 0) share_scratchpad(entry, options_.sharing, around);
    else own_accesses_ = own_accesses(entry, around);
  }

  // The frames shrink by the spills that move to the scratchpad.
  void spill() {
    ScratchpadSpills spills = options_.spills;
    if (reserved_ == 0) spills.slots = 0;
    ptx::SlotReport report = spill_to_scratchpad(graph_, bodies_, spills);
    ptx::Kernel& entry = bodies_[graph_.entry()].kernel;
    if (report.slots != 0) {
      const Surroundings around = surroundings([this](std::uint32_t body) -> auto& { return bodies_[body].kernel; });
      share_scratchpad(entry, options_.sharing, around, own_accesses_, 4 * spills.block.count());
    }
    entry.allocation.slots = std::move(report);
    measure_all([](std::uint32_t) { return true; });
  }

  // Whether a body as parsed, in which these are still calls, calls the CUDA runtime.
  bool calls_runtime(const ptx::Kernel& body) const {
    return std::any_of(body.instructions.begin(), body.instructions.end(), [this](const ptx::Instruction& i) {
      return ptx::is_call(i) && callee_of(i).kind == ptx::Operand::Kind::kFunction &&
             callees_[static_cast<std::size_t>(callee_of(i).index)].runtime;
    });
  }

  // The possible scratchpad accesses of the functions that the entry reaches.
  template <typename KernelOf>
  Surroundings surroundings(const KernelOf& kernel_of) const {
    Surroundings all;
    for (const std::uint32_t body : graph_.order) {
      if (body == graph_.entry()) continue;
      const Surroundings one = surroundings_of(kernel_of(body));
      all.calls_touch |= one.calls_touch;
      all.calls_print |= one.calls_print || calls_runtime(kernel_of(body));
      all.foreign |= one.foreign;
      all.declare |= one.declare;
    }
    return all;
  }

  // A recursive callee preserves only the stack pointer.
  std::map<std::int32_t, RegisterSet> clobbers(std::uint32_t index) const {
    std::map<std::int32_t, RegisterSet> sets;
    const auto destroyed_by = [&](std::uint32_t callee) {
      RegisterSet set = same_cycle(index, callee) ? all_registers() : destroyed_[graph_.cycle[callee]];
      if (stack_) set.remove(stack_register());
      return set;
    };
    for (const std::uint32_t callee : graph_.callees[index])
      sets[static_cast<std::int32_t>(callee)] = destroyed_by(callee);
    RegisterSet& indirect = sets[kThroughRegister];
    for (const std::uint32_t callee : graph_.indirect[index]) indirect.add(destroyed_by(callee));
    return sets;
  }

  static RegisterSet stack_register() {
    RegisterSet set;
    set.add_register(kStackRegister);
    return set;
  }

  void note_registers(std::uint32_t index, const Lowered& body) {
    RegisterSet& set = destroyed_[graph_.cycle[index]];
    set.add(registers_of(body.kernel));
    for (const std::uint32_t callee : graph_.callees[index]) set.add(destroyed_[graph_.cycle[callee]]);
    auto input = body.input_registers.begin(), result = body.result_registers.begin();
    for (Passing& passing : callees_[index].convention.inputs)
      if (passing.in_register) passing.physical = body.kernel.physical[*input++];
    for (Passing& passing : callees_[index].convention.results)
      if (passing.in_register) passing.physical = body.kernel.physical[*result++];
  }

  // Bytes of local memory from the body's frame upwards, without the other bodies of its cycle.
  void measure(std::uint32_t index) {
    const std::uint64_t frame = frame_bytes(bodies_[index], align_);
    std::uint64_t deepest = bodies_[index].kernel.local_bytes;
    bool below = callees_[index].convention.stack_bytes != 0;
    for (const std::uint32_t callee : graph_.callees[index]) {
      if (same_cycle(index, callee)) below = true;
      else if (callees_[callee].needs_stack) deepest = std::max(deepest, frame + depth_[callee]);
      below |= callees_[callee].needs_stack;
    }
    // Passed arguments lie at the end of the frame, even if the callee has no frame.
    if (below && !graph_.callees[index].empty()) deepest = std::max(deepest, frame);
    depth_[index] = deepest;
    cycle_frames_[graph_.cycle[index]] += frame;
    callees_[index].needs_stack = stack_ && (below || deepest != 0 || graph_.recursive[index]);
  }

  // Once around a cycle: one frame of each of its bodies, plus the deepest path that leaves it.
  void measure_cycle(Bodies first, Bodies last) {
    if (!graph_.recursive[*first]) return;
    std::uint64_t deepest = 0;
    for (auto body = first; body != last; ++body) deepest = std::max(deepest, depth_[*body]);
    for (auto body = first; body != last; ++body) depth_[*body] = deepest + cycle_frames_[graph_.cycle[*body]];
  }

  ptx::Kernel joined() {
    std::vector<std::uint32_t> numbers(graph_.order.begin(), graph_.order.end() - 1);
    std::sort(numbers.begin(), numbers.end());
    std::vector<ptx::Kernel> functions;
    bool recursive = false;
    for (const std::uint32_t function : numbers) {
      functions.push_back(std::move(bodies_[function].kernel));
      recursive |= graph_.recursive[function];
    }
    ptx::Kernel kernel = join(std::move(bodies_[graph_.entry()].kernel), std::move(functions), numbers);
    kernel.local_bytes = depth_[graph_.entry()] + (recursive ? options_.stack_bytes : 0);
    kernel.recursive = recursive;
    return kernel;
  }

  const CallGraph& graph_;
  const CompileOptions& options_;
  const unsigned reserved_, base_;
  const bool stack_;
  std::uint64_t align_ = kStackAlign;
  std::vector<Callee> callees_;
  std::vector<std::uint64_t> depth_;
  std::vector<std::uint64_t> cycle_frames_;  // indexed by CallGraph::cycle, as is the next member
  std::vector<RegisterSet> destroyed_;
  std::vector<Lowered> bodies_;
  ScratchpadAccesses own_accesses_;  // the accesses of the entry without slots, if it may get slots
};

// A stack costs a register. Whether it is needed is known only when all bodies have their registers.
ptx::Kernel linked(const CallGraph& graph, const CompileOptions& options, unsigned reserved, unsigned base) {
  std::optional<ptx::Kernel> kernel = Linker(graph, options, reserved, base, false).link();
  return kernel ? std::move(*kernel) : *Linker(graph, options, reserved, base, true).link();
}

// Spills in the scratchpad cost zero to two registers. How many is known only when all variables have their slots. If
// an instruction needs the reserved ones itself, the spills stay in local memory.
ptx::Kernel with_slots(const CallGraph& graph, const CompileOptions& options) {
  ptx::Kernel without = linked(graph, options, 0, 0);
  if (options.spills.slots == 0 || without.allocation.spill_bytes == 0) return without;
  for (const unsigned reserved : {1u, 2u}) {
    try {
      ptx::Kernel with = linked(graph, options, reserved, 0);
      const ptx::SlotReport& slots = with.allocation.slots;
      if (slots.in_scratchpad == 0) break;
      if (slots.reserved_registers <= reserved) return with;
    } catch (const InputError&) {  // `without` compiles, so only the registers are too few
      break;
    }
  }
  return without;
}

// The kernel with at most the registers of its directives (.maxnreg, .minnctapersm). One that needs no more is the same
// as without them.
template <typename Compile>
ptx::Kernel within_bounds(const CallGraph& graph, const CompileOptions& options, const Compile& compiled_with) {
  ptx::Kernel kernel = compiled_with(options);
  CompileOptions limited = options;
  const ptx::LaunchBounds& bounds = graph.bodies[graph.entry()]->launch_bounds;
  limited.registers = static_cast<unsigned>(bounds.registers(kMaxRegisters));
  return kernel.registers_per_thread <= limited.registers ? std::move(kernel) : compiled_with(limited);
}

ptx::Kernel finished(ptx::Kernel kernel, const CompileOptions& options) {
  if (options.hierarchy.enabled) place_registers(kernel, options.hierarchy);
  find_last_uses(kernel);
  return kernel;
}

}  // namespace

ptx::Kernel compile(const ptx::Module& module, const std::string& entry, const CompileOptions& options) {
  check(options);
  const CallGraph graph = call_graph(module, entry);
  return finished(within_bounds(graph, options, [&graph](const CompileOptions& limited) {
    return with_slots(graph, limited);
  }), options);
}

ptx::Kernel compile_time_shared(const ptx::Module& module, const std::string& entry, const CompileOptions& options,
                                unsigned base) {
  check(options);
  const CallGraph graph = call_graph(module, entry);
  return finished(within_bounds(graph, options, [&graph, base](const CompileOptions& limited) {
    return linked(graph, limited, 0, base);
  }), options);
}

unsigned slots_for_all(const ptx::Module& module, const std::string& entry, CompileOptions options) {
  options.spills.slots = ScratchpadSpills::kAsNeeded;
  return compile(module, entry, options).allocation.slots.max_live;
}

}  // namespace unibank::compiler
