// Points of a paper's experiments as job arrays: the lists of tasks, the run of a task, and its results.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "reproduce/point.h"
#include "unibank/options.h"

namespace unibank {

// The folder of a paper's jobs, logs and results of tasks: OUTPUT/PAPER/slurm-SIZE.
std::string reproduce_jobs_folder(const ReproduceOptions& options, const std::string& paper);

// Submits the points `missing` of list.points; `what` names paper and experiments as on the command line. Returns text
// for the user; throws as submit() (slurm.h).
std::string submit_paper(const ReproduceOptions& options, const std::string& paper,
                         const std::vector<std::string>& what, const PointList& list,
                         const std::vector<std::size_t>& missing, const std::vector<float>& seconds);

// Runs the points of the task given by options.task and SLURM_ARRAY_TASK_ID, without the file of points. Throws
// InputError if the experiments have changed since they were submitted.
int run_paper_task(const ReproduceOptions& options, const std::string& paper, const PointList& list);

// The rows of tasks, and the files of ended tasks, which are removed when their rows are stored elsewhere.
struct PaperRows {
  std::vector<FinishedPoint> points;
  std::vector<std::string> ended;  // files
  std::uint64_t damaged = 0;
};
PaperRows rows_of_tasks(const std::string& jobs_folder);
void remove_ended(const PaperRows& rows);

}  // namespace unibank
