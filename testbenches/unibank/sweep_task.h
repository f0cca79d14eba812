// A task of a queue: some points of a study, without the database.
#pragma once

#include "unibank/sweep_options.h"

namespace unibank {

// Runs the points of the line of options.task that SLURM_ARRAY_TASK_ID names. Those that an earlier attempt of the task
// has left are not run again. Throws InputError when the study has become another than the one that was submitted.
int run_task(const SweepOptions& options);

}  // namespace unibank
