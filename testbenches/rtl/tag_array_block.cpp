#include "rtl/tag_array_rtl.h"

#include "cosim/verilated.h"

namespace unibank::rtl {

namespace {

const Verilated<TagArrayKind, TagArrayRtl> kTagArray(
    {"", "tag_array.sv", "RTL: 1024 sets of 16 ways, LRU, 8 lookups per cycle", {}, "native"});

}  // namespace

}  // namespace unibank::rtl
