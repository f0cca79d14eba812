#include "rtl/unified_bank_rtl.h"

#include "cosim/verilated.h"

namespace unibank::rtl {

namespace {

const Verilated<UnifiedBankKind, UnifiedBankRtl> kUnifiedBank(
    {"", "unified_bank.sv", "RTL: 1024 rows of 16 bytes", {}, "native"});

}  // namespace

}  // namespace unibank::rtl
