// The member `sampling` of a run's JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "report/run_result.h"

namespace unibank {

// The figures of a sampled run with their intervals, and the measurements of every counted launch.
nlohmann::ordered_json sampling_json(const RunResult& run);
// Throws nlohmann::json::exception.
Sampled sampling_from(const nlohmann::ordered_json& json);

}  // namespace unibank
