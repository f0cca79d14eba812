// Which values leave the registers, and where, so that no place needs more than there are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/rematerialise.h"
#include "compiler/residence.h"

namespace unibank::compiler {

// The instruction for messages: as written, else its name.
std::string quoted(const ptx::Instruction& instruction);

// A value can leave its register in two ways, each with a cost (instructions it takes, each ten times as dear as those
// around its loop) and a gain (how many overfull places it relieves):
// - everywhere but in runs of instructions of one block that name it ("banished"): it is stored when such a run has
//   written it and loaded when one needs it;
// - between two instructions of a block that name it ("cut"): stored behind the first, loaded before the second.
// The best ratio of gain to cost is taken until nothing is overfull; then what has become superfluous is taken back.
class SpillPlan {
 public:
  SpillPlan(const Residence& residence, const std::vector<Recipe>& recipes, unsigned limit);

  // Adds to the plan until every place keeps to its bound. InputError names an instruction that alone needs more.
  void solve();
  bool banished(std::uint32_t used) const { return taken_[used]; }
  bool cut(std::uint32_t visit) const { return taken_[residence_.body().use.size() + visit]; }  // behind the visit
  // For a register that found no place although every place keeps to its bound: pairs must be aligned, and colouring is
  // hard. Lowers the bound where units are scarcest, over all of the register's places or those of the given
  // instructions, `by` registers below what is taken there. False when nothing can leave there.
  bool tighten(std::uint32_t used, unsigned by);
  bool tighten(std::uint32_t first_pc, std::uint32_t last_pc, unsigned by);

 private:
  // A register (it can be banished), or behind all registers a visit (its gap can be cut).
  using Candidate = std::uint32_t;
  using Spots = std::vector<Interval>;
  class Excess;

  bool is_banishing(Candidate c) const { return c < residence_.body().use.size(); }
  std::uint32_t visit_of(Candidate c) const { return c - static_cast<std::uint32_t>(residence_.body().use.size()); }
  std::uint32_t value_of(Candidate c) const;
  bool possible(Candidate c) const;
  Spots spots(Candidate c) const;       // the points that it relieves
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
  std::vector<unsigned> pressure_, least_, bound_;  // of each point: units taken, those that cannot be saved, those there are
  std::vector<bool> taken_;                         // of each candidate
  std::vector<Candidate> accepted_;
};

}  // namespace unibank::compiler
