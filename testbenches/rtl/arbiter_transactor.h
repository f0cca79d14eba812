// The RTL arbiter in the place of the Sm's own. It has no sockets: what the stages of a cycle ask is an operation at
// the pins and an edge each, in their order.
#pragma once

#include <memory>
#include <string>

#include "cosim/pin_watch.h"
#include "rtl/arbiter_pins.h"

namespace unibank::rtl {

class ArbiterRtl : public ArbiterInterface {
 public:
  // Whatever a design may say the RTL has.
  ArbiterRtl(const std::string& name, const ArbiterParameters& parameters, const BlockOptions& options);

  void begin_cycle() override;
  void begin_instruction() override;
  bool registers(std::uint64_t banks, bool write, bool upper) override;
  bool memory(const BankRow& row, bool write) override;
  bool lookup(unsigned tag_bank) override;

 private:
  void compare(const ArbiterPins::Request& request, bool model, bool rtl) const;
  void show(const ArbiterPins::Request& request, bool grant);

  const ArbiterParameters parameters_;
  ArbiterPins pins_;
  std::unique_ptr<NativeArbiter> model_;  // null: nobody compares
  PinWatch watch_;
  Cycle cycle_ = 0;
};

}  // namespace unibank::rtl
