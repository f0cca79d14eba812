// arbiter.sv in place of the model's arbiter.
#pragma once

#include "cosim/arbiter_transactor.h"
#include "rtl/arbiter_pins.h"

namespace unibank::rtl {

class ArbiterRtl : public ArbiterTransactor {
 public:
  ArbiterRtl(const std::string& name, const ArbiterParameters& parameters, const BlockOptions& options)
      : ArbiterTransactor(name, parameters, options, std::make_unique<ArbiterPins>(options.fault)) {}
};

}  // namespace unibank::rtl
