#include "reproduce/report_files.h"

#include <algorithm>
#include <filesystem>

#include "base/input_error.h"
#include "files/input_file.h"
#include "reproduce/report.h"
#include "reproduce/words.h"

namespace unibank {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = 1 << 20;
const std::string kSource = ".in.md";

std::string read(const fs::path& path) {
  try {
    return files::read_all(path.string(), kMostBytes);
  } catch (const std::runtime_error& error) {
    throw InputError(path.string() + ": cannot be read: " + error.what());
  }
}

// The file named in a line {{part FILE}}; empty: another kind of line.
std::string part_of(const std::string& line) {
  const std::vector<std::string> words = split_at_blanks(line);
  if (words.size() != 2 || words[0] != "{{part" || words[1].size() < 3) return "";
  const std::size_t end = words[1].find("}}");
  return end == std::string::npos || end + 2 != words[1].size() ? "" : words[1].substr(0, end);
}

class Writer {
 public:
  Writer(const fs::path& folder, const ReportValues& values) : folder_(folder), values_(values) {}

  Report run(const std::string& source) {
    Report made;
    const std::string name = source.substr(0, source.size() - kSource.size());
    made.path = (folder_ / (name + ".md")).string();
    made.text = "<!-- Made by `unibank reproduce --report` from " + source +
                ", the texts that it names and the finished points. -->\n";
    add(source, made, true);
    made.text.erase(made.text.find_last_not_of('\n') + 1);
    made.text += "\n";
    return made;
  }

 private:
  void add(const std::string& name, Report& made, bool has_parts) const {
    const std::string file = (folder_ / name).string(), text = read(file);
    for (const ReportLine& number : numbers_without_points(text))
      made.complaints.push_back(file + ":" + std::to_string(number.line) + ": '" + number.text +
                                "' is a number that no point gives; expected {{paper.experiment.row.column}}, a size "
                                "with its unit, or a parameter in backticks");
    if (!has_parts) {
      made.text += report(text, file, values_);
      return;
    }
    std::string own;  // between the parts; earlier lines become blank so that messages have the right line
    for (std::size_t at = 0, line = 1; at < text.size(); ++line) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string part = part_of(text.substr(at, end - at));
      if (!part.empty()) {
        add_own(own, file, made);
        add(checked(part, file, static_cast<unsigned>(line)), made, false);
        end_paragraph(made.text);
        own.assign(line, '\n');
      } else {
        own += text.substr(at, std::min(end + 1, text.size()) - at);
      }
      at = std::min(end + 1, text.size());
    }
    add_own(own, file, made);
  }

  void add_own(const std::string& own, const std::string& file, Report& made) const {
    std::string filled = report(own, file, values_);
    filled.erase(0, std::min(filled.find_first_not_of('\n'), filled.size()));
    if (filled.empty()) return;
    made.text += filled;
    end_paragraph(made.text);
  }

  static void end_paragraph(std::string& text) {
    while (text.size() < 2 || text.compare(text.size() - 2, 2, "\n\n") != 0) text += "\n";
  }

  std::string checked(const std::string& part, const std::string& file, unsigned line) const {
    std::error_code error;
    const bool inside = part.find("..") == std::string::npos && part.front() != '/';
    if (!inside || !fs::is_regular_file(folder_ / part, error))
      throw InputError(file, line, "no file '" + part + "' in " + folder_.string() + ", expected one of its texts");
    return part;
  }

  const fs::path folder_;
  const ReportValues& values_;
};

}  // namespace

std::vector<Report> reports_in(const std::string& folder, const ReportValues& values) {
  std::vector<std::string> sources;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    const bool source = name.size() > kSource.size() &&
                        name.compare(name.size() - kSource.size(), kSource.size(), kSource) == 0;
    if (source) sources.push_back(name);
  }
  if (sources.empty()) throw InputError(folder + ": no texts of reports in it, expected NAME" + kSource);
  std::sort(sources.begin(), sources.end());
  std::vector<Report> made;
  made.reserve(sources.size());
  for (const std::string& source : sources) made.push_back(Writer(folder, values).run(source));
  return made;
}

unsigned first_difference(const std::string& one, const std::string& other) {
  if (one == other) return 0;
  const auto at = std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first;
  return 1 + static_cast<unsigned>(std::count(one.begin(), at, '\n'));
}

}  // namespace unibank
