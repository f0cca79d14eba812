// In which order results show counters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/counters.h"

namespace unibank {

// The numbers of all declared counters: groups that are known here in the order below, then the others by block; those
// of one group as they are declared.
std::vector<unsigned> counters_in_order();
// What no row of the table is made for is shown as it is: counters of groups that are not known here.
bool has_known_group(unsigned counter);


// Those of them whose names begin so.
std::vector<unsigned> counters_of(std::string_view group);

// Warp instructions by their most accesses to one bank ("conflicts.bank.") or to whatever is asked for most
// ("conflicts."): the rest of the counters' names.
constexpr const char* kConflictClasses[] = {"1", "2", "3", "4", "more"};
constexpr char kBankClasses[] = "conflicts.bank.", kMostClasses[] = "conflicts.";
std::vector<std::uint64_t> classes_of(const CounterValues& values, const std::string& prefix);

}  // namespace unibank
