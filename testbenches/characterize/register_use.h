// The cost of an instruction's registers beside what a row measures: accesses of the banks, and lookups if
// registers are found by tag.
//
//   registers have banks of their own:  the slower of the access and the registers' banks decides
//   they share them with what is accessed (arbitrated): registers go first, and an access that finds its bank taken
//                                       waits. Each of its turns takes a cycle and those in which registers have the
//                                       bank: turns + accesses of registers on that port / banks
//   they share them (per-instruction):  a register read in the fullest bank is a turn more, expected over all banks
//
// With a register hierarchy operands may come from the LRF or the ORF and use no bank: then due is what is least, and
// as slow as the banks would make it is as right.
#pragma once

#include <vector>

#include "characterize/row.h"

namespace unibank::characterize {

struct RegisterUse {
  unsigned reads = 0, writes = 0;  // registers of a warp, for each event of the row
};

// What a row accesses: whether its turns may meet registers in a bank.
enum class Accessed { kNothing, kScratchpad, kLine };
struct BankTurns {
  Accessed what = Accessed::kNothing;
  bool writes = false;              // rows are written
  unsigned port = 0;                // turns of the fullest port
  std::vector<unsigned> in_bank;    // rows in each bank of a cluster
};

// The row is due in row.due.value cycles an event without its registers. Sets due, and how much slower is right.
void charge_registers(const Design& design, const RegisterUse& use, const BankTurns& turns, Row& row);
// The same of a row that counts events a cycle: at most row.due.value.
void bound_by_registers(const Design& design, const RegisterUse& use, Row& row);

// A warp's registers are in fewer than four banks, where operands of one instruction meet.
bool has_few_banks(const Design& design);
// Operands may come from the LRF or the ORF.
bool has_register_hierarchy(const Design& design);
// Where registers are found by tag an instruction is a cycle later (models/sm/README.md, "Registers as lines").
bool found_by_tag(const Design& design);
Due later_by_tag(const Design& design, Due due);

}  // namespace unibank::characterize
