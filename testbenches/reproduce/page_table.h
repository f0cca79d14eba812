// The tables of a page.
#pragma once

#include <string>

#include "reproduce/outcome.h"

namespace unibank {

// One table for each metric: one line for each row of the outcome (and x, if cells have one); for each series measured,
// published and deviation, the last two only if the paper has values for the series. Long tables are folded.
std::string tables_html(const Outcome& outcome);

// The legend of the colours of deviations.
std::string legend_html();

}  // namespace unibank
