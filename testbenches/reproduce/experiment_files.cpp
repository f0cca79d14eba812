#include "reproduce/experiment_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/input_error.h"
#include "files/input_file.h"
#include "reproduce/experiment_reader.h"
#include "reproduce/table_reader.h"
#include "workloads/workload.h"

namespace unibank {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostFileBytes = 1 << 20;
const char* const kBuiltIn = "configs/experiments";

std::optional<std::string> read_file(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  if (fs::is_regular_file(path, error) && fs::file_size(path, error) > kMostFileBytes)
    throw InputError(path.string() + ": too large for a file of an experiment, expected at most 1 MB");
  try {
    return files::read_all(path.string(), kMostFileBytes);
  } catch (const std::runtime_error& error) {
    throw InputError(path.string() + ": cannot be read: " + error.what());
  }
}

// Reads the files of one paper.
class PaperReader {
 public:
  PaperReader(const ExperimentFiles& files, std::string name) : files_(files) { paper_.name = std::move(name); }

  Paper run() {
    const std::string file = shown("paper.toml"), text = required("paper.toml");
    try {
      const toml_tree::Value top = toml_tree::parse(text);
      read(TableReader(top, file, ""));
    } catch (const toml_tree::SyntaxError& error) {
      throw InputError(file, error.line, error.what());
    }
    return std::move(paper_);
  }

 private:
  static std::vector<std::string> programs() {
    std::vector<std::string> names = workload_names();
    for (std::string& name : today_names()) names.push_back(std::move(name));
    return names;
  }

  void read(TableReader top) {
    const std::string base = top.text_or("extends", "");
    if (!base.empty()) extend(base, top);
    paper_.title = base.empty() ? top.text("title") : top.text_or("title", paper_.title);
    const std::string workloads = base.empty() ? top.text("workloads") : "";
    const std::vector<std::string> names = top.texts("experiments");
    paper_.run_first = top.texts("run_first");
    if (const std::optional<Style> style = style_of(top)) paper_.style = *style;
    top.finish();
    if (base.empty()) paper_.workloads = read_paper_workloads(required(workloads), shown(workloads), programs());
    if (names.empty()) top.fail_at("experiments", "no experiments");
    for (const std::string& name : names) {
      if (paper_.find_experiment(name)) top.fail_at("experiments", "experiment '" + name + "' occurs twice");
      const std::optional<std::string> text = optional(name + ".toml");
      if (!text) top.fail_at("experiments", "experiment '" + name + "': no file " + shown(name + ".toml"));
      paper_.experiments.push_back(read_experiment(
          {name, shown(name + ".toml"), *text, [this](const std::string& csv) { return optional(csv); }}, paper_));
    }
    for (const std::string& name : paper_.run_first)
      if (!paper_.find_experiment(name)) top.fail_at("run_first", unknown_name("experiment", name, names));
  }

  // All files of a paper that are built into the program.
  void extend(const std::string& base, const TableReader& top) {
    const ExperimentFiles built_in = built_in_experiments();
    if (std::find(built_in.papers.begin(), built_in.papers.end(), base) == built_in.papers.end())
      top.fail_at("extends", unknown_name("paper", base, built_in.papers));
    Paper extended = PaperReader(built_in, base).run();
    extended.name = std::move(paper_.name);
    paper_ = std::move(extended);
  }

  std::string shown(const std::string& name) const { return files_.folder + "/" + paper_.name + "/" + name; }
  std::optional<std::string> optional(const std::string& name) const {
    if (name.find('/') != std::string::npos)
      throw InputError(shown(name) + ": expected a file beside paper.toml, without a folder");
    return files_.read(paper_.name + "/" + name);
  }
  std::string required(const std::string& name) const {
    std::optional<std::string> text = optional(name);
    if (!text) throw InputError(shown(name) + ": no such file");
    return *text;
  }

  const ExperimentFiles& files_;
  Paper paper_;
};

}  // namespace

ExperimentFiles built_in_experiments() {
  std::set<std::string> papers;
  for (const ExperimentFile& file : built_in_experiment_files()) {
    const std::string path = file.path;
    papers.insert(path.substr(0, path.find('/')));
  }
  const auto read = [](const std::string& path) -> std::optional<std::string> {
    for (const ExperimentFile& file : built_in_experiment_files())
      if (path == file.path) return file.text;
    return std::nullopt;
  };
  return {kBuiltIn, read, {papers.begin(), papers.end()}};
}

ExperimentFiles experiments_in(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) throw InputError(folder + ": no such folder of experiments");
  std::set<std::string> papers;
  for (const auto& entry : fs::directory_iterator(folder))
    if (fs::is_regular_file(entry.path() / "paper.toml", error)) papers.insert(entry.path().filename().string());
  if (papers.empty()) throw InputError(folder + ": no papers in it, expected folders with a paper.toml");
  return {folder, [folder](const std::string& path) { return read_file(fs::path(folder) / path); },
          {papers.begin(), papers.end()}};
}

Paper load_paper(const ExperimentFiles& files, const std::string& name) {
  if (std::find(files.papers.begin(), files.papers.end(), name) == files.papers.end())
    throw InputError(unknown_name("paper", name, files.papers));
  return PaperReader(files, name).run();
}

}  // namespace unibank
