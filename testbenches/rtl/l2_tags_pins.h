// The Verilated tags of an L2 slice as plain C++, without SystemC.
#pragma once

#include <memory>

#include "cosim/l2_tags_block.h"

class Vl2_tags;
class VerilatedContext;

namespace unibank::rtl {

class L2TagsPins : public L2TagsBlock {
 public:
  static constexpr unsigned kSets = 512, kWays = 16;  // SETS and WAYS of l2_tags.sv
  static constexpr unsigned kFaults = 3;  // highest number of a fault (FAULTS = 1); 0 is none

  explicit L2TagsPins(unsigned fault = 0);
  ~L2TagsPins() override;

  unsigned most_sets() const override { return kSets; }
  unsigned most_ways() const override { return kWays; }
  void configure(unsigned sets, unsigned ways) override;
  TagResult find(std::uint64_t line) override;
  void touch(std::uint64_t line) override;
  void enter(std::uint64_t line) override;

 private:
  void edge();

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vl2_tags> top_;
};

}  // namespace unibank::rtl
