#include "cosim/verilated.h"
#include "rtl/dram_front_rtl.h"

namespace unibank::rtl {

namespace {

class FixedLatencyRtl : public DramFrontRtl {
 public:
  FixedLatencyRtl(const char* name, const DramParameters& machine, const BlockOptions& options)
      : DramFrontRtl(name, with_fixed_latency(machine, options.values), options) {}
};

const Verilated<DramKind, FixedLatencyRtl> kBlock(
    {"", "dram_front.sv", "RTL: 4 ports, a queue of 64", {}, "fixed-latency"});

}  // namespace

}  // namespace unibank::rtl
