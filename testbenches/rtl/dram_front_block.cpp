#include "cosim/verilated.h"
#include "rtl/dram_front_rtl.h"

namespace unibank::rtl {

namespace {

const Verilated<DramKind, DramFrontRtl> kDramFront(
    {"", "dram_front.sv", "RTL: 4 ports, a queue of 128", {}, "fixed-latency"});

}  // namespace

}  // namespace unibank::rtl
