// Counters of the operand stage.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_OPERAND_COUNTERS(counter) \
  counter(operand_reads, "registers.operand_reads", "registers", \
          "of warps read from the main register file, or from the reuse cache beside its banks") \
  counter(operand_writes, "registers.operand_writes", "registers", "of warps written to the main register file") \
  counter(row_reads, "registers.row_reads", "rows", \
          "of 16 bytes read from the main register file: up to 8 per register") \
  counter(row_writes, "registers.row_writes", "rows", "written to the main register file") \
  counter(lrf_reads, "registers.lrf_reads", "registers", "of warps read from last-result files") \
  counter(lrf_writes, "registers.lrf_writes", "registers", \
          "of warps written to last-result files; a value written to two levels counts in each") \
  counter(orf_reads, "registers.orf_reads", "registers", "of warps read from operand files") \
  counter(orf_writes, "registers.orf_writes", "registers", "of warps written to operand files") \
  counter(flat_reads, "registers.flat_reads", "registers", "of warps that a single flat file would have read") \
  counter(flat_writes, "registers.flat_writes", "registers", "of warps that a single flat file would have written") \
  counter(hits, "registers.hits", "registers", "found by their first lookup, where they are lines of the array") \
  counter(misses, "registers.misses", "registers", "not found by their first lookup") \
  counter(fetches, "registers.fetches", "registers", "of warps read back from memory") \
  counter(cache_by_register, "lines.cache_by_register", "lines", "of memory evicted by a register") \
  counter(register_by_register, "lines.register_by_register", "lines", \
          "of registers evicted by another register")
UNIBANK_COUNTERS(OperandCounters, "sm.operands", UNIBANK_OPERAND_COUNTERS);

}  // namespace unibank
