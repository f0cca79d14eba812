// Addresses from 32-bit registers: the sum with an offset wraps to 32 bits.
#include <catch2/catch.hpp>

#include <random>

#include "simt/run_kernel.h"

using namespace unibank;

namespace {

constexpr unsigned kWords = 64;

std::vector<std::uint32_t> address_words() {
  std::vector<std::uint32_t> values(kWords);
  for (unsigned i = 0; i < kWords; ++i) values[i] = 7000 + 13 * i;
  return values;
}

// The value that lane 0 leaves in %r3. In `body`, %l1 is the address of the input's 64 words.
std::uint32_t loaded(const std::string& body, const std::string& declarations = "") {
  KernelRun kernel(module_of(body + "\nst.global.u32 [%l0], %r3;", declarations));
  return kernel.run<std::uint32_t>(address_words(), 1, {}, {1, 1, 1}).front();
}

// The lane addresses that the stream shows for `load`. Lane l has word l of `bases` in %r1, and zero-extended in %l2.
std::array<std::uint64_t, kWarpSize> shown(const std::string& load, const std::vector<std::uint32_t>& bases) {
  KernelRun kernel(module_of(".shared .align 16 .b8 s[64];\nmul.wide.u32 %l9, %r0, 4;\nadd.s64 %l9, %l9, %l1;\n"
                             "ld.global.u32 %r1, [%l9];\ncvt.u64.u32 %l2, %r1;\n" + load));
  SimtStream stream = kernel.stream(bases, 4, {}, {32, 1, 1});
  stream.start_block(0, 0, 0);
  for (unsigned n = 0; n < 7; ++n) stream.commit(0, n);
  REQUIRE(stream.peek(0).decoded->memory != MemoryOp::kNone);
  return stream.peek(0).address;
}

// Edge values, then random bits.
std::vector<std::uint32_t> some_numbers(std::mt19937& random) {
  std::vector<std::uint32_t> values = {0, 1, 63, 64, 0x7fffffff, 0x80000000, 0xffffffc0, 0xffffffff};
  while (values.size() < kWarpSize) values.push_back(static_cast<std::uint32_t>(random()));
  return values;
}

}  // namespace

TEST_CASE("in every state space a base before the array and an offset beyond it may add up to an array address") {
  const std::string fill = "mov.u32 %r4, 4242;\n";
  CHECK(loaded(fill + ".shared .align 4 .b8 s[64];\nst.shared.u32 [s+4], %r4;\nmov.u32 %r1, s;\n"
                      "sub.s32 %r1, %r1, 64;\nld.shared.u32 %r3, [%r1+68];") == 4242);
  CHECK(loaded(fill + ".local .align 4 .b8 f[64];\nst.local.u32 [f+4], %r4;\nmov.u32 %r1, f;\n"
                      "sub.s32 %r1, %r1, 64;\nld.local.u32 %r3, [%r1+68];") == 4242);
  CHECK(loaded("cvt.u32.u64 %r1, %l1;\nsub.s32 %r1, %r1, 0x7fffff00;\nld.global.u32 %r3, [%r1+0x7fffff04];") == 7013);
  CHECK(loaded("cvt.u32.u64 %r1, %l1;\nadd.s32 %r1, %r1, 0x7fffff00;\nld.u32 %r3, [%r1+-0x7ffffefc];") == 7013);
  CHECK(loaded("mov.u32 %r1, in;\nsub.u32 %r1, %r1, 100;\nld.param.u64 %l2, [%r1+100];\n"
               "ld.global.u32 %r3, [%l2+8];") == 7026);
}

TEST_CASE("constant memory is reached from before it") {
  KernelRun kernel(module_of("mov.u32 %r1, c;\nsub.u32 %r1, %r1, 0x40000000;\nld.const.u32 %r3, [%r1+0x40000008];\n"
                             "st.global.u32 [%l0], %r3;",
                             ".const .align 4 .b8 c[256];"));
  for (ptx::Variable& symbol : kernel.kernel().symbols)
    if (symbol.name == "c") symbol.offset = kernel.upload(address_words(), "c");
  CHECK(kernel.run<std::uint32_t>(std::vector<int>{0}, 1, {}, {1, 1, 1}).front() == 7026);
}

TEST_CASE("a module of 32-bit addresses wraps as well") {
  const std::string text = ".version 6.0\n.target sm_50\n.address_size 32\n"
                           ".visible .entry k(.param .u32 out, .param .u32 unused, .param .u64 in)\n{\n"
                           ".reg .b32 %r<9>;\n.shared .align 4 .b8 s[64];\nld.param.u32 %r0, [out];\n"
                           "mov.u32 %r1, s;\nadd.s32 %r1, %r1, -60;\nst.shared.u32 [%r1+68], 77;\n"
                           "ld.shared.u32 %r2, [s+8];\nsub.s32 %r0, %r0, 4096;\nst.global.u32 [%r0+4096], %r2;\n"
                           "ret;\n}\n";
  KernelRun kernel(text);
  CHECK(kernel.run<std::uint32_t>(std::vector<int>{0}, 1, {}, {1, 1, 1}).front() == 77);
}

TEST_CASE("generic addresses of 32 bits reach the scratchpad, the thread's frame and global memory") {
  const std::string text =
      ".version 6.0\n.target sm_50\n.address_size 32\n"
      ".visible .entry k(.param .u32 out, .param .u32 unused, .param .u64 in)\n{\n"
      ".reg .b32 %r<9>;\n.shared .align 4 .b8 s[64];\n.local .align 4 .b8 f[64];\nld.param.u32 %r0, [out];\n"
      "mov.u32 %r1, s;\ncvta.shared.u32 %r1, %r1;\nst.u32 [%r1+8], 77;\nld.shared.u32 %r2, [s+8];\n"
      "mov.u32 %r3, f;\ncvta.local.u32 %r3, %r3;\nst.u32 [%r3+12], 700;\nld.local.u32 %r4, [f+12];\n"
      "cvta.to.shared.u32 %r5, %r1;\nld.shared.u32 %r6, [%r5+8];\nadd.u32 %r2, %r2, %r4;\nadd.u32 %r2, %r2, %r6;\n"
      "cvta.to.global.u32 %r7, %r0;\ncvta.global.u32 %r7, %r7;\nst.u32 [%r7], %r2;\nret;\n}\n";
  KernelRun kernel(text);
  CHECK(kernel.run<std::uint32_t>(std::vector<int>{0}, 1, {}, {1, 1, 1}).front() == 77 + 700 + 77);
}

TEST_CASE("isspacep finds the window of a generic address of 32 bits") {
  const std::string text =
      ".version 6.0\n.target sm_50\n.address_size 32\n"
      ".visible .entry k(.param .u32 out, .param .u32 unused, .param .u64 in)\n{\n"
      ".reg .pred %p<9>;\n.reg .b32 %r<19>;\n.shared .align 4 .b8 s[64];\n.local .align 4 .b8 f[64];\n"
      "ld.param.u32 %r0, [out];\nmov.u32 %r1, s;\ncvta.shared.u32 %r1, %r1;\nmov.u32 %r2, f;\n"
      "cvta.local.u32 %r2, %r2;\ncvta.global.u32 %r3, %r0;\n";
  const auto answers = [&text](const std::string& address) {  // shared 1, local 2, global 4
    KernelRun kernel(text + "isspacep.shared %p1, " + address + ";\nselp.u32 %r4, 1, 0, %p1;\nisspacep.local %p2, " +
                     address + ";\n@%p2 add.u32 %r4, %r4, 2;\nisspacep.global %p3, " + address +
                     ";\n@%p3 add.u32 %r4, %r4, 4;\nst.global.u32 [%r0], %r4;\nret;\n}\n");
    return kernel.run<std::uint32_t>(std::vector<int>{0}, 1, {}, {1, 1, 1}).front();
  };
  CHECK(answers("%r1") == 1);
  CHECK(answers("%r2") == 2);
  CHECK(answers("%r3") == 4);
}

TEST_CASE("vectors, stores and atomics wrap as loads do") {
  const std::string array = ".shared .align 16 .b8 s[64];\nmov.u32 %r1, s;\nsub.s32 %r1, %r1, 4096;\n"
                            "mov.u32 %r4, 10;\nmov.u32 %r5, 11;\n";
  CHECK(loaded(array + "st.shared.v2.u32 [%r1+4112], {%r4, %r5};\nld.shared.u32 %r3, [s+20];") == 11);
  CHECK(loaded(array + "st.shared.v2.u32 [s+24], {%r4, %r5};\nld.shared.v4.u32 {%r6, %r7, %r8, %r3}, [%r1+4112];") ==
        11);
  CHECK(loaded(array + "st.shared.u8 [%r1+4099], %r5;\nld.shared.u32 %r3, [s];") == 11u << 24);
  CHECK(loaded(array + "st.shared.u32 [s+4], %r4;\natom.shared.add.u32 %r6, [%r1+4100], %r5;\n"
                       "red.shared.add.u32 [%r1+4100], %r6;\nld.shared.u32 %r3, [s+4];") == 31);
  CHECK(loaded("cvt.u32.u64 %r1, %l1;\nadd.u32 %r1, %r1, 256;\natom.global.exch.b32 %r6, [%r1+-248], 5;\n"
               "ld.global.u32 %r3, [%l1+8];") == 5);
}

TEST_CASE("an address outside after wrapping is refused with its 32 bits") {
  CHECK_THROWS_WITH(loaded(".shared .align 4 .b8 s[64];\nmov.u32 %r1, s;\nld.shared.u32 %r3, [%r1+-4];"),
                    Catch::Contains("load of 4 bytes at 0xfffffffc lies outside of the block's 64 bytes"));
  CHECK_THROWS_WITH(loaded(".shared .align 4 .b8 s[64];\nmov.u64 %l2, s;\nsub.s64 %l2, %l2, 64;\n"
                           "cvt.u32.u64 %r1, %l2;\ncvt.u64.u32 %l2, %r1;\nld.shared.u32 %r3, [%l2+68];"),
                    Catch::Contains("at 0x100000004 lies outside"));  // a 64-bit register holds the whole address
}

TEST_CASE("a sum with a 32-bit register is that of 32-bit arithmetic, with a 64-bit register of 64-bit arithmetic") {
  std::mt19937 random(5);
  const std::vector<std::string> forms = {"ld.shared.u32 %r3, ", "ld.global.u32 %r3, ", "ld.const.u32 %r3, ",
                                          "ld.param.u32 %r3, ", "ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, ",
                                          "atom.shared.add.u32 %r3, ", "atom.global.max.u32 %r3, "};
  for (const std::uint32_t offset : some_numbers(random)) {
    const std::string& form = forms[random() % forms.size()];
    const std::vector<std::uint32_t> bases = some_numbers(random);
    const auto signed_offset = static_cast<std::int32_t>(offset);
    const std::string end = "+" + std::to_string(signed_offset) + (form[0] == 'a' ? "], %r1;" : "];");
    const auto narrow = shown(form + "[%r1" + end, bases), wide = shown(form + "[%l2" + end, bases);
    for (unsigned l = 0; l < kWarpSize; ++l) {
      INFO(form << std::hex << "0x" << bases[l] << " + 0x" << offset);
      CHECK(narrow[l] == static_cast<std::uint32_t>(bases[l] + offset));
      CHECK(wide[l] == bases[l] + static_cast<std::uint64_t>(std::int64_t{signed_offset}));
    }
  }
}

TEST_CASE("random bases and offsets whose 32-bit sum is a word of the scratchpad load that word") {
  std::mt19937 random(6);
  for (const std::uint32_t offset : some_numbers(random)) {
    std::vector<std::uint32_t> input = address_words(), expected;
    for (unsigned l = 0; l < kWarpSize; ++l) {
      const auto word = static_cast<std::uint32_t>(random() % kWords);
      input.push_back(4 * word - offset);
      expected.push_back(input[word]);
    }
    KernelRun kernel(module_of(
        ".shared .align 4 .b8 s[256];\nmul.wide.u32 %l9, %r0, 8;\nadd.s64 %l9, %l9, %l1;\n"
        "ld.global.v2.u32 {%r4, %r5}, [%l9];\nshl.b32 %r6, %r0, 3;\nst.shared.v2.u32 [%r6], {%r4, %r5};\nbar.sync 0;\n"
        "mul.wide.u32 %l9, %r0, 4;\nadd.s64 %l2, %l9, %l1;\nld.global.u32 %r1, [%l2+256];\nld.shared.u32 %r3, [%r1+" +
        std::to_string(static_cast<std::int32_t>(offset)) +
        "];\nadd.s64 %l2, %l9, %l0;\nst.global.u32 [%l2], %r3;"));
    CHECK(kernel.run<std::uint32_t>(input, 32) == expected);
  }
}
