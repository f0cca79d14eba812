// Parses what the page of an experiment shows: [[plot]] and [winners].
#pragma once

#include <string>

#include "reproduce/experiment.h"
#include "reproduce/table_reader.h"

namespace unibank {

// Adds the plots to the experiment, whose other parts are complete. Throws InputError with file and line.
void read_plots(TableReader& top, Experiment& experiment);
// The same with [winners]; `baseline`: the experiment's.
void read_winners(TableReader& top, const std::string& baseline, Experiment& experiment);

}  // namespace unibank
