// The names that can be used on the command line and in designs, as entries of lists.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace unibank {

struct ListEntry {
  std::string group;           // a heading, printed once for the entries that share it; empty: none
  std::string name;
  std::string text;            // as printed, with the name, without indentation
  std::vector<std::string> parts = {};  // lines below it: a workload's arguments, a policy's parameters
  nlohmann::ordered_json fields = {};   // further fields of its JSON object, in addition to group and name
};

// The entries of "workloads", "today", "designs", "dram", "policies", "blocks", "counters", "signals", "instructions"
// or "keys", in the list's order. Throws InputError, with these names, for any other name.
std::vector<ListEntry> list_entries(const std::string& what);

// The names of the lists; one of them, "combinations", is a table and has no entries.
const std::vector<std::string>& list_names();

// The entries with `filter` in their group, name, text or parts, ignoring case; empty: all.
std::vector<ListEntry> filtered(std::vector<ListEntry> entries, const std::string& filter);

}  // namespace unibank
