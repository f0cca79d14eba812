// A search as tables: its candidates, its generations, and the additional columns of its points.
#pragma once

#include <string>

#include "sweep/export.h"
#include "sweep/search.h"

namespace unibank::sweep {

// Writes FOLDER/search.csv with one line for each candidate and FOLDER/generations.csv with one line for each
// generation that had new candidates, each completely or not at all. Throws RunError.
void write_search(const std::string& folder, const Study& study, PointSpace& space, const SearchLoop& search);

// The data of a search that the exporter and the page show beside each point.
SearchMarks marks_of(const SearchLoop& search);

}  // namespace unibank::sweep
