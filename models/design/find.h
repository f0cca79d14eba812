// Finds designs and DRAM standards: presets built into the library, folders of files, and single files.
#pragma once

#include <string>
#include <vector>

namespace unibank {

struct Preset {
  const char* name;  // "gebhart2012/partitioned"
  const char* text;
};
// The files of configs/designs, embedded in the library when it is built.
const std::vector<Preset>& presets();

// The files of configs/dram, embedded in the same way.
const std::vector<Preset>& dram_standards();

struct DesignText {
  std::string name;    // "gebhart2012/partitioned", or the path without .toml
  std::string file;    // the form shown in messages
  std::string folder;  // the file's folder, for names relative to it; empty for a preset
  std::string text;
};

// A name is looked up in the folders (FOLDER/NAME.toml), then among the presets. A name that ends in .toml or is an
// existing file is a file, relative to `folder` if it exists there, else to the current one. Throws InputError with the
// known names.
DesignText find_design(const std::string& name_or_file, const std::vector<std::string>& search_dirs,
                       const std::string& folder = "");

// Finds a DRAM standard, which is FOLDER/dram/NAME.toml in the folders.
DesignText find_dram_standard(const std::string& name_or_file, const std::vector<std::string>& search_dirs,
                              const std::string& folder = "");

// All names that find_design() knows, ordered.
std::vector<std::string> list_designs(const std::vector<std::string>& search_dirs);
std::vector<std::string> list_dram_standards(const std::vector<std::string>& search_dirs);

}  // namespace unibank
