// An outcome as a CSV file, to plot or compare it elsewhere.
#pragma once

#include <string>

#include "reproduce/outcome.h"

namespace unibank {

// One line a cell, in order, under a header line: row, series, metric, x, measured, relation, published, high,
// deviation, source, words. Numbers read back as the same doubles; what is missing is empty. Quotes as in RFC 4180,
// lines end with a line feed.
std::string result_csv(const Outcome& outcome);

}  // namespace unibank
