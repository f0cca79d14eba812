// The interface of an arbiter in RTL to its transactor, as plain C++. Knows no SystemC.
#pragma once

#include <cstdint>

#include "cycle/arbiter.h"

namespace unibank::rtl {

class ArbiterBlock {
 public:
  enum class Operation { kCycle = 1, kInstruction, kRegister, kMemory, kTag };

  virtual ~ArbiterBlock() = default;
  // Resets the arbiter. Called once, before the first operation.
  virtual void configure(const ArbiterParameters& parameters) = 0;

  struct Request {
    Operation operation = Operation::kCycle;
    bool write = false;
    std::uint64_t banks = 0;  // bit 8 x port + bank
    unsigned port = 0, bytes = 0, tag_bank = 0;
    bool upper = false;
  };
  // Combinational; this call makes a clock edge at which a grant consumes the resource.
  virtual bool operate(const Request& request) = 0;

  struct Taken {  // bit 8 x port + bank
    std::uint64_t register_reads = 0, register_writes = 0, memory_reads = 0, memory_writes = 0;
    std::uint64_t upper_reads = 0, upper_writes = 0;
  };
  virtual Taken taken() const = 0;  // the banks taken in this cycle
};

}  // namespace unibank::rtl
