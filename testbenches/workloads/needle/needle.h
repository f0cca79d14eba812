// The input and the CPU reference of needle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unibank::needle {

using Matrix = std::vector<std::int32_t>;  // (n + 1) x (n + 1) items, row-major

// The similarity of each pair of letters from two random sequences of n letters. Row 0 and column 0 are not used.
Matrix random_similarity(std::size_t n, std::uint32_t seed);

// The scores at the start: gap penalties along row 0 and column 0, zero elsewhere.
Matrix start(std::size_t n, std::int32_t penalty);

// The complete score matrix of a global alignment with a linear gap penalty.
Matrix scores(const Matrix& similarity, std::size_t n, std::int32_t penalty);

// The score matrix after half of the launches: the scores of all tiles of side x side on and above the anti-diagonal;
// the rest is as at the start.
Matrix upper_part(const Matrix& score, std::size_t n, std::size_t side, std::int32_t penalty);

}  // namespace unibank::needle
