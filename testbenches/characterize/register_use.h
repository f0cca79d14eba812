// The cost of an instruction's registers in addition to what a row measures: accesses of the banks, and lookups if
// registers are found by tag.
//
//   registers have banks of their own:  the slower of the access and the registers' banks decides
//   shared banks, arbitrated:           registers go first, and an access whose bank is taken waits. Each of its turns
//                                       takes one cycle, plus the cycles in which registers have the bank:
//                                       turns + accesses of registers on that port / banks
//   shared banks, per-instruction:      a register read in the fullest bank adds a turn; expected value over all banks
//
// With a register hierarchy, operands may come from the LRF or the ORF and use no bank. Then the expected value is the
// smallest one, and any value up to that with all operands in banks is accepted.
#pragma once

#include <vector>

#include "characterize/row.h"

namespace unibank::characterize {

struct RegisterUse {
  unsigned reads = 0, writes = 0;  // registers of a warp for each event of the row
};

// What a row accesses, which decides whether its turns may conflict with registers in a bank.
enum class Accessed { kNothing, kScratchpad, kLine };
struct BankTurns {
  Accessed what = Accessed::kNothing;
  bool writes = false;              // rows are written
  unsigned port = 0;                // turns of the fullest port
  std::vector<unsigned> in_bank;    // rows in each bank of a cluster
};

// Without its registers, the row is expected to take row.due.value cycles per event. Sets `due`, and how much slower is
// accepted.
void charge_registers(const Design& design, const RegisterUse& use, const BankTurns& turns, Row& row);
// The same for a row that counts events per cycle: at most row.due.value.
void bound_by_registers(const Design& design, const RegisterUse& use, Row& row);

// How much faster an access is if no register needs its bank: where a sub-core's registers have banks of their own
// among those of all, one row of the scratchpad meets the registers of one sub-core or of none.
double faster_alone(const Design& design, const BankTurns& turns, double turns_alone, const Row& charged);

// A warp's registers are in fewer than four banks, so operands of one instruction conflict there.
bool has_few_banks(const Design& design);
// Operands may come from the LRF or the ORF.
bool has_register_hierarchy(const Design& design);
// If registers are found by tag, an instruction takes one cycle more (models/sm/README.md, "Registers as lines").
bool found_by_tag(const Design& design);
Due later_by_tag(const Design& design, Due due);

}  // namespace unibank::characterize
