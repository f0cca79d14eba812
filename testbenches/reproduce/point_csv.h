// Finished points as comma-separated text, one row per point. A run that was killed continues from this file.
#pragma once

#include <string>
#include <vector>

#include "reproduce/point.h"

namespace unibank {

// The line includes its line feed.
std::string point_csv_header();
std::string point_csv_row(const FinishedPoint& point);

struct PointTable {
  std::vector<FinishedPoint> points;   // in the file's order; of two with one key the later
  std::vector<std::string> messages;   // "points.csv:7: ...": rows that were dropped, and why
};

// Reads what point_csv_header and point_csv_row write. Never throws for a text: a row that is damaged or that another
// version of the program wrote is dropped, with a message. A last row without line feed was cut off and is damaged.
// A counter that the file's header lacks is 0: what it counts did not exist when the points were measured,
// otherwise the model's version would differ (base/model_version.h).
PointTable parse_point_csv(const std::string& text, const std::string& file);

// The rows that belong to `list`, each once, described as the list does and in one order whatever order they had. A
// row of an older version of the model belongs to the point of the same words (program, size, arguments, design,
// overrides), under its older_key, until that one has been measured; of several the newest is kept.
// `stale` counts the others: points of no experiment, or of a later version of the model.
std::vector<FinishedPoint> canonical(const std::vector<FinishedPoint>& points, const PointList& list,
                                     std::size_t& stale);
std::string point_csv(const std::vector<FinishedPoint>& points);

}  // namespace unibank
