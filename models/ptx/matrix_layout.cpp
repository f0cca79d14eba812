// Which lane has which element of a matrix, in which of its registers.
#include "ptx/matrix_forms.h"

namespace unibank::ptx {

namespace {

constexpr unsigned kLanes = 32, kTile = 8, kGroup = 4;  // rows of a tile; lanes that share one

unsigned elements_a_register(Type type) { return bits_of(type) >= 32 ? 1 : 32 / bits_of(type); }
bool is_factor(MatrixPart part) { return part == MatrixPart::kA || part == MatrixPart::kB; }

// mma.m8n8k4 of .f16: lanes 4q to 4q + 3, and the same plus 16, have the q-th product.
MatrixPlace quad_pair_place(const MatrixForm& form, MatrixPart part, unsigned lane, unsigned reg, unsigned element) {
  const unsigned line = lane % 4 + (lane < 16 ? 0 : 4);
  const unsigned i = reg * elements_a_register(type_of(form, part)) + element;
  const unsigned beyond = lane < 16 ? 0 : 4;
  switch (part) {
    case MatrixPart::kA: return form.a_by_rows ? MatrixPlace{line, i} : MatrixPlace{i % 4 + beyond, lane % 4};
    case MatrixPart::kB: return form.b_by_columns ? MatrixPlace{i, line} : MatrixPlace{lane % 4, i + beyond};
    default: break;
  }
  if (type_of(form, part) == Type::kF16) return {line, i};
  return {(lane & 1) + (i & 2) + beyond, (i & 4) + (lane & 2) + (i & 1)};
}

}  // namespace

unsigned bits_of(Type type) {
  switch (type) {
    case Type::kB1: return 1;
    case Type::kS4: case Type::kU4: return 4;
    default: return 8 * bytes_of(type);
  }
}

Type type_of(const MatrixForm& form, MatrixPart part) {
  switch (part) {
    case MatrixPart::kA: return form.a;
    case MatrixPart::kB: return form.b;
    case MatrixPart::kC: return form.c;
    default: return form.d;
  }
}

MatrixShape shape_of(const MatrixForm& form, MatrixPart part) {
  if (part == MatrixPart::kA) return {form.m, form.k};
  return part == MatrixPart::kB ? MatrixShape{form.k, form.n} : MatrixShape{form.m, form.n};
}

unsigned distinct_registers(const MatrixForm& form, MatrixPart part) {
  const MatrixShape shape = shape_of(form, part);
  const unsigned products = form.quad_pairs ? 4 : 1;
  return products * shape.rows * shape.columns / kLanes / elements_a_register(type_of(form, part));
}

unsigned registers_of(const MatrixForm& form, MatrixPart part) {
  const bool repeated = form.wmma && is_factor(part) && type_of(form, part) == Type::kF16;
  return repeated ? 8 : distinct_registers(form, part);
}

std::uint64_t products_of(const MatrixForm& form) {
  return std::uint64_t{form.m} * form.n * form.k * (form.quad_pairs ? 4 : 1);
}

MatrixPlace place_of(const MatrixForm& form, MatrixPart part, unsigned lane, unsigned reg, unsigned element) {
  if (form.quad_pairs) return quad_pair_place(form, part, lane, reg, element);
  const unsigned line = lane / kGroup, in_line = lane % kGroup, each = elements_a_register(type_of(form, part));
  reg %= distinct_registers(form, part);
  if (is_factor(part)) {  // each lane has adjacent elements along k
    const unsigned tiles = part == MatrixPart::kA ? form.m / kTile : form.k / (kGroup * each);
    const unsigned first = reg % tiles, second = reg / tiles;
    if (part == MatrixPart::kA) return {kTile * first + line, kGroup * each * second + each * in_line + element};
    return {kGroup * each * first + each * in_line + element, kTile * second + line};
  }
  const unsigned i = reg * each + element, pair = i / 2, tiles = form.m / kTile;
  return {kTile * (pair % tiles) + line, kTile * (pair / tiles) + 2 * in_line + i % 2};
}

}  // namespace unibank::ptx
