#include "characterize/row_maker.h"

namespace unibank::characterize {

Trial probe() {
  Trial one;
  one.benchmark = "memory";
  one.kernel = "chain_load";
  one.ring = 1;
  return one;
}

std::vector<Row> rows_of(const Design& design, double cache_bytes) {
  Rows rows;
  add_instruction_rows(design, rows);
  add_scratchpad_rows(design, rows);
  add_cache_rows(design, rows);
  add_capacity_rows(design, cache_bytes, rows);
  add_memory_rows(design, rows);
  add_hiding_rows(design, rows);
  return rows;
}

}  // namespace unibank::characterize
