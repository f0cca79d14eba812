#include "compiler/place_release.h"

#include <algorithm>

#include "compiler/dominators.h"
#include "compiler/loops.h"
#include "ptx/instruction_table.h"

namespace unibank::compiler {
namespace {

std::vector<bool> reachable(const Graph& graph) {
  std::vector<bool> found(graph.size());
  for (const std::uint32_t node : reverse_post_order(graph, 0)) found[node] = true;
  return found;
}

// For each node's end: whether no path from there has an access. An endless loop without accesses is safe.
std::vector<bool> safe_ends(const Graph& graph, const std::vector<bool>& accesses) {
  std::vector<bool> unsafe(graph.size());
  std::vector<std::uint32_t> work;
  const auto mark = [&](std::uint32_t node) {
    for (const std::uint32_t before : graph.predecessors[node]) {
      if (unsafe[before]) continue;
      unsafe[before] = true;
      work.push_back(before);
    }
  };
  for (std::uint32_t node = 0; node < graph.size(); ++node)
    if (accesses[node]) mark(node);
  while (!work.empty()) {
    const std::uint32_t node = work.back();
    work.pop_back();
    mark(node);
  }
  unsafe.flip();
  return unsafe;
}

// From each node to the exit: the nodes that every path passes, nearest first, including the node itself.
std::vector<std::uint32_t> chain_of(const std::vector<std::uint32_t>& parent, std::uint32_t node, std::uint32_t exit) {
  std::vector<std::uint32_t> chain{node};
  while (chain.back() != exit) chain.push_back(parent[chain.back()] == kNoBlock ? exit : parent[chain.back()]);
  return chain;
}

bool contains(const std::vector<std::uint32_t>& nodes, std::uint32_t node) {
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

ptx::Instruction release_instruction() {
  ptx::Instruction made;
  made.opcode = static_cast<ptx::Opcode>(ptx::Op::kRelssp);
  made.origin = ptx::Origin::kRelease;
  made.text = "relssp";
  return made;
}

// Maps places of the graph to places of the kernel.
class ReleasePlaces {
 public:
  ReleasePlaces(ptx::Kernel& kernel, const std::vector<bool>& shared)
      : kernel_(kernel), shared_(shared), flow_(control_flow(kernel)),
        split_(split_critical_edges(flow_.graph, flow_.exit())), accesses_(split_.graph.size()) {
    for (std::uint32_t pc = 0; pc < shared.size(); ++pc)
      if (shared[pc]) accesses_[flow_.block_of[pc]] = true;
  }

  void optimal() {
    const ReleaseNodes nodes = optimal_release(split_.graph, flow_.exit(), accesses_);
    for (const std::uint32_t node : nodes.at_start) add_at_start(node);
    for (const std::uint32_t node : nodes.behind_accesses) add_behind_accesses(node);
  }

  void post_dominator() {
    const std::uint32_t node = post_dominator_release(flow_.graph, flow_.exit(), accesses_);
    if (node == kNoBlock) return;
    if (node == flow_.exit()) add_at_ends();
    else if (accesses_[node]) add_behind_accesses(node);
    else add_at_start(node);
  }

  void insert() { insert_at(flow_, places_, edges_, release_instruction(), kernel_); }

 private:
  void add_at_start(std::uint32_t node) {
    const std::size_t blocks = flow_.blocks.size();
    if (node >= blocks) edges_.push_back(split_.edges[node - blocks]);
    else places_.push_back({Insertion::Place::kBefore, flow_.blocks[node].first});
  }

  void add_behind_accesses(std::uint32_t block) {
    std::uint32_t pc = flow_.blocks[block].last - 1;
    while (!shared_[pc]) --pc;
    places_.push_back({Insertion::Place::kBehind, pc});
  }

  void add_at_ends() {
    const std::vector<bool> runs = reachable(flow_.graph);
    for (const std::uint32_t block : flow_.graph.predecessors[flow_.exit()]) {
      if (!runs[block]) continue;
      if (flow_.graph.successors[block].size() > 1) edges_.push_back({block, flow_.exit()});
      else places_.push_back({Insertion::Place::kBefore, flow_.blocks[block].last - 1});
    }
  }

  ptx::Kernel& kernel_;
  const std::vector<bool>& shared_;
  ControlFlow flow_;
  SplitGraph split_;
  std::vector<bool> accesses_;  // of each node of split_
  std::vector<Insertion> places_;
  std::vector<Edge> edges_;
};

}  // namespace

ReleaseNodes optimal_release(const Graph& graph, std::uint32_t exit, const std::vector<bool>& accesses) {
  const std::vector<bool> runs = reachable(graph), safe_end = safe_ends(graph, accesses);
  const auto late = [&](std::uint32_t before) { return runs[before] && !safe_end[before]; };
  ReleaseNodes nodes;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (!runs[node] || !safe_end[node] || node == exit) continue;
    const std::vector<std::uint32_t>& before = graph.predecessors[node];
    if (accesses[node]) nodes.behind_accesses.push_back(node);
    else if (std::any_of(before.begin(), before.end(), late)) nodes.at_start.push_back(node);
  }
  return nodes;
}

std::uint32_t post_dominator_release(const Graph& graph, std::uint32_t exit, const std::vector<bool>& accesses) {
  const std::vector<bool> runs = reachable(graph), safe_end = safe_ends(graph, accesses);
  const std::vector<std::uint32_t> after = immediate_dominators(graph.reversed(), exit);
  const std::vector<unsigned> depth = loop_depths(graph);
  const std::vector<std::uint32_t> always = chain_of(after, 0, exit);  // on every path
  std::vector<std::uint32_t> common;
  bool any = false;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (!runs[node] || !accesses[node]) continue;
    const std::vector<std::uint32_t> chain = chain_of(after, node, exit);
    if (!any) common = chain;
    else common.erase(std::remove_if(common.begin(), common.end(),
                                     [&](std::uint32_t one) { return !contains(chain, one); }), common.end());
    any = true;
  }
  if (!any) return kNoBlock;
  for (const std::uint32_t node : common)
    if (node == exit || (depth[node] == 0 && safe_end[node] && contains(always, node))) return node;
  return exit;
}

void place_release(ptx::Kernel& kernel, const std::vector<bool>& shared, ReleasePlacement placement) {
  if (placement == ReleasePlacement::kNone || kernel.instructions.empty()) return;
  std::vector<bool> all = shared;
  if (std::find(all.begin(), all.end(), true) == all.end()) return;
  close_end(kernel, ptx::Origin::kRelease);
  all.resize(kernel.instructions.size());
  ReleasePlaces places(kernel, all);
  if (placement == ReleasePlacement::kOptimal) places.optimal();
  else places.post_dominator();
  places.insert();
}

}  // namespace unibank::compiler
