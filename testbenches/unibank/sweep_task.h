// A task of a queue: runs some points of a study, without the database.
#pragma once

#include "unibank/sweep_options.h"

namespace unibank {

// Runs the points in the line of options.task that SLURM_ARRAY_TASK_ID gives, except those that an earlier attempt of
// the task has finished. Throws InputError if the study has changed since it was submitted.
int run_task(const SweepOptions& options);

}  // namespace unibank
