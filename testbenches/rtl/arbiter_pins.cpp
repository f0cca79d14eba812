#include "rtl/arbiter_pins.h"

#include "Varbiter.h"

namespace unibank::rtl {

namespace {

enum Operation : unsigned { kCycle = 1, kInstruction, kRegister, kMemory, kTag };  // of arbiter.sv

}  // namespace

ArbiterPins::ArbiterPins(bool unified, bool one_port, unsigned lookups, unsigned fault)
    : context_(std::make_unique<VerilatedContext>()), top_(std::make_unique<Varbiter>(context_.get(), "arbiter")) {
  top_->fault = fault;
  top_->unified = unified;
  top_->one_port = one_port;
  top_->lookups = lookups;
  top_->reset = 1;
  operate(0);
  top_->reset = 0;
}

ArbiterPins::~ArbiterPins() { top_->final(); }

void ArbiterPins::begin_cycle() { operate(kCycle); }
void ArbiterPins::begin_instruction() { operate(kInstruction); }

bool ArbiterPins::registers(std::uint64_t banks, bool write) {
  top_->banks = banks;
  top_->write = write;
  return operate(kRegister);
}

bool ArbiterPins::memory(unsigned port, unsigned bank, unsigned bytes, bool write) {
  top_->port = port;
  top_->banks = std::uint64_t{1} << (8 * port + bank);
  top_->bytes = bytes;
  top_->write = write;
  return operate(kMemory);
}

bool ArbiterPins::tag(unsigned tag_bank) {
  top_->tag_bank = tag_bank;
  return operate(kTag);
}

bool ArbiterPins::operate(unsigned operation) {
  top_->op = operation;
  top_->eval();
  const bool grant = top_->grant;
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
  top_->eval();
  return grant;
}

}  // namespace unibank::rtl
