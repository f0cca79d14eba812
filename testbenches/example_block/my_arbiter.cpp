// my_arbiter.sv in place of the arbiter of banks, ports and lookups: `[arbiter] model = "my_arbiter"`.
#include "Vmy_arbiter.h"
#include "cosim/arbiter_transactor.h"
#include "cosim/rtl_block.h"

namespace {

using namespace unibank;

class MyArbiter : public rtl::ArbiterBlock {
 public:
  explicit MyArbiter(unsigned fault = 0) { top_->fault = fault; }
  void configure(const ArbiterParameters& parameters) override {
    top_->shared = parameters.shared_banks;
    top_->one_port = parameters.one_port;
    top_->lookups = parameters.lookups;
    top_->reset = 1;
    top_.edge();
    top_->reset = 0;
  }
  bool operate(const Request& asked) override {
    top_->new_cycle = asked.operation == Operation::kCycle;
    top_->new_instruction = asked.operation == Operation::kInstruction;
    top_->ask = asked.operation == Operation::kRegister ? 1 : asked.operation == Operation::kMemory ? 2 : 0;
    if (asked.operation == Operation::kTag) top_->ask = 3;
    top_->write = asked.write;
    top_->upper = asked.upper;
    top_->banks = asked.banks;
    top_->port = asked.port;
    top_->bytes = asked.bytes;
    top_->tag_bank = asked.tag_bank;
    top_.settle();
    const bool granted = top_->grant;
    top_.edge();
    return granted;
  }
  Taken taken() const override {
    const auto& taken = top_->taken;
    return {taken[0][0], taken[1][0], taken[0][2], taken[1][2], taken[0][1], taken[1][1]};
  }

 private:
  rtl::Top<Vmy_arbiter> top_;
};

const rtl::RtlBlock<ArbiterKind, rtl::ArbiterTransactor, MyArbiter> kMyArbiter("my_arbiter",
                                                                               "my_arbiter.sv: 8 tag banks");

}  // namespace
