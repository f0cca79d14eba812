// Counters of the reuse of registers and lines.
#pragma once

#include "base/counters.h"

namespace unibank {

// All 0 unless run.reuse_statistics is on.
#define UNIBANK_REGISTER_DISTANCES(counter) \
  counter(kTo10, "reuse.register_distance_10", "reads", \
          "of registers, at most 10 cycles after the last read or write") \
  counter(kTo100, "reuse.register_distance_100", "reads", \
          "of registers, 11 to 100 cycles after the last read or write") \
  counter(kTo1000, "reuse.register_distance_1000", "reads", \
          "of registers, 101 to 1,000 cycles after the last read or write") \
  counter(kMore, "reuse.register_distance_more", "reads", \
          "of registers, more than 1,000 cycles after the last read or write")
UNIBANK_COUNTER_CLASSES(RegisterDistances, "sm.reuse_statistics", UNIBANK_REGISTER_DISTANCES);

#define UNIBANK_LINE_DISTANCES(counter) \
  counter(kTo10, "reuse.line_distance_10", "accesses", \
          "of memory lines, at most 10 cycles after the last access by the same SM") \
  counter(kTo100, "reuse.line_distance_100", "accesses", \
          "of memory lines, 11 to 100 cycles after the last access by the same SM") \
  counter(kTo1000, "reuse.line_distance_1000", "accesses", \
          "of memory lines, 101 to 1,000 cycles after the last access by the same SM") \
  counter(kMore, "reuse.line_distance_more", "accesses", \
          "of memory lines, more than 1,000 cycles after the last access by the same SM")
UNIBANK_COUNTER_CLASSES(LineDistances, "sm.reuse_statistics", UNIBANK_LINE_DISTANCES);

#define UNIBANK_VALUE_READS(counter) \
  counter(kNever, "reuse.values_read_0", "values", "written to registers and never read") \
  counter(kOnce, "reuse.values_read_1", "values", "written to registers and read once") \
  counter(kTwice, "reuse.values_read_2", "values", "written to registers and read twice") \
  counter(kMore, "reuse.values_read_more", "values", "written to registers and read three times or more")
UNIBANK_COUNTER_CLASSES(ValueReads, "sm.reuse_statistics", UNIBANK_VALUE_READS);

#define UNIBANK_LINE_ACCESSES(counter) \
  counter(kOnce, "reuse.lines_accessed_1", "lines", "of memory that an SM accesses once in a launch") \
  counter(kTwice, "reuse.lines_accessed_2", "lines", "of memory that an SM accesses twice in a launch") \
  counter(kThrice, "reuse.lines_accessed_3", "lines", "of memory that an SM accesses three times in a launch") \
  counter(kTo10, "reuse.lines_accessed_10", "lines", "of memory that an SM accesses 4 to 10 times in a launch") \
  counter(kMore, "reuse.lines_accessed_more", "lines", \
          "of memory that an SM accesses more than 10 times in a launch")
UNIBANK_COUNTER_CLASSES(LineAccesses, "sm.reuse_statistics", UNIBANK_LINE_ACCESSES);

}  // namespace unibank
