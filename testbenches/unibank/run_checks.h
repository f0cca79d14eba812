// Options of `run`, `exec` and `record` that contradict each other.
#pragma once

#include <string>

#include "unibank/options.h"

namespace unibank {

// Throws InputError for options of a run that have no effect together or exclude each other. `command`: "run" or
// "exec".
void check_run(const RunOptions& run, const std::string& command);

// Throws InputError when --set gives `key`, too, for which the short option stands.
void check_not_set(const RunOptions& run, const std::string& option, const std::string& key);

}  // namespace unibank
