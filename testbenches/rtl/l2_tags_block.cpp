#include "cosim/verilated.h"
#include "rtl/l2_tags_rtl.h"

namespace unibank::rtl {

namespace {

const Verilated<L2TagsKind, L2TagsRtl> kL2Tags({"", "l2_tags.sv", "RTL: 512 sets of 16 ways, LRU", {}, "native"});

}  // namespace

}  // namespace unibank::rtl
