// The register hierarchy that a kernel is compiled for (Gebhart et al. 2011 and 2012): a last-result file (LRF) and an
// operand register file (ORF) between a thread's lanes and the main register file (MRF), managed by the compiler.
#pragma once

namespace unibank::compiler {

struct RegisterHierarchy {
  bool enabled = false;
  unsigned lrf_entries = 1, orf_entries = 4;  // 32-bit registers per thread; 0: the level does not exist
  bool memory_reads_lrf = false;              // special functions, memory and texture units read the LRF too

  // Picojoules per access of 16 bytes: the weights of the placement, recalled from the authors' MICRO 2011 paper.
  double lrf_read_pj = 0.7, lrf_write_pj = 2.0;
  double orf_read_pj = 1.9, orf_write_pj = 6.1;
  double mrf_read_pj = 8.0, mrf_write_pj = 11.0;
};

}  // namespace unibank::compiler
