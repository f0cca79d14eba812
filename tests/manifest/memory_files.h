// Manifests and the files they name, in memory.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

#include "base/input_error.h"
#include "manifest/manifest.h"

namespace unibank {

using Files = std::map<std::string, std::string>;

// `scale` is y[i] = x[i] * a + table[i % 4], `kinds` has arguments of every kind, and `count` adds 1 to a word.
inline const char* const kPtx = R"(.version 6.0
.target sm_70
.address_size 64
.const .align 4 .b8 table[16];
.global .align 8 .b8 state[24];
.visible .entry scale(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n)
{
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .f32 %f<6>; .reg .b64 %l<9>;
  ld.param.u64 %l0, [x];
  ld.param.u64 %l1, [y];
  ld.param.f32 %f0, [a];
  ld.param.u32 %r0, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.s32 %p1, %r4, %r0;
  @%p1 bra END;
  mul.wide.s32 %l2, %r4, 4;
  add.s64 %l3, %l0, %l2;
  ld.global.f32 %f1, [%l3];
  mul.f32 %f2, %f1, %f0;
  and.b32 %r5, %r4, 3;
  mul.wide.u32 %l4, %r5, 4;
  mov.u64 %l5, table;
  add.s64 %l6, %l5, %l4;
  ld.const.f32 %f3, [%l6];
  add.f32 %f4, %f2, %f3;
  add.s64 %l7, %l1, %l2;
  st.global.f32 [%l7], %f4;
END:
  ret;
}
.visible .entry kinds(.param .u8 byte, .param .s16 half, .param .u64 wide, .param .f64 real,
                      .param .align 8 .b8 pair[16], .param .b32 bits)
{
  ret;
}
.visible .entry count(.param .u64 out)
{
  .reg .b32 %r<3>; .reg .b64 %l<2>;
  ld.param.u64 %l0, [out];
  ld.global.u32 %r0, [%l0];
  add.u32 %r1, %r0, 1;
  st.global.u32 [%l0], %r1;
  ret;
}
)";

inline Manifest load_text(const std::string& text, Files files = {}) {
  files.emplace("d/k.ptx", kPtx);
  return load_manifest(text, "d/m.toml", [files](const std::string& path) {
    const auto found = files.find(path);
    if (found == files.end()) throw std::runtime_error("No such file or directory");
    return found->second;
  });
}

// The first line of the error message.
inline std::string error_of(const std::string& text, const Files& files = {}) {
  try {
    load_text(text, files);
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(0, what.find('\n'));
  }
  return "no error";
}

inline const std::string kHead = "ptx = \"k.ptx\"\n";
inline const std::string kLaunch = "[[launch]]\nkernel = \"count\"\ngrid = [1]\nblock = [1]\narguments = [\"b\"]\n";

// A buffer 'b' with the given keys from line 3 on, and a launch that takes it.
inline std::string with_buffer(const std::string& keys) {
  return kHead + "[[buffer]]\nname = \"b\"\n" + keys + kLaunch;
}

// A launch of 'kinds' with these arguments in line 5, after buffer b of 16 bytes.
inline std::string with_arguments(const std::string& arguments) {
  return kHead + "buffer = [{name = \"b\", type = \"u32\", count = 4}]\n[[launch]]\nkernel = \"kinds\"\narguments = " +
         arguments + "\ngrid = [1]\nblock = [1]\n";
}

}  // namespace unibank
