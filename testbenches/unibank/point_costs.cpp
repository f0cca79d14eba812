#include "unibank/point_costs.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/input_error.h"
#include "files/input_file.h"
#include "unibank/output.h"

namespace unibank {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
constexpr char kLine[] = "program,size,arguments,design,warp instructions,seconds";

// A line as kLine says. No field contains a comma.
bool read(const std::string& line, sweep::Cost& cost) {
  std::istringstream text(line);
  for (std::string* const word : {&cost.program, &cost.size, &cost.arguments, &cost.design})
    if (!std::getline(text, *word, ',')) return false;
  char comma = 0;
  cost.points = 1;
  return text >> cost.warp_instructions >> comma >> cost.seconds && comma == ',' && text.peek() == EOF &&
         cost.warp_instructions >= 0 && cost.seconds >= 0;
}

// A pipe or a device is refused before it is opened, which may take for ever.
std::string text_of(const std::string& path) {
  try {
    return files::read_all(path, kMostBytes);
  } catch (const std::runtime_error& error) {
    throw InputError("--costs: cannot read '" + path + "': " + error.what() + "; expected a file of costs");
  }
}

}  // namespace

PointCosts::PointCosts(const std::string& path, bool writes) : path_(path) {
  if (path_.empty()) return;
  if (writes) check_outputs({{"--costs", path_}}, {});
  if (std::error_code error; !std::filesystem::exists(path_, error)) return;
  std::istringstream text(text_of(path_));
  unsigned number = 0;
  for (std::string line; std::getline(text, line);) {
    sweep::Cost cost;
    ++number;
    if (!read(line, cost))
      throw InputError(path_ + ":" + std::to_string(number) + ": found '" + line + "'; expected " + kLine);
    costs_.push_back(std::move(cost));
  }
}

sweep::Cost PointCosts::words_of(const FinishedPoint& point) {
  sweep::Cost cost;
  cost.program = point.workload;
  cost.size = point.size;
  cost.arguments = point.arguments;
  cost.design = point.functional ? "functional" : point.design;
  cost.points = 1;
  cost.warp_instructions = static_cast<double>(point.run.counters["warp_instructions"]);
  return cost;
}

void PointCosts::add(const FinishedPoint& point, double seconds) {
  if (path_.empty()) return;
  sweep::Cost cost = words_of(point);
  cost.seconds = seconds;
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, ",%.0f,%.3f\n", cost.warp_instructions, seconds);
  std::ofstream file(path_, std::ios::app);
  file << cost.program + "," + cost.size + "," + cost.arguments + "," + cost.design + numbers << std::flush;
  if (!file) throw RunError(path_ + ": cannot be written");
  costs_.push_back(std::move(cost));
}

}  // namespace unibank
