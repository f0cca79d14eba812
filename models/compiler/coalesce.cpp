#include "compiler/coalesce.h"

#include <algorithm>
#include <iterator>

namespace unibank::compiler {
namespace {

struct Move {
  double weight;
  std::uint32_t to, from;
};

// Most frequent first, else in program order.
std::vector<Move> moves_of(const File& file) {
  const Body& body = file.body;
  std::vector<Move> moves;
  for (std::uint32_t pc = 0; pc < body.use.accesses.size(); ++pc) {
    const Access& access = body.use.accesses[pc];
    if (!is_copy(body.kernel.instructions[pc], access, body.use)) continue;
    moves.push_back({body.weights[body.flow.block_of[pc]], access.writes[0], access.reads[0]});
  }
  std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.weight > b.weight; });
  return moves;
}

}  // namespace

Coalesced::Coalesced(const File& file, unsigned capacity)
    : file_(file), parent_(file.body.use.size()), neighbours_(*file.neighbours), partners_(file.body.use.size()),
      weight_(file.body.use.size()) {
  const Body& body = file.body;
  const bool predicates = !file.registers.empty() && body.is_predicate(file.registers.front());
  for (std::uint32_t used = 0; used < parent_.size(); ++used) {
    parent_[used] = used;
    for (const std::uint32_t other : neighbours_[used]) weight_[used] += body.units(other);
  }
  for (const Move& move : moves_of(file)) {
    if (body.is_predicate(move.to) != predicates) continue;
    const std::uint32_t a = find(move.to), b = find(move.from);
    if (a != b && mergeable(a, b, capacity)) merge(std::min(a, b), std::max(a, b));
  }
  const auto gone = [&](std::uint32_t used) { return parent_[used] != used; };
  file_.registers.erase(std::remove_if(file_.registers.begin(), file_.registers.end(), gone), file_.registers.end());
  for (const Move& move : moves_of(file)) {
    const std::uint32_t a = find(move.to), b = find(move.from);
    if (a == b) continue;
    partners_[a].push_back(b);
    partners_[b].push_back(a);
  }
  file_.neighbours = &neighbours_;
  file_.partners = &partners_;
}

std::uint32_t Coalesced::find(std::uint32_t used) const {
  while (parent_[used] != used) used = parent_[used];
  return used;
}

bool Coalesced::mergeable(std::uint32_t a, std::uint32_t b, unsigned capacity) const {
  const Body& body = file_.body;
  for (const std::uint32_t used : {a, b}) {
    if (body.fixed[used] != AllocationContext::kFree) return false;
    if (!body.forbidden.empty() && body.forbidden[used].any()) return false;
  }
  if (std::binary_search(neighbours_[a].begin(), neighbours_[a].end(), b)) return false;
  Registers around;
  std::set_union(neighbours_[a].begin(), neighbours_[a].end(), neighbours_[b].begin(), neighbours_[b].end(),
                 std::back_inserter(around));
  unsigned hard = 0;
  for (const std::uint32_t other : around) {
    if (weight_[other] + body.units(other) > capacity) hard += body.units(other);
  }
  return hard + body.units(a) <= capacity;
}

void Coalesced::merge(std::uint32_t into, std::uint32_t from) {
  const unsigned units = file_.body.units(from);
  Registers around;
  std::set_union(neighbours_[into].begin(), neighbours_[into].end(), neighbours_[from].begin(), neighbours_[from].end(),
                 std::back_inserter(around));
  for (const std::uint32_t other : neighbours_[from]) {
    Registers& theirs = neighbours_[other];
    theirs.erase(std::lower_bound(theirs.begin(), theirs.end(), from));
    const auto at = std::lower_bound(theirs.begin(), theirs.end(), into);
    if (at != theirs.end() && *at == into) weight_[other] -= units;  // both were neighbours
    else theirs.insert(at, into);
  }
  neighbours_[into] = std::move(around);
  neighbours_[from].clear();
  weight_[into] = 0;
  for (const std::uint32_t other : neighbours_[into]) weight_[into] += file_.body.units(other);
  parent_[from] = into;
  ++merged_;
}

void Coalesced::spread(Colouring& colouring) const {
  for (std::uint32_t used = 0; used < parent_.size(); ++used) {
    if (parent_[used] != used) colouring.place[used] = colouring.place[find(used)];
  }
}

}  // namespace unibank::compiler
