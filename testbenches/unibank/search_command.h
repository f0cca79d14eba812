// `unibank sweep` of a study with [search].
#pragma once

#include "sweep/study.h"
#include "unibank/sweep_options.h"

namespace unibank {

// Runs the search, or up to the generation whose points a queue has to run; writes the results so far.
int search_command(const SweepOptions& options, sweep::Study study);

}  // namespace unibank
