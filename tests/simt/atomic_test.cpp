#include <catch2/catch.hpp>

#include "simt/exact.h"

using namespace unibank;

namespace {

using U = std::uint64_t;

// For one thread: memory before and the operands -> memory after and the returned value.
struct AtomicOutcome {
  U after, returned;
};
AtomicOutcome atomic32(const std::string& operation, U memory, U b, U c = 0) {
  const auto out = evaluate("st.global.u32 [%l0], %r2;\natom.global." + operation + " %r11, [%l0], %r3" +
                                (operation.substr(0, 3) == "cas" ? ", %r4" : "") +
                                ";\nld.global.u32 %r12, [%l0];\nmov.b64 %l10, {%r12, %r11};", "%l10", {{memory, b, c}});
  return {out[0] & 0xffffffff, out[0] >> 32};
}

}  // namespace

TEST_CASE("an atomic returns the old value and stores the operation's result") {
  const auto check = [](const std::string& operation, U memory, U b, U after, U c = 0) {
    INFO(operation);
    const AtomicOutcome outcome = atomic32(operation, memory, b, c);
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

namespace {

// Runs an atomic and a reduction on each thread's own word and compares what stays in memory. For atom the difference
// between the returned and the old value is added to the result, so it must be 0.
struct AtomicWord {
  const char *type, *bits, *letter, *result, *integer;  // registers and types of the operation's width
};
void check_words(const std::string& operation, const AtomicWord& w, const std::vector<Operands>& operands,
                 const Expected& after, bool reduces = true) {
  const auto reg = [&](const std::string& n) { return std::string("%") + w.letter + n; };
  const bool cas = operation.substr(0, 3) == "cas";
  const std::string store = std::string("st.global.") + w.integer + " [%l0], " + reg("2") + ";\n",
                    load = std::string("\nld.global.") + w.integer + " " + w.result + ", [%l0];";
  const std::string values = ", [%l0], " + reg("3") + (cas ? ", " + reg("4") : "") + ";";
  const std::string old = reg(w.letter[0] == 'h' ? "6" : "11"), difference = reg(w.letter[0] == 'h' ? "7" : "12");
  check_form(store + "atom.global." + operation + "." + w.type + " " + old + values + load + "\nxor." + w.bits + " " +
                 difference + ", " + old + ", " + reg("2") + ";\nadd." + w.integer + " " + w.result + ", " + w.result +
                 ", " + difference + ";",
             w.result, operands, after);
  if (!reduces) return;
  check_form(store + "red.relaxed.gpu.global." + operation + "." + w.type + " [%l0], " + reg("3") + ";" + load,
             w.result, operands, after);
}

constexpr AtomicWord word(const char* type) { return {type, "b32", "r", "%r10", "u32"}; }
constexpr AtomicWord long_word(const char* type) { return {type, "b64", "l", "%l10", "u64"}; }
constexpr AtomicWord short_word(const char* type) { return {type, "b16", "h", "%h1", "u16"}; }

template <typename Signed>
U least(U a, U b) { return static_cast<Signed>(a) < static_cast<Signed>(b) ? a : b; }
template <typename Signed>
U most(U a, U b) { return static_cast<Signed>(a) > static_cast<Signed>(b) ? a : b; }

U narrow_sum(FloatFormat f, U a, U b) {
  const Exactly sum = exact_sum(number(f, a & 0xffff), number(f, b & 0xffff), 'n');
  return sum.value != sum.value ? 0x7fff : rounded(f, sum, 'n');
}

}  // namespace

TEST_CASE("atomics and reductions of 32 bits") {
  const auto& o = awkward32();
  for (const char* type : {"u32", "s32"}) check_words("add", word(type), o, [](U a, U b, U, U) { return a + b; });
  check_words("min", word("s32"), o, [](U a, U b, U, U) { return least<std::int32_t>(a, b); });
  check_words("max", word("s32"), o, [](U a, U b, U, U) { return most<std::int32_t>(a, b); });
  check_words("min", word("u32"), o, [](U a, U b, U, U) { return least<std::uint32_t>(a, b); });
  check_words("max", word("u32"), o, [](U a, U b, U, U) { return most<std::uint32_t>(a, b); });
  check_words("and", word("b32"), o, [](U a, U b, U, U) { return a & b; });
  check_words("or", word("b32"), o, [](U a, U b, U, U) { return a | b; });
  check_words("xor", word("b32"), o, [](U a, U b, U, U) { return a ^ b; });
  check_words("inc", word("u32"), o, [](U a, U b, U, U) { return a >= b ? 0 : a + 1; });
  check_words("dec", word("u32"), o, [](U a, U b, U, U) { return a == 0 || a > b ? b : a - 1; });
  check_words("exch", word("b32"), o, [](U, U b, U, U) { return b; }, false);
  check_words("cas", word("b32"), o, [](U a, U b, U c, U) { return a == b ? c : a; }, false);
}

TEST_CASE("atomics and reductions of 64 and 16 bits") {
  const auto& o = awkward64();
  check_words("add", long_word("u64"), o, [](U a, U b, U, U) { return a + b; });
  check_words("min", long_word("s64"), o, [](U a, U b, U, U) { return least<std::int64_t>(a, b); });
  check_words("max", long_word("u64"), o, [](U a, U b, U, U) { return most<U>(a, b); });
  check_words("and", long_word("b64"), o, [](U a, U b, U, U) { return a & b; });
  check_words("or", long_word("b64"), o, [](U a, U b, U, U) { return a | b; });
  check_words("xor", long_word("b64"), o, [](U a, U b, U, U) { return a ^ b; });
  check_words("exch", long_word("b64"), o, [](U, U b, U, U) { return b; }, false);
  check_words("cas", long_word("b64"), o, [](U a, U b, U c, U) { return a == b ? c : a; }, false);
  check_words("cas", short_word("b16"), o,
              [](U a, U b, U c, U) { return (a & 0xffff) == (b & 0xffff) ? c : a; }, false);
}

TEST_CASE("atomic sums of floats round once - in single precision outside of the scratchpad without subnormals") {
  check_words("add", word("f32"), awkward_floats(), [](U a, U b, U, U) {
    const auto flushed = [](U v) { return v & 0x7f800000 ? v : v & 0x80000000; };
    const Exactly sum = exact_sum(number(kF32, flushed(a)), number(kF32, flushed(b)), 'n');
    return sum.value != sum.value ? 0x7fffffff : flushed(rounded(kF32, sum, 'n'));
  });
  check_words("add", long_word("f64"), awkward_doubles(), [](U a, U b, U, U) {
    if (kF64.is_nan(a) || kF64.is_nan(b)) return (kF64.is_nan(a) ? a : b) | U{1} << 51;
    const Exactly sum = exact_sum(number(kF64, a), number(kF64, b), 'n');
    return sum.value != sum.value ? 0xfff8000000000000 : rounded(kF64, sum, 'n');
  });
  check_words("add.noftz", short_word("f16"), awkward_halves(),
              [](U a, U b, U, U) { return narrow_sum(kF16, a, b); });
  check_words("add.noftz", short_word("bf16"), awkward_bfloats(),
              [](U a, U b, U, U) { return narrow_sum(kBf16, a, b); });
  check_words("add.noftz", word("f16x2"), awkward_halves(), [](U a, U b, U, U) {
    return narrow_sum(kF16, a, b) | narrow_sum(kF16, a >> 16, b >> 16) << 16;
  });
  check_words("add.noftz", word("bf16x2"), awkward_bfloats(), [](U a, U b, U, U) {
    return narrow_sum(kBf16, a, b) | narrow_sum(kBf16, a >> 16, b >> 16) << 16;
  });
  KernelRun kernel(module_of(".shared .align 4 .f32 sum;\nmov.u32 %r1, 1;\nst.shared.u32 [sum], %r1;\n"
                             "mov.b32 %f1, %r1;\natom.shared.add.f32 %f2, [sum], %f1;\nld.shared.u32 %r2, [sum];\n"
                             "st.global.u32 [%l0], %r2;"));
  CHECK(kernel.run<std::uint32_t>(std::vector<int>{0}, 1, {}, {1, 1, 1}).front() == 2);
}

TEST_CASE("a generic atomic sum in single precision has subnormals where its address lies in the scratchpad") {
  // Even lanes add to the scratchpad and odd lanes to device memory, a subnormal number to another one.
  const std::string begin =
      ".shared .align 4 .b8 s[128];\nmul.wide.u32 %l9, %r0, 4;\nadd.s64 %l2, %l0, %l9;\nmov.u64 %l3, s;\n"
      "cvta.shared.u64 %l3, %l3;\nadd.s64 %l3, %l3, %l9;\nand.b32 %r1, %r0, 1;\nsetp.eq.u32 %p1, %r1, 0;\n"
      "selp.b64 %l4, %l3, %l2, %p1;\nmov.u32 %r2, 3;\nst.u32 [%l4], %r2;\nmov.u32 %r3, 4;\nmov.b32 %f1, %r3;\n";
  const std::string end = "\nld.u32 %r4, [%l4];\nst.global.u32 [%l2], %r4;";
  for (const char* add : {"atom.add.f32 %f2, [%l4], %f1;", "red.add.f32 [%l4], %f1;"}) {
    KernelRun kernel(module_of(begin + add + end));
    const auto out = kernel.run<std::uint32_t>(std::vector<int>{0}, 32);
    for (unsigned lane = 0; lane < 32; ++lane) CHECK(out[lane] == (lane % 2 == 0 ? 7 : 0));
  }
}

TEST_CASE("lanes with one address execute one after the other with the lowest first") {
  KernelRun kernel(module_of("add.u32 %r1, %r0, 100;\natom.global.exch.b32 %r2, [%l0], %r1;\n"
                             "mul.wide.u32 %l9, %r0, 4;\nadd.s64 %l2, %l0, %l9;\nst.global.u32 [%l2+4], %r2;"));
  const auto out = kernel.run<std::uint32_t>(std::vector<int>{0}, 33);
  CHECK(out[0] == 131);
  CHECK(out[1] == 0);
  for (unsigned lane = 1; lane < 32; ++lane) CHECK(out[1 + lane] == 99 + lane);
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
  CHECK(out[0] == 99 * 100 / 2);  // the old values are 0, 1, ... 99, in any order
  CHECK(out[1] == 100);
}

TEST_CASE("an atomic through a generic address that leads to local memory is an error") {
  KernelRun kernel(module_of(".local .align 8 .b8 own[16];\nmov.u64 %l2, own;\ncvta.local.u64 %l3, %l2;\n"
                             "atom.add.u64 %l4, [%l3+8], 1;"));
  CHECK_THROWS_WITH(kernel.run<std::uint32_t>(std::vector<int>{0}, 1, {}, {32, 1, 1}),
                    "test.ptx:16: kernel 'k', block (0, 0, 0), thread (0, 0, 0): atomic operation at 0x8 of local "
                    "memory, 8 bytes into 'own' (16 bytes); expected an address in global memory or in the scratchpad");
}
