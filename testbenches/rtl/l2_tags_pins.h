// The Verilated tags of an L2 slice as plain C++: pins, clock, and the size that they were built with.
#pragma once

#include <cstdint>
#include <memory>

#include "memory/tag_array_core.h"

class Vl2_tags;
class VerilatedContext;

namespace unibank::rtl {

class L2TagsPins {
 public:
  static constexpr unsigned kSets = 512, kWays = 16;  // SETS and WAYS of l2_tags.sv
  static constexpr unsigned kFaults = 3;               // that it can be given, 0 being none

  L2TagsPins(unsigned sets, unsigned ways, unsigned fault);
  ~L2TagsPins();

  // What the outputs say of a line. The victim of one that is absent is what would go for it.
  TagResult find(std::uint64_t line);
  // A rising edge with `touch`, or with `enter`.
  void touch(std::uint64_t line);
  void enter(std::uint64_t line);

 private:
  void edge();

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vl2_tags> top_;
};

}  // namespace unibank::rtl
