// Points as job arrays of Slurm, by its own commands: sbatch, squeue, scancel. Queue, placement, retries and accounting are
// Slurm's.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "unibank/slurm_options.h"

namespace unibank {

// What the tasks of one submission have to do.
struct SlurmPlan {
  std::string folder;                        // of jobs: FOLDER/round-N/ is made for this submission
  std::string command;                       // this program's words in each job: " sweep 's.toml' --store '/folder'"
  std::function<std::string(std::size_t point)> word;  // how a task finds a point; without blanks
  std::vector<float> seconds;                // of each point: what it is expected to take
  std::string bounds;                        // of a search: text of sweep::Bounds; empty: no run ends early
  std::string follow_up;                     // what the job behind them is to do: " --collect"
};

// Submits arrays and, behind them whatever becomes of them, a job that collects. Returns lines for people. Throws
// InputError for options that cannot be read, where there is no Slurm and where jobs of this folder have not ended, RunError
// when sbatch refuses.
std::string submit(const SlurmOptions& options, const SlurmPlan& plan);

// "3 RUNNING, 12 PENDING", or "no jobs": of all jobs that were submitted and have not ended, without the one that asks.
std::string queue_text(const std::string& folder);
// Cancels them. Throws as submit() does.
std::string cancel(const std::string& folder);

// A task of a queue: its number, the points that its list has for it, and how it is called among all.
struct SlurmTask {
  std::vector<std::string> points;           // words of SlurmPlan::word
  std::string name;                          // "round-1-array-1-7"
  unsigned at_once = 1;                      // processes
  double seconds = 0;                        // in which points may start; 0: no limit
};
// Of options.task and SLURM_ARRAY_TASK_ID. Throws InputError.
SlurmTask slurm_task(const SlurmOptions& options, unsigned jobs);

}  // namespace unibank
