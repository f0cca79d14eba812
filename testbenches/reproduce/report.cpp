#include "reproduce/report.h"

#include "base/input_error.h"
#include "reproduce/words.h"

namespace unibank {

std::vector<std::string> report_cells(const std::string& line) {
  std::vector<std::string> cells;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('|', at), line.size());
    std::string cell = line.substr(at, end - at);
    cell.erase(0, std::min(cell.find_first_not_of(' '), cell.size()));
    cell.erase(cell.find_last_not_of(' ') + 1);
    cells.push_back(std::move(cell));
    at = end + 1;
  }
  return cells;
}

std::string report_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += (cell.empty() ? "" : " ") + cell + " |";
  return line + "\n";
}

std::string report_rule(std::size_t columns) {
  std::string line = "|";
  for (std::size_t i = 0; i < columns; ++i) line += "---|";
  return line + "\n";
}

std::string report(const std::string& text, const std::string& file, const ReportValues& values) {
  std::string filled;
  for (const ReportPiece& piece : parse_report_text(text, file)) {
    if (piece.kind == ReportPiece::Kind::kText) {
      filled += piece.text;
    } else if (piece.kind == ReportPiece::Kind::kReference) {
      filled += values.text_of(piece.text, {file, piece.line});
    } else {
      const std::string kind = split_at_blanks(piece.text).front();
      if (kind == "table")
        filled += report_table(piece, file, values);
      else if (kind == "sweep")
        filled += report_sweep(piece, file, values);
      else if (kind == "scorecard")
        filled += report_scorecard(piece, file, values);
      else if (kind == "part")
        throw InputError(file, piece.line,
                         "found {{" + piece.text + "}}; expected {{part FILE}} only in a text NAME.in.md, on a line of "
                         "its own");
      else
        throw InputError(file, piece.line, unknown_name("block", kind, {"table", "sweep", "scorecard"}));
    }
  }
  return fill_paragraphs(filled);
}

}  // namespace unibank
