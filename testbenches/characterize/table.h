// Measured rows for people and for programs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "characterize/row.h"

namespace unibank::characterize {

// What was measured, for trials by their key: fills in the rows.
void measure(std::vector<Row>& rows, const std::function<const Measured&(const Trial&)>& of);

// The same of a card, whose latencies are not the design's: a working set stays while a load of it takes no more than
// 1.15 times that of the smallest, and the launch, which no clock of an SM sees, is left out.
void measure_on_card(std::vector<Row>& rows, const std::function<const Measured&(const Trial&)>& of);

std::string rows_table(const std::vector<Row>& rows, const std::string& design);
std::string rows_csv(const std::vector<Row>& rows, const std::string& design);
std::string rows_json(const std::vector<Row>& rows, const std::string& design);  // schema "unibank-characterize-1"

// A card, and the rows as measured on it beside those of the model: figures, and model / card.
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
