#include "report/counter_order.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

namespace unibank {

namespace {

// Prefixes of counters' names; the first that matches counts. A new counter needs no line.
constexpr std::string_view kOrder[] = {
    "warp_instructions", "thread_instructions", "issued_slots", "blocks", "warps", "barriers", "tag_lookups",
    "tag_fills", "constant_accesses", "texture_accesses",
    "cache.accesses", "cache.hits", "cache.load_", "cache.local_", "cache.dirty_", "cache.store_",
    "cache.sector_misses", "cache.bypasses",
    "cache.dirtied", "cache.write_backs", "cache.flushed", "cache.",
    "mshr.",
    "registers.operand_", "registers.row_", "registers.lrf_", "registers.orf_", "registers.flat_",
    "registers.capacity_", "registers.allocated_", "registers.live_", "registers.hits", "registers.misses",
    "registers.spills", "registers.",
    "scratchpad.loads", "scratchpad.stores", "scratchpad.row_", "scratchpad.",
    "shuffles.", "sharing.", "memory.global_", "memory.atomics", "memory.local_", "memory.out_of_", "memory.",
    "conflicts.penalty_", "conflicts.arbitration_", "conflicts.tag_", "conflicts.register_",
    "lines.capacity_", "lines.cache_cycles", "lines.register_cycles", "lines.cache_by_cache", "lines.cache_by_register",
    "lines.",
    "banks.", "reuse.", "interconnect.", "l2.", "dram.", "conflicts.bank.", "conflicts.", "stalls.", "tag_array.",
    "crossbar.",
};

std::size_t place_of(unsigned counter) {
  const std::string& name = DeclaredCounters::instance()[counter].name;
  const auto begins = [&name](std::string_view start) {
    return name[0] == start[0] && name.compare(0, start.size(), start) == 0;
  };
  return static_cast<std::size_t>(std::find_if(std::begin(kOrder), std::end(kOrder), begins) - std::begin(kOrder));
}

}  // namespace

std::vector<unsigned> counters_in_order() {
  static std::vector<unsigned> numbers;  // sorted again when a counter has been declared since
  const DeclaredCounters& all = DeclaredCounters::instance();
  if (numbers.size() == all.size()) return numbers;
  std::vector<std::tuple<std::size_t, std::string_view, unsigned>> keys;
  for (unsigned number = 0; number < all.size(); ++number) {
    keys.emplace_back(place_of(number), all[number].block, number);
  }
  std::sort(keys.begin(), keys.end());
  numbers.clear();
  for (const auto& key : keys) numbers.push_back(std::get<2>(key));
  return numbers;
}

std::vector<unsigned> counters_of(std::string_view group) {
  std::vector<unsigned> all;
  for (const unsigned number : counters_in_order()) {
    if (DeclaredCounters::instance()[number].name.compare(0, group.size(), group) == 0) all.push_back(number);
  }
  return all;
}

std::vector<std::uint64_t> classes_of(const CounterValues& values, const std::string& prefix) {
  std::vector<std::uint64_t> classes;
  for (const char* name : kConflictClasses) classes.push_back(values[prefix + name]);
  return classes;
}

bool has_known_group(unsigned counter) { return place_of(counter) != std::size(kOrder); }

}  // namespace unibank
