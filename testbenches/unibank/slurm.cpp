#include "unibank/slurm.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/input_error.h"
#include "base/text.h"
#include "files/whole_file.h"
#include "sweep/chunks.h"
#include "sweep/points.h"
#include "sweep/store.h"
#include "unibank/command_output.h"

namespace unibank {

namespace {

namespace fs = std::filesystem;

// Slurm's default MaxArraySize is 1001.
constexpr std::size_t kTasksOfArray = 1000;
// The share of the time limit for which a task is planned.
constexpr double kShareOfLimit = 0.8;
// The share of the limit within which a point must be expected to end to be started, because it may take longer.
constexpr double kShareOfTime = 0.9;

unsigned long variable(const char* name, unsigned long otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::strtoul(text, nullptr, 10) : otherwise;
}

constexpr char kNoJobs[] = "no jobs";

std::string script(const SlurmPlan& plan, const std::string& rest) {
  return "#!/bin/sh\nexec " + sweep::shell_word(fs::read_symlink("/proc/self/exe").string()) + plan.command + rest +
         "\n";
}

// Arguments of every job: where it may run, and where its output goes.
std::vector<std::string> sbatch(const SlurmOptions& options, const std::string& log) {
  std::vector<std::string> words = {"sbatch", "--parsable", "--chdir", fs::current_path().string(), "--output", log,
                                    "--open-mode", "append", "--job-name", "unibank"};
  if (!options.partition.empty()) words.insert(words.end(), {"--partition", options.partition});
  if (!options.account.empty()) words.insert(words.end(), {"--account", options.account});
  if (!options.time.empty()) words.insert(words.end(), {"--time", options.time});
  return words;
}

// "123;cluster" if there are several clusters.
std::string job_number(const std::string& out) { return out.substr(0, out.find_first_of(";\n")); }

std::vector<std::string> jobs_of(const std::string& folder) {
  std::ifstream file(folder + "/jobs.txt");
  std::vector<std::string> jobs;
  for (std::string job; std::getline(file, job);)
    if (!job.empty() && job.find_first_not_of("0123456789") == std::string::npos) jobs.push_back(job);
  return jobs;
}

class Submission {
 public:
  Submission(const SlurmOptions& options, const SlurmPlan& plan) : options_(options), plan_(plan) {
    for (unsigned round = 1; folder_.empty() || fs::exists(folder_); ++round)
      folder_ = absolute_path(plan.folder + "/round-" + std::to_string(round));
  }

  std::string run() {
    const double limit = sweep::seconds_of_time(options_.time);
    const double target = limit > 0 ? std::min(options_.task_seconds, kShareOfLimit * limit) : options_.task_seconds;
    const std::vector<std::size_t> ends = sweep::chunk_ends(plan_.seconds, target);
    sweep::make_folder(folder_ + "/log");
    if (!plan_.bounds.empty()) files::write_whole(folder_ + "/bounds.txt", plan_.bounds);
    std::size_t begin = 0;
    for (std::size_t task = 0; task < ends.size(); task += kTasksOfArray) {
      const std::size_t end = std::min(task + kTasksOfArray, ends.size());
      submit_array({ends.begin() + static_cast<std::ptrdiff_t>(task), ends.begin() + static_cast<std::ptrdiff_t>(end)},
                   begin);
      begin = ends[end - 1];
    }
    collect_behind();
    return counted(plan_.seconds.size(), "point") + " in " + counted(ends.size(), "task") + ", jobs " +
           joined(jobs_, ", ") + "; job " + collector_ + " collects\n";
  }

 private:
  void submit_array(const std::vector<std::size_t>& ends, std::size_t begin) {
    const std::string name = folder_ + "/array-" + std::to_string(jobs_.size() + 1);
    std::string tasks;
    for (const std::size_t end : ends) {
      for (; begin < end; ++begin) tasks += plan_.word(begin) + ":" + std::to_string(plan_.seconds[begin]) + " ";
      tasks += "\n";
    }
    files::write_whole(name + ".txt", tasks);
    const auto limit_seconds = static_cast<long>(sweep::seconds_of_time(options_.time));
    const std::string stop = limit_seconds == 0 ? "" : " --stop-after " + std::to_string(limit_seconds);
    files::write_whole(name + ".sh",
                       script(plan_, " --task " + sweep::shell_word(name + ".txt") + stop + bounds_words()));
    std::vector<std::string> words = sbatch(options_, folder_ + "/log/%A_%a.txt");
    const std::string limit = options_.array_limit == 0 ? "" : "%" + std::to_string(options_.array_limit);
    words.insert(words.end(), {"--requeue", "--array", "0-" + std::to_string(ends.size() - 1) + limit, name + ".sh"});
    jobs_.push_back(job_number(output_of(words)));
    keep(jobs_.back());
  }

  void collect_behind() {
    files::write_whole(folder_ + "/collect.sh", script(plan_, plan_.follow_up));
    std::vector<std::string> words = sbatch(options_, folder_ + "/log/collect.txt");
    words.insert(words.end(), {"--requeue", "--dependency", "afterany:" + joined(jobs_, ":"), folder_ + "/collect.sh"});
    collector_ = job_number(output_of(words));
    keep(collector_);
  }

  std::string bounds_words() const {
    return plan_.bounds.empty() ? "" : " --bounds " + sweep::shell_word(folder_ + "/bounds.txt");
  }

  // Written at once, because a job that is not recorded cannot be cancelled.
  void keep(const std::string& job) const { std::ofstream(plan_.folder + "/jobs.txt", std::ios::app) << job << "\n"; }

  const SlurmOptions& options_;
  const SlurmPlan& plan_;
  std::string folder_, collector_;
  std::vector<std::string> jobs_;
};

// The number of waiting and running tasks in each state.
std::map<std::string, unsigned> states_of(const std::vector<std::string>& jobs) {
  std::map<std::string, unsigned> states;
  const char* const own = std::getenv("SLURM_JOB_ID");  // a job that asks does not count itself
  const std::string out = output_of({"squeue", "--noheader", "--array", "--me", "--format", "%A %F %T"});
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string job, array, state;
    words >> job >> array >> state;
    if (own && own == job) continue;
    const auto is = [&](const std::string& one) { return one == job || one == array; };
    if (std::any_of(jobs.begin(), jobs.end(), is)) ++states[state];
  }
  return states;
}

// "WORD:SECONDS", a point in a task's list.
SlurmTask::ListedPoint listed_point(const std::string& text, const std::string& file) {
  const std::size_t colon = text.rfind(':');
  SlurmTask::ListedPoint point{text.substr(0, colon), 0};
  std::istringstream seconds(text.substr(colon + 1));
  if (colon == std::string::npos || !(seconds >> point.seconds) || !seconds.eof())
    throw InputError("'" + file + "' is no list of tasks: found '" + text + "', expected NUMBER:KEY:SECONDS");
  return point;
}

}  // namespace

// Refused if jobs have not ended: two submissions of the same points would run each point twice.
std::string submit(const SlurmOptions& options, const SlurmPlan& plan) {
  const std::string queue = queue_text(plan.folder);
  if (queue != kNoJobs)
    throw InputError("earlier jobs are in the queue (" + queue + "); expected them to end, or --cancel before");
  return Submission(options, plan).run();
}

std::string queue_text(const std::string& folder) {
  const std::vector<std::string> jobs = jobs_of(folder);
  if (jobs.empty()) return kNoJobs;
  std::string text;
  for (const auto& [state, count] : states_of(jobs))
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + state;
  return text.empty() ? kNoJobs : text;
}

std::string cancel(const std::string& folder) {
  const std::vector<std::string> jobs = jobs_of(folder);
  if (jobs.empty()) return "no jobs\n";
  std::vector<std::string> words = {"scancel", "--quiet"};
  words.insert(words.end(), jobs.begin(), jobs.end());
  output_of(words);
  return "cancelled: jobs " + joined(jobs, ", ") + "\n";
}

SlurmTask slurm_task(const SlurmOptions& options, unsigned jobs) {
  const fs::path list = options.task;
  const unsigned long number = variable("SLURM_ARRAY_TASK_ID", 0);
  SlurmTask task;
  std::ifstream lines(options.task);
  std::string line;
  for (unsigned long i = 0; i <= number; ++i)
    if (!std::getline(lines, line)) throw InputError("'" + options.task + "' has no task " + std::to_string(number));
  std::istringstream words(line);
  for (std::string word; words >> word;) task.points.push_back(listed_point(word, options.task));
  task.name = list.parent_path().filename().string() + "-" + list.stem().string() + "-" + std::to_string(number);
  task.at_once = jobs != 0 ? jobs : static_cast<unsigned>(std::max(1ul, variable("SLURM_CPUS_PER_TASK", 1)));
  task.seconds = kShareOfTime * options.stop_after;
  return task;
}

}  // namespace unibank
