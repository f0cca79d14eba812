// The member `sampling` of a run's JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "report/run_result.h"

namespace unibank {

// Of a sampled run: each figure with its interval, and what every counted launch has measured.
nlohmann::ordered_json sampling_json(const RunResult& run);
// Throws nlohmann::json::exception.
Sampled sampling_from(const nlohmann::ordered_json& json);

}  // namespace unibank
