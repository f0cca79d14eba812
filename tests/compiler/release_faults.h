// Faults in a kernel's releases, found on all of its paths at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "compiler/cfg.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {

inline bool is_release(const ptx::Instruction& i) { return ptx::op_of(i) == ptx::Op::kRelssp; }

inline std::vector<std::uint32_t> next_of(const ControlFlow& flow, std::uint32_t pc) {
  const std::uint32_t block = flow.block_of[pc];
  if (pc + 1 < flow.blocks[block].last) return {pc + 1};
  std::vector<std::uint32_t> next;
  for (const std::uint32_t to : flow.graph.successors[block]) next.push_back(flow.blocks[to].first);
  return next;
}

// For each instruction: may it or a later one be an access?
inline std::vector<bool> access_ahead(const ControlFlow& flow, const std::vector<bool>& accesses) {
  std::vector<bool> ahead(accesses.size() + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto pc = static_cast<std::uint32_t>(accesses.size()); pc-- > 0;) {
      bool found = accesses[pc];
      for (const std::uint32_t next : next_of(flow, pc)) found = found || ahead[next];
      changed |= found && !ahead[pc];
      ahead[pc] = found;
    }
  }
  return ahead;
}

struct Faults {
  unsigned twice = 0, missing = 0, accesses_behind = 0, too_late = 0;
  bool none() const { return twice + missing + accesses_behind + too_late == 0; }
};

// Covers all paths at once: visits every instruction with every number of releases that a path to it may have executed.
inline Faults faults_of(const ptx::Kernel& kernel, const std::vector<bool>& accesses) {
  const ControlFlow flow = control_flow(kernel);
  const std::vector<bool> ahead = access_ahead(flow, accesses);
  const auto end = static_cast<std::uint32_t>(kernel.instructions.size());
  Faults faults;
  std::set<std::pair<std::uint32_t, unsigned>> seen{{0, 0}};
  std::vector<std::pair<std::uint32_t, unsigned>> work{{0, 0}};
  while (!work.empty()) {
    const auto [pc, count] = work.back();
    work.pop_back();
    if (pc == end) {
      faults.missing += count == 0;
      continue;
    }
    const ptx::Instruction& i = kernel.instructions[pc];
    faults.twice += is_release(i) && count != 0;
    faults.accesses_behind += accesses[pc] && count != 0;
    faults.too_late += count == 0 && !is_release(i) && !ahead[pc];
    const unsigned now = std::min(2u, count + is_release(i));
    for (const std::uint32_t next : next_of(flow, pc))
      if (seen.insert({next, now}).second) work.emplace_back(next, now);
  }
  return faults;
}

}  // namespace unibank::compiler
