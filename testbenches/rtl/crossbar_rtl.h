// crossbar.sv in place of the model's crossbar.
#pragma once

#include "cosim/crossbar_transactor.h"
#include "rtl/crossbar_pins.h"

namespace unibank::rtl {

class CrossbarRtl : public CrossbarTransactor {
 public:
  CrossbarRtl(const sc_core::sc_module_name& name, const CrossbarParameters& parameters, const BlockOptions& options)
      : CrossbarTransactor(name, parameters, options, std::make_unique<CrossbarPins>(options.fault)) {}
};

}  // namespace unibank::rtl
