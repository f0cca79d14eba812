#include "compiler/spill_to_scratchpad.h"

#include <algorithm>

#include "compiler/slot_code.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

class Pass {
 public:
  Pass(const CallGraph& graph, std::vector<Lowered>& bodies, const ScratchpadSpills& spills)
      : graph_(graph), bodies_(bodies), spills_(spills), place_(graph.bodies.size()) {
    for (std::uint32_t place = 0; place < graph.order.size(); ++place) place_[graph.order[place]] = place;
  }

  ptx::SlotReport run() {
    for (const std::uint32_t body : graph_.order) program_.push_back(slot_body(body));
    plan_ = plan_slots(program_, spills_.slots, spills_.stack);
    report_.max_live = plan_.max_live;
    report_.slots = plan_.slots;
    for (std::size_t place = 0; place < program_.size(); ++place)
      for (const std::vector<unsigned>& slots : plan_.bodies[place].places)
        ++(slots.empty() ? report_.in_local_memory : report_.in_scratchpad);
    if (plan_.slots != 0) rewrite();
    return std::move(report_);
  }

 private:
  ptx::Kernel& kernel_at(std::size_t place) { return bodies_[graph_.order[place]].kernel; }

  SlotBody slot_body(std::uint32_t body) {
    const ptx::Kernel& kernel = bodies_[body].kernel;
    SlotBody made;
    made.spills = spill_variables(kernel);
    if (graph_.recursive[body]) keep_local(kernel, made.spills);
    for (std::uint32_t pc = 0; pc < kernel.instructions.size(); ++pc) {
      if (!ptx::is_call(kernel.instructions[pc])) continue;
      const ptx::Operand& callee = callee_of(kernel.instructions[pc]);
      SlotCall call{pc, {}};
      if (callee.kind == ptx::Operand::Kind::kFunction) add(static_cast<std::uint32_t>(callee.index), body, call);
      else for (const std::uint32_t one : graph_.indirect[body]) add(one, body, call);
      made.calls.push_back(std::move(call));
    }
    return made;
  }

  void add(std::uint32_t callee, std::uint32_t caller, SlotCall& call) const {
    if (graph_.cycle[callee] != graph_.cycle[caller]) call.callees.push_back(place_[callee]);
  }

  void keep_local(const ptx::Kernel& kernel, SpillVariables& spills) {
    if (spills.variables.empty()) return;
    report_.in_local_memory += static_cast<unsigned>(spills.variables.size());
    report_.kept_local += (report_.kept_local.empty() ? "may be called before they return: " : ", ") + kernel.name;
    spills.variables.clear();
    spills.accessed.assign(spills.accessed.size(), kNoVariable);
    for (std::vector<std::uint32_t>& live : spills.live) live.clear();
  }

  void rewrite() {
    unsigned registers = 0;
    for (std::size_t place = 0; place < program_.size(); ++place)
      registers = std::max(registers, kernel_at(place).registers_per_thread);
    const SlotLayout layout{static_cast<std::uint16_t>(registers), static_cast<std::uint16_t>(registers + 1),
                            spills_.block};
    for (std::size_t place = 0; place < program_.size(); ++place)
      insert_slot_code(kernel_at(place), program_[place], plan_.bodies[place], layout, report_);
    ptx::Kernel& entry = kernel_at(program_.size() - 1);
    add_slot_area(entry, plan_.slots, layout, report_);
    report_.reserved_registers = report_.moves == 0 ? 1 : 2;
    entry.registers_per_thread = registers + report_.reserved_registers;
  }

  const CallGraph& graph_;
  std::vector<Lowered>& bodies_;
  const ScratchpadSpills& spills_;
  std::vector<std::uint32_t> place_;  // of each body of the graph: its position in the order
  std::vector<SlotBody> program_;
  SlotPlan plan_;
  ptx::SlotReport report_;
};

}  // namespace

ptx::SlotReport spill_to_scratchpad(const CallGraph& graph, std::vector<Lowered>& bodies,
                                    const ScratchpadSpills& spills) {
  return Pass(graph, bodies, spills).run();
}

}  // namespace unibank::compiler
