// `unibank sweep` of a study with [search].
#pragma once

#include "sweep/study.h"
#include "unibank/sweep_options.h"

namespace unibank {

// Runs it, or as far as the generation whose points a queue has to run; writes what there is so far.
int search_command(const SweepOptions& options, sweep::Study study);

}  // namespace unibank
