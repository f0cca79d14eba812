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

Json measured_json(const Sampled& sampled, const std::vector<unsigned>& numbers) {
  Json json = {{"counters", Json::array()}, {"launches", Json::array()}};
  for (const unsigned number : numbers) json["counters"].push_back(name_of(number));
  for (const Sampled::Launch& launch : sampled.measured) {
    Json values = Json::array();
    for (const unsigned number : numbers) values.push_back(launch.counters[number]);
    json["launches"].push_back(
        {{"number", launch.number}, {"stratum", launch.stratum}, {"cycles", launch.cycles}, {"values", values}});
  }
  return json;
}

std::vector<Sampled::Launch> measured_from(const Json& json) {
  std::vector<unsigned> numbers;
  for (const Json& name : json.at("counters"))
    numbers.push_back(DeclaredCounters::instance().declared(name.get_ref<const std::string&>()));
  std::vector<Sampled::Launch> measured;
  for (const Json& one : json.at("launches")) {
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
  Json json = {{"launches", sampled.launches},
               {"timed", sampled.measured.size()},
               {"warm_ups", sampled.warm_ups},
               {"seed", sampled.seed},
               {"confidence", 0.95},
               {"cycles", json_of(cycles_of(run))},
               {"ipc", json_of(figure_of(run, ipc))}};
  Json& counters = json["counters"] = Json::object();
  for (const unsigned number : numbers) counters[name_of(number)] = json_of(counter_of(run, number));
  Json& energy = json["energy_pj"] = Json::object();
  for (const Sampled::Energy& one : sampled.energy) energy[one.component] = json_of(one.picojoule);
  Json& exact = json["exact"] = Json::object();
  for (const unsigned number : numbers)
    if (sampled.exact[number] != 0) exact[name_of(number)] = sampled.exact[number];
  json["strata"] = sampled.strata;
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
  sampled.measured = measured_from(json.at("measured"));
  for (const auto& [name, value] : json.at("energy_pj").items())
    sampled.energy.push_back({name, {value.at("estimate").get<double>(), value.at("low").get<double>(),
                                     value.at("high").get<double>()}});
  return sampled;
}

}  // namespace unibank
