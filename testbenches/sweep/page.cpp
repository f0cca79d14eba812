#include "sweep/page.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/counters.h"
#include "base/input_error.h"
#include "files/input_file.h"
#include "sweep/page_files.h"

namespace unibank::sweep {

namespace {

using Json = nlohmann::ordered_json;

constexpr char kPlotly[] = "/usr/share/python3-plotly/plotly.js";
constexpr std::uint64_t kMostPlotlyBytes = 64 << 20;

// The most wanted columns come first, if present.
constexpr const char* kFirst[] = {"cycles", "ipc", "energy_pj.total", "dram_kb", "hit_percent", "resident_threads",
                                  "design.storage_kb", "memory_wait_percent", "warp_instructions"};

// The units of metrics that are not counters, found by the beginning or end of their names.
std::string unit_of(const std::string& name) {
  const unsigned counter = DeclaredCounters::instance().find(name);
  if (counter != DeclaredCounters::kNone) return std::string(DeclaredCounters::instance()[counter].unit);
  if (name.rfind("energy_pj.", 0) == 0) return "pJ";
  if (name.find("percent") != std::string::npos) return "%";
  if (name.find("_kb") != std::string::npos) return "KB";
  if (name == "cycles") return "cycles";
  if (name == "ipc") return "thread instructions per cycle";
  return "";
}

void replace(std::string& text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  text.replace(at, what.size(), by);
}

// Text in a script must not look like the script's end.
std::string in_script(std::string text) {
  for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos; at += 3) text.replace(at, 2, "<\\/");
  return text;
}

// In plotly.js the end of a script occurs only in texts and comments.
std::string library_in_script(std::string text) {
  for (std::size_t at = 0; (at = text.find("</script", at)) != std::string::npos; at += 3) text.replace(at, 2, "<\\/");
  return text;
}

std::string html(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '&') out += "&amp;";
    else out += c;
  }
  return out;
}

Json number(double value) {
  if (!std::isfinite(value)) return {};
  if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return std::stod(text);
}

// A column of texts: each distinct text once, and for each point the index of its text.
struct Words {
  std::vector<std::string> names;
  std::map<std::string, std::size_t> places;
  std::vector<std::size_t> data;
  void add(const std::string& text) {
    const auto [at, added] = places.emplace(text, names.size());
    if (added) names.push_back(text);
    data.push_back(at->second);
  }
};

class Page {
 public:
  Page(const Study& study, Exporter& exporter, const Listing& listing, PointSpace& space)
      : study_(study), exporter_(exporter), listing_(listing), axes_(space.axis_keys()), axis_words_(axes_.size()) {
    Point first;
    if (!listing.runs.empty()) space.at(listing.runs.front().number, first);
    if (first.loaded)
      for (const DesignValue& value : first.loaded->values) units_[value.section + "." + value.key] = value.unit;
  }

  std::string run(const std::string& plotly, std::size_t& left_out) {
    exporter_.for_each([this](const Exported& one) { take(one); });
    const Json data = data_of(left_out);
    std::string page(page_file("page.html"));
    replace(page, "@TITLE@", html(study_.title));
    replace(page, "@TITLE@", html(study_.title));
    replace(page, "@SCRIPT@", std::string(page_file("page.js")));
    replace(page, "@DATA@", in_script(data.dump()));
    replace(page, "@PLOTLY@", library_in_script(plotly));
    return page;
  }

 private:
  void take(const Exported& one) {
    if (!one.finished) return ++missing_, void();
    if (!one.finished->refused.empty()) return ++refused_, void();
    const Point& point = *one.point;
    program_.add(point.program->name);
    arguments_.add(point.program->arguments_text());
    size_.add(point.program->size);
    design_.add(point.design);
    run_.add(point.program_command() + point.design_command());
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) axis_words_[axis].add(point.at[axis]);
    if (exporter_.marks()) {
      const SearchMarks::Mark mark = exporter_.marks()->points.at(point.number);
      generation_.push_back(mark.generation);
      front_.add(mark.front ? "on the front" : "beaten");
    }
    for (const auto& [name, value] : one.finished->values) {
      std::vector<double>& column = values_[name];
      column.resize(count_, std::nan(""));
      column.push_back(value);
    }
    ++count_;
  }

  static Json word_column(const std::string& name, const std::string& kind, const Words& words,
                          const std::string& unit) {
    return {{"name", name}, {"unit", unit}, {"kind", kind}, {"names", words.names}, {"data", words.data}};
  }

  bool varies(std::vector<double>& column) const {
    column.resize(count_, std::nan(""));
    return std::any_of(column.begin(), column.end(), [&](double one) { return !(one == column.front()); });
  }

  std::vector<std::string> chosen(std::size_t& left_out) {
    std::vector<std::string> names;
    if (study_.search)
      for (const Goal& goal : study_.search->goals)
        if (values_.count(goal.metric) != 0) names.push_back(goal.metric);
    for (const char* name : kFirst)
      if (values_.count(name) != 0 && (varies(values_[name]) || std::string(name) == "cycles") &&
          std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    const std::size_t first = names.size();
    const std::set<std::string> known(names.begin(), names.end());
    for (auto& [name, column] : values_)
      if (known.count(name) == 0 && varies(column)) names.push_back(name);
    const std::size_t most = std::max(kMostCells / std::max<std::size_t>(count_, 1), first);
    left_out = names.size() > most ? names.size() - most : 0;
    names.resize(names.size() - left_out);
    return names;
  }

  Json data_of(std::size_t& left_out) {
    Json columns = Json::array();
    columns.push_back(word_column("program", "word", program_, ""));
    columns.push_back(word_column("arguments", "word", arguments_, ""));
    columns.push_back(word_column("size", "word", size_, ""));
    columns.push_back(word_column("design", "word", design_, ""));
    columns.push_back(
        {{"name", "run"}, {"unit", ""}, {"kind", "word"}, {"names", Json::array({""})}, {"data", run_.data}});
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
      columns.push_back(word_column(axes_[axis], "axis", axis_words_[axis], units_[axes_[axis]]));
    if (exporter_.marks()) {
      columns.push_back(
          {{"name", "generation"}, {"unit", ""}, {"kind", "search"}, {"names", nullptr}, {"data", generation_}});
      columns.push_back(word_column("front", "search", front_, ""));
    }
    for (const std::string& name : chosen(left_out)) {
      Json data = Json::array();
      for (const double one : values_[name]) data.push_back(number(one));
      columns.push_back({{"name", name}, {"unit", unit_of(name)}, {"kind", "value"}, {"names", nullptr},
                         {"data", std::move(data)}});
    }
    std::string fixed, beside;
    for (const std::string& one : study_.overrides) fixed += " --set " + shell_word(one);
    if (refused_ != 0) beside += ", " + std::to_string(refused_) + " refused";
    if (missing_ != 0) beside += ", " + std::to_string(missing_) + " missing";
    if (!listing_.illegal.empty()) beside += ", " + std::to_string(listing_.illegal.size()) + " illegal";
    Json all = {
        {"count", count_}, {"beside", beside}, {"fixed", fixed}, {"run", run_.names}, {"columns", std::move(columns)}};
    if (study_.search) add_search(all);
    return all;
  }

  void add_search(Json& all) const {
    all["goals"] = Json::array();
    for (const Goal& goal : study_.search->goals) all["goals"].push_back({{"name", goal.metric}, {"most", goal.most}});
    all["generations"] = Json::array();
    if (!exporter_.marks()) return;
    for (const SearchMarks::Step& step : exporter_.marks()->generations)
      all["generations"].push_back({step.generation, step.front, number(step.hypervolume)});
  }

  const Study& study_;
  Exporter& exporter_;
  const Listing& listing_;
  const std::vector<std::string> axes_;
  std::vector<Words> axis_words_;
  Words program_, arguments_, size_, design_, run_, front_;
  std::vector<unsigned> generation_;
  std::map<std::string, std::vector<double>> values_;
  std::map<std::string, std::string> units_;  // of keys of designs
  std::size_t count_ = 0, refused_ = 0, missing_ = 0;
};

}  // namespace

std::string report_page(const Study& study, Exporter& exporter, const Listing& listing, PointSpace& space,
                        const std::string& plotly, std::size_t& left_out) {
  return Page(study, exporter, listing, space).run(plotly, left_out);
}

std::string plotly_text(const std::string& file) {
  const std::string path = file.empty() ? kPlotly : file;
  try {
    return files::read_all(path, kMostPlotlyBytes);
  } catch (const std::runtime_error& error) {
    throw InputError("cannot read plotly.js '" + path + "': " + error.what() +
                     "; expected that of the Debian package python3-plotly, or --plotly FILE");
  }
}

}  // namespace unibank::sweep
