// Points as job arrays of Slurm, controlled with Slurm's commands sbatch, squeue and scancel. Queue, placement, retries
// and accounting are left to Slurm.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "unibank/slurm_options.h"

namespace unibank {

// The work of one submission's tasks.
struct SlurmPlan {
  std::string folder;                        // for jobs: FOLDER/round-N/ is created for this submission
  std::string command;                       // the program's arguments in each job: " sweep 's.toml' --store '/folder'"
  std::function<std::string(std::size_t point)> word;  // names a point in a task's list; without blanks
  std::vector<float> seconds;                // the expected time of each point
  std::string bounds;                        // for a search: text of sweep::Bounds; empty: no run ends early
  std::string follow_up;                     // arguments of the job after them: " --collect"
};

// Submits arrays and a collecting job that runs after them, whether or not they succeed. Returns text for the user.
// Throws InputError for options that cannot be read, if Slurm is missing, and if jobs of this folder have not ended;
// throws RunError if sbatch refuses.
std::string submit(const SlurmOptions& options, const SlurmPlan& plan);

// "3 RUNNING, 12 PENDING", or "no jobs": counts all submitted jobs that have not ended, except the calling one.
std::string queue_text(const std::string& folder);
// Cancels these jobs. Throws as submit() does.
std::string cancel(const std::string& folder);

// A task of a queue: its list of points, and its name among all tasks.
struct SlurmTask {
  struct ListedPoint {
    std::string word;                        // of SlurmPlan::word
    float seconds = 0;                       // of SlurmPlan::seconds
  };
  std::vector<ListedPoint> points;
  std::string name;                          // "round-1-array-1-7"
  unsigned at_once = 1;                      // processes
  double seconds = 0;                        // the time within which points should end; 0: no limit
};
// The task given by options.task and SLURM_ARRAY_TASK_ID. Throws InputError.
SlurmTask slurm_task(const SlurmOptions& options, unsigned jobs);

}  // namespace unibank
