#include "compiler/schedule_instructions.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "compiler/allocate.h"
#include "compiler/body.h"
#include "compiler/cfg.h"
#include "compiler/dependences.h"
#include "compiler/liveness.h"
#include "compiler/physical_use.h"
#include "compiler/register_use.h"
#include "compiler/schedule_critical_path.h"
#include "compiler/schedule_line.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

// A longer line is scheduled piece by piece: time grows quadratically.
constexpr std::uint32_t kLongestLine = 512;

class BodySchedule {
 public:
  BodySchedule(const ptx::Kernel& body, const AllocationContext& context, const InstructionSchedule& schedule,
               unsigned registers)
      : body_(body),
        schedule_(schedule),
        registers_(registers),
        flow_(control_flow(body)),
        use_(register_use(body, context)),
        live_(liveness(flow_, use_)),
        order_(body.instructions.size()) {}

  // For each position, the instruction that is there now.
  std::vector<std::uint32_t> run() {
    std::iota(order_.begin(), order_.end(), 0u);
    for (std::uint32_t block = 0; block < flow_.exit(); ++block) schedule_block(block);
    return std::move(order_);
  }

 private:
  // Schedules the lines of a block from the last to the first, with the registers that are live after each line.
  void schedule_block(std::uint32_t block) {
    const auto [first, last] = flow_.blocks[block];
    BitMatrix live(1, use_.size());
    live.copy(0, live_.live_out, block);
    for (std::uint32_t end = last; end > first;) {
      std::uint32_t begin = end;
      while (begin > first && end - begin < kLongestLine && !is_fixed(body_.instructions[begin - 1])) --begin;
      if (end - begin > 1) schedule(begin, end, live);
      begin = std::min(begin, end - 1);
      while (end > begin) step_back(--end, live);
    }
  }

  void step_back(std::uint32_t pc, BitMatrix& live) const {
    const Access& access = use_.accesses[pc];
    for (const std::uint32_t used : access.writes)
      if (access.certain) live.clear(0, used);
    for (const std::uint32_t used : access.reads) live.set(0, used);
  }

  void schedule(std::uint32_t begin, std::uint32_t end, const BitMatrix& live) {
    ScheduleLine line;
    for (std::uint32_t pc = begin; pc < end; ++pc) {
      const ptx::Instruction& i = body_.instructions[pc];
      line.latency.push_back(latency_of(i));
      line.far.push_back(is_long_latency(i));
      line.early.push_back(is_long_latency(i) && !ptx::is_store(i) && !ptx::is_atomic(i));
    }
    if (std::none_of(line.early.begin(), line.early.end(), [](bool early) { return early; }) &&
        std::all_of(line.latency.begin(), line.latency.end(), [](unsigned latency) { return latency == 1; }))
      return;
    const bool by_path = schedule_.habit == ScheduleHabit::kCriticalPath;
    line.behind = dependences(body_, use_, begin, end, by_path);
    const LiveValues values(use_, begin, end, live);
    const std::vector<std::uint32_t> order =
        by_path ? schedule_critical_path(line, values, registers_) : schedule_line(line, values, registers_);
    for (std::uint32_t place = 0; place < order.size(); ++place) order_[begin + place] = begin + order[place];
  }

  // All cycles from the instruction's issue to the issue of a reader of its result.
  unsigned whole_latency_of(const ptx::Instruction& i) const {
    const unsigned alu = schedule_.alu;
    switch (ptx::latency_class(i)) {
      case ptx::LatencyClass::kSfu: return alu + schedule_.special_function;
      case ptx::LatencyClass::kTensor: return alu + schedule_.tensor;
      case ptx::LatencyClass::kTexture: return alu + schedule_.far_load;
      default: break;
    }
    if (is_long_latency(i)) return alu + schedule_.far_load;
    return ptx::is_load(i) && i.space == ptx::StateSpace::kShared ? alu + schedule_.scratchpad : alu;
  }

  unsigned latency_of(const ptx::Instruction& i) const {
    if (schedule_.habit == ScheduleHabit::kCriticalPath) return whole_latency_of(i);
    if (schedule_.habit != ScheduleHabit::kLoadsEarly) return 1;
    if (ptx::latency_class(i) == ptx::LatencyClass::kSfu) return 1 + schedule_.special_function;
    return ptx::is_load(i) && i.space == ptx::StateSpace::kShared ? 1 + schedule_.scratchpad : 1;
  }

  const ptx::Kernel& body_;
  const InstructionSchedule& schedule_;
  const unsigned registers_;
  const ControlFlow flow_;
  const RegisterUse use_;
  const Liveness live_;
  std::vector<std::uint32_t> order_;
};

// The cost of an order: accesses to local memory, recomputed values, registers per thread.
struct Cost {
  unsigned spills = 0, registers = 0;
};

Cost cost_of(ptx::Kernel body, const AllocationContext& context) {
  allocate(body, context);
  const ptx::AllocationReport& report = body.allocation;
  return {report.spill_loads + report.spill_stores + report.rematerialised_values, body.registers_per_thread};
}

ptx::Kernel in_order(const ptx::Kernel& body, const std::vector<std::uint32_t>& order) {
  ptx::Kernel scheduled = body;
  for (std::size_t place = 0; place < order.size(); ++place)
    scheduled.instructions[place] = body.instructions[order[place]];
  return scheduled;
}

// Returns whether the body has been ordered within its registers and spills.
bool try_schedule(ptx::Kernel& body, const AllocationContext& context, const InstructionSchedule& schedule,
                  const Cost& written) {
  const unsigned most = std::max(schedule.registers, written.registers);
  const unsigned bound = std::min(most, context.limit - context.reserved);
  const bool by_path = schedule.habit == ScheduleHabit::kCriticalPath;  // takes all registers that are allowed
  for (const unsigned spare : {0u, 1u, 2u, 4u, 8u, 12u, 16u, 24u, 32u}) {
    if (spare > 8 && !by_path) break;
    const unsigned registers = bound - std::min(bound, spare);
    const std::vector<std::uint32_t> order = BodySchedule(body, context, schedule, registers).run();
    if (std::is_sorted(order.begin(), order.end())) return true;
    ptx::Kernel scheduled = in_order(body, order);
    const Cost cost = cost_of(scheduled, context);
    if (cost.spills > written.spills || cost.registers > most) continue;
    body = std::move(scheduled);
    return true;
  }
  return false;
}

}  // namespace

void schedule_instructions(ptx::Kernel& body, const AllocationContext& context, const InstructionSchedule& schedule) {
  if (schedule.habit == ScheduleHabit::kAsWritten) return;
  const Cost written = cost_of(body, context);
  if (try_schedule(body, context, schedule, written) || schedule.habit != ScheduleHabit::kCriticalPath) return;
  InstructionSchedule loads = schedule;  // takes fewer registers
  loads.habit = ScheduleHabit::kLoadsEarly;
  try_schedule(body, context, loads, written);
}

}  // namespace unibank::compiler
