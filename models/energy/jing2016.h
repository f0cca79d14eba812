// Energy of registers, cache and L2 cache by Jing et al. 2016, table III (CACTI 6.5).
#pragma once

#include "design/design.h"
#include "energy/table.h"
#include "report/run_result.h"

namespace unibank {

const EnergyTable& jing2016_energy();

// One bank of a kind, at the design's size.
struct Jing2016Bank {
  double read_pj = 0, write_pj = 0, leakage_mw = 0;
};
// Banks of `kilobytes`: 16 bytes wide (registers, the integrated array) or 4 (a separate cache); tag banks.
Jing2016Bank jing2016_wide_bank(double kilobytes);
Jing2016Bank jing2016_narrow_bank(double kilobytes);
Jing2016Bank jing2016_tag_bank(double kilobytes);
// One data or tag bank of an L2 slice of `kilobytes`.
Jing2016Bank jing2016_l2_bank(double kilobytes);
Jing2016Bank jing2016_l2_tag_bank(double kilobytes);

}  // namespace unibank
