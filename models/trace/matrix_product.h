// Products of matrices in machine code.
#pragma once

#include <string_view>

namespace unibank::trace {

// What an opcode such as HMMA.16816.F32 says of its product. Its shape is M x N x K as three numbers without spaces, M
// and N of 8 or 16: 16816 is 16 x 8 x 16. Instruction names and shapes: NVIDIA, PTX ISA, "Warp Level Matrix
// Multiply-Accumulate Instructions"; CUDA Binary Utilities.
struct MatrixProduct {
  // Multiply-adds of the warp in units of 16-bit elements (StaticInstruction::tensor_products). A sparse product
  // (.SP) does half of those of its shape. A step of Volta's HMMA.884 does a part of the products of four 8 x 8 x 4
  // matrices: a quarter with a sum of 32 bits, half with one of 16.
  unsigned work = 0;
  bool doubles = false;
  unsigned a = 1, b = 1, c = 1;  // 32-bit registers of a lane: of the factors, and of the addend and the result each

  // Of source `index` in the order of the line: the factors, the addend, and a sparse product's metadata.
  unsigned source(unsigned index) const { return index == 0 ? a : index == 1 ? b : index == 2 ? c : 1; }
};

// Throws FormatError when the opcode has no shape.
MatrixProduct matrix_product(std::string_view opcode);

}  // namespace unibank::trace
