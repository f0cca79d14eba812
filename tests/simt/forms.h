// Runs one instruction on many operands, one thread each.
#pragma once

#include <catch2/catch.hpp>
#include <cstring>
#include <functional>

#include "simt/run_kernel.h"

namespace unibank {

struct Operands {
  std::uint64_t a = 0, b = 0, c = 0, d = 0;
};

inline std::uint32_t bits(float value) {
  std::uint32_t result;
  std::memcpy(&result, &value, 4);
  return result;
}
inline std::uint64_t bits(double value) {
  std::uint64_t result;
  std::memcpy(&result, &value, 8);
  return result;
}
inline float f32(std::uint64_t value) {
  const auto low = static_cast<std::uint32_t>(value);
  float result;
  std::memcpy(&result, &low, 4);
  return result;
}
inline double f64(std::uint64_t value) {
  double result;
  std::memcpy(&result, &value, 8);
  return result;
}

constexpr std::uint64_t kOld = 0x5555555555555555;  // what the result registers hold before

// Operands are in %l2-5, their low halves in %r2-5 and %f2-5, their low 16 bits in %h2-5, as doubles in %d2-5. `result`
// names the register that is returned: %r10, %h1, %l10, %f10, %d10, or %p1 as 0 and 1.
inline std::vector<std::uint64_t> evaluate(const std::string& instruction, const std::string& result,
                                           const std::vector<Operands>& operands) {
  std::string body = "mov.u32 %r1, %ctaid.x;\nmad.lo.s32 %r0, %r1, 32, %r0;\n"
                     "mul.wide.u32 %l9, %r0, 32;\nadd.s64 %l1, %l1, %l9;\n"
                     "mul.wide.u32 %l9, %r0, 8;\nadd.s64 %l0, %l0, %l9;\n";
  for (const char* n : {"2", "3", "4", "5"}) {
    const std::string i = n, offset = std::to_string(8 * (i[0] - '2'));
    body += "ld.global.u64 %l" + i + ", [%l1+" + offset + "];\nld.global.u32 %r" + i + ", [%l1+" + offset +
            "];\nld.global.u16 %h" + i + ", [%l1+" + offset + "];\nmov.b32 %f" + i + ", %r" + i + ";\nmov.b64 %d" + i +
            ", %l" + i + ";\n";
  }
  body += "mov.u32 %r10, 0x55555555;\nmov.u16 %h1, 0x5555;\nmov.u64 %l10, 0x5555555555555555;\n"
          "mov.b32 %f10, %r10;\nmov.b64 %d10, %l10;\nsetp.ne.s32 %p1, %r0, %r0;\n"
          "and.b32 %r11, %r0, 1;\nsetp.eq.s32 %p9, %r11, 1;\n" + instruction + "\n";
  if (result == "%p1") body += "selp.u64 %l10, 1, 0, %p1;\n";
  if (result == "%r10") body += "cvt.u64.u32 %l10, %r10;\n";
  if (result == "%h1") body += "cvt.u64.u16 %l10, %h1;\n";
  if (result == "%f10") body += "mov.b32 %r10, %f10;\ncvt.u64.u32 %l10, %r10;\n";
  if (result == "%d10") body += "mov.b64 %l10, %d10;\n";
  KernelRun kernel(module_of(body + "st.global.u64 [%l0], %l10;"));
  std::vector<Operands> padded = operands;
  padded.resize((operands.size() + 31) / 32 * 32, operands.front());
  const Dim3 grid{static_cast<unsigned>(padded.size() / 32), 1, 1};
  auto out = kernel.run<std::uint64_t>(padded, padded.size(), grid);
  out.resize(operands.size());
  return out;
}

using Expected = std::function<std::uint64_t(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d)>;

// Checks one form on all operands: by all lanes, and by the odd lanes alone, where the others must keep what they had.
inline void check_form(const std::string& instruction, const std::string& result, const std::vector<Operands>& operands,
                       const Expected& expected) {
  const std::uint64_t width = result[1] == 'h' ? 0xffffu : result[1] == 'r' || result[1] == 'f' ? 0xffffffffu : ~0ull;
  const std::uint64_t old = result == "%p1" ? 0 : kOld & width;
  const auto all = evaluate(instruction, result, operands);
  std::string guarded = "@%p9 " + instruction;
  for (std::size_t line = guarded.find('\n'); line != std::string::npos; line = guarded.find('\n', line + 1)) {
    guarded.insert(line + 1, "@%p9 ");
  }
  const auto odd = evaluate(guarded, result, operands);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Operands& o = operands[i];
    INFO(instruction << std::hex << " on " << o.a << ", " << o.b << ", " << o.c << ", " << o.d);
    const std::uint64_t right = expected(o.a, o.b, o.c, o.d) & width;
    if (all[i] != right) CHECK(all[i] == right);
    if (odd[i] != (i % 2 == 1 ? right : old)) CHECK(odd[i] == (i % 2 == 1 ? right : old));
  }
  CHECK(all.size() == operands.size());
}

// Every pair of the values, with c and d running through them too.
inline std::vector<Operands> pairs(const std::vector<std::uint64_t>& values) {
  std::vector<Operands> all;
  for (const std::uint64_t a : values) {
    for (const std::uint64_t b : values) {
      const std::size_t n = all.size();
      all.push_back({a, b, values[n * 5 % values.size()], values[n * 7 % values.size()]});
    }
  }
  return all;
}

inline std::vector<Operands> awkward32() {
  return pairs({0, 1, 2, 7, 31, 32, 33, 255, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001,
                0xfffffffe, 0xffffffff, 0x12345678});
}
inline std::vector<Operands> awkward64() {
  return pairs({0, 1, 2, 63, 64, 65, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
                0x8000000000000000, 0x8000000000000001, 0xfffffffffffffffe, 0xffffffffffffffff, 0x123456789abcdef0});
}
inline std::vector<Operands> awkward_floats() {
  return pairs({0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f800001, 0x40490fdb, 1, 0x80000001, 0x007fffff, 0x00800000,
                0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3effffff, 0x4b800001});
}
inline std::vector<Operands> awkward_doubles() {
  return pairs({0, 0x8000000000000000, bits(1.0), bits(-1.0), bits(1.0 + 0x1p-52), bits(3.14), 1, bits(0x1p-1022),
                bits(1e308), bits(-1e308), bits(HUGE_VAL), bits(-HUGE_VAL), bits(0x1p53 + 2)});
}

}  // namespace unibank
