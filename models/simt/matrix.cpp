// ldmatrix, stmatrix, movmatrix and mma: operations of all lanes of a warp together.

#include "ptx/instruction_table.h"
#include "ptx/matrix_forms.h"
#include "simt/lanes.h"
#include "simt/matrix_product.h"

namespace unibank::simt {

namespace {

using ptx::Op;

constexpr unsigned kLines = 8, kLineBytes16 = 16;  // of a matrix of ldmatrix: eight elements of 16 bits

// The element of a lane's register: two of 16 bits, adjacent in a line or in a column.
struct Element {
  unsigned line, at;
};
Element element_of(unsigned lane, unsigned half, bool transposed) {
  const unsigned one = lane / 4, other = 2 * (lane % 4) + half;
  return transposed ? Element{other, one} : Element{one, other};
}

// Lane 8 m + l has the address of line l of matrix m.
void load_matrices(const Frame& frame, const Decoded& decoded) {
  const bool transposed = ptx::matrix_form(*decoded.instruction).transposed;
  for (unsigned m = 0; m < decoded.elements; ++m) {
    std::uint32_t* result = row<std::uint32_t>(frame, decoded.element[m]);
    for (unsigned l = 0; l < kWarpSize; ++l) {
      std::uint16_t halves[2];
      for (unsigned half = 0; half < 2; ++half) {
        const Element from = element_of(l, half, transposed);
        std::memcpy(&halves[half], frame.memory + frame.address[kLines * m + from.line] + 2 * from.at, 2);
      }
      result[l] = halves[0] | std::uint32_t{halves[1]} << 16;
    }
  }
}

// Stores only the lines whose lanes are in the mask.
void store_matrices(const Frame& frame, const Decoded& decoded) {
  const bool transposed = ptx::matrix_form(*decoded.instruction).transposed;
  for (unsigned m = 0; m < decoded.elements; ++m) {
    const std::uint32_t* value = row<std::uint32_t>(frame, decoded.element[m]);
    for (unsigned l = 0; l < kWarpSize; ++l) {
      for (unsigned half = 0; half < 2; ++half) {
        const Element to = element_of(l, half, transposed);
        if ((frame.mask >> (kLines * m + to.line) & 1) == 0) continue;
        const auto bits = static_cast<std::uint16_t>(value[l] >> 16 * half);
        std::memcpy(frame.memory + frame.address[kLines * m + to.line] + 2 * to.at, &bits, 2);
      }
    }
  }
}

void transpose(const Frame& frame, const Decoded& decoded) {
  std::uint16_t matrix[kLines][kLines];
  const std::uint32_t* from = row<std::uint32_t>(frame, decoded.fragments[1]);
  for (unsigned l = 0; l < kWarpSize; ++l) {
    for (unsigned half = 0; half < 2; ++half)
      matrix[l / 4][2 * (l % 4) + half] = static_cast<std::uint16_t>(from[l] >> 16 * half);
  }
  std::uint32_t* to = row<std::uint32_t>(frame, decoded.fragments[0]);
  for (unsigned l = 0; l < kWarpSize; ++l)
    to[l] = matrix[2 * (l % 4)][l / 4] | std::uint32_t{matrix[2 * (l % 4) + 1][l / 4]} << 16;
}

void multiply(const Frame& frame, const Decoded& decoded) { decoded.product->run(frame, decoded); }

}  // namespace

Handler matrix_handler(const ptx::Instruction& i, Decoded& decoded) {
  switch (op_of(i)) {
    case Op::kLdmatrix: return &load_matrices;
    case Op::kStmatrix: return &store_matrices;
    case Op::kMovmatrix: return &transpose;
    case Op::kMma:
      decoded.product = std::make_shared<const MatrixProduct>(ptx::matrix_form(i));
      return &multiply;
    default: return nullptr;
  }
}

}  // namespace unibank::simt
