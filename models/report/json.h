// Results as JSON (schema "unibank-results-1"; the keys are listed in README.md), and back.
#pragma once

#include <string>
#include <vector>

#include "report/run_result.h"

namespace unibank {

// {"schema": "unibank-results-1", "runs": [...]}, indented, ended by a line feed. Same results, same bytes.
std::string results_json(const std::vector<RunResult>& runs);

// One run in one line, and the run read from such a line. Throws RunError when it contains none.
std::string run_to_json(const RunResult& run);
RunResult run_from_json(const std::string& text);

}  // namespace unibank
