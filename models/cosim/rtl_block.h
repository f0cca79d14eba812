// What a file with a Verilated block of one's own needs beside the transactor of its kind: the module with its clock, and
// the registration. Needs Verilator's header; sources that unibank_verilate() is called for may read it beside SystemC's.
// (testbenches/example_block has one such file for each kind.)
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "block/factories.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

// A Verilated module, with an input `clk` where edge() is used.
template <typename Module>
class Top {
 public:
  Top() : context_(make_context()), module_(std::make_unique<Module>(context_.get())) {}
  ~Top() { module_->final(); }
  Module* operator->() const { return module_.get(); }
  // Outputs follow the inputs.
  void settle() { module_->eval(); }
  // A rising edge: what stands at the inputs is seen before it.
  void edge() {
    module_->eval();
    module_->clk = 1;
    module_->eval();
    module_->clk = 0;
    module_->eval();
  }

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Module> module_;
};

// Made as Pins(fault) where it has deliberate faults, else as Pins().
template <typename Pins>
std::unique_ptr<Pins> make_pins(unsigned fault) {
  if constexpr (std::is_constructible_v<Pins, unsigned>) return std::make_unique<Pins>(fault);
  else return (void)fault, std::make_unique<Pins>();
}

// A static object of this type registers the pins in the transactor of their kind, `[mshr] model = "my_mshr"`:
//   const rtl::RtlBlock<MshrKind, rtl::MshrTransactor, MyMshr> kBlock("my_mshr", "my_mshr.sv: one port, 64 entries");
// It takes the place of the variant that it implements, and can run beside it.
template <typename Kind, typename Transactor, typename Pins>
struct RtlBlock : BlockRegistration<Kind> {
  RtlBlock(const char* name, const char* description, const char* implements = "native")
      : BlockRegistration<Kind>({"", name, description, {}, implements, true},
                                [](const char* module, const typename Kind::Parameters& parameters,
                                   const BlockOptions& options) -> std::unique_ptr<typename Kind::Block> {
                                  return std::make_unique<Transactor>(module, parameters, options,
                                                                      make_pins<Pins>(options.fault));
                                }) {}
};

}  // namespace unibank::rtl
