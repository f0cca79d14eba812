// The cycles of an instruction's register accesses, in addition to the measured event of a row: accesses of the banks,
// and lookups if registers are found by tag.
//
//   registers have banks of their own:  the slower of the access and the registers' banks decides
//   shared banks, arbitrated:           registers go first, and an access whose bank is taken waits. Each of its turns
//                                       takes one cycle, plus the cycles in which registers have the bank:
//                                       turns + accesses of registers on that port / banks
//   shared banks, per-instruction:      a register read in the fullest bank adds a turn; expected value over all banks
//
// With a register hierarchy, operands may come from the LRF or the ORF and use no bank. Then the expected value is the
// value without bank accesses, and any value up to the value with all operands in banks is accepted.
#pragma once

#include <vector>

#include "characterize/row.h"

namespace unibank::characterize {

struct RegisterUse {
  unsigned reads = 0, writes = 0;  // registers of a warp for each event of the row
};

// The data that a row accesses, which decides whether its turns may conflict with registers in a bank.
enum class Accessed { kNothing, kScratchpad, kLine };
struct BankTurns {
  Accessed what = Accessed::kNothing;
  bool writes = false;              // rows are written
  unsigned port = 0;                // turns of the fullest port
  std::vector<unsigned> in_bank;    // rows in each bank of a cluster
};

// Adds the registers to a row whose row.due.value is the expected number of cycles per event without registers. Sets
// `due` and `slower`, the accepted difference.
void charge_registers(const Design& design, const RegisterUse& use, const BankTurns& turns, Row& row);
// Adds the registers to a row that counts events per cycle, of which row.due.value is the maximum.
void bound_by_registers(const Design& design, const RegisterUse& use, Row& row);

// By which share an access is faster if no register needs its bank. If each sub-core's registers have separate banks
// among all banks, one row of the scratchpad conflicts with the registers of one sub-core at most.
double faster_alone(const Design& design, const BankTurns& turns, double turns_alone, const Row& charged);

// Whether a warp's registers are in fewer than four banks, so that operands of one instruction conflict in a bank.
bool has_few_banks(const Design& design);
// Whether operands may come from the LRF or the ORF.
bool has_register_hierarchy(const Design& design);
// Whether registers are found by tag. Then an instruction takes one more cycle (models/sm/README.md, "Registers as
// lines").
bool found_by_tag(const Design& design);
Due later_by_tag(const Design& design, Due due);

}  // namespace unibank::characterize
