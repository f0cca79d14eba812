#include <cstdio>
#include <set>

#include "base/input_error.h"
#include "design/cross_product.h"
#include "unibank/catalogue.h"
#include "unibank/commands.h"

namespace unibank {

namespace {

std::string names_of_lists() {
  std::string text;
  for (const std::string& name : list_names()) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void check(const ListOptions& options) {
  if (options.what.empty()) throw InputError("list of what? Known: " + names_of_lists());
  const bool combinations = options.what == "combinations";
  if (options.csv && !combinations) throw InputError("--csv is for 'list combinations'");
  if (combinations && (options.json || options.names || !options.filter.empty()))
    throw InputError("'list combinations' is a table: it takes no filter, --names or --json, but --csv");
}

void print_text(const std::vector<ListEntry>& entries) {
  std::string group;
  for (const ListEntry& entry : entries) {
    if (entry.group != group) std::printf("%s\n", entry.group.c_str());
    group = entry.group;
    const char* indentation = group.empty() ? "" : "  ";
    std::printf("%s%s\n", indentation, entry.text.c_str());
    for (const std::string& part : entry.parts) std::printf("%s  %s\n", indentation, part.c_str());
  }
}

void print_json(const std::vector<ListEntry>& entries) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const ListEntry& entry : entries) {
    nlohmann::ordered_json one;
    if (!entry.group.empty()) one["group"] = entry.group;
    one["name"] = entry.name;
    one.update(entry.fields);
    all.push_back(std::move(one));
  }
  std::printf("%s\n", all.dump(2).c_str());
}

}  // namespace

int list_command(const ListOptions& options) {
  check(options);
  if (options.what == "combinations") {
    const std::vector<Combination> all = cross_product();
    std::fputs((options.csv ? combinations_csv(all) : combinations_text(all)).c_str(), stdout);
    return 0;
  }
  const std::vector<ListEntry> entries = filtered(list_entries(options.what), options.filter);
  if (entries.empty() && !options.filter.empty())
    throw InputError("no entry of 'list " + options.what + "' has '" + options.filter + "' in it; 'unibank list " +
                     options.what + "' shows all");
  if (options.json) {
    print_json(entries);
  } else if (options.names) {
    std::set<std::string> printed;  // variants may have a key in common
    for (const ListEntry& entry : entries)
      if (printed.insert(entry.name).second) std::printf("%s\n", entry.name.c_str());
  } else {
    print_text(entries);
  }
  return 0;
}

}  // namespace unibank
