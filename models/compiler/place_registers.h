// Places every value of a linked kernel in the register hierarchy.
#pragma once

#include "compile_options/register_hierarchy.h"
#include "ptx/kernel.h"

namespace unibank::compiler {

// InputError unless there are at most kMostEntries entries per level and the energies are finite and not negative.
constexpr unsigned kMostEntries = 64;
void check_hierarchy(const RegisterHierarchy& hierarchy);

// Fills Kernel::placement, for a kernel with physical registers and reconvergence.
//
// In the order of their priorities, values (strand_values.h) take an entry that is free from their first write to their
// last read:
//   saving = reads * (MRF read - level read) - writes * level write + writes not needed in the MRF * MRF write
//   priority = saving / (instructions from the first write to the last read)
// with the energies of RegisterHierarchy in pJ, where `writes` are the instructions that write the value (one for a
// value that is read from the MRF and filled in). An instruction may write the entry that it reads last: instructions
// read before they write. First the LRF is filled with values that only ALUs write and only units with a port to the
// LRF read, each with all of its reads; then the ORF with the others: a value that does not fit leaves its last read to
// the MRF and is tried again. A value without savings stays in the MRF, and so does an unread result. Results of
// long-latency instructions have no reads in their strand. Values of equal priority are taken in program order.
void place_registers(ptx::Kernel& kernel, const RegisterHierarchy& hierarchy);

}  // namespace unibank::compiler
