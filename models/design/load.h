// Design files -> Design.
#pragma once

#include <string>
#include <vector>

#include "base/input_error.h"
#include "design/design.h"
#include "design/find.h"

namespace unibank {

// One value in force and its source.
struct DesignValue {
  std::string section, key;
  std::string value;  // a TOML value
  std::string unit, description;
  std::string source;  // "configs/designs/x.toml:12", "--set dram.latency=300", or the source of the default
};

// An override that changes nothing on the design (design/idle_keys.h).
struct IdleOverride {
  std::string key, value, reason;  // "l2.ways", "4", "l2.bytes is 0"
  std::string warning() const { return "--set " + key + "=" + value + " has no effect: " + reason; }
};

struct LoadedDesign {
  Design design;
  std::string file;                 // the form shown in messages
  std::vector<std::string> files;   // all files read for it: itself, those that it extends, DRAM standards
  std::vector<DesignValue> values;  // every parameter, in the schema's order; empty for a best_of design
  std::vector<IdleOverride> idle;   // the overrides that change nothing
};

// An error of an override.
class OverrideError : public InputError {
 public:
  using InputError::InputError;
};

// Reads the design of that name or file, the designs it extends, and then the overrides ("section.key=value", the text
// of --set). Checks every value and their compatibility. A `best_of` design is returned with Design::best_of set,
// and its members are checked under the same overrides; load the members one by one to run them. Throws InputError:
// file, line, what was found, what was expected; OverrideError for a wrong override.
LoadedDesign load_design(const std::string& name_or_file, const std::vector<std::string>& search_dirs = {},
                         const std::vector<std::string>& overrides = {});
// Loads a design from a text; `source.file` is shown in messages.
LoadedDesign load_design(const DesignText& source, const std::vector<std::string>& search_dirs = {},
                         const std::vector<std::string>& overrides = {});

// As load_design, for one of several designs with the same overrides: an error in an override names the design, too.
LoadedDesign load_one_of_several(const DesignText& source, const std::vector<std::string>& search_dirs = {},
                                 const std::vector<std::string>& overrides = {});

// A complete design file: every value with its source as a comment. Loading it gives the same design.
std::string effective_toml(const LoadedDesign& loaded);
// The design's values as a readable table, with units and meanings. `width`: characters per line; sources are then
// omitted and descriptions wrapped. 0: one line of any length per value, with its source.
std::string show_text(const LoadedDesign& loaded, unsigned width = 0);

}  // namespace unibank
