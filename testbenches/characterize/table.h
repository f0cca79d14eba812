// Measured rows for people and for programs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "characterize/row.h"

namespace unibank::characterize {

// What was measured, for trials by their key: fills in the rows.
void measure(std::vector<Row>& rows, const std::function<const Measured&(const Trial&)>& of);

std::string rows_table(const std::vector<Row>& rows, const std::string& design);
std::string rows_csv(const std::vector<Row>& rows, const std::string& design);
std::string rows_json(const std::vector<Row>& rows, const std::string& design);  // schema "unibank-characterize-1"

}  // namespace unibank::characterize
