// The lane that holds each element of a fragment, transcribed shape by shape from the mma sections of the PTX ISA,
// independently of the model's formulas.
#pragma once

#include <stdexcept>
#include <string>

#include "ptx/matrix_forms.h"

namespace unibank {

struct IsaPlace {
  unsigned row, column;
};

// Element i of A: a_i.
inline IsaPlace isa_a(const ptx::MatrixForm& form, unsigned lane, unsigned i) {
  const unsigned group = lane >> 2, in_group = lane % 4;
  const auto is = [&](unsigned m, unsigned k) { return form.m == m && form.k == k; };
  switch (ptx::bits_of(form.a)) {
    case 64: case 32:
      if (is(8, 4)) return {group, in_group};
      if (is(16, 4)) return {i == 0 ? group : group + 8, in_group};
      if (is(16, 8)) return {i == 0 || i == 2 ? group : group + 8, i < 2 ? in_group : in_group + 4};
      if (is(16, 16)) return {i % 2 == 0 ? group : group + 8, i / 2 * 4 + in_group};
      break;
    case 16:
      if (form.quad_pairs && form.a_by_rows) return {lane < 16 ? lane % 4 : lane % 4 + 4, i};
      if (form.quad_pairs) return {lane < 16 ? i % 4 : i % 4 + 4, lane % 4};
      if (is(16, 8)) return {i < 2 ? group : group + 8, in_group * 2 + (i & 1)};
      if (is(16, 16))
        return {i < 2 || (i >= 4 && i < 6) ? group : group + 8, in_group * 2 + (i & 1) + (i < 4 ? 0 : 8)};
      break;
    case 8:
      if (is(8, 16)) return {group, in_group * 4 + i};
      if (is(16, 16)) return {i < 4 ? group : group + 8, in_group * 4 + (i & 3)};
      if (is(16, 32))
        return {i < 4 || (i >= 8 && i < 12) ? group : group + 8, in_group * 4 + (i & 3) + (i < 8 ? 0 : 16)};
      break;
    case 4:
      if (is(8, 32)) return {group, in_group * 8 + i};
      if (is(16, 32)) return {i < 8 ? group : group + 8, in_group * 8 + (i & 7)};
      if (is(16, 64))
        return {i < 8 || (i >= 16 && i < 24) ? group : group + 8, in_group * 8 + (i & 7) + (i < 16 ? 0 : 32)};
      break;
    default:
      if (is(8, 128)) return {group, in_group * 32 + i};
      if (is(16, 128)) return {i < 32 ? group : group + 8, in_group * 32 + (i & 31)};
      if (is(16, 256))
        return {i < 32 || (i >= 64 && i < 96) ? group : group + 8, in_group * 32 + (i & 31) + (i < 64 ? 0 : 128)};
  }
  throw std::logic_error("no layout of A in " + form.opcode);
}

inline IsaPlace isa_b(const ptx::MatrixForm& form, unsigned lane, unsigned i) {
  const unsigned group = lane >> 2, in_group = lane % 4;
  switch (ptx::bits_of(form.b)) {
    case 64: return {in_group + i * 4, group};
    case 32: return {i == 0 ? in_group : in_group + 4, group};
    case 16:
      if (form.quad_pairs && form.b_by_columns) return {i, lane < 16 ? lane % 4 : lane % 4 + 4};
      if (form.quad_pairs) return {lane % 4, lane < 16 ? i : i + 4};
      return {in_group * 2 + (i & 1) + (i < 2 ? 0 : 8), group};
    case 8: return {in_group * 4 + (i & 3) + (i < 4 ? 0 : 16), group};
    case 4: return {in_group * 8 + (i & 7) + (i < 8 ? 0 : 32), group};
    default: return {in_group * 32 + (i & 31) + (i < 32 ? 0 : 128), group};
  }
}

inline IsaPlace isa_c(const ptx::MatrixForm& form, ptx::Type type, unsigned lane, unsigned i) {
  const unsigned group = lane >> 2, in_group = lane % 4;
  if (form.quad_pairs) {
    if (type == ptx::Type::kF16) return {lane < 16 ? lane % 4 : lane % 4 + 4, i};
    const unsigned x = (lane & 1) + (i & 2);
    return {lane < 16 ? x : x + 4, (i & 4) + (lane & 2) + (i & 1)};
  }
  if (form.m == 8) return {group, in_group * 2 + i};
  return {i < 2 ? group : group + 8, in_group * 2 + (i & 1)};
}

inline IsaPlace isa_place(const ptx::MatrixForm& form, ptx::MatrixPart part, unsigned lane, unsigned i) {
  switch (part) {
    case ptx::MatrixPart::kA: return isa_a(form, lane, i);
    case ptx::MatrixPart::kB: return isa_b(form, lane, i);
    default: return isa_c(form, type_of(form, part), lane, i);
  }
}

}  // namespace unibank
