// The beginnings and the CPU reference of nqueen.
#pragma once

#include <cstdint>
#include <vector>

namespace unibank::nqueen {

// Boards whose first rows have their queens. For each board: the columns of the next row that queens attack along
// columns, and along diagonals to the left and to the right.
struct Beginnings {
  std::vector<std::uint32_t> columns, left, right;
};

// All ways to place queens in the first `rows` rows. Of two ways that mirror each other, only the way whose first queen
// is in the right half is returned; so a board with an even number of columns has twice as many solutions as these
// beginnings.
Beginnings beginnings(unsigned queens, unsigned rows);

// The number of ways to complete each beginning.
std::vector<std::uint32_t> solutions(const Beginnings& beginnings, unsigned queens, unsigned rows_left);

}  // namespace unibank::nqueen
