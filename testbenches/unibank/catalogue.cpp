#include "unibank/catalogue.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

#include "base/counters.h"
#include "block/catalogue.h"
#include "block/signals.h"
#include "design/dram_standard.h"
#include "design/load.h"
#include "dram/address_map.h"
#include "dram/refresh.h"
#include "dram/row_policy.h"
#include "dram/scheduler.h"
#include "policy/line_policy.h"
#include "policy/partition.h"
#include "policy/register_store.h"
#include "policy/scratchpad_gate.h"
#include "policy/throttle.h"
#include "policy/warp_order.h"
#include "ptx/instruction_table.h"
#include "report/counter_order.h"
#include "unibank/known_keys.h"
#include "workloads/workload.h"

namespace unibank {

namespace {

using Json = nlohmann::ordered_json;
using Entries = std::vector<ListEntry>;

std::string range(std::int64_t least, std::int64_t most) {
  return std::to_string(least) + " to " + std::to_string(most);
}

// Whole numbers without a fraction, others with as few digits as are exact.
std::string text_of(double number) {
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::fixed).ptr};
}
std::string text_of(const PolicyValue& value) {
  return value.is_integer() || value.is_number() ? text_of(double{value}) : value.word();
}

// "1 to 64 warps", "oldest or youngest".
std::string range(const PolicyParameter& parameter) {
  if (parameter.words.empty())
    return text_of(parameter.least) + " to " + text_of(parameter.most) +
           (parameter.unit.empty() ? "" : " " + parameter.unit);
  std::string text;
  for (const std::string& word : parameter.words) text += (text.empty() ? "" : " or ") + word;
  return text;
}

std::string allowed(const WorkloadArgument& argument) {
  if (argument.choices.empty()) return range(argument.least, argument.most);
  std::string text;
  for (const std::int64_t choice : argument.choices) text += (text.empty() ? "" : ", ") + std::to_string(choice);
  return text;
}

ListEntry entry(const std::string& group, const std::string& name, const std::string& description) {
  return {group, name, name + ": " + description, {}, {{"description", description}}};
}

Entries programs(const std::vector<std::string>& names) {
  Entries all;
  for (const std::string& name : names) {
    const Workload& workload = find_workload(name);
    ListEntry one = entry("", name, workload.description());
    one.fields["arguments"] = Json::array();
    for (const WorkloadArgument& argument : workload.arguments()) {
      const auto number = [](std::int64_t value) { return std::to_string(value); };
      one.parts.push_back(argument.name + ": " + argument.description + "; " + allowed(argument) + "; default tiny " +
                          number(argument.tiny) + ", test " + number(argument.test) + ", paper " +
                          number(argument.paper));
      one.fields["arguments"].push_back({{"name", argument.name},
                                         {"description", argument.description},
                                         {"allowed", allowed(argument)},
                                         {"tiny", argument.tiny},
                                         {"test", argument.test},
                                         {"paper", argument.paper}});
    }
    all.push_back(std::move(one));
  }
  return all;
}

Entries workloads() { return programs(workload_names()); }
Entries today() { return programs(today_names()); }

Entries designs() {
  Entries all;
  for (const std::string& name : list_designs({}))
    all.push_back(entry("", name, load_design(name).design.description));
  return all;
}

Entries dram() {
  Entries all;
  for (const std::string& name : list_dram_standards({}))
    all.push_back(entry("", name, read_dram_standard(find_dram_standard(name, {})).description));
  return all;
}

void add_parameters(const std::vector<PolicyParameter>& parameters, ListEntry& entry) {
  entry.fields["parameters"] = Json::array();
  for (const PolicyParameter& parameter : parameters) {
    const std::string default_value = text_of(parameter.default_value);
    entry.parts.push_back(parameter.name + ": " + parameter.description + "; " + range(parameter) + "; default " +
                          default_value + " (" + parameter.source + ")");
    entry.fields["parameters"].push_back({{"name", parameter.name},
                                          {"description", parameter.description},
                                          {"allowed", range(parameter)},
                                          {"default", default_value},
                                          {"source", parameter.source}});
  }
}

template <typename Policy>
void add_variants(Entries& all) {
  const Registry<Policy>& registry = Registry<Policy>::instance();
  for (const std::string& name : registry.names()) {
    const auto& variant = *registry.find(name);
    all.push_back(entry(Policy::kKind, name, variant.description));
    add_parameters(variant.parameters, all.back());
  }
}

Entries policies() {
  Entries all;
  add_variants<StorageLayout>(all);
  add_variants<PartitionPolicy>(all);
  add_variants<RegisterStore>(all);
  add_variants<ScratchpadGate>(all);
  add_variants<WarpOrder>(all);
  add_variants<LinePolicy>(all);
  add_variants<Throttle>(all);
  add_variants<DramScheduler>(all);
  add_variants<DramRowPolicy>(all);
  add_variants<DramRefresh>(all);
  add_variants<DramHash>(all);
  return all;
}

// The values of the key `model` of a block's section and of --block, by kind.
Entries blocks() {
  Entries all;
  const BlockCatalogue& catalogue = BlockCatalogue::instance();
  for (const BlockKind& kind : block_kinds()) {
    const std::string group = std::string(kind.name) + ": " + kind.description;
    for (const std::string& name : catalogue.names(kind.name)) {
      const BlockVariant& variant = *catalogue.find(kind.name, name);
      const std::string implements = variant.implements.empty() ? "" : "; implements " + variant.implements;
      all.push_back(
          entry(group, name,
                variant.description + implements + (variant.compares ? "; check = true: in lock-step with it" : "")));
      add_parameters(catalogue.parameters(kind.name, name), all.back());
    }
  }
  return all;
}

// By counting block; blocks in alphabetical order.
Entries counters() {
  const DeclaredCounters& declared = DeclaredCounters::instance();
  std::map<std::string_view, std::vector<unsigned>> blocks;
  for (const unsigned number : counters_in_order()) blocks[declared[number].block].push_back(number);
  Entries all;
  for (const auto& [block, numbers] : blocks) {
    for (const unsigned number : numbers) {
      const Counter& counter = declared[number];
      const std::string unit(counter.unit), meaning(counter.meaning);
      all.push_back({std::string(block), counter.name, counter.name + " (" + unit + "): " + meaning, {},
                     {{"unit", unit}, {"description", meaning}}});
    }
  }
  return all;
}

// By group of --vcd-signals.
Entries signals() {
  Entries all;
  for (const SignalGroup& group : SignalGroups::instance().all()) {
    for (const SignalMeaning& signal : group.signals)
      all.push_back(entry(group.name + ": " + group.what, signal.name, signal.meaning));
  }
  return all;
}

Entries instructions() {
  Entries all;
  for (const std::string& name : ptx::supported_instructions()) {
    const ptx::InstructionInfo& row = *ptx::find_instruction(name);
    // An alternative spelling only refers to its row.
    const std::string text = name == row.name ? ptx::describe(row) : name + ": as " + row.name;
    all.push_back({"", name, text, {}, {{"description", text}}});
  }
  for (const std::string& name : ptx::refused_instructions()) {
    const std::string text = "refused: " + ptx::refused_instruction(name);
    all.push_back({"", name, text, {}, {{"description", text}, {"refused", true}}});
  }
  return all;
}

// The keys of designs by section, each with the variant of a policy or block that has it, unless all designs have it.
Entries keys() {
  Entries all;
  for (const auto& [parameter, variant] : known_keys()) {
    const std::string value = toml_text(parameter.default_value), allowed = expected_text(parameter);
    all.push_back({"[" + parameter.section + "]", parameter.name(),
                   parameter.name() + ": " + parameter.description + "; " + allowed + "; default " + value + " (" +
                       parameter.source + ")" + (variant.empty() ? "" : "; of " + variant),
                   {},
                   {{"description", parameter.description},
                    {"allowed", allowed},
                    {"unit", parameter.unit},
                    {"default", value},
                    {"source", parameter.source},
                    {"variant", variant}}});
  }
  return all;
}

struct List {
  const char* name;
  Entries (*entries)();
};
constexpr List kLists[] = {{"workloads", workloads}, {"today", today},
                           {"designs", designs},     {"dram", dram},
                           {"policies", policies},   {"blocks", blocks},     {"counters", counters},
                           {"signals", signals},     {"instructions", instructions},
                           {"combinations", nullptr}, {"keys", keys}};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

const std::vector<std::string>& list_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const List& list : kLists) all.emplace_back(list.name);
    return all;
  }();
  return names;
}

std::vector<ListEntry> list_entries(const std::string& what) {
  for (const List& list : kLists)
    if (what == list.name && list.entries) return list.entries();
  throw InputError(unknown_name("list", what, list_names()));
}

std::vector<ListEntry> filtered(std::vector<ListEntry> entries, const std::string& filter) {
  const std::string wanted = lower(filter);
  const auto has = [&wanted](const std::string& text) { return lower(text).find(wanted) != std::string::npos; };
  const auto is_other = [&has](const ListEntry& one) {
    return !has(one.group) && !has(one.name) && !has(one.text) && std::none_of(one.parts.begin(), one.parts.end(), has);
  };
  entries.erase(std::remove_if(entries.begin(), entries.end(), is_other), entries.end());
  return entries;
}

}  // namespace unibank
