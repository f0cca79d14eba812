// Finished points as comma-separated text, one row for each point. A killed run continues from this file.
#pragma once

#include <string>
#include <vector>

#include "reproduce/point.h"

namespace unibank {

// The line includes its line feed.
std::string point_csv_header();
std::string point_csv_row(const FinishedPoint& point);

// The columns in which the second row of a point differs from the first, in their order: "cycles is 5, and then 6". A
// number that the first row does not know is no difference.
std::vector<std::string> differences_of(const FinishedPoint& first, const FinishedPoint& second);

struct PointTable {
  std::vector<FinishedPoint> points;   // in the file's order; of two rows with one key, the later one
  std::vector<std::string> messages;   // "points.csv:7: ...": dropped rows and the reasons
  std::string other_columns;           // why the columns are those of another version; empty: they are not
};

// Reads the text of point_csv_header and point_csv_row. Never throws: a damaged row is dropped, and so are all rows if
// a column is unknown, or missing without being a later one; each with a message. A last row without line feed was cut
// off and is damaged. A counter missing from the file's header is 0: it did not exist when the points were measured,
// otherwise the model's version would differ (base/model_version.h). So is scratchpad_bytes_per_thread: 0 means that
// it is not known.
PointTable parse_point_csv(const std::string& text, const std::string& file);

// The rows that belong to `list`, each once, described as in the list and in a fixed order. A row of an older version
// of the model belongs to the point with the same description (program, size, arguments, design, overrides), under its
// older_key, until that point has been measured; of several such rows the newest is kept. `stale` counts all rows that
// are not kept.
std::vector<FinishedPoint> canonical(const std::vector<FinishedPoint>& points, const PointList& list,
                                     std::size_t& stale);
std::string point_csv(const std::vector<FinishedPoint>& points);

}  // namespace unibank
