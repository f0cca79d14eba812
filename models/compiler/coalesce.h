// Merges registers connected by moves, where that cannot make colouring harder.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/colouring.h"

namespace unibank::compiler {

// Conservative coalescing after Briggs: the two ends of a move are merged when they never hold different values at the
// same time, and the merged register fits into `capacity` registers together with those of its neighbours that have too
// many neighbours for `capacity` registers themselves. Frequently executed moves come first. Registers with a fixed
// number or a call's restrictions are not merged.
class Coalesced {
 public:
  Coalesced(const File& file, unsigned capacity);

  bool any() const { return merged_ != 0; }
  const File& file() const { return file_; }   // representatives only
  void spread(Colouring& colouring) const;     // gives the others the numbers of their representatives

 private:
  using Registers = std::vector<std::uint32_t>;
  std::uint32_t find(std::uint32_t used) const;
  bool mergeable(std::uint32_t a, std::uint32_t b, unsigned capacity) const;
  void merge(std::uint32_t into, std::uint32_t from);

  File file_;
  Registers parent_;
  Interference neighbours_;
  std::vector<Registers> partners_;
  std::vector<unsigned> weight_;  // registers' worth of neighbours
  unsigned merged_ = 0;
};

}  // namespace unibank::compiler
