// A study as one interactive HTML file: scatter plot with Pareto front, parallel axes, heat map, bars, filters, and the
// command that repeats a point. The file loads nothing from other files or the network.
#pragma once

#include <string>

#include "sweep/export.h"

namespace unibank::sweep {

// `plotly`: the text of plotly.js. Values that are equal for all points are left out, except cycles and a search's
// goals. If there are more than kMostCells numbers, the alphabetically last values are left out too; `left_out` is set
// to their number.
std::string report_page(const Study& study, Exporter& exporter, const Listing& listing, PointSpace& space,
                        const std::string& plotly, std::size_t& left_out);

constexpr std::size_t kMostCells = 4'000'000;

// The text of plotly.js, from `file` or, if that is empty, from Debian's python3-plotly. Throws InputError.
std::string plotly_text(const std::string& file);

}  // namespace unibank::sweep
