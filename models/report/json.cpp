#include "report/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/input_error.h"
#include "report/counter_order.h"
#include "report/ratios.h"
#include "report/sampled_json.h"

namespace unibank {

namespace {

using Json = nlohmann::ordered_json;

// Whole numbers without ".0": byte counts are fractions only where a published table gives averages.
Json number(double value) {
  if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
  return value;
}

Json argument(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) return value;
  return text;
}

// A counter is a member of the run, or of a group in it; classes of conflicts are in two arrays.
struct Member {
  std::string group, key;
};

Member member_of(const std::string& name) {
  const std::size_t dot = name.find('.');
  return dot == std::string::npos ? Member{"", name} : Member{name.substr(0, dot), name.substr(dot + 1)};
}

// Tests a counter's name; called for every counter of every run.
bool is_class(std::string_view name) {
  for (const std::string_view prefix : {std::string_view(kBankClasses), std::string_view(kMostClasses)}) {
    if (name.substr(0, prefix.size()) != prefix) continue;
    const auto is = [rest = name.substr(prefix.size())](const char* one) { return rest == one; };
    if (std::any_of(std::begin(kConflictClasses), std::end(kConflictClasses), is)) return true;
  }
  return false;
}

constexpr std::pair<const char*, const char*> kHistograms[] = {{"bank_histogram", kBankClasses},
                                                               {"max_accesses_histogram", kMostClasses}};

// The member of this name, created if it is missing. (If memory runs out, the library's own [] leaves an object without
// a map, and crashes when that is destroyed.)
Json& group_of(Json& run, const std::string& name) { return *run.emplace(name, Json::object()).first; }

// Adds a result under a counter's name. A second result of this name would replace the first one.
void put(Json& run, const std::string& name, Json value) {
  const Member member = member_of(name);
  Json& group = member.group.empty() ? run : group_of(run, member.group);
  if (!group.is_object() || !group.emplace(member.key, std::move(value)).second)
    throw RunError("two results of a run are named '" + name + "'; expected another name of the counter");
}

void put_counters(Json& run, const CounterValues& values) {
  for (const unsigned number : counters_in_order()) {
    const std::string& name = DeclaredCounters::instance()[number].name;
    if (!is_class(name)) put(run, name, values[number]);
  }
  for (const auto& [key, prefix] : kHistograms) put(run, std::string("conflicts.") + key, classes_of(values, prefix));
}

void get_counters(const Json& run, CounterValues& values) {
  for (const unsigned number : counters_in_order()) {
    const std::string& name = DeclaredCounters::instance()[number].name;
    const Member member = member_of(name);
    if (!is_class(name)) (member.group.empty() ? run : run.at(member.group)).at(member.key).get_to(values.at(number));
  }
  for (const auto& [key, prefix] : kHistograms) {
    const Json& classes = run.at("conflicts").at(key);
    for (std::size_t i = 0; i < std::size(kConflictClasses); ++i)
      classes.at(i).get_to(values.at(prefix + std::string(kConflictClasses[i])));
  }
}

Json launch_json(const LaunchResult& launch) {
  return {{"kernel", launch.kernel},
          {"blocks", launch.blocks},
          {"cycles", launch.cycles},
          {"warp_instructions", launch.warp_instructions},
          {"resident_blocks", launch.resident_blocks},
          {"resident_threads", launch.resident_threads},
          {"registers_per_thread", launch.registers_per_thread},
          {"scratchpad_bytes_per_block", number(launch.scratchpad_bytes_per_block)}};
}

Json launches_json(const std::vector<LaunchResult>& launches) {
  Json all = Json::array();
  for (const LaunchResult& launch : launches) all.push_back(launch_json(launch));
  return all;
}

Json partition_json(const PartitionReport& partition) {
  return {{"registers_bytes", number(partition.register_bytes)},
          {"scratchpad_bytes", number(partition.scratchpad_bytes)},
          {"cache_bytes", number(partition.cache_bytes)},
          {"idle_bytes", number(partition.idle_bytes)},
          {"capacity_bytes", number(partition.capacity_bytes)},
          {"cache_sets", partition.cache_sets},
          {"limited_by", partition.limited_by}};
}

Json energy_json(const std::vector<EnergyComponent>& components) {
  Json energy = Json::object();
  for (const EnergyComponent& component : components) energy[component.name] = component.picojoule;
  return energy;
}

Json comparisons_json(const std::vector<Comparison>& all) {
  Json json = Json::array();
  for (const Comparison& one : all) {
    json.push_back({{"module", one.module},
                    {"block", one.block},
                    {"by_cycles", one.by_cycles},
                    {"answers", one.answers},
                    {"late_answers", one.late},
                    {"late_cycles", one.late_cycles},
                    {"most_late_cycles", one.most}});
  }
  return json;
}

void put_what_ran(Json& json, const RunResult& run) {
  json["workload"] = run.workload;
  json["arguments"] = Json::object();
  for (const auto& [name, value] : run.arguments) json["arguments"][name] = argument(value);
  json["design"] = run.design;
  json["size"] = run.size;
  json["functional"] = run.functional;
  json["verified"] = run.judged ? Json(run.verified) : Json();
  json["verification"] = run.verification;
  json["broken_invariants"] = run.broken_invariants;
  json["warnings"] = run.warnings;
}

Json run_json(const RunResult& run) {
  Json json = Json::object();
  put_what_ran(json, run);
  json["cycles"] = run.cycles;
  if (run.launches_overlap) json["launches_overlap"] = true;
  json["ipc"] = ipc(run);
  json["sms"] = run.sms;
  json["issue_slots"] = run.issue_slots;
  json["registers_per_thread"] = run.registers_per_thread;
  json["compiled_registers_per_thread"] = run.compiled_registers_per_thread;
  json["thread_limit"] = run.thread_limit;
  json["scratchpad_bytes_per_block"] = number(run.scratchpad_bytes_per_block);
  json["scratchpad_bytes_per_thread"] = number(run.scratchpad_bytes_per_thread);
  json["resident_blocks"] = run.resident_blocks;
  json["resident_threads"] = run.resident_threads;
  json["default_blocks"] = run.default_blocks;
  json["sharing_pairs"] = run.sharing_pairs;
  json["partition"] = partition_json(run.partition);
  put_counters(json, run.counters);
  put(json, "registers.saved", saved_register_accesses(run));
  put(json, "registers.live", live_registers(run));
  put(json, "registers.dynamic_holes", dynamic_holes(run));
  put(json, "registers.static_holes", static_holes(run));
  put(json, "energy_pj", energy_json(run.energy));
  if (!run.energy_table.empty()) put(json, "energy_table", run.energy_table);
  if (!run.comparisons.empty()) put(json, "comparisons", comparisons_json(run.comparisons));
  if (run.sampled.any()) put(json, "sampling", sampling_json(run));
  put(json, "launches", launches_json(run.launches));
  put(json, "longest_launch", launch_json(run.longest));
  put(json, "effective_design", run.effective_design);
  return json;
}

LaunchResult launch_from(const Json& json) {
  LaunchResult launch;
  json.at("kernel").get_to(launch.kernel);
  json.at("blocks").get_to(launch.blocks);
  json.at("cycles").get_to(launch.cycles);
  json.at("warp_instructions").get_to(launch.warp_instructions);
  json.at("resident_blocks").get_to(launch.resident_blocks);
  json.at("resident_threads").get_to(launch.resident_threads);
  json.at("registers_per_thread").get_to(launch.registers_per_thread);
  json.at("scratchpad_bytes_per_block").get_to(launch.scratchpad_bytes_per_block);
  return launch;
}

std::vector<LaunchResult> launches_from(const Json& all) {
  std::vector<LaunchResult> launches;
  for (const Json& json : all) launches.push_back(launch_from(json));
  return launches;
}

std::vector<Comparison> comparisons_from(const Json& all) {
  std::vector<Comparison> comparisons;
  for (const Json& json : all) {
    Comparison& one = comparisons.emplace_back();
    json.at("module").get_to(one.module);
    json.at("block").get_to(one.block);
    json.at("by_cycles").get_to(one.by_cycles);
    json.at("answers").get_to(one.answers);
    json.at("late_answers").get_to(one.late);
    json.at("late_cycles").get_to(one.late_cycles);
    json.at("most_late_cycles").get_to(one.most);
  }
  return comparisons;
}

PartitionReport partition_from(const Json& json) {
  PartitionReport partition;
  json.at("registers_bytes").get_to(partition.register_bytes);
  json.at("scratchpad_bytes").get_to(partition.scratchpad_bytes);
  json.at("cache_bytes").get_to(partition.cache_bytes);
  json.at("idle_bytes").get_to(partition.idle_bytes);
  json.at("capacity_bytes").get_to(partition.capacity_bytes);
  json.at("cache_sets").get_to(partition.cache_sets);
  json.at("limited_by").get_to(partition.limited_by);
  return partition;
}

void get_what_ran(const Json& json, RunResult& run) {
  json.at("workload").get_to(run.workload);
  for (const auto& [name, value] : json.at("arguments").items())
    run.arguments.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  json.at("design").get_to(run.design);
  json.at("size").get_to(run.size);
  json.at("functional").get_to(run.functional);
  run.judged = !json.at("verified").is_null();
  if (run.judged) json.at("verified").get_to(run.verified);
  json.at("verification").get_to(run.verification);
  json.at("broken_invariants").get_to(run.broken_invariants);
  json.at("warnings").get_to(run.warnings);
}

RunResult run_from(const Json& json) {
  RunResult run;
  get_what_ran(json, run);
  json.at("cycles").get_to(run.cycles);
  run.launches_overlap = json.value("launches_overlap", false);
  json.at("sms").get_to(run.sms);
  json.at("issue_slots").get_to(run.issue_slots);
  json.at("registers_per_thread").get_to(run.registers_per_thread);
  json.at("compiled_registers_per_thread").get_to(run.compiled_registers_per_thread);
  json.at("thread_limit").get_to(run.thread_limit);
  json.at("scratchpad_bytes_per_block").get_to(run.scratchpad_bytes_per_block);
  json.at("scratchpad_bytes_per_thread").get_to(run.scratchpad_bytes_per_thread);
  json.at("resident_blocks").get_to(run.resident_blocks);
  json.at("resident_threads").get_to(run.resident_threads);
  json.at("default_blocks").get_to(run.default_blocks);
  json.at("sharing_pairs").get_to(run.sharing_pairs);
  run.partition = partition_from(json.at("partition"));
  get_counters(json, run.counters);
  for (const auto& [name, value] : json.at("energy_pj").items()) run.energy.push_back({name, value.get<double>()});
  run.energy_table = json.value("energy_table", "");
  run.launches = launches_from(json.at("launches"));
  run.longest = launch_from(json.at("longest_launch"));
  if (json.contains("comparisons")) run.comparisons = comparisons_from(json.at("comparisons"));
  if (json.contains("sampling")) run.sampled = sampling_from(json.at("sampling"));
  json.at("effective_design").get_to(run.effective_design);
  return run;
}

// Text from outside (a path, a kernel's name) need not be UTF-8, but JSON must be.
constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;

}  // namespace

std::string results_json(const std::vector<RunResult>& runs) {
  Json all = {{"schema", "unibank-results-1"}, {"runs", Json::array()}};
  for (const RunResult& run : runs) all["runs"].push_back(run_json(run));
  return all.dump(2, ' ', false, kReplace) + "\n";
}

std::string run_to_json(const RunResult& run) { return run_json(run).dump(-1, ' ', false, kReplace); }

RunResult run_from_json(const std::string& text) {
  try {
    return run_from(Json::parse(text));
  } catch (const nlohmann::json::exception& error) {
    throw RunError(std::string("not the result of a run: ") + error.what());
  }
}

}  // namespace unibank
