#include "compiler/interference.h"

#include <algorithm>
#include <numeric>

#include "compiler/dominators.h"

namespace unibank::compiler {
namespace {

using Order = std::vector<std::uint32_t>;

BitMatrix conflicts(const ControlFlow& flow, const RegisterUse& use, const Liveness& live) {
  BitMatrix found(use.size(), use.size());
  for (std::uint32_t block = 0; block < flow.blocks.size(); ++block) {
    // With one predecessor, the registers live here were live together at its end.
    if (flow.graph.predecessors[block].size() != 1) {
      live.live_in.each(block, [&](std::uint32_t used) { found.merge(used, live.live_in, block); });
    }
    for (LiveWalk walk(flow, use, live, block); !walk.done(); walk.next()) {
      for (const std::uint32_t used : use.accesses[walk.pc()].writes) found.merge(used, walk.live().bits(), 0);
    }
  }
  // Inputs are written before the first instruction, all at once. Outputs are live throughout: calls need them too.
  LiveSet at_entry(use);
  live.live_in.each(0, [&](std::uint32_t used) { at_entry.insert(used); });
  for (const std::uint32_t used : use.inputs) at_entry.insert(used);
  for (const std::uint32_t used : use.inputs) found.merge(used, at_entry.bits(), 0);
  for (const std::uint32_t used : use.outputs) {
    for (std::uint32_t other = 0; other < use.size(); ++other) found.set(used, other);
  }
  return found;
}

// Position of each used register's first appearance when the blocks are visited in the given order.
std::vector<std::uint32_t> first_appearance(const ControlFlow& flow, const RegisterUse& use, const Order& blocks) {
  std::vector<std::uint32_t> position(use.size(), ~std::uint32_t{0});
  std::uint32_t next = 0;
  for (const std::uint32_t block : blocks) {
    for (std::uint32_t pc = flow.blocks[block].first; pc < flow.blocks[block].last; ++pc) {
      for (const std::uint32_t used : use.accesses[pc].writes) {
        if (position[used] == ~std::uint32_t{0}) position[used] = next++;
      }
    }
  }
  return position;
}

// The total of 32-bit registers of the neighbours.
std::vector<std::uint32_t> weights(const RegisterUse& use, const Interference& neighbours) {
  std::vector<std::uint32_t> weight(use.size());
  for (std::uint32_t used = 0; used < use.size(); ++used) {
    for (const std::uint32_t other : neighbours[used]) weight[used] += std::max<unsigned>(1, use.units[other]);
  }
  return weight;
}

// Repeatedly removes the register with the least weight of remaining neighbours; the last one removed comes first.
Order smallest_last(const RegisterUse& use, const Interference& neighbours, const Order& registers,
                    std::vector<std::uint32_t> weight) {
  std::vector<Order> by_weight(1);  // a register is in the list of each weight that it has had
  const auto enlist = [&](std::uint32_t used) {
    if (by_weight.size() <= weight[used]) by_weight.resize(weight[used] + 1);
    by_weight[weight[used]].push_back(used);
  };
  for (const std::uint32_t used : registers) enlist(used);
  std::vector<bool> taken(use.size());
  Order order;
  for (std::size_t least = 0; order.size() < registers.size();) {
    if (by_weight[least].empty()) {
      ++least;
      continue;
    }
    const std::uint32_t used = by_weight[least].back();
    by_weight[least].pop_back();
    if (taken[used] || weight[used] != least) continue;
    taken[used] = true;
    order.push_back(used);
    for (const std::uint32_t other : neighbours[used]) {
      if (taken[other]) continue;
      weight[other] -= std::max<unsigned>(1, use.units[used]);
      enlist(other);
      least = std::min<std::size_t>(least, weight[other]);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

template <typename Before>
Order sorted(Order registers, Before before) {
  std::stable_sort(registers.begin(), registers.end(), before);
  return registers;
}

}  // namespace

Interference interference(const ControlFlow& flow, const RegisterUse& use, const Liveness& live) {
  const BitMatrix one_way = conflicts(flow, use, live);
  BitMatrix both_ways = one_way;
  for (std::uint32_t used = 0; used < use.size(); ++used) {
    one_way.each(used, [&](std::uint32_t other) { both_ways.set(other, used); });
  }
  Interference neighbours(use.size());
  for (std::uint32_t used = 0; used < use.size(); ++used) {
    both_ways.each(used, [&](std::uint32_t other) {
      if (other != used && (use.units[other] == 0) == (use.units[used] == 0)) neighbours[used].push_back(other);
    });
  }
  return neighbours;
}

std::vector<Order> colouring_orders(const ControlFlow& flow, const RegisterUse& use, const Interference& neighbours,
                                    const Order& registers) {
  Order text_order(flow.blocks.size());
  std::iota(text_order.begin(), text_order.end(), 0);
  const std::vector<std::uint32_t> on_paths = first_appearance(flow, use, reverse_post_order(flow.graph, 0));
  const std::vector<std::uint32_t> in_text = first_appearance(flow, use, text_order);
  const std::vector<std::uint32_t> weight = weights(use, neighbours);

  std::vector<Order> orders;
  orders.push_back(sorted(registers, [&](auto a, auto b) { return on_paths[a] < on_paths[b]; }));
  orders.push_back(smallest_last(use, neighbours, registers, weight));
  orders.push_back(sorted(registers, [&](auto a, auto b) { return in_text[a] < in_text[b]; }));
  orders.push_back(sorted(registers, [&](auto a, auto b) { return weight[a] > weight[b]; }));
  for (std::size_t i = 0, plain = orders.size(); i < plain; ++i) {
    orders.push_back(sorted(orders[i], [&](auto a, auto b) { return use.units[a] > use.units[b]; }));
  }
  return orders;
}

}  // namespace unibank::compiler
