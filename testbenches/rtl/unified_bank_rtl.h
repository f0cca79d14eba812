// unified_bank.sv in place of the model's bank.
#pragma once

#include "cosim/unified_bank_transactor.h"
#include "rtl/unified_bank_pins.h"

namespace unibank::rtl {

class UnifiedBankRtl : public UnifiedBankTransactor {
 public:
  UnifiedBankRtl(const sc_core::sc_module_name& name, const BankParameters& parameters, const BlockOptions& options)
      : UnifiedBankTransactor(name, parameters, options, std::make_unique<UnifiedBankPins>(options.fault)) {}
};

}  // namespace unibank::rtl
