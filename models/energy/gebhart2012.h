// Bank energies of Gebhart et al. 2012, table 4 (32 nm, 0.9 V, 1 GHz).
#pragma once

#include "energy/table.h"

namespace unibank {

const EnergyTable& gebhart2012_energy();

}  // namespace unibank
