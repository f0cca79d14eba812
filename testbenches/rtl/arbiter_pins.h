// The Verilated arbiter as plain C++, without SystemC.
#pragma once

#include <memory>

#include "cosim/arbiter_block.h"

class Varbiter;
class VerilatedContext;

namespace unibank::rtl {

class ArbiterPins : public ArbiterBlock {
 public:
  static constexpr unsigned kTagBanks = 8;  // parameter of arbiter.sv: the most that a design can have
  static constexpr unsigned kFaults = 10;   // highest number of a fault (FAULTS = 1); 0 is none

  explicit ArbiterPins(unsigned fault = 0);
  ~ArbiterPins() override;

  void configure(const ArbiterParameters& parameters) override;
  bool operate(const Request& request) override;
  Taken taken() const override;

 private:
  bool edge();

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Varbiter> top_;
};

}  // namespace unibank::rtl
