// What can be named on the command line and in designs, as entries of lists.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace unibank {

struct ListEntry {
  std::string group;           // heading above it, once for the entries that share it; empty: none
  std::string name;
  std::string text;            // as it is printed, name included, without indentation
  std::vector<std::string> parts = {};  // lines below it: arguments of a workload, parameters of a policy
  nlohmann::ordered_json fields = {};   // of its JSON object, beside group and name
};

// Of "workloads", "today", "designs", "dram", "policies", "blocks", "counters", "instructions" or "keys", in the order of
// their list.
// Throws InputError with these names for anything else.
std::vector<ListEntry> list_entries(const std::string& what);

// The lists that there are; "combinations" is one of them, as a table and not as entries.
const std::vector<std::string>& list_names();

// Of the entries those that have `filter` in their group, name, text or parts, capitals or not; empty: all.
std::vector<ListEntry> filtered(std::vector<ListEntry> entries, const std::string& filter);

}  // namespace unibank
