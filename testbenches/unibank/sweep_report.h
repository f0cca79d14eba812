// The results of a sweep or a search: tables, and the page.
#pragma once

#include <string>

#include "base/input_error.h"
#include "sweep/export.h"
#include "sweep/store.h"
#include "unibank/sweep_options.h"

namespace unibank {

// The folder of a finished study may be read-only: then its tables stay as they are.
bool may_write(const std::string& folder);

// Writes FOLDER/points.csv and the other tables, if the folder may be written, and the page options.report, which
// contains the text `plotly`; prints the files' paths, and the cycles of a study of few points.
void write_points(const SweepOptions& options, const sweep::Study& study, sweep::PointSpace& space,
                  const sweep::Listing& listing, sweep::Store& store, const std::string& plotly,
                  const sweep::SearchMarks* marks = nullptr);

// The text of plotly.js for the page options.report, or none without a page. Throws InputError if it cannot be read, if
// the page cannot be created, or if it would replace a file that the study reads or, by its name, one of the store.
std::string plotly_of_page(const SweepOptions& options, const sweep::PointSpace& space);

// The error of a study whose first illegal point has the reason; with the line of the study's `set`, if that gives the
// illegal value.
InputError without_points(const sweep::Study& study, const std::string& what, const std::string& reason);

// Collects the points of tasks, with a warning for damaged lines.
void collect_into(sweep::Store& store);

// Stores the keys of a study's points, from which --status computes its numbers, unless they are there already.
void keep_keys(sweep::Store& store, const sweep::Study& study, const std::vector<sweep::Listing::Entry>& entries);

}  // namespace unibank
