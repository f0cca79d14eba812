#include "report/sampled_json.h"

#include <algorithm>

#include "report/counter_order.h"
#include "report/interval.h"
#include "report/ratios.h"

namespace unibank {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Interval& interval) {
  return {{"estimate", interval.estimate}, {"low", interval.low}, {"high", interval.high}};
}

Interval interval_from(const Json& json) {
  return {json.at("estimate").get<double>(), json.at("low").get<double>(), json.at("high").get<double>()};
}

// Counters that some launch has.
std::vector<unsigned> counted(const Sampled& sampled) {
  std::vector<unsigned> numbers;
  for (const unsigned number : counters_in_order()) {
    const auto has = [number](const Sampled::Launch& launch) { return launch.counters[number] != 0; };
    if (sampled.exact[number] != 0 || std::any_of(sampled.measured.begin(), sampled.measured.end(), has))
      numbers.push_back(number);
  }
  return numbers;
}

const std::string& name_of(unsigned number) { return DeclaredCounters::instance()[number].name; }

// The parts of a run that were measured.
const char* parts_of(const Sampled& sampled) { return sampled.of_blocks() ? "units" : "launches"; }

Json measured_json(const Sampled& sampled, const std::vector<unsigned>& numbers) {
  const char* const parts = parts_of(sampled);
  Json json = {{"counters", Json::array()}, {parts, Json::array()}};
  for (const unsigned number : numbers) json["counters"].push_back(name_of(number));
  for (const Sampled::Launch& launch : sampled.measured) {
    Json values = Json::array();
    for (const unsigned number : numbers) values.push_back(launch.counters[number]);
    json[parts].push_back(
        {{"number", launch.number}, {"stratum", launch.stratum}, {"cycles", launch.cycles}, {"values", values}});
  }
  return json;
}

std::vector<Sampled::Launch> measured_from(const Json& json, const char* parts) {
  std::vector<unsigned> numbers;
  for (const Json& name : json.at("counters"))
    numbers.push_back(DeclaredCounters::instance().declared(name.get_ref<const std::string&>()));
  std::vector<Sampled::Launch> measured;
  for (const Json& one : json.at(parts)) {
    Sampled::Launch& launch = measured.emplace_back();
    one.at("number").get_to(launch.number);
    one.at("stratum").get_to(launch.stratum);
    one.at("cycles").get_to(launch.cycles);
    for (std::size_t i = 0; i < numbers.size(); ++i) one.at("values").at(i).get_to(launch.counters.at(numbers[i]));
  }
  return measured;
}

}  // namespace

Json sampling_json(const RunResult& run) {
  const Sampled& sampled = run.sampled;
  const std::vector<unsigned> numbers = counted(sampled);
  Json json = {{"launches", sampled.launches}};
  if (sampled.of_blocks()) json["blocks"] = sampled.blocks;
  json["timed"] = sampled.timed();
  json["warm_ups"] = sampled.warm_ups;
  json["seed"] = sampled.seed;
  json["confidence"] = 0.95;
  json["cycles"] = json_of(cycles_of(run));
  json["ipc"] = json_of(figure_of(run, ipc));
  Json& counters = json["counters"] = Json::object();
  for (const unsigned number : numbers) counters[name_of(number)] = json_of(counter_of(run, number));
  Json& energy = json["energy_pj"] = Json::object();
  for (const Sampled::Energy& one : sampled.energy) energy[one.component] = json_of(one.picojoule);
  Json& exact = json["exact"] = Json::object();
  for (const unsigned number : numbers)
    if (sampled.exact[number] != 0) exact[name_of(number)] = sampled.exact[number];
  for (const Interval& cycles : sampled.launch_cycles) json["launch_cycles"].push_back(json_of(cycles));
  json["strata"] = sampled.strata;
  if (sampled.of_blocks()) json["instructions"] = sampled.instructions;
  if (sampled.of_blocks()) json["end_variances"] = sampled.end_variances;
  json["measured"] = measured_json(sampled, numbers);
  return json;
}

Sampled sampling_from(const Json& json) {
  Sampled sampled;
  json.at("launches").get_to(sampled.launches);
  json.at("warm_ups").get_to(sampled.warm_ups);
  json.at("seed").get_to(sampled.seed);
  json.at("strata").get_to(sampled.strata);
  for (const auto& [name, value] : json.at("exact").items()) value.get_to(sampled.exact.at(name));
  if (json.contains("blocks")) {
    json.at("blocks").get_to(sampled.blocks);
    json.at("timed").get_to(sampled.timed_blocks);
    json.at("instructions").get_to(sampled.instructions);
    json.at("end_variances").get_to(sampled.end_variances);
    for (const Json& one : json.at("launch_cycles")) sampled.launch_cycles.push_back(interval_from(one));
  }
  sampled.measured = measured_from(json.at("measured"), parts_of(sampled));
  for (const auto& [name, value] : json.at("energy_pj").items())
    sampled.energy.push_back({name, interval_from(value)});
  return sampled;
}

}  // namespace unibank
