// Numbers that are made of counters.
#pragma once

#include <cstdint>

#include "report/run_result.h"

namespace unibank {

inline double ratio(double part, double whole) { return whole == 0 ? 0 : part / whole; }

// Thread instructions a cycle; 0 without time.
inline double ipc(const RunResult& run) {
  return ratio(static_cast<double>(run.sm.thread_instructions), static_cast<double>(run.cycles));
}

// Of line lookups; 0 without one.
inline double hit_rate(const RunResult& run) {
  return ratio(static_cast<double>(run.sm.cache_hits), static_cast<double>(run.sm.cache_accesses));
}

// Of all issue slots.
inline double slot_share(const RunResult& run, std::uint64_t slots) {
  return ratio(static_cast<double>(slots), static_cast<double>(run.cycles) * run.issue_slots * run.sms);
}

}  // namespace unibank
