#include <catch2/catch.hpp>

#include "simt/forms.h"

using namespace unibank;

namespace {

using U = std::uint64_t;

// Memory before and the operands -> memory after and the value returned, for one thread.
struct Outcome {
  U after, returned;
};
Outcome atomic32(const std::string& operation, U memory, U b, U c = 0) {
  const auto out = evaluate("st.global.u32 [%l0], %r2;\natom.global." + operation + " %r11, [%l0], %r3" +
                                (operation.substr(0, 3) == "cas" ? ", %r4" : "") +
                                ";\nld.global.u32 %r12, [%l0];\nmov.b64 %l10, {%r12, %r11};", "%l10", {{memory, b, c}});
  return {out[0] & 0xffffffff, out[0] >> 32};
}

}  // namespace

TEST_CASE("an atomic returns what was there and leaves the operation's result") {
  const auto check = [](const std::string& operation, U memory, U b, U after, U c = 0) {
    INFO(operation);
    const Outcome outcome = atomic32(operation, memory, b, c);
    CHECK(outcome.returned == memory);
    CHECK(outcome.after == after);
  };
  check("add.u32", 0xffffffff, 2, 1);
  check("add.s32", 5, 0xfffffffe, 3);
  check("min.s32", 5, 0xffffffff, 0xffffffff);
  check("min.u32", 5, 0xffffffff, 5);
  check("max.s32", 5, 0xffffffff, 5);
  check("max.u32", 5, 0xffffffff, 0xffffffff);
  check("and.b32", 0xff00, 0x0ff0, 0x0f00);
  check("or.b32", 0xff00, 0x0ff0, 0xfff0);
  check("xor.b32", 0xff00, 0x0ff0, 0xf0f0);
  check("exch.b32", 1, 2, 2);
  check("cas.b32", 1, 1, 9, 9);
  check("cas.b32", 1, 2, 1, 9);
  check("inc.u32", 4, 5, 5);
  check("inc.u32", 5, 5, 0);
  check("dec.u32", 3, 5, 2);
  check("dec.u32", 0, 5, 5);
  check("dec.u32", 9, 5, 5);
  check("add.f32", bits(1.5f), bits(2.25f), bits(3.75f));
}

TEST_CASE("64-bit atomics") {
  const auto out = evaluate(
      "st.global.u64 [%l0], %l2;\natom.global.add.u64 %l11, [%l0], %l3;\nld.global.u64 %l12, [%l0];\n"
      "xor.b64 %l10, %l11, %l12;",
      "%l10", {{0xffffffff, 1}});
  CHECK(out[0] == (0xffffffffULL ^ 0x100000000ULL));
  const auto sum = evaluate("st.global.u64 [%l0], %l2;\nred.global.add.f64 [%l0], %d3;\nld.global.u64 %l10, [%l0];",
                            "%l10", {{bits(1.5), bits(2.0)}});
  CHECK(sum[0] == bits(3.5));
}

TEST_CASE("all lanes of a warp that add to one word count, each once") {
  KernelRun kernel(module_of(".shared .align 4 .u32 sum;\nmov.u32 %r1, 1;\natom.shared.add.u32 %r2, [sum], %r1;\n"
                             "red.global.add.u32 [%l0], %r2;\nbar.sync 0;\nld.shared.u32 %r3, [sum];\n"
                             "st.global.u32 [%l0+4], %r3;"));
  const auto out = kernel.run<std::uint32_t>(std::vector<int>{0}, 2, {}, {100, 1, 1});
  CHECK(out[0] == 99 * 100 / 2);  // the old values are 0, 1, ... 99, in whatever order
  CHECK(out[1] == 100);
}
