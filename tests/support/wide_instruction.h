// A kernel with an instruction whose sources take many registers at once.
#pragma once

#include <string>

namespace unibank::test {

// A product of two matrices in fragments of 8 registers each, plus a third: 24 registers, or 16 for the product of a
// matrix with itself. The kernel `k` keeps two other values meanwhile: the address and a number.
inline std::string wide_instruction(bool with_itself) {
  const auto fragment = [](const std::string& name) {
    std::string text;
    for (unsigned i = 0; i < 8; ++i) text += (i == 0 ? "{%" : ", %") + name + std::to_string(i);
    return text + "}";
  };
  const std::string kind = ".sync.aligned.row.m16n16k16.global.", b = fragment(with_itself ? "a" : "b");
  std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
                     ".reg .b32 %a<8>; .reg .b32 %b<8>; .reg .f32 %c<8>; .reg .f32 %d<8>; .reg .f32 %f; .reg .b64 %l;\n"
                     "ld.param.u64 %l, [p];\nld.global.f32 %f, [%l+64];\nwmma.load.a" + kind + "f16 " + fragment("a") +
                     ", [%l];\n";
  if (!with_itself) text += "wmma.load.b.sync.aligned.col.m16n16k16.global.f16 " + b + ", [%l];\n";
  return text + "wmma.load.c" + kind + "f32 " + fragment("c") +
         ", [%l];\nwmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 " + fragment("d") + ", " + fragment("a") + ", " + b +
         ", " + fragment("c") + ";\nwmma.store.d" + kind + "f32 [%l], " + fragment("d") +
         ";\nst.global.f32 [%l+128], %f;\nret;\n}\n";
}

}  // namespace unibank::test
