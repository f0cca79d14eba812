// A card's cycles beside the model's: by program, with their mean error.
#pragma once

#include <string>
#include <vector>

#include "correlate/figures.h"
#include "report/run_result.h"
#include "reproduce/outcome.h"

namespace unibank::correlate {

// A program at a size: sums over its launches.
struct ProgramSum {
  std::string program, size;
  unsigned launches = 0;
  double card = 0, model = 0;  // cycles
  double ratio() const { return model / card; }
};

// Puts the model's cycles beside the card's. `rows`: all of one program at one size. `file`: they are from, empty: they
// were measured now. InputError, with file and line, unless they are the launches that the model has run.
void add_model(std::vector<Figure*> rows, const RunResult& model, const std::string& file);

std::vector<ProgramSum> sums_of(const std::vector<Figure>& launches);
// Mean absolute percentage error of the model against the card, a program each.
double mean_error_percent(const std::vector<ProgramSum>& sums);

std::string correlation_table(const std::vector<ProgramSum>& sums, const Card& card, const std::string& design);
// For write_outcomes: the model's cycles against the card's.
Outcome outcome_of(const std::vector<ProgramSum>& sums, const Card& card, const std::string& design);

}  // namespace unibank::correlate
