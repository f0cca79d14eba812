// Warp-wide matrix instructions: ldmatrix, stmatrix, movmatrix, mma, wmma. PTX lists each form with shape,
// layouts and types in a fixed order; so a form is a whole opcode, and the table has them all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/instruction_table.h"

namespace unibank::ptx {

enum class MatrixPart : std::uint8_t { kA, kB, kC, kD };
enum class BitProduct : std::uint8_t { kNone, kXor, kAnd };  // the operation of .b1 operands before the population
                                                             // count

struct MatrixForm {
  std::string opcode;
  Op op = Op::kMma;             // kMma also for wmma.mma; kWmma for its loads and stores
  unsigned m = 0, n = 0, k = 0;
  Type a = Type::kNone, b = Type::kNone, c = Type::kNone, d = Type::kNone;
  // mma.m8n8k4 of .f16: four independent products, each of two groups of four lanes.
  bool quad_pairs = false;
  bool a_by_rows = true, b_by_columns = true;
  bool saturates = false;
  BitProduct bit_product = BitProduct::kNone;
  Rounding rounding = Rounding::kRn;
  // wmma.load, wmma.store
  MatrixPart part = MatrixPart::kA;
  bool store = false, by_rows = true;
  // ldmatrix, stmatrix, movmatrix: matrices of 8 x 8 elements of 16 bits.
  unsigned matrices = 1;
  bool transposed = false;
  StateSpace space = StateSpace::kGeneric;
  bool wmma = false;
};

const std::vector<MatrixForm>& matrix_forms();
inline bool is_matrix_op(Op op) {
  return op == Op::kLdmatrix || op == Op::kStmatrix || op == Op::kMovmatrix || op == Op::kMma || op == Op::kWmma;
}
// Instruction::form of an opcode with all of its suffixes; -1: PTX, or this model, has no such form.
int find_matrix_form(std::string_view opcode);
// The error message for an unknown form: "found '.x3' after 'ldmatrix.sync.aligned.m8n8'; expected .x1, .x2, .x4".
std::string no_matrix_form(std::string_view opcode);
inline const MatrixForm& matrix_form(const Instruction& i) { return matrix_forms()[static_cast<std::size_t>(i.form)]; }

unsigned bits_of(Type type);  // also of types that are smaller than a byte
Type type_of(const MatrixForm& form, MatrixPart part);
// Rows and columns of a part, and the registers of a lane that hold its share of it.
struct MatrixShape {
  unsigned rows = 0, columns = 0;
};
MatrixShape shape_of(const MatrixForm& form, MatrixPart part);
unsigned registers_of(const MatrixForm& form, MatrixPart part);
// The number of registers with different values: wmma has eight registers for each factor of .f16, with duplicated
// values.
unsigned distinct_registers(const MatrixForm& form, MatrixPart part);
// The number of multiply-adds of the whole warp.
std::uint64_t products_of(const MatrixForm& form);

// The matrix position of an element in a lane's register; `element` counts from the low bits on. For mma as the PTX ISA
// defines it (matrix fragments for mma). PTX does not define the layout of the larger matrices of wmma; here it is the
// same: the parts consist of tiles of eight rows (of B: columns), and each row belongs to four lanes.
struct MatrixPlace {
  unsigned row = 0, column = 0;
};
MatrixPlace place_of(const MatrixForm& form, MatrixPart part, unsigned lane, unsigned reg, unsigned element);

}  // namespace unibank::ptx
