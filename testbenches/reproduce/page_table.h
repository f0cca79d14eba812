// The tables of a page.
#pragma once

#include <string>

#include "reproduce/outcome.h"

namespace unibank {

// A table a metric: a line a row of the outcome (and x, where cells have one), and for each series measured, published
// and deviation, the last two only where the paper says something about the series. Long tables are folded.
std::string tables_html(const Outcome& outcome);

// What the colours of deviations mean.
std::string legend_html();

}  // namespace unibank
