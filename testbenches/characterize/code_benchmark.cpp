#include "characterize/code_benchmark.h"

namespace unibank::characterize {

namespace {

constexpr unsigned kRegisters = 14;

std::string line(const std::string& text) { return "  " + text + ";\n"; }

// `count` instructions; neighbouring ones use different registers.
std::string additions(unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    const std::string name = "%r" + std::to_string(16 + i % kRegisters);
    text += line("add.u32 " + name + ", " + name + ", 1");
  }
  return text;
}

// Two lines of code, so that the loop begins with the third line.
std::string beginning() {
  std::string text = line("ld.param.u64 %rd1, [data]") + line("ld.param.u32 %r1, [turns]") +
                     line("ld.param.u32 %r2, [half]") + line("ld.param.u32 %r3, [stride]") +
                     line("setp.ne.u32 %p1, %r2, 0") + line("add.u32 %r4, %r1, %r1") +
                     line("selp.b32 %r1, %r1, %r4, %p1");
  constexpr unsigned kSoFar = 7;
  for (unsigned i = 0; i < kRegisters; ++i) text += line("mov.u32 %r" + std::to_string(16 + i) + ", 0");
  return text + additions(2 * kLineInstructions - kSoFar - kRegisters);
}

}  // namespace

std::string code_ptx() {
  std::string text =
      ".version 6.0\n.target sm_70\n.address_size 64\n\n"
      ".visible .entry walk(.param .u64 data, .param .u32 turns, .param .u32 half, .param .u32 stride)\n{\n"
      "  .reg .pred %p<4>;\n  .reg .b32 %r<32>;\n  .reg .b64 %rd<4>;\n";
  text += beginning();
  text += "NEXT:\n" + line("setp.eq.u32 %p2, %r1, 0") + line("sub.u32 %r1, %r1, 1") +
          additions(kLineInstructions - 3) + line("@%p2 bra END");
  for (unsigned number = 2; number <= kCodeLines; ++number)
    text += line("setp.eq.u32 %p1, %r3, " + std::to_string(number)) + additions(kLineInstructions - 2) +
            line("@%p1 bra NEXT");
  text += "END:\n";
  for (unsigned i = 1; i < kRegisters; ++i) text += line("xor.b32 %r16, %r16, %r" + std::to_string(16 + i));
  return text + line("setp.eq.u32 %p3, %r3, 0xFFFFFFFF") + line("@%p3 st.global.u32 [%rd1], %r16") + line("ret") +
         "}\n";
}

}  // namespace unibank::characterize
