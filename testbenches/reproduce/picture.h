// A plot of an outcome as a gnuplot script: measured values in full colour, published ones beside them in a lighter
// shade. A missing value, or one that is not a number, is a gap.
#pragma once

#include <cstddef>
#include <string>

#include "reproduce/outcome.h"

namespace unibank {

// "table6", or "table6-1", "table6-2", ... if the outcome has several plots; `plot` counts from 0.
std::string picture_name(const Outcome& outcome, std::size_t plot);

// The script that draws <name>.svg and <name>.png in its current folder; `name` is a plain file name. Text of the
// outcome appears only in single quotes, in data and in comments, so that gnuplot executes none of it. Bars and stacked
// bars: one group for each row. Lines: only cells with an x; the axis is logarithmic (base 2) if all x are positive and
// the largest is at least 16 times the smallest. Heat map: one line for each program, one column for each series, each
// cell coloured by its logarithm, from half to double. Pareto front: one point for each series. A point beats another
// if it has at least as much of the metric and at most as much of the metric along x, and differs in one of them;
// points that no other point beats are filled and joined. Scatter: one point for each row, on two logarithmic axes of
// the same range, with the line on which both are equal. These three show measured values only. Stacked bars show only
// published values with "="; a published part begins where the measured parts below it end, unless these are published
// too.
std::string gnuplot_script(const Outcome& outcome, const Plot& plot, const std::string& name);

}  // namespace unibank
