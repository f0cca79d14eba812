// Points of a study as job arrays of Slurm, by its own commands: sbatch, squeue, scancel. Queue, placement, retries and
// accounting are Slurm's.
#pragma once

#include <string>
#include <vector>

#include "sweep/points.h"
#include "unibank/sweep_options.h"

namespace unibank {

// What the tasks of one submission have to do.
struct SlurmPlan {
  std::string folder;                        // of the study's jobs: FOLDER/round-N/ is made for this one
  std::vector<sweep::Listing::Entry> points;
  std::vector<float> seconds;                // of each: what it is expected to take
  std::string bounds;                        // of a search: text of sweep::Bounds; empty: no run ends early
  std::string follow_up = " --collect";      // what the job behind them is to do
};

// Submits arrays and, behind them whatever becomes of them, a job that collects. Returns lines for people. Throws
// InputError for options that cannot be read and where there is no Slurm, RunError when sbatch refuses.
std::string submit(const SweepOptions& options, const SlurmPlan& plan);

// The options as a job that goes on gets them: " --on slurm --partition 'all' ...".
std::string slurm_words(const SweepOptions& options);

// "3 RUNNING, 12 PENDING", or "no jobs": of all jobs that were submitted and have not ended, without the one that asks.
std::string queue_text(const std::string& folder);
// Cancels them. Throws as submit() does.
std::string cancel(const std::string& folder);

}  // namespace unibank
