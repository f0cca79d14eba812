#include "sweep/export.h"

#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "files/whole_file.h"
#include "reproduce/csv_text.h"
#include "reproduce/values.h"

namespace unibank::sweep {

namespace {

using Json = nlohmann::ordered_json;

// Writes in pieces, for tables of a million lines.
class Pieces {
 public:
  explicit Pieces(const std::string& path) : file_(path) {}
  void add(const std::string& text) {
    text_ += text;
    if (text_.size() < kPiece) return;
    file_.write(text_);
    text_.clear();
  }
  void publish() {
    file_.write(text_);
    file_.publish();
  }

 private:
  static constexpr std::size_t kPiece = 1 << 20;
  files::WholeFile file_;
  std::string text_;
};

std::map<std::string, double> by_name(const Finished* finished) {
  std::map<std::string, double> values;
  if (finished) values.insert(finished->values.begin(), finished->values.end());
  return values;
}

// Axis values that are numbers are written as numbers.
Json json_of(const std::string& text) {
  const Json value = Json::parse(text, nullptr, false);
  return value.is_number() || value.is_boolean() ? value : Json(text);
}

Json json_number(double value) {
  if (!std::isfinite(value)) return {};
  if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + csv_cell(cells[i]);
  return line + "\n";
}

std::vector<std::string> Exporter::word_names() const {
  std::vector<std::string> names = {"number", "program", "size", "arguments", "style", "design"};
  names.insert(names.end(), space_.axis_keys().begin(), space_.axis_keys().end());
  if (marks_) names.insert(names.end(), {"generation", "front"});
  names.push_back("refused");
  return names;
}

std::vector<std::string> Exporter::words_of(const Exported& one) const {
  const Point& point = *one.point;
  std::vector<std::string> words = {std::to_string(point.number), point.program->name, point.program->size,
                                    point.program->arguments_text(), style_name(point.program->style), point.design};
  words.insert(words.end(), point.at.begin(), point.at.end());
  if (marks_) {
    const SearchMarks::Mark mark = marks_->points.at(point.number);
    words.insert(words.end(), {std::to_string(mark.generation), mark.front ? "1" : "0"});
  }
  words.push_back(one.finished ? one.finished->refused : "");
  return words;
}

void Exporter::for_each(const std::function<void(const Exported&)>& take) {
  Point point;
  for (const Listing::Entry& entry : listing_.runs) {
    space_.words(entry.number, point);
    const std::unique_ptr<Finished> finished = database_.find(key_text(entry));
    take({&point, finished.get()});
  }
}

std::vector<std::string> Exporter::value_names() {
  std::set<std::string> names;
  for (const Listing::Entry& entry : listing_.runs)
    if (const std::unique_ptr<Finished> finished = database_.find(key_text(entry)))
      for (const auto& [name, value] : finished->values) names.insert(name);
  return {names.begin(), names.end()};
}

void Exporter::write_points(const std::string& folder) {
  // Begun before the database is read: they do not replace what another program writes meanwhile.
  Pieces csv(folder + "/points.csv"), json(folder + "/points.json");
  const std::vector<std::string> values = value_names(), words = word_names();
  std::vector<std::string> header = words;
  header.push_back("finished");
  header.insert(header.end(), values.begin(), values.end());
  csv.add(csv_line(header));
  const char* before = "[\n";
  for_each([&](const Exported& one) {
    std::vector<std::string> cells = words_of(one);
    Json record;
    for (std::size_t i = 0; i < words.size(); ++i)
      record[words[i]] = i >= 6 && i + 1 < words.size() ? json_of(cells[i])
                         : i == 0                       ? Json(one.point->number)
                                                        : Json(cells[i]);
    cells.push_back(one.finished ? "1" : "0");
    record["finished"] = one.finished != nullptr;
    const std::map<std::string, double> found = by_name(one.finished);
    for (const std::string& name : values) {
      const auto at = found.find(name);
      cells.push_back(at == found.end() ? "" : exact(at->second));
      record[name] = at == found.end() ? Json() : json_number(at->second);
    }
    csv.add(csv_line(cells));
    json.add(before + record.dump());
    before = ",\n";
  });
  json.add(listing_.runs.empty() ? "[]\n" : "\n]\n");
  csv.publish();
  json.publish();
}

void Exporter::write_illegal(const std::string& folder) {
  const std::string path = folder + "/illegal.csv";
  if (listing_.illegal.empty()) {
    std::filesystem::remove(path);  // an earlier study's
    return;
  }
  Pieces csv(path);
  std::vector<std::string> header = {"number", "design"};
  header.insert(header.end(), space_.axis_keys().begin(), space_.axis_keys().end());
  header.push_back("reason");
  csv.add(csv_line(header));
  Point point;
  for (const Listing::Illegal& one : listing_.illegal) {
    space_.words(one.number, point);
    std::vector<std::string> cells = {std::to_string(one.number), point.design};
    cells.insert(cells.end(), point.at.begin(), point.at.end());
    cells.push_back(listing_.reasons[one.reason]);
    csv.add(csv_line(cells));
  }
  csv.publish();
}

// Another program may write the same tables at the same time. Its may lack the last points, so these are written again.
void Exporter::write(const std::string& folder) {
  constexpr unsigned kMostTries = 100;
  for (unsigned left = kMostTries; left != 0; --left) {
    try {
      write_points(folder);
      write_illegal(folder);
      return;
    } catch (const files::Overtaken&) {
      if (left == 1) throw;
    }
  }
}

}  // namespace unibank::sweep
