// Energy of one access to an SRAM bank. One table per technology source.
#pragma once

#include <string>
#include <vector>

#include "design/design.h"
#include "report/run_result.h"

namespace unibank {

struct BankEnergy {
  double read_pj = 0, write_pj = 0;  // per 16 bytes
  bool fitted = false;               // interpolated, not printed in the source
};

// A table has either bank energies, to which energy.h adds the rest of the SM as Gebhart et al. do, or all components.
struct EnergyTable {
  std::string name, source;
  BankEnergy (*wide_bank)(double kilobytes) = nullptr;     // one bank, 16 bytes wide
  BankEnergy (*narrow_banks)(double kilobytes) = nullptr;  // four banks of this size, each 4 bytes wide
  std::vector<EnergyComponent> (*components)(const RunResult& result, const Design& design) = nullptr;
};

// The number of banks of a memory in one SM: 16-byte banks as many as the clusters have; narrow banks always 32.
double bank_count(const Design& design, const StorageMemory& memory);

std::vector<std::string> energy_table_names();
const EnergyTable& find_energy_table(const std::string& name);  // throws InputError with the known names

}  // namespace unibank
