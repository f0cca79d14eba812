#include <algorithm>

#include "characterize/row_maker.h"

namespace unibank::characterize {

Trial probe() {
  Trial one;
  one.benchmark = "memory";
  one.kernel = "chain_load";
  one.ring = 1;
  return one;
}

namespace {

// The operands that one access reads: a texture's handle and two coordinates, the address and value of an atomic.
double operands(const Row& row) { return row.group == "texture cache" ? 3 : row.group == "atomic" ? 2 : 1; }

}  // namespace

std::vector<Row> rows_of(const Design& design, double cache_bytes) {
  Rows rows;
  add_instruction_rows(design, rows);
  add_scratchpad_rows(design, rows);
  add_cache_rows(design, rows);
  add_read_only_rows(design, rows);
  add_capacity_rows(design, cache_bytes, rows);
  add_memory_rows(design, rows);
  add_hiding_rows(design, rows);
  // With a register hierarchy, some operands of a chain are found by tag, one cycle later.
  if (found_by_tag(design) && has_register_hierarchy(design))
    for (Row& row : rows)
      if (row.unit == "cycles") row.slower = std::max(row.slower, operands(row) / row.due.value);
  // Groups in the order of their first rows.
  std::vector<std::string> groups;
  for (const Row& row : rows)
    if (std::find(groups.begin(), groups.end(), row.group) == groups.end()) groups.push_back(row.group);
  const auto place = [&groups](const Row& row) { return std::find(groups.begin(), groups.end(), row.group); };
  std::stable_sort(rows.begin(), rows.end(), [&place](const Row& a, const Row& b) { return place(a) < place(b); });
  return rows;
}

}  // namespace unibank::characterize
