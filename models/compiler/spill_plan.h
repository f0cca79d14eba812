// Chooses values to spill, and where, so that no point needs more registers than there are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/rematerialise.h"
#include "compiler/residence.h"

namespace unibank::compiler {

// The instruction for messages: its text, or its name if it has no text.
std::string quoted(const ptx::Instruction& instruction);

// There are two ways to spill a value, each with a cost (added instructions, a memory access counted as two, ten times
// as much for each loop level) and a gain (excess registers that it removes, over all points):
// - everywhere except in runs of instructions of one block that name it ("banished"): it is stored when such a run has
//   written it and loaded when a run needs it;
// - between two instructions of a block that name it ("cut"): stored after the first, loaded before the second.
// The best ratio of gain to cost is taken until nothing is overfull; then superfluous spills are undone.
class SpillPlan {
 public:
  SpillPlan(const Residence& residence, const std::vector<Recipe>& recipes, unsigned limit);

  // Extends the plan until every point keeps its bound. InputError names an instruction that alone needs more.
  void solve();
  bool banished(std::uint32_t used) const { return taken_[used]; }
  bool cut(std::uint32_t visit) const { return taken_[residence_.body().use.size() + visit]; }  // after the visit
  // For a register that colouring gave no number although every point keeps its bound (pairs must be aligned, and
  // greedy colouring is not optimal). Lowers the bound where registers are scarcest, over all of the register's points
  // or those of the given instructions, to `by` registers below the current use. False when nothing can be spilled
  // there.
  bool tighten(std::uint32_t used, unsigned by);
  bool tighten(std::uint32_t first_pc, std::uint32_t last_pc, unsigned by);

 private:
  // Registers (to banish) have the first numbers; visits (after which a gap can be cut) have those that follow.
  using Candidate = std::uint32_t;
  using Spots = std::vector<Interval>;
  class Excess;

  bool is_banishing(Candidate c) const { return c < residence_.body().use.size(); }
  std::uint32_t visit_of(Candidate c) const { return c - static_cast<std::uint32_t>(residence_.body().use.size()); }
  std::uint32_t value_of(Candidate c) const;
  bool possible(Candidate c) const;
  Spots spots(Candidate c) const;       // the points that the candidate relieves
  double cost(Candidate c) const;
  double banishing_cost(std::uint32_t used) const;
  double cutting_cost(std::uint32_t visit) const;
  void count();
  void relieve(Candidate c, Excess& excess);
  void take_back();
  bool lower(const Spots& spots, unsigned by);
  void check() const;

  const Residence& residence_;
  const std::vector<Recipe>& recipes_;
  unsigned limit_;
  std::vector<unsigned> pressure_, least_, bound_;  // of each point: units used, units always needed, bound
  std::vector<bool> taken_;                         // of each candidate
  std::vector<Candidate> accepted_;
};

}  // namespace unibank::compiler
