// An outcome as a CSV file, for plots or comparisons elsewhere.
#pragma once

#include <string>

#include "reproduce/outcome.h"

namespace unibank {

// One line for each cell, in order, after a header line: row, series, metric, x, measured, relation, published, high,
// deviation, source, words. Numbers read back as the same doubles; missing values are empty. Quotes as in RFC 4180;
// lines end with a line feed.
std::string result_csv(const Outcome& outcome);

}  // namespace unibank
