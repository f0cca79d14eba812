#include "host/functional_counts.h"

namespace unibank {

void set_executed(const FunctionalBackend::Counts& counts, CounterValues& all) {
  all.at("warp_instructions") = counts.warp_instructions;
  all.at("thread_instructions") = counts.thread_instructions;
  all.at("blocks") = counts.blocks;
  all.at("memory.spill_loads") = counts.spill_loads;
  all.at("memory.spill_stores") = counts.spill_stores;
}

void add_faults(const FunctionalBackend::Counts& counts, CounterValues& all) {
  all.add(counters_of(counts.uninitialised_scratchpad_reads, counts.inactive_shuffle_reads));
  all.add(counts.out_of_bounds.counters());
}

void add_warnings(const FunctionalBackend::Counts& counts, std::vector<std::string>& all) {
  for (std::string& warning : warnings_of(counts.uninitialised_scratchpad_reads, counts.inactive_shuffle_reads))
    all.push_back(std::move(warning));
  if (counts.out_of_bounds.count() != 0) all.push_back(counts.out_of_bounds.warning());
}

}  // namespace unibank
