// What the load/store unit counts.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_LOAD_STORE_COUNTERS(counter) \
  counter(scratchpad_row_reads, "scratchpad.row_reads", "rows", \
          "read from the scratchpad: of 16 bytes, of 4 in narrow banks") \
  counter(scratchpad_row_writes, "scratchpad.row_writes", "rows", "written to it")
UNIBANK_COUNTERS(LoadStoreCounters, "sm.load_store", UNIBANK_LOAD_STORE_COUNTERS);

}  // namespace unibank
