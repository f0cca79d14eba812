// mshr.sv in place of the model's MSHR.
#pragma once

#include "cosim/mshr_transactor.h"
#include "rtl/mshr_pins.h"

namespace unibank::rtl {

class MshrRtl : public MshrTransactor {
 public:
  MshrRtl(const sc_core::sc_module_name& name, const MshrParameters& parameters, const BlockOptions& options)
      : MshrTransactor(name, parameters, options, std::make_unique<MshrPins>(options.fault)) {}
};

}  // namespace unibank::rtl
