// Compares a card's cycles with the model's: per program, and as a mean error.
#pragma once

#include <string>
#include <vector>

#include "correlate/figures.h"
#include "report/run_result.h"
#include "reproduce/outcome.h"

namespace unibank::correlate {

// The sums over the launches of a program at one size.
struct ProgramSum {
  std::string program, size;
  unsigned launches = 0;
  double card = 0, model = 0;  // cycles
  double ratio() const { return model / card; }
};

// Adds the model's cycles to the card's. `rows`: all launches of one program at one size. `file`: the file from which
// the rows were read; empty: the rows were measured now. Throws InputError, with file and line, unless the rows are the
// launches that the model has run.
void add_model(std::vector<Figure*> rows, const RunResult& model, const std::string& file);

std::vector<ProgramSum> sums_of(const std::vector<Figure>& launches);
// Mean absolute percentage error of the model against the card; each element of `sums` has equal weight.
double mean_error_percent(const std::vector<ProgramSum>& sums);

std::string correlation_table(const std::vector<ProgramSum>& sums, const Card& card, const std::string& design);
// The model's cycles and the card's as an Outcome, for write_outcomes().
Outcome outcome_of(const std::vector<ProgramSum>& sums, const Card& card, const std::string& design);

}  // namespace unibank::correlate
