// The counters of an SRAM bank.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_BANK_COUNTERS(counter) \
  counter(reads, "banks.reads", "rows", "read from the SRAM banks of registers, scratchpad and cache") \
  counter(writes, "banks.writes", "rows", "written to the SRAM banks") \
  counter(violations, "banks.violations", "accesses", \
          "beyond one read and one write per bank and cycle: 0 unless the arbiter is wrong")
UNIBANK_COUNTERS(BankCounters, "sm.banks", UNIBANK_BANK_COUNTERS);

}  // namespace unibank
