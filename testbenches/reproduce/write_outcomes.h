// Writes outcomes as files: tables, pictures and one page per paper.
#pragma once

#include <string>
#include <vector>

#include "reproduce/outcome.h"

namespace unibank {

// For every outcome, writes into folder/<paper>/ (created if missing) <name>.csv and, for each plot, <name>.gnuplot,
// <name>.svg and <name>.png (<name>-1, <name>-2, ... if there are several), then index.html with all outcomes in the
// given order. All outcomes are of one paper; names are distinct file names. The same outcomes give the same bytes.
// Files appear complete or not at all: they are written under temporary names and renamed when all of them are
// complete. Throws InputError if the folder cannot be written, gnuplot is missing or fails, or a name is not usable.
void write_outcomes(const std::vector<Outcome>& of_one_paper, const std::string& folder);

// Checks, before hours of simulation, whether the files can be written: throws InputError as write_outcomes does if
// folder/<paper>/ (created if missing) cannot be written, a name is not usable, or there is a plot but no gnuplot.
void check_outcomes(const std::vector<Outcome>& of_one_paper, const std::string& folder);

}  // namespace unibank
