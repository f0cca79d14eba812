// The Verilated arbiter as plain C++: its pins, its clock, and the size that it was built with. Knows no SystemC.
#pragma once

#include <cstdint>
#include <memory>

class Varbiter;
class VerilatedContext;

namespace unibank::rtl {

class ArbiterPins {
 public:
  static constexpr unsigned kTagBanks = 8;  // parameter of arbiter.sv
  static constexpr unsigned kFaults = 10;

  ArbiterPins(bool unified, bool one_port, unsigned lookups, unsigned fault = 0);
  ~ArbiterPins();

  void begin_cycle();
  void begin_instruction();
  // Each is answered in no time, and what is granted is taken by an edge. Banks: bit 8 x port + bank.
  bool registers(std::uint64_t banks, bool write);
  bool memory(unsigned port, unsigned bank, unsigned bytes, bool write);
  bool tag(unsigned tag_bank);

 private:
  bool operate(unsigned operation);

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Varbiter> top_;
};

}  // namespace unibank::rtl
