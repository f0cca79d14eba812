// Conservation laws that hold for every run.
#pragma once

#include <string>
#include <vector>

#include "report/run_result.h"

namespace unibank {

// The violated laws, each as one line with both sides and their values; empty when all hold. Laws of time, banks and
// memory are not checked for a functional run.
std::vector<std::string> broken_invariants(const RunResult& result);

}  // namespace unibank
