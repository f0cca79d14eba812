#include "rtl/arbiter_rtl.h"

#include "cosim/verilated.h"

namespace unibank::rtl {

namespace {

const Verilated<ArbiterKind, ArbiterRtl> kArbiter(
    {"", "arbiter.sv", "RTL: 8 tag banks, 8 ports of 8 banks", {}, "native"});

}  // namespace

}  // namespace unibank::rtl
