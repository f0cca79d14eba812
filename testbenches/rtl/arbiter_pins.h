// The Verilated arbiter as plain C++: its pins, its clock, and the size that it was built with. Knows no SystemC.
#pragma once

#include <cstdint>
#include <memory>

#include "cycle/arbiter.h"

class Varbiter;
class VerilatedContext;

namespace unibank::rtl {

class ArbiterPins {
 public:
  static constexpr unsigned kTagBanks = 8;  // parameter of arbiter.sv: as many as a design can have
  static constexpr unsigned kFaults = 10;
  enum class Operation { kCycle = 1, kInstruction, kRegister, kMemory, kTag };  // of arbiter.sv

  explicit ArbiterPins(const ArbiterParameters& parameters, unsigned fault = 0);
  ~ArbiterPins();

  struct Request {
    Operation operation = Operation::kCycle;
    bool write = false;
    std::uint64_t banks = 0;  // bit 8 x port + bank
    unsigned port = 0, bytes = 0, tag_bank = 0;
    bool upper = false;
  };
  // Answered in no time; what is granted is taken by an edge.
  bool operate(const Request& request);

  struct Taken {
    std::uint64_t register_reads = 0, register_writes = 0, memory_reads = 0, memory_writes = 0;
    std::uint64_t upper_reads = 0, upper_writes = 0;
  };
  Taken taken() const;

 private:
  bool edge();

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Varbiter> top_;
};

}  // namespace unibank::rtl
