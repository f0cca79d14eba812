// Helpers for a Verilated block of your own: the module with its clock, and the registration of the block. Your file
// includes this header and the transactor of its kind of block; testbenches/example_block has one such file for each
// kind. Requires Verilator's headers (CMake: unibank_verilate()).
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "block/factories.h"
#include "cosim/verilated_context.h"

namespace unibank::rtl {

// A Verilated module. edge() requires an input `clk`.
template <typename Module>
class Top {
 public:
  Top() : context_(make_context()), module_(std::make_unique<Module>(context_.get())) {}
  ~Top() { module_->final(); }
  Module* operator->() const { return module_.get(); }
  // Evaluates combinational logic after a change of the inputs.
  void settle() { module_->eval(); }
  // One rising clock edge, which samples the present inputs.
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

// Constructs Pins(fault) if the class has deliberate faults for tests, else Pins().
template <typename Pins>
std::unique_ptr<Pins> make_pins(unsigned fault) {
  if constexpr (std::is_constructible_v<Pins, unsigned>) return std::make_unique<Pins>(fault);
  else return (void)fault, std::make_unique<Pins>();
}

// A static object of this type registers a block: the pins inside the transactor of their kind. A design then selects
// it by `[mshr] model = "my_mshr"`:
//   const rtl::RtlBlock<MshrKind, rtl::MshrTransactor, MyMshr> kBlock("my_mshr", "my_mshr.sv: one port, 64 entries");
// The block replaces the variant that it implements (`implements`), or runs in parallel with it for comparison.
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
