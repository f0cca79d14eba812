// What one design file says, or all of --set.
#pragma once

#include <string>
#include <vector>

#include "design/load.h"
#include "design/toml_file.h"

namespace unibank {

struct ValueOrigin {
  std::string file;   // or "--set section.key=value"
  unsigned line = 0;  // 0 for --set
  std::string note = "";  // a DRAM standard's own source
  bool of_override = false;
  std::string text() const { return line == 0 ? file : file + ":" + std::to_string(line); }
  [[noreturn]] void fail(const std::string& what) const;  // throws OverrideError for --set, else InputError
};

// One file, or all of --set: values that override those of the layers before it.
struct DesignLayer {
  std::string folder;  // for names of files
  struct Entry {
    TomlEntry toml;
    ValueOrigin origin;
  };
  std::vector<Entry> entries;
};

// The keys of a file that are not parameters.
struct DesignHeader {
  std::string description, extends;
  std::vector<std::string> best_of;
  ValueOrigin extends_at, best_of_at;
};

// "; it has become ..." for a former name of a key or section; else empty.
std::string former_name_hint(const std::string& name);

DesignLayer read_layer(const DesignText& source, DesignHeader& header);
DesignLayer override_layer(const std::vector<std::string>& overrides);

}  // namespace unibank
