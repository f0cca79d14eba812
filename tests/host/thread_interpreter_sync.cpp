// The .sync instructions of the thread interpreter: a thread waits for the other threads of its member mask.
#include <algorithm>
#include <stdexcept>

#include "host/thread_interpreter.h"
#include "ptx/instruction_table.h"

namespace unibank {
namespace {

using ptx::Op;

unsigned lane_of(unsigned thread) { return thread % kWarpSize; }
bool holds(std::uint32_t mask, unsigned lane) { return (mask >> lane & 1) != 0; }

// Computes, in PTX's terms for shfl, the lane that is read; -1 where none is in range.
int source_lane(ptx::Shuffle mode, int lane, std::uint32_t b, std::uint32_t c) {
  const int by = static_cast<int>(b & 0x1f), clamp = static_cast<int>(c & 0x1f);
  const int segment = static_cast<int>(c >> 8 & 0x1f);
  const int most = (lane & segment) | (clamp & ~segment), least = lane & segment;
  switch (mode) {
    case ptx::Shuffle::kUp: return lane - by >= most ? lane - by : -1;
    case ptx::Shuffle::kDown: return lane + by <= most ? lane + by : -1;
    case ptx::Shuffle::kBfly: return (lane ^ by) <= most ? lane ^ by : -1;
    case ptx::Shuffle::kIdx: return (least | (by & ~segment)) <= most ? least | (by & ~segment) : -1;
  }
  return -1;
}

std::uint32_t reduced(const ptx::Instruction& instruction, std::uint32_t a, std::uint32_t b) {
  const bool is_signed = instruction.type == ptx::Type::kS32;
  const bool less = is_signed ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
  switch (static_cast<ptx::Atomic>(instruction.variant)) {
    case ptx::Atomic::kAdd: return a + b;
    case ptx::Atomic::kMin: return less ? a : b;
    case ptx::Atomic::kMax: return less ? b : a;
    case ptx::Atomic::kAnd: return a & b;
    case ptx::Atomic::kOr: return a | b;
    case ptx::Atomic::kXor: return a ^ b;
    default: throw std::logic_error("the reference interpreter does not know this reduction");
  }
}

}  // namespace

// Executes the instructions whose members have all arrived; returns false when there was none.
bool ThreadInterpreter::run_syncs(std::vector<Thread>& threads) {
  bool any = false;
  for (Thread& thread : threads) {
    Group group;
    if (!thread.at_sync || !comes_together(thread, threads, group)) continue;
    run_sync(group);
    any = true;
  }
  return any;
}

std::uint32_t ThreadInterpreter::members_of(const Thread& thread) const {
  const Activation& now = thread.stack.back();
  return static_cast<std::uint32_t>(value(thread, now.body->instructions.at(now.pc).operands.back()));
}

// Do all threads of the thread's mask that have not ended wait at its instruction, with its mask?
bool ThreadInterpreter::comes_together(const Thread& thread, std::vector<Thread>& threads, Group& group) const {
  const std::uint32_t members = members_of(thread);
  if (!holds(members, lane_of(thread.index))) throw std::logic_error("a thread is not in its own member mask");
  const std::size_t first = thread.index - lane_of(thread.index);
  const std::size_t last = std::min<std::size_t>(first + kWarpSize, threads.size());
  for (std::size_t t = first; t < last; ++t) {
    Thread& other = threads[t];
    if (!holds(members, lane_of(other.index)) || other.stack.empty()) continue;
    const bool there = other.at_sync && other.stack.size() == thread.stack.size() &&
                       other.stack.back().body == thread.stack.back().body &&
                       other.stack.back().pc == thread.stack.back().pc && members_of(other) == members;
    if (!there) return false;
    group.push_back(&other);
  }
  return true;
}

void ThreadInterpreter::run_sync(const Group& group) {
  const Activation& now = group.front()->stack.back();
  const ptx::Instruction& instruction = now.body->instructions.at(now.pc);
  switch (ptx::op_of(instruction)) {
    case Op::kBar: break;
    case Op::kShfl: shuffle(group, instruction); break;
    case Op::kVote: vote(group, instruction); break;
    case Op::kMatch: match(group, instruction); break;
    case Op::kRedux: reduce(group, instruction); break;
    default: throw std::logic_error("the reference interpreter does not know '" + instruction.text + "'");
  }
  for (Thread* thread : group) {
    ++thread->stack.back().pc;
    thread->at_sync = false;
  }
}

// A lane outside of the group contributes 0.
void ThreadInterpreter::shuffle(const Group& group, const ptx::Instruction& instruction) {
  const std::size_t first = instruction.destinations;
  std::vector<std::uint64_t> values(kWarpSize), results;
  std::vector<bool> in_range;
  for (const Thread* thread : group) values[lane_of(thread->index)] = value(*thread, instruction.operands.at(first));
  for (const Thread* thread : group) {
    const auto b = static_cast<std::uint32_t>(value(*thread, instruction.operands.at(first + 1)));
    const auto c = static_cast<std::uint32_t>(value(*thread, instruction.operands.at(first + 2)));
    const auto lane = static_cast<int>(lane_of(thread->index));
    const int from = source_lane(static_cast<ptx::Shuffle>(instruction.variant), lane, b, c);
    results.push_back(values[static_cast<std::size_t>(from < 0 ? lane : from)]);
    in_range.push_back(from >= 0);
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    write_result(*group[i], instruction, 0, results[i]);
    write_result(*group[i], instruction, 1, in_range[i]);
  }
}

void ThreadInterpreter::vote(const Group& group, const ptx::Instruction& instruction) {
  std::uint32_t ballot = 0;
  std::size_t yes = 0;
  for (const Thread* thread : group) {
    if (value(*thread, instruction.operands.at(1)) == 0) continue;
    ballot |= 1u << lane_of(thread->index);
    ++yes;
  }
  std::uint64_t result = ballot;
  switch (static_cast<ptx::Vote>(instruction.variant)) {
    case ptx::Vote::kAll: result = yes == group.size(); break;
    case ptx::Vote::kAny: result = yes != 0; break;
    case ptx::Vote::kUni: result = yes == 0 || yes == group.size(); break;
    case ptx::Vote::kBallot: break;
  }
  for (Thread* thread : group) write_result(*thread, instruction, 0, result);
}

void ThreadInterpreter::match(const Group& group, const ptx::Instruction& instruction) {
  const std::size_t source = instruction.destinations;
  const bool all = static_cast<ptx::Match>(instruction.variant) == ptx::Match::kAll;
  std::vector<std::uint64_t> values;
  for (const Thread* thread : group) values.push_back(value(*thread, instruction.operands.at(source)));
  for (std::size_t i = 0; i < group.size(); ++i) {
    std::uint32_t equal = 0;
    for (std::size_t k = 0; k < group.size(); ++k)
      if (values[k] == values[i]) equal |= 1u << lane_of(group[k]->index);
    const bool same = std::all_of(values.begin(), values.end(), [&](std::uint64_t one) { return one == values[0]; });
    write_result(*group[i], instruction, 0, all && !same ? 0 : equal);
    write_result(*group[i], instruction, 1, same);
  }
}

void ThreadInterpreter::reduce(const Group& group, const ptx::Instruction& instruction) {
  const auto value_of = [&](const Thread* thread) {
    return static_cast<std::uint32_t>(value(*thread, instruction.operands.at(1)));
  };
  std::uint32_t result = value_of(group.front());
  for (std::size_t i = 1; i < group.size(); ++i) result = reduced(instruction, result, value_of(group[i]));
  for (Thread* thread : group) write_result(*thread, instruction, 0, result);
}

void ThreadInterpreter::write_result(Thread& thread, const ptx::Instruction& instruction, unsigned place,
                                     std::uint64_t value) const {
  if (place >= instruction.destinations || instruction.operands[place].kind != ptx::Operand::Kind::kRegister) return;
  write(thread.stack.back(), instruction.operands[place].index, value);
}

}  // namespace unibank
