// Reports whose numbers no hand has written: texts of people, filled with the values of finished points.
#pragma once

#include <string>

#include "reproduce/report_text.h"
#include "reproduce/report_values.h"

namespace unibank {

// The text with its places filled. Throws InputError (file, line) for a name, a format or a block that there is not.
// Blocks: table, sweep, scorecard (configs/experiments/README.md).
std::string report(const std::string& text, const std::string& file, const ReportValues& values);

// A line a row of an experiment and a column for each line of the block, or for each series of one metric.
std::string report_table(const ReportPiece& block, const std::string& file, const ReportValues& values);
// A line a row and series, a column for each value on the axis.
std::string report_sweep(const ReportPiece& block, const std::string& file, const ReportValues& values);
// What a paper publishes and how much of it comes out.
std::string report_scorecard(const ReportPiece& block, const std::string& file, const ReportValues& values);

// Markdown with the lines of its paragraphs and items broken at 120 characters; tables, headings and code stay.
std::string fill_paragraphs(const std::string& text);

// Words between blanks; a line of a block cut at '|', without blanks around its parts.
std::vector<std::string> report_words(const std::string& text);
std::vector<std::string> report_cells(const std::string& line);
// "| a | b |\n"
std::string report_row(const std::vector<std::string>& cells);
// The line under a table's heads.
std::string report_rule(std::size_t columns);

}  // namespace unibank
