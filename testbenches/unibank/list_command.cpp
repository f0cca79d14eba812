#include <charconv>
#include <cstdio>
#include <map>

#include "base/counters.h"
#include "block/catalogue.h"
#include "design/cross_product.h"
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
#include "unibank/commands.h"
#include "workloads/workload.h"

namespace unibank {

namespace {

std::string range(std::int64_t least, std::int64_t most) {
  return std::to_string(least) + " to " + std::to_string(most);
}

// Whole numbers without a fraction, others as short as they can be told apart.
std::string text_of(double number) {
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::fixed).ptr};
}
std::string text_of(const PolicyValue& value) {
  return value.is_integer() || value.is_number() ? text_of(double{value}) : value.word();
}

// "1 to 64 warps", "oldest or youngest".
std::string range(const PolicyParameter& parameter) {
  if (parameter.words.empty()) {
    return text_of(parameter.least) + " to " + text_of(parameter.most) + " " + parameter.unit;
  }
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

void list_workloads() {
  for (const std::string& name : workload_names()) {
    const Workload& workload = find_workload(name);
    std::printf("%s: %s\n", name.c_str(), workload.description().c_str());
    for (const WorkloadArgument& argument : workload.arguments())
      std::printf("  %s: %s; %s; default tiny %lld, test %lld, paper %lld\n", argument.name.c_str(),
                  argument.description.c_str(), allowed(argument).c_str(), static_cast<long long>(argument.tiny),
                  static_cast<long long>(argument.test), static_cast<long long>(argument.paper));
  }
}

void list_known_designs() {
  for (const std::string& name : list_designs({}))
    std::printf("%s: %s\n", name.c_str(), load_design(name).design.description.c_str());
}

void list_dram() {
  for (const std::string& name : list_dram_standards({}))
    std::printf("%s: %s\n", name.c_str(), read_dram_standard(find_dram_standard(name, {})).description.c_str());
}

void list_parameters(const std::vector<PolicyParameter>& parameters) {
  for (const PolicyParameter& parameter : parameters)
    std::printf("    %s: %s; %s; default %s (%s)\n", parameter.name.c_str(), parameter.description.c_str(),
                range(parameter).c_str(), text_of(parameter.default_value).c_str(), parameter.source.c_str());
}

template <typename Policy>
void list_variants() {
  std::printf("%s\n", Policy::kKind);
  const Registry<Policy>& registry = Registry<Policy>::instance();
  for (const std::string& name : registry.names()) {
    const auto& variant = *registry.find(name);
    std::printf("  %s: %s\n", name.c_str(), variant.description.c_str());
    list_parameters(variant.parameters);
  }
}

void list_policies() {
  list_variants<StorageLayout>();
  list_variants<PartitionPolicy>();
  list_variants<RegisterStore>();
  list_variants<ScratchpadGate>();
  list_variants<WarpOrder>();
  list_variants<LinePolicy>();
  list_variants<Throttle>();
  list_variants<DramScheduler>();
  list_variants<DramRowPolicy>();
  list_variants<DramRefresh>();
  list_variants<DramHash>();
}

void list_instructions() {
  for (const std::string& name : ptx::supported_instructions()) {
    const ptx::InstructionInfo& row = *ptx::find_instruction(name);
    // Another spelling of a row is named only.
    std::printf("%s\n", name == row.name ? ptx::describe(row).c_str() : (name + ": as " + row.name).c_str());
  }
  for (const std::string& name : ptx::refused_instructions())
    std::printf("refused: %s\n", ptx::refused_instruction(name).c_str());
}

// The variants of each kind, as the key `model` of its section and --block take them.
void list_blocks() {
  const BlockCatalogue& catalogue = BlockCatalogue::instance();
  for (const BlockKind& kind : block_kinds()) {
    std::printf("%s: %s\n", kind.name, kind.description);
    for (const std::string& name : catalogue.names(kind.name)) {
      const BlockVariant& variant = *catalogue.find(kind.name, name);
      std::printf("  %s: %s%s%s\n", name.c_str(), variant.description.c_str(),
                  variant.implements.empty() ? "" : ("; implements " + variant.implements).c_str(),
                  variant.compares ? "; check = true: beside it" : "");
      list_parameters(catalogue.parameters(kind.name, name));
    }
  }
}

// By the block that counts, blocks by name.
void list_counters() {
  const DeclaredCounters& all = DeclaredCounters::instance();
  std::map<std::string_view, std::vector<unsigned>> blocks;
  for (const unsigned number : counters_in_order()) blocks[all[number].block].push_back(number);
  for (const auto& [block, numbers] : blocks) {
    std::printf("%s\n", std::string(block).c_str());
    for (const unsigned number : numbers) {
      const Counter& counter = all[number];
      std::printf("  %s (%s): %s\n", counter.name.c_str(), std::string(counter.unit).c_str(),
                  std::string(counter.meaning).c_str());
    }
  }
}

void list_combinations(bool csv) {
  const std::vector<Combination> all = cross_product();
  std::fputs((csv ? combinations_csv(all) : combinations_text(all)).c_str(), stdout);
}

}  // namespace

int list_command(const ListOptions& options) {
  if (options.what.empty())
    throw InputError(
        "list of what? Known: workloads, designs, dram, policies, blocks, counters, instructions, combinations");
  if (options.csv && options.what != "combinations") throw InputError("--csv is for 'list combinations'");
  if (options.what == "workloads")
    list_workloads();
  else if (options.what == "designs")
    list_known_designs();
  else if (options.what == "dram")
    list_dram();
  else if (options.what == "policies")
    list_policies();
  else if (options.what == "instructions")
    list_instructions();
  else if (options.what == "blocks")
    list_blocks();
  else if (options.what == "counters")
    list_counters();
  else if (options.what == "combinations")
    list_combinations(options.csv);
  else
    throw InputError(unknown_name(
        "list", options.what,
        {"workloads", "designs", "dram", "policies", "blocks", "counters", "instructions", "combinations"}));
  return 0;
}

}  // namespace unibank
