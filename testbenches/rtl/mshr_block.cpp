#include "rtl/mshr_rtl.h"

#include "cosim/verilated.h"

namespace unibank::rtl {

namespace {

const Verilated<MshrKind, MshrRtl> kMshr(
    {"", "mshr.sv", "RTL: one port, 512 entries of 32 merges", {}, "native"});

}  // namespace

}  // namespace unibank::rtl
