// The series of tables and pictures: those of the experiment; of a metric of several parts, one for each part.
#pragma once

#include <string>
#include <vector>

#include "reproduce/experiment.h"

namespace unibank {

// "384 KB: cache"; only "cache" if the experiment has a single series, only the series without a part.
std::string shown_name(const Experiment& experiment, const std::string& series, const std::string& part);
// The names of all series of this metric.
std::vector<std::string> shown_series(const Experiment& experiment, const std::string& metric);

}  // namespace unibank
