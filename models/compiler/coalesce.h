// Merges registers connected by moves, where that cannot make colouring harder.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/colouring.h"

namespace unibank::compiler {

// Conservative coalescing after Briggs: the two ends of a move are merged when they never hold different values at the
// same time and the merged register would have fewer than `capacity` registers' worth of neighbours that have as many
// neighbours themselves. Frequently executed moves come first. Registers with a fixed number or a call's restrictions
// are not merged.
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
