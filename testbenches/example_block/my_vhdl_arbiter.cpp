// my_vhdl_arbiter.vhd in place of the arbiter: `[arbiter] model = "my_vhdl_arbiter"`. Like my_arbiter.cpp.
#include "Vmy_vhdl_arbiter.h"
#include "cosim/arbiter_transactor.h"
#include "cosim/rtl_block.h"

namespace {

using namespace unibank;

class MyVhdlArbiter : public rtl::ArbiterBlock {
 public:
  void configure(const ArbiterParameters& parameters) override {
    top_->unified = parameters.shared_banks;
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
    top_->at_port = asked.port;
    top_->bytes = asked.bytes;
    top_->tag_bank = asked.tag_bank;
    top_.settle();
    const bool granted = top_->grant;
    top_.edge();
    return granted;
  }
  Taken taken() const override {
    return {top_->taken_0, top_->taken_3, top_->taken_2, top_->taken_5, top_->taken_1, top_->taken_4};
  }

 private:
  rtl::Top<Vmy_vhdl_arbiter> top_;
};

const rtl::RtlBlock<ArbiterKind, rtl::ArbiterTransactor, MyVhdlArbiter> kBlock("my_vhdl_arbiter",
                                                                               "my_vhdl_arbiter.vhd: 8 tag banks");

}  // namespace
