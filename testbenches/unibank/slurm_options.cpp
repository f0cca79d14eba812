#include "unibank/slurm_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <tuple>
#include <utility>

#include "reproduce/values.h"
#include "sweep/chunks.h"
#include "sweep/points.h"
#include "unibank/option_parts.h"

namespace unibank {

void add_slurm(CLI::App& command, SlurmOptions& slurm) {
  CLI::Option* const on =
      command.add_option("--on", slurm.on, "Where points run: local (default), or slurm: as job arrays")
          ->type_name("local|slurm")
          ->check(one_of({"local", "slurm"}));
  for (auto& [name, text, what] :
       {std::tuple<const char*, std::string&, const char*>{"--partition", slurm.partition, "slurm: partition"},
        {"--account", slurm.account, "slurm: account"},
        {"--time", slurm.time,
         "slurm: time limit of a task, as sbatch takes it; a point that is expected to end after 0.9 "
         "of it starts only as the first of a task"}})
    command.add_option(name, text, what)->needs(on)->check(check_not_empty);
  command.get_option("--time")->check([](const std::string& time) {
    sweep::seconds_of_time(time);  // throws
    return std::string();
  });
  command.add_option("--array-limit", slurm.array_limit, "slurm: tasks of an array that run at a time")
      ->needs(on)
      ->type_name("N")
      ->check(CLI::Range(1u, 1'000'000u));
  command.add_option("--task-seconds", slurm.task_seconds, "slurm: expected length of a task")
      ->needs(on)
      ->type_name("SECONDS")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 1e6));
  command.callback([&command, &slurm] {
    for (const char* option : {"--partition", "--account", "--time", "--array-limit", "--task-seconds"})
      if (slurm.on != "slurm" && command.count(option) != 0)
        throw CLI::ValidationError(option, "found --on " + slurm.on + ", expected --on slurm");
  });
  // The options with which the jobs are started.
  command.add_option("--task", slurm.task)->group("")->check(check_not_empty);
  command.add_option("--stop-after", slurm.stop_after)->group("")->check(CLI::Range(0.0, 1e9));
}

std::string slurm_words(const SlurmOptions& options) {
  std::string text = " --on slurm --task-seconds " + exact(options.task_seconds);
  for (const auto& [option, value] : {std::pair<const char*, const std::string&>{" --partition ", options.partition},
                                      {" --account ", options.account},
                                      {" --time ", options.time}})
    if (!value.empty()) text += option + sweep::shell_word(value);
  if (options.array_limit != 0) text += " --array-limit " + std::to_string(options.array_limit);
  return text;
}

std::string absolute_path(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

}  // namespace unibank
