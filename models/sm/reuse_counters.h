// What the observer of registers' and lines' reuse counts.
#pragma once

#include "base/counters.h"

namespace unibank {

// Under run.reuse_statistics; else all 0.
#define UNIBANK_REGISTER_DISTANCES(counter) \
  counter(kTo10, "reuse.register_distance_10", "reads", "of registers, at most 10 cycles after the one before") \
  counter(kTo100, "reuse.register_distance_100", "reads", "11 to 100 cycles after it") \
  counter(kTo1000, "reuse.register_distance_1000", "reads", "101 to 1,000 cycles after it") \
  counter(kMore, "reuse.register_distance_more", "reads", "later")
UNIBANK_COUNTER_CLASSES(RegisterDistances, "sm.reuse_statistics", UNIBANK_REGISTER_DISTANCES);

#define UNIBANK_LINE_DISTANCES(counter) \
  counter(kTo10, "reuse.line_distance_10", "accesses", "of memory lines, at most 10 cycles after the one before") \
  counter(kTo100, "reuse.line_distance_100", "accesses", "11 to 100 cycles after it") \
  counter(kTo1000, "reuse.line_distance_1000", "accesses", "101 to 1,000 cycles after it") \
  counter(kMore, "reuse.line_distance_more", "accesses", "later")
UNIBANK_COUNTER_CLASSES(LineDistances, "sm.reuse_statistics", UNIBANK_LINE_DISTANCES);

#define UNIBANK_VALUE_READS(counter) \
  counter(kNever, "reuse.values_read_0", "values", "written to registers and never read") \
  counter(kOnce, "reuse.values_read_1", "values", "read once") \
  counter(kTwice, "reuse.values_read_2", "values", "read twice") \
  counter(kMore, "reuse.values_read_more", "values", "read more often")
UNIBANK_COUNTER_CLASSES(ValueReads, "sm.reuse_statistics", UNIBANK_VALUE_READS);

#define UNIBANK_LINE_ACCESSES(counter) \
  counter(kOnce, "reuse.lines_accessed_1", "lines", "of memory that a launch accesses once") \
  counter(kTwice, "reuse.lines_accessed_2", "lines", "twice") \
  counter(kThrice, "reuse.lines_accessed_3", "lines", "three times") \
  counter(kTo10, "reuse.lines_accessed_10", "lines", "4 to 10 times") \
  counter(kMore, "reuse.lines_accessed_more", "lines", "more often")
UNIBANK_COUNTER_CLASSES(LineAccesses, "sm.reuse_statistics", UNIBANK_LINE_ACCESSES);

}  // namespace unibank
