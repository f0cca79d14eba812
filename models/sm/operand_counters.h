// What the operand stage counts.
#pragma once

#include "base/counters.h"

namespace unibank {

#define UNIBANK_OPERAND_COUNTERS(counter) \
  counter(operand_reads, "registers.operand_reads", "registers", "of warps, read from the main register file") \
  counter(operand_writes, "registers.operand_writes", "registers", "of warps, written to it") \
  counter(row_reads, "registers.row_reads", "rows", \
          "of 16 bytes, read from the main register file: up to 8 a register") \
  counter(row_writes, "registers.row_writes", "rows", "written to it") \
  counter(lrf_reads, "registers.lrf_reads", "registers", "of warps, read from last-result files") \
  counter(lrf_writes, "registers.lrf_writes", "registers", \
          "of warps, written to them; a value written to two levels counts in each") \
  counter(orf_reads, "registers.orf_reads", "registers", "of warps, read from operand files") \
  counter(orf_writes, "registers.orf_writes", "registers", "of warps, written to them") \
  counter(flat_reads, "registers.flat_reads", "registers", "of warps, that one flat file would have read") \
  counter(flat_writes, "registers.flat_writes", "registers", "of warps, that it would have written") \
  counter(hits, "registers.hits", "registers", "found by their first lookup, where they are lines of the array") \
  counter(misses, "registers.misses", "registers", "not found by it") \
  counter(fetches, "registers.fetches", "registers", "of warps, read back from memory") \
  counter(cache_by_register, "lines.cache_by_register", "lines", "of memory that lost their way to a register") \
  counter(register_by_register, "lines.register_by_register", "lines", \
          "with a register that lost their way to another register")
UNIBANK_COUNTERS(OperandCounters, "sm.operands", UNIBANK_OPERAND_COUNTERS);

}  // namespace unibank
