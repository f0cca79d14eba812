#include "compiler/time_share_registers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/colouring.h"
#include "compiler/loops.h"
#include "compiler/split_edges.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

using Values = std::vector<std::uint32_t>;

constexpr std::size_t kWork = 10'000'000;  // neighbour visits of a colouring: some 20 ms

// The 32-bit registers (used ones of a body) with a value before or after each instruction, or named by it.
std::vector<Values> values_at(const Body& body) {
  std::vector<Values> all(body.kernel.instructions.size());
  for (std::uint32_t block = 0; block < body.flow.exit(); ++block) {
    for (LiveWalk walk(body.flow, body.use, body.live, block); !walk.done(); walk.next()) {
      Values& values = all[walk.pc()];
      walk.live().bits().each(0, [&](std::uint32_t used) { values.push_back(used); });
      for (const std::uint32_t read : body.use.accesses[walk.pc()].reads)
        if (!walk.live().has(read)) values.push_back(read);
      const auto of_other_file = [&](std::uint32_t used) { return body.is_predicate(used); };
      values.erase(std::remove_if(values.begin(), values.end(), of_other_file), values.end());
    }
  }
  return all;
}

unsigned registers_of(const Body& body, const Values& values) {
  unsigned count = 0;
  for (const std::uint32_t used : values) count += body.units(used);
  return count;
}

bool is_lock(const ptx::Instruction& i) {
  if (ptx::op_of(i) != ptx::Op::kAtom) return false;
  const auto operation = static_cast<ptx::Atomic>(i.variant);
  return operation == ptx::Atomic::kCas || operation == ptx::Atomic::kExch;
}

bool waits_at_mbarrier(const ptx::Instruction& i) {
  if (ptx::op_of(i) != ptx::Op::kMbarrier) return false;
  const auto operation = static_cast<ptx::Mbarrier>(i.variant);
  return operation == ptx::Mbarrier::kTest || operation == ptx::Mbarrier::kTestParity;
}

// The instructions at which a thread may wait for another one.
std::vector<bool> waits_of(const Body& body) {
  const std::vector<unsigned> depth = loop_depths(body.flow.graph);
  std::vector<bool> waits;
  for (std::uint32_t pc = 0; pc < body.kernel.instructions.size(); ++pc) {
    const ptx::Instruction& i = body.kernel.instructions[pc];
    const bool strong_load = ptx::is_load(i) && ptx::order_of(i) != ptx::Order::kWeak;
    const bool polls = depth[body.flow.block_of[pc]] != 0 && (strong_load || is_lock(i));
    waits.push_back(polls || waits_at_mbarrier(i) || ptx::latency_class(i) == ptx::LatencyClass::kBarrier);
  }
  return waits;
}

// Numbers for the values of a body: values at points with few live registers get numbers below `base`.
class Numbering {
 public:
  Numbering(const ptx::Kernel& kernel, const AllocationContext& context, unsigned base)
      : body_(kernel, context),
        file_(body_, false),
        values_(values_at(body_)),
        waits_(waits_of(body_)),
        base_(base),
        forbidden_(body_.forbidden) {
    forbidden_.resize(body_.use.size());
    for (unsigned number = base; number < kMaxRegisters; ++number) extended_.set(number);
  }

  // Where at most `few` registers have a value, all of them are below the base. False: not found.
  bool find(unsigned few) {
    body_.forbidden = forbidden_;
    for (std::uint32_t pc = 0; pc < values_.size(); ++pc) {
      if (!waits_[pc] && registers_of(body_, values_[pc]) > few) continue;
      for (const std::uint32_t used : values_[pc]) body_.forbidden[used] |= extended_;
    }
    const unsigned capacity = body_.kernel.registers_per_thread;
    found_ = best_colouring(file_, {capacity, capacity, kWork});
    return found_.failed.empty();
  }

  // Whether so many values are live at a wait that no numbering exists.
  bool impossible() const {
    for (std::uint32_t pc = 0; pc < values_.size(); ++pc)
      if (waits_[pc] && body_.use.accesses[pc].writes.empty() && registers_of(body_, values_[pc]) > base_) return true;
    return false;
  }

  void apply(ptx::Kernel& kernel) const {
    for (const std::uint32_t used : file_.registers)
      kernel.physical[body_.use.number[used]] = static_cast<std::uint16_t>(found_.place[used]);
    kernel.registers_per_thread = found_.count;
  }
  unsigned count() const { return found_.count; }

 private:
  Body body_;
  File file_;
  std::vector<Values> values_;
  std::vector<bool> waits_;
  const unsigned base_;
  std::vector<Body::Numbers> forbidden_;  // by the body's calls
  Body::Numbers extended_;
  Colouring found_;
};

// For each instruction, whether it names a register of the extended set, or such a register has a value before or after
// it.
std::vector<bool> inside(const Body& body, unsigned base) {
  std::vector<bool> all;
  for (const Values& values : values_at(body)) {
    all.push_back(std::any_of(values.begin(), values.end(), [&](std::uint32_t used) {
      return body.kernel.physical[body.use.number[used]] + body.units(used) > base;
    }));
  }
  return all;
}

// Adds an instruction on every path from outside to inside (`enters`) or back. A thread begins outside; a thread that
// ends holds nothing any more. If the kernel's first instruction needs an acqreg and branches lead back to it, they
// execute the acqreg too, which changes nothing.
void add_border(ptx::Kernel& kernel, const AllocationContext& context, unsigned base, bool enters) {
  const Body body(kernel, context);
  const ControlFlow& flow = body.flow;
  const std::vector<bool> is_inside = inside(body, base);
  std::vector<Insertion> places;
  std::vector<Edge> edges;
  for (std::uint32_t block = 0; block < flow.exit(); ++block) {
    const std::uint32_t first = flow.blocks[block].first;
    for (std::uint32_t pc = first + 1; pc < flow.blocks[block].last; ++pc)
      if (is_inside[pc] == enters && is_inside[pc - 1] != enters) places.push_back({Insertion::Place::kBefore, pc});
    if (is_inside[first] != enters) continue;
    const std::vector<std::uint32_t>& before = flow.graph.predecessors[block];
    const auto crosses = [&](std::uint32_t from) { return is_inside[flow.blocks[from].last - 1] != enters; };
    const bool all_cross = !before.empty() && std::all_of(before.begin(), before.end(), crosses);
    if (block == 0 ? enters : all_cross) {
      places.push_back({Insertion::Place::kBefore, first});
      continue;
    }
    for (const std::uint32_t from : before)
      if (crosses(from)) edges.push_back({from, block});
  }
  ptx::Instruction made;
  made.opcode = static_cast<ptx::Opcode>(enters ? ptx::Op::kAcqreg : ptx::Op::kRelreg);
  made.origin = ptx::Origin::kTimeShare;
  made.text = enters ? "acqreg" : "relreg";
  insert_at(flow, places, edges, made, kernel);
}

}  // namespace

bool time_share_registers(ptx::Kernel& body, const AllocationContext& context, unsigned base) {
  if (base == 0 || base >= body.registers_per_thread) return false;
  Numbering numbering(body, context, base);
  if (numbering.impossible()) return false;
  bool found = false;
  for (const unsigned fewer : {0u, 1u, 2u, 4u, 8u, 16u, base}) {
    found = fewer <= base && numbering.find(base - fewer);
    if (found) break;
  }
  if (!found || numbering.count() <= base) return false;
  numbering.apply(body);
  close_end(body, ptx::Origin::kTimeShare);
  add_border(body, context, base, true);
  add_border(body, context, base, false);
  body.base_registers = base;
  return true;
}

double extended_share(const ptx::Kernel& kernel) {
  const ControlFlow flow = control_flow(kernel);
  const std::vector<double> weights = block_weights(flow);
  std::vector<bool> holds(flow.blocks.size()), seen(flow.blocks.size());  // at the block's beginning
  std::vector<std::uint32_t> work = {0};
  seen[0] = true;
  double all = 0, with = 0;
  while (!work.empty()) {
    const std::uint32_t block = work.back();
    work.pop_back();
    bool now = holds[block];
    for (std::uint32_t pc = flow.blocks[block].first; pc < flow.blocks[block].last; ++pc) {
      if (ptx::op_of(kernel.instructions[pc]) == ptx::Op::kAcqreg) now = true;
      if (ptx::op_of(kernel.instructions[pc]) == ptx::Op::kRelreg) now = false;
      all += weights[block];
      with += now ? weights[block] : 0;
    }
    for (const std::uint32_t next : flow.graph.successors[block]) {
      if (seen[next]) continue;
      seen[next] = true;
      holds[next] = now;
      work.push_back(next);
    }
  }
  return all == 0 ? 0 : with / all;
}

}  // namespace unibank::compiler
