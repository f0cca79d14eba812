// The rows of a curve as an outcome that testbenches/reproduce draws.
#pragma once

#include <vector>

#include "characterize/row.h"
#include "reproduce/outcome.h"

namespace unibank::characterize {

// Measured and expected values along each curve: cycles of a scratchpad access by its stride, of a load by its lines
// and its working set, instructions per cycle by warps.
Outcome outcome_of(const std::vector<Row>& rows, const std::string& design);

}  // namespace unibank::characterize
