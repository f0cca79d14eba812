// `unibank sweep` of a study with [search].
#pragma once

#include "sweep/study.h"
#include "unibank/sweep_options.h"

namespace unibank {

// Runs the search to its end, or up to the generation whose points a queue must run; writes the results so far.
int search_command(const SweepOptions& options, sweep::Study study);

}  // namespace unibank
