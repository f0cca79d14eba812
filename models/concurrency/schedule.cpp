#include "concurrency/schedule.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace unibank {

namespace {

// Cycles from dispatch to the result; none if they are unknown before the program runs, or nothing is written.
std::optional<unsigned> known_latency(const StaticInstruction& what, const Design::Sm& sm) {
  switch (what.unit) {
    case Unit::kAlu: return sm.alu_latency;
    case Unit::kSfu: return sm.special_function_latency;
    case Unit::kMemory: break;
    case Unit::kTensor: return sm.tensor_latency;
    case Unit::kTexture:
    case Unit::kBarrier:
    case Unit::kExit: return std::nullopt;
  }
  const bool constant = what.space == Space::kConstant || what.space == Space::kParameter;
  return constant ? std::optional<unsigned>(sm.constant_latency) : std::nullopt;
}

// A register whose result is pending.
struct Result {
  RegisterSet registers;
  std::uint64_t ready;
};

}  // namespace

double mean_dispatch_interval(const std::vector<StaticInstruction>& code, const Design::Sm& sm) {
  if (code.size() < 2) return 1;
  std::vector<Result> under_way;
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (i != 0) ++at;
    for (const Result& result : under_way)
      if (result.registers.meets(code[i].touches)) at = std::max(at, result.ready);
    const auto done = [at](const Result& result) { return result.ready <= at; };
    under_way.erase(std::remove_if(under_way.begin(), under_way.end(), done), under_way.end());
    const std::optional<unsigned> latency = known_latency(code[i], sm);
    if (latency && !code[i].writes.empty()) under_way.push_back({code[i].writes, at + *latency});
  }
  return static_cast<double>(at) / static_cast<double>(code.size() - 1);
}

InstructionCounts count_instructions(const std::vector<StaticInstruction>& code) {
  InstructionCounts counts;
  for (const StaticInstruction& what : code) {
    const bool off_chip = what.unit == Unit::kMemory && (what.space == Space::kGlobal || what.space == Space::kLocal);
    ++(off_chip ? counts.off_chip : counts.others);
  }
  return counts;
}

bool spills_to_local_memory(const std::vector<StaticInstruction>& code) {
  return std::any_of(code.begin(), code.end(),
                     [](const StaticInstruction& what) { return what.spill && what.space == Space::kLocal; });
}

double cycles_an_off_chip_instruction(const InstructionCounts& counts, double dispatch_interval) {
  if (counts.off_chip == 0) return std::numeric_limits<double>::infinity();
  return counts.others * dispatch_interval / counts.off_chip;
}

}  // namespace unibank
