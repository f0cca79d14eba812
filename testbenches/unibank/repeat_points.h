// Finished points that run again: their rows must come out as they are in the file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reproduce/point_csv.h"

namespace unibank {

// `count` of these points, or all if they are fewer, drawn by the seed; in their own order. The same on every machine.
std::vector<std::size_t> drawn_points(std::vector<std::size_t> points, std::size_t count, std::uint64_t seed);

// Runs these points, all of them in `finished`, in `at_once` processes. Returns a message for each point that differs
// from its row or cannot run.
std::vector<std::string> repeat_points(const PointList& list, const std::map<std::string, FinishedPoint>& finished,
                                       const std::vector<std::size_t>& points, unsigned at_once);

}  // namespace unibank
