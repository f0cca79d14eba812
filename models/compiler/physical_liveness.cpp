#include "compiler/physical_liveness.h"

#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

class Solver {
 public:
  Solver(const ptx::Kernel& kernel, const ControlFlow& flow, const std::vector<PhysicalUse>& use)
      : kernel_(kernel),
        flow_(flow),
        use_(use),
        before_(use.size()),
        at_return_(kernel.functions.size()),
        returns_from_(use.size(), kNone) {
    for (std::uint32_t function = 0; function < kernel.functions.size(); ++function) {
      const auto& [name, first, last, address] = kernel.functions[function];
      for (std::uint32_t pc = first; pc < last; ++pc)
        if (ptx::op_of(kernel.instructions[pc]) == ptx::Op::kRet) returns_from_[pc] = function;
    }
  }

  std::vector<RegisterBits> run() {
    do {
      changed_ = false;
      for (std::uint32_t block = flow_.exit(); block-- > 0;) step(block);
    } while (changed_);
    return std::move(before_);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void step(std::uint32_t block) {
    RegisterBits live;
    for (const std::uint32_t next : flow_.graph.successors[block])
      if (next != flow_.exit()) live |= before_[flow_.blocks[next].first];
    for (std::uint32_t pc = flow_.blocks[block].last; pc-- > flow_.blocks[block].first;) {
      step(pc, live);
      changed_ |= live != before_[pc];
      before_[pc] = live;
    }
  }

  void step(std::uint32_t pc, RegisterBits& live) {
    const PhysicalUse& use = use_[pc];
    if (returns_from_[pc] != kNone) live |= at_return_[returns_from_[pc]];
    if (ptx::is_call(kernel_.instructions[pc])) {
      pass_call(pc, live);
    } else if (use.certain) {
      for (const std::uint16_t number : use.writes) live.reset(number);
    }
    for (const std::uint16_t number : use.reads) live.set(number);
  }

  // Every path continues through a callee, unless a guard lets some lanes skip the call.
  void pass_call(std::uint32_t pc, RegisterBits& live) {
    const RegisterBits behind = live;
    if (use_[pc].certain) live.reset();
    for (const std::uint32_t callee : callees_of(kernel_, kernel_.instructions[pc])) {
      changed_ |= (behind & ~at_return_[callee]).any();
      at_return_[callee] |= behind;
      live |= before_[kernel_.functions[callee].first];
    }
  }

  const ptx::Kernel& kernel_;
  const ControlFlow& flow_;
  const std::vector<PhysicalUse>& use_;
  std::vector<RegisterBits> before_;         // of each instruction
  std::vector<RegisterBits> at_return_;      // of each function
  std::vector<std::uint32_t> returns_from_;  // [instruction]: the function whose return it is
  bool changed_ = false;
};

}  // namespace

std::vector<RegisterBits> physical_liveness(const ptx::Kernel& kernel, const ControlFlow& flow,
                                            const std::vector<PhysicalUse>& use) {
  return Solver(kernel, flow, use).run();
}

}  // namespace unibank::compiler
