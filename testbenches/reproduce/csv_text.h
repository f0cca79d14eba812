// Comma-separated text: experiments' published values, programs' resource needs, finished points.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace unibank {

// "a, b" becomes "\"a, b\"": quotes are added where RFC 4180 requires them.
std::string csv_cell(const std::string& text);

// Splits one line (without its line feed) into cells. Returns false for an unclosed quote or one inside a cell.
bool split_csv_line(std::string_view line, std::vector<std::string>& cells);

// A hand-written file: a header line, then rows; blank lines and lines that start with '#' are skipped.
struct CsvTable {
  struct Row {
    unsigned line = 0;
    std::map<std::string, std::string> cells;  // by column
  };
  std::vector<Row> rows;
};

// Columns may be in any order; missing columns of `columns` are empty cells in every row. Throws InputError (file,
// line) for an unknown or repeated column and for a row of another length.
CsvTable parse_csv_table(const std::string& text, const std::string& file, const std::vector<std::string>& columns);

// The whole cell as a finite number. Throws InputError with file, line and the column's name.
double csv_number(const CsvTable::Row& row, const std::string& column, const std::string& file);

}  // namespace unibank
