// What an SRAM bank counts.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_BANK_COUNTERS(counter) \
  counter(reads, "banks.reads", "rows", "read from the SRAM banks of registers, scratchpad and cache") \
  counter(writes, "banks.writes", "rows", "written to them") \
  counter(violations, "banks.violations", "accesses", \
          "beyond one read and one write a bank and cycle: 0, or the arbiter is wrong")
UNIBANK_COUNTERS(BankCounters, "sm.banks", UNIBANK_BANK_COUNTERS);

}  // namespace unibank
