// Conservation laws that every run obeys.
#pragma once

#include <string>
#include <vector>

#include "report/run_result.h"

namespace unibank {

// The broken ones, each as one line with both sides and their values; empty when all hold. Time, banks and memory are
// not looked at for a functional run.
std::vector<std::string> broken_invariants(const RunResult& result);

}  // namespace unibank
