#include "reproduce/csv_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/input_error.h"
#include "base/text.h"

namespace unibank {

namespace {

std::vector<std::string> header_of(std::string_view line, const std::string& file, unsigned number,
                                   const std::vector<std::string>& columns) {
  std::vector<std::string> header;
  if (!split_csv_line(line, header))
    throw InputError(file, number, "a quote that does not end, expected a table with the columns " +
                                       joined(columns, ", "));
  for (auto name = header.begin(); name != header.end(); ++name) {
    if (std::find(columns.begin(), columns.end(), *name) == columns.end())
      throw InputError(file, number, unknown_name("column", *name, columns));
    if (std::find(header.begin(), name, *name) != name)
      throw InputError(file, number, "column '" + *name + "' occurs twice");
  }
  return header;
}

CsvTable::Row row_of(std::string_view line, const std::string& file, unsigned number,
                     const std::vector<std::string>& header, const std::vector<std::string>& columns) {
  std::vector<std::string> cells;
  if (!split_csv_line(line, cells)) throw InputError(file, number, "a quote that does not end");
  if (cells.size() != header.size())
    throw InputError(file, number, "found " + std::to_string(cells.size()) + " cells, expected " +
                                       std::to_string(header.size()) + " as in the first line");
  CsvTable::Row row;
  row.line = number;
  for (const std::string& column : columns) row.cells[column];
  for (std::size_t i = 0; i < cells.size(); ++i) row.cells[header[i]] = cells[i];
  return row;
}

}  // namespace

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

bool split_csv_line(std::string_view line, std::vector<std::string>& cells) {
  cells.assign(1, "");
  bool in_quotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_quotes && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (in_quotes && c == '"') {
      in_quotes = false;
      if (i + 1 < line.size() && line[i + 1] != ',') return false;
    } else if (!in_quotes && c == '"') {
      if (i > 0 && line[i - 1] != ',') return false;
      in_quotes = true;
    } else if (!in_quotes && c == ',') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return !in_quotes;
}

CsvTable parse_csv_table(const std::string& text, const std::string& file, const std::vector<std::string>& columns) {
  CsvTable table;
  std::vector<std::string> header;
  std::string_view rest = text;
  for (unsigned number = 1; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    if (header.empty())
      header = header_of(line, file, number, columns);
    else
      table.rows.push_back(row_of(line, file, number, header, columns));
  }
  if (header.empty())
    throw InputError(file + ": no header line, expected a table with the columns " + joined(columns, ", "));
  return table;
}

double csv_number(const CsvTable::Row& row, const std::string& column, const std::string& file) {
  const std::string& text = row.cells.at(column);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw InputError(file, row.line, "column '" + column + "' is '" + text + "', expected a number");
  return value;
}

}  // namespace unibank
