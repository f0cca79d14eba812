#include "reproduce/metric_shares.h"

#include <iterator>

#include "report/ratios.h"

namespace unibank::metric {

namespace {

// Parts that are named, in percent of their sum.
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

}  // namespace

Values register_percent(const Ended& ended, const Ended&) {
  if (ended.run->sm.register_capacity_cycles == 0) return {};
  return {{"live", 100 * live_registers(*ended.run)},
          {"dynamic holes", 100 * dynamic_holes(*ended.run)},
          {"static holes", 100 * static_holes(*ended.run)}};
}

Values hole_percent(const Ended& ended, const Ended&) {
  if (ended.run->sm.register_capacity_cycles == 0) return {};
  return {{"", 100 * (dynamic_holes(*ended.run) + static_holes(*ended.run))}};
}

Values value_reads_percent(const Ended& ended, const Ended&) {
  const SmCounters& sm = ended.run->sm;
  return percent_of_all({{"0", sm.values_read_0},
                         {"1", sm.values_read_1},
                         {"2", sm.values_read_2},
                         {">2", sm.values_read_more}});
}

Values line_accesses_percent(const Ended& ended, const Ended&) {
  const SmCounters& sm = ended.run->sm;
  return percent_of_all({{"1", sm.lines_accessed_1},
                         {"2", sm.lines_accessed_2},
                         {"3", sm.lines_accessed_3},
                         {"4 to 10", sm.lines_accessed_10},
                         {">10", sm.lines_accessed_more}});
}

Values reuse_distance_percent(const Ended& ended, const Ended&) {
  const SmCounters& sm = ended.run->sm;
  return percent_of_all({{"0 to 10", sm.register_reuse_10 + sm.line_reuse_10},
                         {"11 to 100", sm.register_reuse_100 + sm.line_reuse_100},
                         {"101 to 1000", sm.register_reuse_1000 + sm.line_reuse_1000},
                         {">1000", sm.register_reuse_more + sm.line_reuse_more}});
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
  const SmCounters& sm = ended.run->sm;
  const std::uint64_t registers = sm.register_reuse_10 + sm.register_reuse_100 + sm.register_reuse_1000;
  const std::uint64_t lines = sm.line_reuse_10 + sm.line_reuse_100 + sm.line_reuse_1000;
  return over(100 * static_cast<double>(registers), static_cast<double>(registers + lines));
}

Values memory_access_percent(const Ended& ended, const Ended&) {
  const SmCounters& sm = ended.run->sm;
  return over(100 * static_cast<double>(sm.cache_accesses),
              static_cast<double>(sm.cache_accesses + sm.operand_reads + sm.operand_writes));
}

}  // namespace unibank::metric
