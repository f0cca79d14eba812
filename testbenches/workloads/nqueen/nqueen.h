// The beginnings and the CPU reference of nqueen.
#pragma once

#include <cstdint>
#include <vector>

namespace unibank::nqueen {

// Boards whose first rows have their queens: of each the columns of the next row that are taken by queens above, and by
// their diagonals to the left and to the right.
struct Beginnings {
  std::vector<std::uint32_t> columns, left, right;
};

// All ways to place queens in the first `rows` rows, but of each two that mirror each other only the one whose first
// queen is in the right half: a board of an even number of columns has twice the solutions of these.
Beginnings beginnings(unsigned queens, unsigned rows);

// Ways to go on from each beginning to a full board.
std::vector<std::uint32_t> solutions(const Beginnings& beginnings, unsigned queens, unsigned rows_left);

}  // namespace unibank::nqueen
