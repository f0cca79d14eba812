#include "trace/matrix_product.h"

#include <algorithm>
#include <string>

#include "trace/opcodes.h"
#include "trace/text.h"

namespace unibank::trace {
namespace {

constexpr unsigned kRegisterBits = 32 * 32;  // of a warp

struct Shape {
  unsigned m, n, k;
};

// Removes 8 or 16 from the start of `digits` and returns it; 0: `digits` begins with neither.
unsigned taken(std::string_view& digits) {
  for (const auto& [text, number] : {std::pair<std::string_view, unsigned>{"16", 16}, {"8", 8}}) {
    if (!begins(digits, text)) continue;
    digits.remove_prefix(text.size());
    return number;
  }
  return 0;
}

// K is a power of two up to 256.
bool read_shape(std::string_view digits, Shape& shape) {
  shape.m = taken(digits);
  shape.n = taken(digits);
  return shape.m != 0 && shape.n != 0 && to_number(digits, shape.k) && shape.k >= 4 && shape.k <= 256 &&
         (shape.k & (shape.k - 1)) == 0;
}

Shape shape_of(std::string_view opcode) {
  std::string_view left = opcode;
  while (!left.empty()) {
    const std::string_view part = left.substr(0, left.find('.'));
    left.remove_prefix(std::min(part.size() + 1, left.size()));
    Shape shape{};
    if (read_shape(part, shape)) return shape;
  }
  throw FormatError("found the opcode " + shown(opcode) +
                    "; expected the shape of its product behind a dot, such as 16816 for 16 x 8 x 16");
}

unsigned bits_of_factors(std::string_view opcode) {
  if (begins(opcode, "DMMA")) return 64;
  if (begins(opcode, "HMMA")) return has_part(opcode, "TF32") ? 32 : 16;
  if (begins(opcode, "IMMA")) return has_part(opcode, "S4") || has_part(opcode, "U4") ? 4 : 8;
  if (begins(opcode, "BMMA")) return 1;
  return begins(opcode, "OMMA") ? 4 : 8;  // QMMA: 8 bits for each of its narrower types, too
}

unsigned bits_of_sum(std::string_view opcode) {
  if (begins(opcode, "DMMA")) return 64;
  const bool halves = has_part(opcode, "F16") && !has_part(opcode, "F32");
  return halves ? 16 : 32;
}

unsigned registers(unsigned bits) { return std::max(1u, bits / kRegisterBits); }

bool is_step(std::string_view opcode) { return opcode.find(".STEP") != opcode.npos; }

}  // namespace

MatrixProduct matrix_product(std::string_view opcode) {
  const Shape shape = shape_of(opcode);
  const unsigned bits = bits_of_factors(opcode), sum_bits = bits_of_sum(opcode);
  const bool sparse = has_part(opcode, "SP");
  const bool four = begins(opcode, "HMMA") && shape.m == 8 && shape.k == 4;
  const unsigned matrices = four ? 4 : 1, steps = !is_step(opcode) ? 1 : sum_bits == 32 ? 4 : 2;
  MatrixProduct product;
  product.doubles = bits == 64;
  product.work = shape.m * shape.n * shape.k * matrices / steps / (sparse ? 2 : 1);
  if (!product.doubles) product.work = std::max(1u, product.work * bits / 16);
  product.a = registers(shape.m * shape.k * bits * matrices / (sparse ? 2 : 1));
  product.b = registers(shape.n * shape.k * bits * matrices);
  product.c = registers(shape.m * shape.n * sum_bits * matrices / steps);
  return product;
}

}  // namespace unibank::trace
