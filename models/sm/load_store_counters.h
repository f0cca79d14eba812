// Counters of the load/store unit.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_LOAD_STORE_COUNTERS(counter) \
  counter(scratchpad_row_reads, "scratchpad.row_reads", "rows", \
          "read from the scratchpad (16 bytes; 4 in narrow banks)") \
  counter(scratchpad_row_writes, "scratchpad.row_writes", "rows", "written to the scratchpad")
UNIBANK_COUNTERS(LoadStoreCounters, "sm.load_store", UNIBANK_LOAD_STORE_COUNTERS);

}  // namespace unibank
