// The reports of a folder of experiments: NAME.md is made from NAME.in.md and the files that it includes.
#pragma once

#include <string>
#include <vector>

#include "reproduce/report_values.h"

namespace unibank {

struct Report {
  std::string path, text;                // its path and its text
  std::vector<std::string> complaints;   // "file:line: ...": numbers that no point gives
};

// In alphabetical order. A line {{part FILE}} includes another file of the folder. Throws InputError if a file cannot
// be read or filled, or if there is no report.
std::vector<Report> reports_in(const std::string& folder, const ReportValues& values);

// The first line (from 1) in which the texts differ; 0: none.
unsigned first_difference(const std::string& one, const std::string& other);

}  // namespace unibank
