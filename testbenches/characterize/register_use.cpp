#include "characterize/register_use.h"

#include <algorithm>
#include <cmath>

namespace unibank::characterize {

namespace {

// Each scheduler has banks of its own (policy/sub_core_banks.h).
bool has_sub_cores(const Design& design) {
  return design.register_store.name == "sub-cores" || design.register_store.name == "regmutex";
}

// If registers of several warps conflict in a bank, some wait while another bank is idle. With enough instructions to
// choose from, this costs at most a fifth of the banks' cycles, measured over all designs.
constexpr double kBanksIdle = 0.25;
// For each instruction that issues per cycle, so many must wait for operands so that one of them finds its banks free.
constexpr double kEnoughSlots = 8;

bool arbitrated(const Design& design) { return design.conflicts.model == ConflictModel::kArbitrated; }
bool one_port(const Design& design) { return design.storage.bank_ports == BankPorts::kOneReadOrWrite; }

bool shares_banks(const Design& design, Accessed what) {
  for (const StorageMemory& memory : design.memories()) {
    if (!memory.registers) continue;
    return what == Accessed::kScratchpad ? memory.scratchpad : what == Accessed::kLine && memory.cache;
  }
  return false;
}

// Cycles of the register banks for these accesses of a warp; 0 if nothing limits them.
double bank_cycles(const Design& design, const RegisterUse& use) {
  if (!arbitrated(design)) return 0;
  const double banks = design.sm.banks_per_cluster;
  double cycles = one_port(design) ? (use.reads + use.writes) / banks : std::max(use.reads, use.writes) / banks;
  if (found_by_tag(design)) {
    const double lookups = design.cache.tag_banks * design.cache.lookups_per_cycle;
    cycles = std::max(cycles, (use.reads + use.writes) / lookups);
  }
  return cycles;
}

std::string bank_text(const Design& design) {
  return one_port(design) ? "(reads + writes) / sm.banks_per_cluster" : "max(reads, writes) / sm.banks_per_cluster";
}

// Expected turns of the fullest bank or port if each of `reads` registers is in any bank with equal probability.
double expected_turns(std::vector<unsigned> in_bank, unsigned port, unsigned reads) {
  if (reads == 0) return std::max(port, *std::max_element(in_bank.begin(), in_bank.end()));
  double sum = 0;
  for (unsigned& rows : in_bank) {
    ++rows;
    sum += expected_turns(in_bank, port, reads - 1);
    --rows;
  }
  return sum / static_cast<double>(in_bank.size());
}

// True if the rows of an access are in several banks: the rows in a bank that registers use wait, and others go first.
bool any_order(const BankTurns& turns) {
  return turns.what == Accessed::kScratchpad &&
         std::count(turns.in_bank.begin(), turns.in_bank.end(), 0) + 1 < static_cast<long>(turns.in_bank.size());
}

// The cycles, and their formula, if all registers are in the banks and rows keep their order.
Due charged(const Design& design, const RegisterUse& use, const BankTurns& turns, const Due& due) {
  const double own = bank_cycles(design, use);
  if (!shares_banks(design, turns.what)) {
    if (own <= due.value) return due;
    return {own, bank_text(design)};
  }
  if (!arbitrated(design)) {
    const double cycles = due.value - turns.port + expected_turns(turns.in_bank, turns.port, use.reads);
    return {std::max(due.value, cycles), due.formula + ", a register read in the fullest bank is one more"};
  }
  const unsigned same_port = one_port(design) ? use.reads + use.writes : turns.writes ? use.writes : use.reads;
  const double waits = same_port / static_cast<double>(design.sm.banks_per_cluster);
  if (due.value + waits < own) return {own, bank_text(design)};
  const double in_turn = due.value + waits;
  if (!any_order(turns)) return {in_turn, due.formula + " + registers on the same port / sm.banks_per_cluster"};
  return {std::max(in_turn, expected_turns(turns.in_bank, turns.port, same_port)), due.formula};
}

}  // namespace

bool has_few_banks(const Design& design) {
  return design.sm.banks_per_cluster / (has_sub_cores(design) ? design.sm.schedulers : 1) < 4;
}

bool has_register_hierarchy(const Design& design) { return design.register_hierarchy.enabled; }

bool found_by_tag(const Design& design) { return design.storage_layout()->integrated(); }

Due later_by_tag(const Design& design, Due due) {
  if (!found_by_tag(design) || has_register_hierarchy(design)) return due;
  return {due.value + 1, due.formula + " + 1 for tags of registers"};
}

void charge_registers(const Design& design, const RegisterUse& use, const BankTurns& turns, Row& row) {
  const Due all = charged(design, use, turns, row.due);
  const double most = all.value * (arbitrated(design) ? 1 + kBanksIdle : 1 + row.within);
  const bool overlap = arbitrated(design) && shares_banks(design, turns.what) && any_order(turns);
  if (!has_register_hierarchy(design) && !overlap) row.due = all;
  row.slower = std::max(row.slower, most / row.due.value - 1);
  if (arbitrated(design)) row.due.formula += ", and waits for banks";
  else if (most > row.due.value * (1 + row.within)) row.due.formula += ", and registers that are read from banks";
}

double faster_alone(const Design& design, const BankTurns& turns, double turns_alone, const Row& row) {
  return has_sub_cores(design) && shares_banks(design, turns.what) ? row.due.value / turns_alone - 1 : 0;
}

void bound_by_registers(const Design& design, const RegisterUse& use, Row& row) {
  if (!arbitrated(design)) return;
  const double cycles = bank_cycles(design, use);
  const double peak = row.due.value;
  double least = peak;
  if (cycles * least > 1) least = 1 / cycles;
  const bool few_slots = design.sm.operand_slots < kEnoughSlots * least;
  const double slots = few_slots ? kEnoughSlots * least / design.sm.operand_slots : 1;
  if (!has_register_hierarchy(design) && least < row.due.value) row.due = {least, "1 / (" + bank_text(design) + ")"};
  row.slower = std::max(row.slower, row.due.value / least * slots * (1 + kBanksIdle) - 1);
  if (design.sm.operand_reuse && least < peak) {
    row.faster = std::max(row.faster, peak * (1 + row.within) / row.due.value - 1);
    row.due.formula += ", more where operands are used again";
  }
  row.due.formula += few_slots ? ", less waits for banks and sm.operand_slots" : ", less waits for banks";
}

}  // namespace unibank::characterize
