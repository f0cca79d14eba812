#include "unibank/sweep_task.h"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>

#include "base/input_error.h"
#include "base/text.h"
#include "files/input_file.h"
#include "sweep/part.h"
#include "unibank/slurm.h"
#include "unibank/sweep_runner.h"

namespace unibank {

namespace {

constexpr std::uint64_t kMostBounds = 1u << 30;

sweep::Listing::Entry entry_of(const std::string& word, const std::string& file) {
  const std::size_t colon = word.find(':');
  if (colon == std::string::npos || word.size() != colon + 33)
    throw InputError("'" + file + "' is no list of tasks: '" + word + "'");
  sweep::Listing::Entry entry;
  entry.number = std::strtoull(word.c_str(), nullptr, 10);
  sweep::set_key(entry, word.substr(colon + 1));
  return entry;
}

InputError changed(const sweep::Study& study) {
  return InputError(study.file + ": the study, a design or a program has changed since it was submitted; expected " +
                    "'unibank sweep --cancel' and another submission");
}

// The keys that earlier attempts have finished.
std::set<std::string> finished_by(const std::string& task, const std::string& parts) {
  std::set<std::string> keys;
  std::uint64_t damaged = 0;
  for (const std::string& file : sweep::part_files_of(task, parts))
    sweep::read_part(file, 0, [&keys](const sweep::Finished& point) { keys.insert(point.key); }, damaged);
  return keys;
}

}  // namespace

int run_task(const SweepOptions& options) {
  const sweep::Study study = study_of(options);
  sweep::PointSpace space(study);
  const SlurmTask task = slurm_task(options, options.jobs);
  PointsToRun points;
  points.parts = options.store + "/parts";
  points.task = "slurm-" + study.name + "-" + task.name;
  const std::set<std::string> finished = finished_by(points.task, points.parts);
  sweep::Bounds bounds;
  std::optional<sweep::Goals> goals;
  if (!options.bounds.empty() && study.search) {
    bounds = sweep::Bounds::from(files::read_all(options.bounds, kMostBounds), options.bounds);
    goals.emplace(*study.search, space.programs());
    if (bounds.goals != goals->text()) throw changed(study);
    points.stop = {&*goals, &bounds};
  }
  sweep::Point point;
  for (const SlurmTask::ListedPoint& listed : task.points) {
    const sweep::Listing::Entry entry = entry_of(listed.word, options.task);
    const bool runs = entry.number < space.size() && space.at(entry.number, point).kind == sweep::Left::Kind::kRuns;
    if (!runs || point.key != sweep::key_text(entry))
      throw changed(study);
    if (finished.count(point.key) != 0 || finished.count(stopped_key(point.key, bounds)) != 0) continue;
    points.numbers.push_back(entry.number);
    points.seconds.push_back(listed.seconds);
  }
  points.finished_before = finished.size();
  points.at_once = task.at_once;
  points.seconds_there_are = task.seconds;
  const PointsRun ended = run_points(space, points);
  std::printf("%s: %s run, %zu stopped early, %zu refused, %zu failed, %zu not started for lack of time\n",
              points.task.c_str(), counted(ended.finished, "point").c_str(), static_cast<std::size_t>(ended.stopped),
              static_cast<std::size_t>(ended.refused), static_cast<std::size_t>(ended.failed),
              static_cast<std::size_t>(ended.not_started));
  return ended.failed == 0 ? 0 : 1;
}

}  // namespace unibank
