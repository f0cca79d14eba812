// A study as one HTML file to look around in: scatter with its Pareto front, parallel axes, heat map, bars, filters and the
// command that runs a point again. Nothing in it is read from elsewhere.
#pragma once

#include <string>

#include "sweep/export.h"

namespace unibank::sweep {

// `plotly`: the text of plotly.js. Values that are the same for all points are left out, and the last ones by name when
// there are more than kMostCells numbers; `left_out` counts those.
std::string report_page(const Study& study, Exporter& exporter, const Listing& listing, PointSpace& space,
                        const std::string& plotly, std::size_t& left_out);

constexpr std::size_t kMostCells = 4'000'000;

// The text of plotly.js: of the file, or when it is empty of Debian's python3-plotly. Throws InputError.
std::string plotly_text(const std::string& file);

}  // namespace unibank::sweep
