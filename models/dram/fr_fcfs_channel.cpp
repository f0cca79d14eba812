// dram.model = "fr-fcfs": banks and rows, assembled from the parts that the design names. The module is
// memory/fr_fcfs_channel.
#include "block/catalogue.h"

namespace unibank {

namespace {

const BlockDeclaration kVariant(
    {"dram", "fr-fcfs", "banks with rows: a standard's timing, a scheduler, a row policy, refresh, an address map", {},
     "", false, true, {}});

}  // namespace

}  // namespace unibank
