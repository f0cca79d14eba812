// The reports of a folder of experiments: NAME.in.md and the texts that it names become NAME.md.
#pragma once

#include <string>
#include <vector>

#include "reproduce/report_values.h"

namespace unibank {

struct Report {
  std::string path, text;                // where it stands, and what it is
  std::vector<std::string> complaints;   // "file:line: ...": numbers that no point gives
};

// In the order of their names. A line {{part FILE}} stands for another file of the folder. Throws InputError where one
// cannot be read or filled, and where there is no report at all.
std::vector<Report> reports_in(const std::string& folder, const ReportValues& values);

// The first line (from 1) in which the texts differ; 0: none.
unsigned first_difference(const std::string& one, const std::string& other);

}  // namespace unibank
