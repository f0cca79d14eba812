#include "sweep/points.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "base/input_error.h"
#include "base/text.h"
#include "sweep/condition_names.h"
#include "sweep/hash.h"
#include "sweep/selection.h"
#include "sweep/study_keys.h"

namespace unibank::sweep {

namespace {

constexpr Number kMostPoints = 1'000'000'000;
// Combinations of arguments that are tried before a program counts as one that takes none.
constexpr Number kMostTried = 1000;

using Arguments = std::map<std::string, std::string>;

// The arguments that a step of the axis gives.
void add_arguments(const Axis& axis, std::size_t step, Arguments& arguments) {
  for (std::size_t key = 0; key < axis.keys.size(); ++key)
    if (is_argument(axis.keys[key])) arguments[axis.keys[key].substr(sizeof kArgument - 1)] = axis.steps[step][key];
}

DesignText found_design(const std::string& name, const Study& study) {
  try {
    return find_design(name, {}, study.folder);
  } catch (const InputError& error) {
    throw InputError(InputError(study.file, study.designs_line, "").what() + std::string(error.what()));
  }
}

// On one line, because it becomes a cell of a table.
std::string reason_of(const InputError& error) {
  std::string text = error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && text.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                          "._-+=/:@,") == std::string::npos;
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string Point::name() const {
  std::string text = program->name;
  const std::string arguments = program->arguments_text();
  if (!program->size.empty()) text += " (" + program->size + (arguments.empty() ? "" : ": " + arguments) + ")";
  text += " on " + design;
  for (const std::string& one : overrides) text += ", " + one;
  return text;
}

std::string Point::program_command() const {
  std::string text = "unibank run " + shell_word(program->given);
  if (program->workload) {
    text += " --size " + program->size;
    const WorkloadArguments usual = complete_arguments(*program->workload, size_from(program->size), {});
    for (const auto& [name, value] : program->arguments)
      if (usual.at(name) != value) text += " --arg " + name + "=" + std::to_string(value);
    if (program->style != Style::kModern) text += std::string(" --style ") + style_name(program->style);
  }
  return text;
}

std::string Point::design_command() const { return " --design " + shell_word(design_given); }

std::string Point::command() const {
  std::string text = program_command() + design_command();
  for (const std::string& one : overrides) text += " --set " + shell_word(one);
  if (sample.any()) text += " --sample " + text_of(sample);
  return text;
}

std::string point_key(const Program& program, const LoadedDesign& design, const RowVersions& versions,
                      const Sample& sample, const std::string& executable) {
  Hash hash;
  hash.add("model " + std::to_string(versions.model) + "\nfigures " + std::to_string(versions.figures) +
           "\nprogram " + program.name + " " + program.hash + "\narguments " + program.arguments_text() +
           "\nstyle " + style_name(program.style) + "\n");
  for (const DesignValue& value : design.values) hash.add(value.section + "." + value.key + " = " + value.value + "\n");
  if (sample.any()) hash.add("sample " + text_of(sample) + "\n");
  hash.add(own_code(design, executable));
  return hash.hex();
}

PointSpace::PointSpace(const Study& study) : study_(study), programs_(study), files_{study.file} {
  for (const ProgramChoice& program : study.programs) {
    std::vector<std::string> sizes = program.sizes.empty() ? study.sizes : program.sizes;
    if (!is_workload(program.name)) sizes = {""};
    for (const std::string& size : sizes) choices_.push_back({&program, size});
  }
  size_ = choices_.size() * study.designs.size();
  for (const Axis& axis : study.axes) {
    keys_.insert(keys_.end(), axis.keys.begin(), axis.keys.end());
    if (size_ > kMostPoints / std::max<Number>(axis.steps.size(), 1))
      throw InputError(study.file, 0, "the study has more than " + std::to_string(kMostPoints) + " points");
    size_ *= axis.steps.size();
  }
  check_design_keys(study);
  const std::vector<const Program*> programs = checked_programs();
  std::vector<Design> designs;
  for (const std::string& name : study.designs) {
    designs_.push_back(found_design(name, study));
    const LoadedDesign design = load_design(designs_.back());
    files_.insert(files_.end(), design.files.begin(), design.files.end());
    if (!design.design.best_of.empty())
      throw InputError(study.file, study.designs_line,
                       "design '" + name + "' stands for the fastest of several; expected one or more of them: " +
                           joined(design.design.best_of, ", "));
    designs.push_back(design.design);
  }
  check_conditions(study, designs, programs);
}

// The programs, each with the first values of the axes over arguments that it takes together.
std::vector<const Program*> PointSpace::checked_programs() {
  std::vector<const Program*> all;
  for (const Choice& choice : choices_) {
    const Program& program = checked(choice);
    all.push_back(&program);
    if (program.manifest)
      files_.insert(files_.end(), program.manifest->files.begin(), program.manifest->files.end());
    if (program.traced) files_.insert(files_.end(), program.traced->files.begin(), program.traced->files.end());
  }
  return all;
}

const Program& PointSpace::checked(const Choice& choice) {
  const auto has_arguments = [](const Axis& axis) {
    return std::any_of(axis.keys.begin(), axis.keys.end(), is_argument);
  };
  std::vector<const Axis*> axes;
  Number all = 1;
  for (const Axis& axis : study_.axes)
    if (has_arguments(axis)) axes.push_back(&axis), all = std::min(kMostTried, all * axis.steps.size());
  std::string first;
  for (Number number = 0; number < all; ++number) {
    Arguments arguments;
    Number rest = number;
    for (const Axis* const axis : axes) {
      add_arguments(*axis, rest % axis->steps.size(), arguments);
      rest /= axis->steps.size();
    }
    try {
      return programs_.find(*choice.program, choice.size, arguments);
    } catch (const InputError& error) {
      if (first.empty()) first = error.what();
    }
  }
  const std::string programs_own = InputError(study_.file, choice.program->line, "").what();
  if (axes.empty() || first.rfind(programs_own, 0) != 0) throw InputError(first);
  programs_.find(*choice.program, choice.size, {});  // the fault is not the axes' if this throws, too
  throw InputError(InputError(study_.file, axes.front()->line, "").what() + first.substr(programs_own.size()));
}

bool PointSpace::words(Number number, Point& point) { return fill(number, point).empty(); }

Left PointSpace::at(Number number, Point& point) {
  const std::string refused = fill(number, point);
  if (!refused.empty()) return {Left::Kind::kIllegal, refused};
  return load(point, designs_[point.design_number]);
}

// The reason why the program refuses the arguments; empty: it accepts them.
std::string PointSpace::fill(Number number, Point& point) {
  point = Point{};
  point.number = number;
  const Choice& choice = choices_[number % choices_.size()];
  Number rest = number / choices_.size();
  Arguments arguments;
  point.overrides = study_.overrides;
  point.sample = study_.sample;
  std::vector<std::size_t> steps(study_.axes.size());
  for (std::size_t axis = study_.axes.size(); axis-- != 0; rest /= study_.axes[axis].steps.size())
    steps[axis] = rest % study_.axes[axis].steps.size();
  point.design_number = rest;
  point.design = study_.designs[rest];
  point.design_given = designs_[rest].folder.empty() ? point.design : designs_[rest].file;
  for (std::size_t axis = 0; axis < steps.size(); ++axis) {
    const Axis& one = study_.axes[axis];
    for (std::size_t key = 0; key < one.keys.size(); ++key) {
      const std::string& value = one.steps[steps[axis]][key];
      point.at.push_back(value);
      if (!is_argument(one.keys[key])) point.overrides.push_back(one.keys[key] + "=" + value);
    }
    add_arguments(one, steps[axis], arguments);
  }
  try {
    point.program = &programs_.find(*choice.program, choice.size, arguments);
  } catch (const InputError& error) {
    return reason_of(error);
  }
  return "";
}

Left PointSpace::load(Point& point, const DesignText& design) {
  std::string words = point.design;
  for (const std::string& one : point.overrides) words += "\n" + one;
  if (words != last_words_) {
    last_words_ = words;
    last_illegal_.clear();
    last_ = nullptr;
    try {
      last_ = std::make_shared<const LoadedDesign>(load_design(design, {}, point.overrides));
    } catch (const InputError& error) {
      last_illegal_ = reason_of(error);
    }
  }
  point.loaded = last_;
  for (const Exclusion& exclusion : study_.exclusions)
    if (holds(exclusion, point, keys_)) return {Left::Kind::kExcluded, ""};
  if (!last_) return {Left::Kind::kIllegal, last_illegal_};
  point.key = point_key(*point.program, *last_, {}, study_.sample);
  return {};
}

std::string key_text(const Listing::Entry& entry) {
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(entry.key[0]),
                static_cast<unsigned long long>(entry.key[1]));
  return text;
}

void set_key(Listing::Entry& entry, const std::string& key) {
  entry.key[0] = std::strtoull(key.substr(0, 16).c_str(), nullptr, 16);
  entry.key[1] = std::strtoull(key.substr(16).c_str(), nullptr, 16);
}

std::string task_word(const Listing::Entry& entry) { return std::to_string(entry.number) + ":" + key_text(entry); }

Listing list_points(PointSpace& space, const std::function<void(Number)>& tick) {
  Listing listing;
  listing.all = space.size();
  std::map<std::string, std::uint32_t> reasons;
  std::map<std::string, std::pair<IdleOverride, Number>> idle;  // by key; the points at which it changes nothing
  Point point;
  for (Number number = 0; number < space.size(); ++number) {
    if (tick && number % 1024 == 0) tick(number);
    const Left left = space.at(number, point);
    if (left.kind == Left::Kind::kExcluded) ++listing.excluded;
    if (left.kind == Left::Kind::kIllegal) {
      const auto [at, added] = reasons.emplace(left.reason, static_cast<std::uint32_t>(listing.reasons.size()));
      if (added) listing.reasons.push_back(left.reason);
      listing.illegal.push_back({number, at->second});
    }
    if (left.kind != Left::Kind::kRuns) continue;
    listing.runs.push_back({number, {0, 0}});
    set_key(listing.runs.back(), point.key);
    for (const IdleOverride& one : point.loaded->idle) {
      auto& [last, points] = idle[one.key];
      last = one;
      ++points;
    }
  }
  for (const auto& [key, one] : idle)
    if (one.second == listing.runs.size()) listing.idle.push_back(one.first);
  return listing;
}

}  // namespace unibank::sweep
