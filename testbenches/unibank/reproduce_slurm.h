// Points of a paper's experiments as job arrays: the lists of tasks, what a task runs, and what it has left.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "reproduce/point.h"
#include "unibank/options.h"

namespace unibank {

// Where jobs, their logs and what they leave of a paper are: OUTPUT/PAPER/slurm-SIZE.
std::string reproduce_jobs_folder(const ReproduceOptions& options, const std::string& paper);

// Submits the points, `missing` of list.points; `what` names paper and experiments as the command line does. Returns lines
// for people; throws as submit() (slurm.h).
std::string submit_paper(const ReproduceOptions& options, const std::string& paper, const std::vector<std::string>& what,
                         const PointList& list, const std::vector<std::size_t>& missing,
                         const std::vector<float>& seconds);

// Runs the points of the task that options.task and SLURM_ARRAY_TASK_ID name, without the file of points. Throws InputError
// when the experiments have become others than those that were submitted.
int run_paper_task(const ReproduceOptions& options, const std::string& paper, const PointList& list);

// Rows that tasks have left, and the files of tasks that have ended: they go when their rows are kept elsewhere.
struct PaperRows {
  std::vector<FinishedPoint> points;
  std::vector<std::string> ended;  // files
  std::uint64_t damaged = 0;
};
PaperRows rows_of_tasks(const std::string& jobs_folder);
void remove_ended(const PaperRows& rows);

}  // namespace unibank
