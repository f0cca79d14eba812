#include "compiler/liveness.h"

#include <algorithm>

#include "compiler/dominators.h"

namespace unibank::compiler {
namespace {

constexpr std::uint32_t kNoInstruction = ~std::uint32_t{0};  // after all others

// The transfer function of a block. The exit reads the outputs.
struct BlockFacts {
  BitMatrix reads_first;  // read before the block has certainly written it
  BitMatrix overwrites;   // certainly written
  BitMatrix may_write;    // possibly written
};

BlockFacts block_facts(const ControlFlow& flow, const RegisterUse& use) {
  const std::size_t blocks = flow.blocks.size();
  BlockFacts facts{BitMatrix(blocks, use.size()), BitMatrix(blocks, use.size()), BitMatrix(blocks, use.size())};
  for (std::uint32_t block = 0; block < blocks; ++block) {
    for (std::uint32_t pc = flow.blocks[block].first; pc < flow.blocks[block].last; ++pc) {
      const Access& access = use.accesses[pc];
      for (const std::uint32_t used : access.reads) {
        if (!facts.overwrites.get(block, used)) facts.reads_first.set(block, used);
      }
      for (const std::uint32_t used : access.writes) {
        facts.may_write.set(block, used);
        if (access.certain) facts.overwrites.set(block, used);
      }
    }
  }
  for (const std::uint32_t used : use.outputs) facts.reads_first.set(flow.exit(), used);
  return facts;
}

// All blocks: first the reachable ones in reverse post-order, in which forward facts converge fastest.
std::vector<std::uint32_t> visiting_order(const ControlFlow& flow) {
  std::vector<std::uint32_t> order = reverse_post_order(flow.graph, 0);
  std::vector<bool> reached(flow.blocks.size());
  for (const std::uint32_t block : order) reached[block] = true;
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    if (!reached[block]) order.push_back(block);
  }
  return order;
}

void solve_backward(const ControlFlow& flow, const BlockFacts& facts, std::vector<std::uint32_t> order,
                    std::size_t registers, Liveness& live) {
  std::reverse(order.begin(), order.end());
  live.live_in = facts.reads_first;
  live.live_out = BitMatrix(flow.blocks.size(), registers);
  BitMatrix through(1, registers);
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : order) {
      bool grew = false;
      for (const std::uint32_t next : flow.graph.successors[block]) {
        if (live.live_out.merge(block, live.live_in, next)) grew = true;
      }
      if (!grew) continue;
      changed = true;
      through.copy(0, live.live_out, block);
      through.subtract(0, facts.overwrites, block);
      live.live_in.merge(block, through, 0);
    }
  }
}

// Returns the registers possibly written at the end of each block.
BitMatrix solve_forward(const ControlFlow& flow, const BlockFacts& facts, const std::vector<std::uint32_t>& order,
                        const RegisterUse& use, Liveness& live) {
  live.written_in = BitMatrix(flow.blocks.size(), use.size());
  for (const std::uint32_t used : use.inputs) live.written_in.set(0, used);
  BitMatrix written_out = facts.may_write;
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : order) {
      for (const std::uint32_t before : flow.graph.predecessors[block]) {
        if (live.written_in.merge(block, written_out, before)) changed = true;
      }
      written_out.merge(block, live.written_in, block);
    }
  }
  return written_out;
}

}  // namespace

Liveness liveness(const ControlFlow& flow, const RegisterUse& use) {
  Liveness live;
  const BlockFacts facts = block_facts(flow, use);
  const std::vector<std::uint32_t> order = visiting_order(flow);
  solve_backward(flow, facts, order, use.size(), live);
  const BitMatrix written_out = solve_forward(flow, facts, order, use, live);
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    live.live_in.intersect(block, live.written_in, block);
    live.live_out.intersect(block, written_out, block);
  }
  const auto count = [&](const LiveSet& set) {
    live.max_registers = std::max(live.max_registers, set.registers());
    live.max_predicates = std::max(live.max_predicates, set.predicates());
  };
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    LiveSet at_entry(use);
    live.live_in.each(block, [&](std::uint32_t used) { at_entry.insert(used); });
    count(at_entry);
    for (LiveWalk walk(flow, use, live, block); !walk.done(); walk.next()) count(walk.live());
  }
  return live;
}

void LiveSet::insert(std::uint32_t used) {
  if (has(used)) return;
  bits_.set(0, used);
  registers_ += use_.units[used];
  predicates_ += use_.units[used] == 0;
}

void LiveSet::erase(std::uint32_t used) {
  if (!has(used)) return;
  bits_.clear(0, used);
  registers_ -= use_.units[used];
  predicates_ -= use_.units[used] == 0;
}

LiveWalk::LiveWalk(const ControlFlow& flow, const RegisterUse& use, const Liveness& facts, std::uint32_t block)
    : use_(use),
      facts_(facts),
      block_(block),
      first_(flow.blocks[block].first),
      pc_(flow.blocks[block].last),
      live_(use),
      first_write_(use.size(), kNoInstruction) {
  for (std::uint32_t pc = pc_; pc-- > first_;) {
    for (const std::uint32_t used : use.accesses[pc].writes) first_write_[used] = pc;
  }
  facts.live_out.each(block, [&](std::uint32_t used) { live_.insert(used); });
  show();
}

bool LiveWalk::written_before(std::uint32_t used) const {
  return first_write_[used] < pc() || facts_.written_in.get(block_, used);
}

// Adds the unread results to the set after the instruction.
void LiveWalk::show() {
  unread_.clear();
  if (done()) return;
  for (const std::uint32_t used : use_.accesses[pc()].writes) {
    if (live_.has(used)) continue;
    live_.insert(used);
    unread_.push_back(used);
  }
}

void LiveWalk::next() {
  const Access& access = use_.accesses[pc()];
  for (const std::uint32_t used : unread_) live_.erase(used);
  for (const std::uint32_t used : access.writes) {
    if (access.certain || !written_before(used)) live_.erase(used);
  }
  for (const std::uint32_t used : access.reads) {
    if (written_before(used)) live_.insert(used);
  }
  --pc_;
  show();
}

}  // namespace unibank::compiler
