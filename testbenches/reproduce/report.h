// Reports: hand-written texts in which every number is filled in from finished points.
#pragma once

#include <string>

#include "reproduce/report_text.h"
#include "reproduce/report_values.h"

namespace unibank {

// Fills the references of a text. Throws InputError (file, line) for an unknown name, format or block. Blocks: table,
// sweep, scorecard (configs/experiments/README.md).
std::string report(const std::string& text, const std::string& file, const ReportValues& values);

// One line for each row of an experiment, or with `by-column` for each series; one column for each line of the block,
// or without such lines for each series of one metric.
std::string report_table(const ReportPiece& block, const std::string& file, const ReportValues& values);
// One line for each row and series of a sweep, with each value on the axis and what was measured there.
std::string report_sweep(const ReportPiece& block, const std::string& file, const ReportValues& values);
// The published values of a paper, and how many of them are reproduced.
std::string report_scorecard(const ReportPiece& block, const std::string& file, const ReportValues& values);

// Wraps Markdown paragraphs and items at 120 characters; tables, headings and code are unchanged.
std::string fill_paragraphs(const std::string& text);

// Splits a line of a block at '|' and trims the parts.
std::vector<std::string> report_cells(const std::string& line);
// "| a | b |\n"
std::string report_row(const std::vector<std::string>& cells);
// The line below a table's heads.
std::string report_rule(std::size_t columns);

}  // namespace unibank
