// Reads that PTX leaves undefined: counted, and the first one described.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/counters.h"

namespace unibank {

struct UndefinedReads {
  std::uint64_t count = 0;  // one per lane
  std::string first;        // kernel, line, block, thread, and the data read

  void add(const UndefinedReads& later) {
    if (count == 0) first = later.first;
    count += later.count;
  }
};

#define UNIBANK_UNDEFINED_READ_COUNTERS(counter) \
  counter(scratchpad, "scratchpad.uninitialised_reads", "reads", \
          "by a thread, with bytes that no thread of its block had written") \
  counter(shuffles, "shuffles.inactive_reads", "reads", "by a thread through shfl, of a lane that did not participate")
UNIBANK_COUNTERS(UndefinedReadCounters, "program", UNIBANK_UNDEFINED_READ_COUNTERS);

inline UndefinedReadCounters counters_of(const UndefinedReads& scratchpad, const UndefinedReads& shuffles) {
  UndefinedReadCounters counters;
  counters.scratchpad = scratchpad.count;
  counters.shuffles = shuffles.count;
  return counters;
}

// `scratchpad`: reads with bytes that no thread of the block had written. `shuffles`: shfl reads of lanes that did not
// participate. Returns one line for each kind that occurred.
inline std::vector<std::string> warnings_of(const UndefinedReads& scratchpad, const UndefinedReads& shuffles) {
  std::vector<std::string> all;
  const auto warn = [&all](const UndefinedReads& reads, const std::string& what) {
    if (reads.count == 0) return;
    all.push_back(std::to_string(reads.count) + " reads of " + what + ", the first: " + reads.first);
  };
  warn(scratchpad, "scratchpad that no thread of the block had written");
  warn(shuffles, "lanes that do not participate in a shuffle, which PTX leaves undefined and here are 0");
  return all;
}

}  // namespace unibank
