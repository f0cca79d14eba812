#include "sweep/program.h"

#include <algorithm>
#include <filesystem>

#include "base/input_error.h"
#include "sweep/hash.h"

namespace unibank::sweep {

namespace {

namespace fs = std::filesystem;

// Relative to the study if the file is there, otherwise to the current folder, as for designs.
std::string path_of(const Study& study, const std::string& name) {
  std::error_code error;
  const fs::path beside = fs::path(study.folder) / name;
  return fs::exists(beside, error) ? beside.string() : name;
}

std::string hash_of(const std::vector<std::string>& files) {
  Hash hash;
  for (const std::string& file : files) hash.add(fs::path(file).filename().string()).add("\n").add_file(file);
  return hash.hex();
}

}  // namespace

bool is_workload(const std::string& name) {
  const auto among = [&name](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return among(workload_names()) || among(today_names());
}

std::string Program::arguments_text() const {
  std::string text;
  for (const auto& [name, value] : arguments) text += (text.empty() ? "" : " ") + name + "=" + std::to_string(value);
  return text;
}

const Program& Programs::find(const ProgramChoice& choice, const std::string& size,
                              const std::map<std::string, std::string>& arguments) {
  std::string key = std::to_string(&choice - study_.programs.data()) + "\n" + size;
  for (const auto& [name, value] : arguments) key += "\n" + name + "=" + value;
  const auto at = known_.find(key);
  if (at != known_.end()) return at->second;
  return known_.emplace(key, load(choice, size, arguments)).first->second;
}

Program Programs::load(const ProgramChoice& choice, const std::string& size,
                       std::map<std::string, std::string> arguments) {
  try {
    const std::string path = path_of(study_, choice.name);
    const bool file = !is_workload(choice.name) && (fs::path(choice.name).has_extension() || fs::exists(path));
    if (file) {
      if (!choice.sizes.empty() || !choice.style.empty() || !choice.arguments.empty() || !arguments.empty())
        throw InputError("sizes, styles and arguments are for workloads; '" + choice.name + "' is a file");
      return load_file(choice, path);
    }
    Program program;
    program.workload = &find_workload(choice.name);
    program.name = program.listed = program.given = choice.name;
    program.size = size;
    const std::string style = choice.style.empty() ? study_.style : choice.style;
    if (!style.empty()) program.style = style_from(style);
    arguments.insert(choice.arguments.begin(), choice.arguments.end());
    program.arguments = complete_arguments(*program.workload, size_from(size), arguments);
    program.hash = Hash().add(workload_ptx(choice.name, program.style)).hex();
    return program;
  } catch (const InputError& error) {
    // Below its first line the message may show the line of the file with the error.
    const std::string text = error.what();
    const std::size_t end = std::min(text.find('\n'), text.size());
    throw InputError(InputError(study_.file, choice.line, text.substr(0, end)).what() + text.substr(end));
  }
}

Program Programs::load_file(const ProgramChoice& choice, const std::string& path) {
  Program program;
  program.listed = choice.name;
  program.given = path;
  std::vector<std::string> files;
  if (fs::path(choice.name).extension() == ".g") {
    program.traced = std::make_shared<trace::TracedProgram>(trace::load_traced_program(path));
    program.name = program.traced->name;
    files = program.traced->files;
  } else {
    program.manifest = std::make_shared<Manifest>(load_manifest(path));
    program.name = program.manifest->name;
    files = program.manifest->files;
  }
  program.hash = hash_of(files);
  return program;
}

}  // namespace unibank::sweep
