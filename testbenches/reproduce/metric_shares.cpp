#include "reproduce/metric_shares.h"

#include <iterator>

#include "report/ratios.h"

namespace unibank::metric {

namespace {

// The named parts, in percent of their sum.
struct Part {
  const char* name;
  std::uint64_t value;
};

Values percent_of_all(std::initializer_list<Part> parts) {
  double all = 0;
  for (const Part& part : parts) all += static_cast<double>(part.value);
  Values values;
  for (const Part& part : parts)
    if (all != 0) values.push_back({part.name, 100 * static_cast<double>(part.value) / all});
  return values;
}

// Where one memory is divided between registers and cache, the capacity of the registers is not that of a memory.
bool has_utilisation(const Ended& ended) {
  const SmCapacity capacity = ended.design->capacity();
  return capacity.integrated || !capacity.together(unibank::Part::kRegisters, unibank::Part::kCache);
}

}  // namespace

Values register_percent(const Ended& ended, const Ended&) {
  if (ended.run->counters["registers.capacity_cycles"] == 0) return {};
  return {{"live", 100 * live_registers(*ended.run)},
          {"dynamic holes", 100 * dynamic_holes(*ended.run)},
          {"static holes", 100 * static_holes(*ended.run)}};
}

Values hole_percent(const Ended& ended, const Ended&) {
  if (ended.run->counters["registers.capacity_cycles"] == 0) return {};
  return {{"", 100 * (dynamic_holes(*ended.run) + static_holes(*ended.run))}};
}

Values value_reads_percent(const Ended& ended, const Ended&) {
  const CounterValues& counters = ended.run->counters;
  return percent_of_all({{"0", counters["reuse.values_read_0"]},
                         {"1", counters["reuse.values_read_1"]},
                         {"2", counters["reuse.values_read_2"]},
                         {">2", counters["reuse.values_read_more"]}});
}

Values line_accesses_percent(const Ended& ended, const Ended&) {
  const CounterValues& counters = ended.run->counters;
  return percent_of_all({{"1", counters["reuse.lines_accessed_1"]},
                         {"2", counters["reuse.lines_accessed_2"]},
                         {"3", counters["reuse.lines_accessed_3"]},
                         {"4 to 10", counters["reuse.lines_accessed_10"]},
                         {">10", counters["reuse.lines_accessed_more"]}});
}

Values reuse_distance_percent(const Ended& ended, const Ended&) {
  const CounterValues& counters = ended.run->counters;
  return percent_of_all(
      {{"0 to 10", counters["reuse.register_distance_10"] + counters["reuse.line_distance_10"]},
       {"11 to 100", counters["reuse.register_distance_100"] + counters["reuse.line_distance_100"]},
       {"101 to 1000", counters["reuse.register_distance_1000"] + counters["reuse.line_distance_1000"]},
       {">1000", counters["reuse.register_distance_more"] + counters["reuse.line_distance_more"]}});
}

Values reuse_within_percent(const Ended& ended, const Ended& baseline) {
  static const char* const kWithin[] = {"10", "100", "1000"};
  const Values classes = reuse_distance_percent(ended, baseline);
  if (classes.empty()) return {};
  Values values;
  double sum = 0;
  for (std::size_t i = 0; i < std::size(kWithin); ++i) values.push_back({kWithin[i], sum += classes[i].value});
  return values;
}

Values register_reuse_percent(const Ended& ended, const Ended&) {
  const CounterValues& counters = ended.run->counters;
  const std::uint64_t registers = counters["reuse.register_distance_10"] + counters["reuse.register_distance_100"] +
                                  counters["reuse.register_distance_1000"];
  const std::uint64_t lines =
      counters["reuse.line_distance_10"] + counters["reuse.line_distance_100"] + counters["reuse.line_distance_1000"];
  return over(100 * static_cast<double>(registers), static_cast<double>(registers + lines));
}

Values memory_access_percent(const Ended& ended, const Ended&) {
  const CounterValues& counters = ended.run->counters;
  return over(100 * static_cast<double>(counters["cache.accesses"]),
              static_cast<double>(counters["cache.accesses"] + counters["registers.operand_reads"] +
                                  counters["registers.operand_writes"]));
}

Values utilisation_percent(const Ended& ended, const Ended&) {
  if (!has_utilisation(ended)) return {};
  return {{"", 100 * utilisation(*ended.run)}};
}

Values utilisation_ratio(const Ended& ended, const Ended& baseline) {
  if (!has_utilisation(ended) || !has_utilisation(baseline)) return {};
  return over(utilisation(*ended.run), utilisation(*baseline.run));
}

}  // namespace unibank::metric
