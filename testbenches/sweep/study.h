// The contents of a study: programs, designs, axes and exclusions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sampling/sample.h"

namespace unibank::sweep {

// An axis: one key, or with [[zip]] several keys that change together. steps[i] has a text for each key.
struct Axis {
  std::vector<std::string> keys;                // "cache.ways", or "arg.block": an argument of the programs
  std::vector<std::vector<std::string>> steps;  // values in the form of --set and --arg
  unsigned line = 0;
};

// One entry of [[exclude]]: a key and the values that are excluded.
struct Condition {
  enum class Kind { kAnyOf, kAtLeast, kAtMost, kAbove, kBelow };
  std::string key;                  // a design's key, "arg.name", "program", "design" or "size"
  Kind kind = Kind::kAnyOf;
  std::vector<std::string> values;  // kAnyOf: texts; else one: a number, or another key
  unsigned line = 0;
};
// A point is excluded if all conditions hold.
using Exclusion = std::vector<Condition>;

struct ProgramChoice {
  std::string name;                            // a workload, a manifest or a trace
  std::vector<std::string> sizes;              // for a workload; empty: the study's
  std::string style;                           // for a workload; empty: the study's
  std::map<std::string, std::string> arguments;  // for a workload
  unsigned line = 0;
};

// A goal of a search: a counter, a metric, or a value of the design alone (goals.h), to be minimised or maximised.
struct Goal {
  std::string metric;
  bool most = false;
  unsigned line = 0;
};
// A limit for candidates: kAtLeast, kAtMost, kAbove or kBelow a value.
struct Limit {
  std::string metric;
  Condition::Kind kind = Condition::Kind::kAtMost;
  double value = 0;
  unsigned line = 0;
};
// Only some of the combinations of designs and axes (candidates) run; earlier results determine which.
struct Search {
  enum class Method { kNsga2, kSurrogate, kExhaustive };
  enum class Across { kMean, kGeomean, kWorst, kSum };
  Method method = Method::kNsga2;
  std::vector<Goal> goals;
  std::vector<Limit> limits;
  std::uint64_t budget = 0;                    // points to ask for; exhaustive: 0 is no limit
  unsigned budget_line = 0;
  unsigned population = 24;                    // candidates of a generation
  unsigned seed = 1;
  Across across = Across::kMean;               // combines the values of the study's programs
  bool stop = false;                           // runs that cannot be on the front end early (bounds.h)
};

struct Study {
  std::string name, title;                     // name: names its results in a store
  std::string file, folder;                    // file: for messages; folder: file names are relative to it
  std::vector<ProgramChoice> programs;
  std::vector<std::string> sizes = {"test"};
  std::string style;                           // empty: modern
  std::vector<std::string> designs;
  std::vector<std::string> overrides;          // of all designs: "section.key=value"
  unsigned overrides_line = 0, designs_line = 0;
  Sample sample;                               // of the launches or the blocks of every point
  std::vector<Axis> axes;
  std::vector<Exclusion> exclusions;
  std::optional<Search> search;
};

// Reads a study file's text. Throws InputError with file and line: a syntax error, an unknown key or section, a value
// of a wrong type, an axis without values, two axes over one key, zipped lists of different lengths.
Study read_study(const std::string& text, const std::string& file);
// Reads a study file. Throws as read_study() does.
Study load_study(const std::string& file);

// Whether this is a readable TOML file with a study's key `programs`.
bool is_study(const std::string& file);

// "cache.ways=2,4" or "storage.unified_bytes=128K,256K" of the command-line form. Throws InputError.
Axis axis_from(const std::string& text);
// Throws InputError for two axes over one key, or an axis over a key to which all designs are set or over an argument
// that a program has.
void check_axes(const Study& study);

// 128K is 131072, 2M is 2097152; other texts are unchanged.
std::string without_suffix(const std::string& text);

}  // namespace unibank::sweep
