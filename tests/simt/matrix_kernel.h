// A kernel of one warp a block that reads the registers of A, B and C, multiplies, and writes the registers of D.
#pragma once

#include <string>

#include "ptx/matrix_forms.h"
#include "simt/run_kernel.h"

namespace unibank {

constexpr ptx::MatrixPart kMatrixParts[] = {ptx::MatrixPart::kD, ptx::MatrixPart::kA, ptx::MatrixPart::kB,
                                            ptx::MatrixPart::kC};

// 64-bit words: [register][lane] for D, A, B and C, in the order in which the kernel reads and writes them.
struct Fragments {
  explicit Fragments(const ptx::MatrixForm& form) {
    for (const ptx::MatrixPart part : kMatrixParts) {
      first[static_cast<unsigned>(part)] = all;
      all += registers_of(form, part);
    }
  }
  std::size_t at(ptx::MatrixPart part, unsigned reg, unsigned lane) const {
    return (first[static_cast<unsigned>(part)] + reg) * std::size_t{32} + lane;
  }
  unsigned first[4] = {}, all = 0;
};

inline std::string kernel_of(const ptx::MatrixForm& form) {
  const Fragments fragments(form);
  std::string body = ".reg .b32 %x<40>; .reg .b64 %y<40>;\nmov.u32 %r1, %ctaid.x;\n"
                     "mad.lo.u32 %r2, %r1, " + std::to_string(fragments.all * 32) + ", %r0;\n"
                     "mul.wide.u32 %l9, %r2, 8;\nadd.s64 %l0, %l0, %l9;\nadd.s64 %l1, %l1, %l9;\n";
  std::string operands, stores;
  for (const ptx::MatrixPart part : kMatrixParts) {
    const std::string name = bits_of(type_of(form, part)) == 64 ? "%y" : "%x", bits = name == "%y" ? "64" : "32";
    operands += operands.empty() ? "{" : ", {";
    for (unsigned reg = 0; reg < registers_of(form, part); ++reg) {
      const std::string number = name + std::to_string(fragments.first[static_cast<unsigned>(part)] + reg);
      operands += (reg == 0 ? "" : ",") + number;
      const std::string offset = "+" + std::to_string(fragments.at(part, reg, 0) * 8) + "]";
      if (part == ptx::MatrixPart::kD) stores += "st.global.b" + bits + " [%l0" + offset + ", " + number + ";\n";
      else body += "ld.global.b" + bits + " " + number + ", [%l1" + offset + ";\n";
    }
    operands += "}";
  }
  return module_of(body + form.opcode + " " + operands + ";\n" + stores);
}

}  // namespace unibank
