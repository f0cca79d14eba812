#include "reproduce/point_csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <tuple>

#include "base/model_version.h"
#include "report/counter_order.h"
#include "reproduce/csv_text.h"
#include "reproduce/values.h"

namespace unibank {

namespace {

template <typename Value>
bool read(const std::string& text, Value& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

struct Column {
  std::string name;
  std::function<std::string(const FinishedPoint&)> get;
  std::function<bool(const std::string&, FinishedPoint&)> set;  // false: the text is not a valid value
  bool later = false;         // a column that older files may lack: every counter, and numbers added later
  bool unknown_if_0 = false;  // a number added later: in a row that is older, 0 means that it is not known
};

class Columns {
 public:
  Columns() {
    text("key", &FinishedPoint::key);
    add("model", [](auto& point) -> auto& { return point.model; });
    for (const auto& [name, member] : {std::pair("workload", &FinishedPoint::workload),
                                       std::pair("size", &FinishedPoint::size),
                                       std::pair("arguments", &FinishedPoint::arguments),
                                       std::pair("design", &FinishedPoint::design),
                                       std::pair("overrides", &FinishedPoint::overrides)})
      text(name, member);
    all.push_back({"functional", [](const FinishedPoint& point) { return point.functional ? "1" : "0"; },
                   [](const std::string& cell, FinishedPoint& point) {
                     point.functional = cell == "1";
                     return cell == "0" || cell == "1";
                   }});
    text("refused", &FinishedPoint::refused);
    add_run();
  }

  std::vector<Column> all;

 private:
  void text(const char* name, std::string FinishedPoint::*member) {
    all.push_back({name, [member](const FinishedPoint& point) { return point.*member; },
                   [member](const std::string& cell, FinishedPoint& point) {
                     point.*member = cell;
                     return true;
                   }});
  }

  // Adds a number to which `of` returns a reference.
  template <typename Of>
  void add(const std::string& name, Of of) {
    all.push_back({name,
                   [of](const FinishedPoint& point) {
                     const auto& value = of(point);
                     if constexpr (std::is_floating_point_v<std::decay_t<decltype(value)>>)
                       return exact(value);
                     else
                       return std::to_string(value);
                   },
                   [of](const std::string& cell, FinishedPoint& point) {
                     auto& value = of(point);
                     if (!read(cell, value)) return false;
                     return std::isfinite(static_cast<double>(value)) && value >= 0;
                   }});
  }

  void add_run() {
    add("cycles", [](auto& point) -> auto& { return point.run.cycles; });
    add("sms", [](auto& point) -> auto& { return point.run.sms; });
    add("issue_slots", [](auto& point) -> auto& { return point.run.issue_slots; });
    add("registers_per_thread", [](auto& point) -> auto& { return point.run.registers_per_thread; });
    add("scratchpad_bytes_per_block", [](auto& point) -> auto& { return point.run.scratchpad_bytes_per_block; });
    add("scratchpad_bytes_per_thread", [](auto& point) -> auto& { return point.run.scratchpad_bytes_per_thread; });
    all.back().later = all.back().unknown_if_0 = true;
    add("resident_blocks", [](auto& point) -> auto& { return point.run.resident_blocks; });
    add("resident_threads", [](auto& point) -> auto& { return point.run.resident_threads; });
    add("partition.register_bytes", [](auto& point) -> auto& { return point.run.partition.register_bytes; });
    add("partition.scratchpad_bytes", [](auto& point) -> auto& { return point.run.partition.scratchpad_bytes; });
    add("partition.cache_bytes", [](auto& point) -> auto& { return point.run.partition.cache_bytes; });
    add("partition.idle_bytes", [](auto& point) -> auto& { return point.run.partition.idle_bytes; });
    add_counters();
  }

  void add_counters() {
    const std::size_t first = all.size();
    add("default_blocks", [](auto& point) -> auto& { return point.run.default_blocks; });
    add("sharing_pairs", [](auto& point) -> auto& { return point.run.sharing_pairs; });
    add("longest.resident_blocks", [](auto& point) -> auto& { return point.run.longest.resident_blocks; });
    add("longest.resident_threads", [](auto& point) -> auto& { return point.run.longest.resident_threads; });
    add("longest.registers_per_thread", [](auto& point) -> auto& { return point.run.longest.registers_per_thread; });
    add("longest.scratchpad_bytes_per_block",
        [](auto& point) -> auto& { return point.run.longest.scratchpad_bytes_per_block; });
    for (const unsigned number : counters_in_order()) add_counter(number);
    for (std::size_t i = first; i < all.size(); ++i) all[i].later = true;
  }

  void add_counter(unsigned number) {
    all.push_back({DeclaredCounters::instance()[number].name,
                   [number](const FinishedPoint& point) { return std::to_string(point.run.counters[number]); },
                   [number](const std::string& cell, FinishedPoint& point) {
                     return read(cell, point.run.counters.at(number));
                   }});
  }
};

const std::vector<Column>& columns() {
  static const Columns all;
  return all.all;
}

bool is_key(const std::string& text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

using Header = std::vector<const Column*>;

// Reads the columns of a file: all, in any order, except later ones. Returns why they are those of another version.
std::string read_header(std::string_view line, Header& header) {
  std::vector<std::string> names;
  if (!split_csv_line(line, names)) return "a quote in the first line does not end";
  for (const std::string& name : names) {
    const auto named = [&](const Column& column) { return column.name == name; };
    const auto found = std::find_if(columns().begin(), columns().end(), named);
    if (found == columns().end()) return "column '" + name + "' is unknown";
    if (std::count(header.begin(), header.end(), &*found) != 0) return "column '" + name + "' is there twice";
    header.push_back(&*found);
  }
  for (const Column& column : columns())
    if (!column.later && std::count(header.begin(), header.end(), &column) == 0)
      return "there is no column '" + column.name + "'";
  return "";
}

// The fault of the row; empty: none.
std::string read_row(const Header& header, std::string_view line, FinishedPoint& point) {
  std::vector<std::string> cells;
  if (!split_csv_line(line, cells)) return "a quote that does not end";
  if (cells.size() != header.size())
    return "found " + std::to_string(cells.size()) + " cells, expected " + std::to_string(header.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (!header[i]->set(cells[i], point)) return "column '" + header[i]->name + "' is '" + cells[i] + "'";
  if (!is_key(point.key)) return "column 'key' is '" + point.key + "', expected 16 hexadecimal digits";
  return "";
}

void keep(FinishedPoint point, PointTable& table) {
  for (FinishedPoint& other : table.points)
    if (other.key == point.key) {
      other = std::move(point);
      return;
    }
  table.points.push_back(std::move(point));
}

}  // namespace

std::string point_csv_header() {
  std::string line;
  for (const Column& column : columns()) line += (line.empty() ? "" : ",") + column.name;
  return line + "\n";
}

std::string point_csv_row(const FinishedPoint& point) {
  std::string line;
  for (const Column& column : columns()) {
    std::string cell = column.get(point);
    std::replace(cell.begin(), cell.end(), '\n', ' ');
    line += (&column == &columns().front() ? "" : ",") + csv_cell(cell);
  }
  return line + "\n";
}

std::vector<std::string> differences_of(const FinishedPoint& first, const FinishedPoint& second) {
  std::vector<std::string> all;
  for (const Column& column : columns()) {
    const std::string before = column.get(first), after = column.get(second);
    if (before != after && !(column.unknown_if_0 && before == "0"))
      all.push_back(column.name + " is " + before + ", and then " + after);
  }
  return all;
}

PointTable parse_point_csv(const std::string& text, const std::string& file) {
  PointTable table;
  if (text.empty()) return table;
  const std::size_t first_end = std::min(text.find('\n'), text.size());
  Header header;
  table.other_columns = read_header(std::string_view(text).substr(0, first_end), header);
  if (!table.other_columns.empty()) {
    table.messages.push_back(file + ": written by another version of the program (" + table.other_columns +
                             "); not used");
    return table;
  }
  unsigned number = 2;
  for (std::size_t at = first_end + 1; at < text.size(); ++number) {
    const std::size_t end = text.find('\n', at);
    const bool cut = end == std::string::npos;
    FinishedPoint point;
    std::string wrong =
        cut ? "the row was cut off" : read_row(header, std::string_view(text).substr(at, end - at), point);
    if (wrong.empty())
      keep(std::move(point), table);
    else
      table.messages.push_back(file + ":" + std::to_string(number) + ": dropped a damaged row: " + wrong);
    at = cut ? text.size() : end + 1;
  }
  return table;
}

namespace {

// The description by which readers distinguish points: older versions of the model had other keys.
std::string words_of(const FinishedPoint& row) {
  std::string words = row.functional ? "functional" : "timed";
  for (const std::string* word : {&row.workload, &row.size, &row.arguments, &row.design, &row.overrides})
    words += "\n" + *word;
  return words;
}

std::string words_of(const Point& point) {
  FinishedPoint row;
  describe(point, row);
  return words_of(row);
}

}  // namespace

std::vector<FinishedPoint> canonical(const std::vector<FinishedPoint>& points, const PointList& list,
                                     std::size_t& stale) {
  std::map<std::string, const Point*> wanted, older;
  for (const Point& point : list.points) {
    wanted[point.key] = &point;
    older[words_of(point)] = &point;
  }
  // Points measured again replace those of older versions.
  for (const FinishedPoint& point : points) {
    const auto found = wanted.find(point.key);
    if (found != wanted.end() && point.model == kModelVersion) older.erase(words_of(*found->second));
  }
  std::map<std::string, FinishedPoint> rows;
  for (const FinishedPoint& point : points) {
    const bool current = point.model == kModelVersion;
    const auto& of_version = current ? wanted : older;
    const auto found = of_version.find(current ? point.key : words_of(point));
    if (found == of_version.end() || point.model > kModelVersion) continue;
    FinishedPoint row = point;
    row.key = current ? found->second->key : found->second->older_key;
    describe(*found->second, row);
    const auto [other, added] = rows.emplace(row.key, row);
    if (!added && other->second.model <= row.model) other->second = std::move(row);
  }
  std::vector<FinishedPoint> kept;
  kept.reserve(rows.size());
  for (auto& [key, row] : rows) kept.push_back(std::move(row));
  stale = points.size() - kept.size();
  std::sort(kept.begin(), kept.end(), [](const FinishedPoint& a, const FinishedPoint& b) {
    return std::tie(a.workload, a.arguments, a.functional, a.design, a.overrides, a.key) <
           std::tie(b.workload, b.arguments, b.functional, b.design, b.overrides, b.key);
  });
  return kept;
}

std::string point_csv(const std::vector<FinishedPoint>& points) {
  std::string text = point_csv_header();
  for (const FinishedPoint& point : points) text += point_csv_row(point);
  return text;
}

}  // namespace unibank
