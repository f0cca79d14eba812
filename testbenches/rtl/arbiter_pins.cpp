#include "rtl/arbiter_pins.h"

#include "Varbiter.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

ArbiterPins::ArbiterPins(unsigned fault)
    : context_(make_context()), top_(std::make_unique<Varbiter>(context_.get(), "arbiter")) {
  top_->fault = fault;
}

ArbiterPins::~ArbiterPins() { top_->final(); }

void ArbiterPins::configure(const ArbiterParameters& parameters) {
  top_->unified = parameters.shared_banks;
  top_->one_port = parameters.one_port;
  top_->lookups = parameters.lookups;
  top_->reset = 1;
  edge();
  top_->reset = 0;
}

bool ArbiterPins::operate(const Request& request) {
  top_->op = static_cast<unsigned>(request.operation);
  top_->write = request.write;
  top_->banks = request.banks;
  top_->upper = request.upper;
  top_->port = request.port;
  top_->bytes = request.bytes;
  top_->tag_bank = request.tag_bank;
  return edge();
}

ArbiterPins::Taken ArbiterPins::taken() const {
  return {top_->register_reads, top_->register_writes, top_->memory_reads, top_->memory_writes,
          top_->upper_reads, top_->upper_writes};
}

bool ArbiterPins::edge() {
  top_->eval();
  const bool grant = top_->grant;
  top_->clk = 1;
  top_->eval();
  top_->clk = 0;
  top_->eval();
  return grant;
}

}  // namespace unibank::rtl
