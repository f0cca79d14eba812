#include "characterize/row_maker.h"

namespace unibank::characterize {

std::vector<Row> rows_of(const Design& design) {
  Rows rows;
  add_instruction_rows(design, rows);
  add_scratchpad_rows(design, rows);
  add_cache_rows(design, rows);
  add_memory_rows(design, rows);
  return rows;
}

}  // namespace unibank::characterize
