// The order of counters in results.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/counters.h"

namespace unibank {

// The numbers of all declared counters: known groups in a fixed order (counter_order.cpp), then the others by block;
// the counters of one group as they are declared.
std::vector<unsigned> counters_in_order();
// Counters of other groups have no row of their own in the table and are listed as they are.
bool has_known_group(unsigned counter);


// The numbers of all counters whose names begin with `group`, in this order.
std::vector<unsigned> counters_of(std::string_view group);

// Warp instructions by their most accesses to one bank ("conflicts.bank.") or to the most requested resource
// ("conflicts."): the suffixes of the counters' names.
constexpr const char* kConflictClasses[] = {"1", "2", "3", "4", "more"};
constexpr char kBankClasses[] = "conflicts.bank.", kMostClasses[] = "conflicts.";
std::vector<std::uint64_t> classes_of(const CounterValues& values, const std::string& prefix);

}  // namespace unibank
