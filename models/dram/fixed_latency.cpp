// dram.model = "fixed-latency". The module is memory/dram_channel.
#include "block/catalogue.h"

namespace unibank {

namespace {

const char* const kTable2 = "Gebhart 2012 table 2";

const BlockDeclaration kVariant({"dram",
                                 "fixed-latency",
                                 "a latency and a bandwidth, without banks and rows",
                                 {{"latency", 400, 1, 1'000'000, "cycles",
                                   "latency from request to response without a queue", kTable2},
                                  {"bytes_per_cycle", 8, 1, 4096, "bytes/cycle",
                                   "bandwidth of a channel; with one SM, its share", kTable2}},
                                 "",
                                 false,
                                 true,
                                 {}});

}  // namespace

}  // namespace unibank
