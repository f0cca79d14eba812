#include "rtl/crossbar_rtl.h"

#include "cosim/verilated.h"

namespace unibank::rtl {

namespace {

const Verilated<CrossbarKind, CrossbarRtl> kCrossbar(
    {"", "crossbar.sv", "RTL: 8 ports, 8 ranges, 4 responses per port and cycle", {}, "native"});

}  // namespace

}  // namespace unibank::rtl
