// dram_front.sv in place of the model's DRAM channel.
#pragma once

#include "cosim/dram_front_transactor.h"
#include "rtl/dram_front_pins.h"

namespace unibank::rtl {

class DramFrontRtl : public DramFrontTransactor {
 public:
  DramFrontRtl(const sc_core::sc_module_name& name, const DramParameters& parameters, const BlockOptions& options)
      : DramFrontTransactor(name, parameters, options, std::make_unique<DramFrontPins>(options.fault)) {}
};

}  // namespace unibank::rtl
