// Writes outcomes as files: tables, pictures and one page per paper.
#pragma once

#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank {

// Writes into folder/<paper>/ (made where missing) for every outcome <name>.csv and, for each plot, <name>.gnuplot,
// <name>.svg and <name>.png (<name>-1, <name>-2, ... where there are several), then index.html with all outcomes in the
// order given. All outcomes are of one paper; names are distinct file names. The same outcomes give the same bytes.
// Files appear complete or not at all: written under temporary names, renamed when all of them are there.
// Throws InputError where the folder cannot be written, gnuplot is missing or fails, or a name is not usable.
void write_outcomes(const std::vector<Outcome>& of_one_paper, const std::string& folder);

// Checks before hours of simulation whether the files can be written: throws InputError as write_outcomes if
// folder/<paper>/ (made where missing) cannot be written, a name is not usable, or there is a plot and no gnuplot.
void check_outcomes(const std::vector<Outcome>& of_one_paper, const std::string& folder);

}  // namespace unibank
