#include "energy/table.h"

#include "base/input_error.h"
#include "energy/gebhart2012.h"
#include "energy/jing2016.h"

namespace unibank {

namespace {

const std::vector<const EnergyTable*>& tables() {
  static const std::vector<const EnergyTable*> all = {&gebhart2012_energy(), &jing2016_energy()};
  return all;
}

}  // namespace

double bank_count(const Design& design, const StorageMemory& memory) {
  return memory.wide ? design.sm.clusters * memory.banks : kNarrowBanks;
}

std::vector<std::string> energy_table_names() {
  std::vector<std::string> names;
  for (const EnergyTable* table : tables()) names.push_back(table->name);
  return names;
}

const EnergyTable& find_energy_table(const std::string& name) {
  for (const EnergyTable* table : tables())
    if (table->name == name) return *table;
  throw InputError(unknown_name("energy table", name, energy_table_names()));
}

}  // namespace unibank
