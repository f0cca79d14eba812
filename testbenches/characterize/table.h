// Measured rows as a table and as JSON or CSV.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "characterize/row.h"

namespace unibank::characterize {

// Fills in the rows from the measured cycles, by the key of the trial.
void measure(std::vector<Row>& rows, const std::function<const Measured&(const Trial&)>& of);

// Fills in the rows for a card, whose latencies differ from the design's: a working set fits if a load of it takes at
// most 1.15 times as long as a load of the smallest working set. The row of the launch is left out, because no clock of
// an SM measures it.
void measure_on_card(std::vector<Row>& rows, const std::function<const Measured&(const Trial&)>& of);

std::string rows_table(const std::vector<Row>& rows, const std::string& design);
std::string rows_csv(const std::vector<Row>& rows, const std::string& design);
std::string rows_json(const std::vector<Row>& rows, const std::string& design);  // schema "unibank-characterize-1"

// A card, and its rows beside the model's: both figures, and model / card.
struct Card {
  std::string name, cuda_version;
  unsigned clock_kilohertz = 0;
};
using CardRows = std::vector<Row>;  // in the order of the model's
std::string card_table(const std::vector<Row>& rows, const CardRows& on_card, const std::string& design,
                       const Card& card);
std::string card_csv(const std::vector<Row>& rows, const CardRows& on_card, const std::string& design,
                     const Card& card);
// Schema "unibank-characterize-gpu-1".
std::string card_json(const std::vector<Row>& rows, const CardRows& on_card, const std::string& design,
                      const Card& card);

}  // namespace unibank::characterize
