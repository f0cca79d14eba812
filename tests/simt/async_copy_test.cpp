// cp.async.
#include <catch2/catch.hpp>

#include "simt/run_kernel.h"

using namespace unibank;
using Catch::Contains;

namespace {

// Each of 32 threads copies to its own 16 bytes of scratchpad, which held 0xff, and returns them as four words. %l2 is
// the address of its 16 bytes of input, %r3 that of its scratchpad bytes.
std::vector<std::uint32_t> copied_words(const std::string& body, std::size_t words = 128, bool allocated = true) {
  KernelRun kernel(module_of(".shared .align 16 .b8 s[512];\nmov.u32 %r1, s;\nmad.lo.u32 %r3, %r0, 16, %r1;\n"
                             "mul.wide.u32 %l9, %r0, 16;\nadd.s64 %l2, %l1, %l9;\nadd.s64 %l3, %l0, %l9;\n"
                             "mov.u32 %r9, -1;\nst.shared.v4.u32 [%r3], {%r9, %r9, %r9, %r9};\n" + body +
                             "\ncp.async.commit_group;\ncp.async.wait_group 0;\nbar.sync 0;\n"
                             "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3];\n"
                             "st.global.v4.u32 [%l3], {%r4, %r5, %r6, %r7};"), allocated);
  std::vector<std::uint32_t> input(words);
  for (std::size_t i = 0; i < words; ++i) input[i] = static_cast<std::uint32_t>(0x01010101 * (i + 1));
  return kernel.run<std::uint32_t>(input, 128);
}

std::uint32_t input(std::size_t word) { return static_cast<std::uint32_t>(0x01010101 * (word + 1)); }

// Word i of a lane after a copy that writes `bytes` bytes, `read` of them from memory.
std::uint32_t copied_word(unsigned lane, unsigned i, unsigned bytes, unsigned read) {
  std::uint32_t word = 0;
  for (unsigned b = 0; b < 4; ++b) {
    const unsigned at = 4 * i + b;
    const std::uint32_t byte = at < read ? input(4 * lane + i) >> 8 * b & 0xff : at < bytes ? 0 : 0xff;
    word |= byte << 8 * b;
  }
  return word;
}

}  // namespace

TEST_CASE("a copy of 4 or 8 or 16 bytes leaves the following bytes unchanged") {
  for (const std::string form : {".ca.shared", ".cg.shared", ".ca.shared::cta", ".cg.shared::cta"}) {
    for (const unsigned bytes : {4u, 8u, 16u}) {
      if (bytes != 16 && form[2] == 'g') continue;
      for (const std::string hint : {"", ".L2::64B", ".L2::128B", ".L2::256B"}) {
        const auto found =
            copied_words("cp.async" + form + ".global" + hint + " [%r3], [%l2], " + std::to_string(bytes) + ";");
        for (unsigned at = 0; at < 128; ++at) CHECK(found[at] == copied_word(at / 4, at % 4, bytes, bytes));
      }
    }
  }
}

TEST_CASE("a copy that reads less fills up with zeros") {
  for (unsigned read = 0; read <= 16; ++read) {
    const auto found = copied_words("mov.u32 %r2, " + std::to_string(read) + ";\n"
                              "cp.async.cg.shared.global [%r3], [%l2], 16, %r2;");
    for (unsigned at = 0; at < 128; ++at) CHECK(found[at] == copied_word(at / 4, at % 4, 16, read));
  }
  const auto each = copied_words("min.u32 %r2, %r0, 16;\ncp.async.ca.shared.global [%r3], [%l2], 16, %r2;");
  for (unsigned at = 0; at < 128; ++at) CHECK(each[at] == copied_word(at / 4, at % 4, 16, std::min(at / 4, 16u)));
}

TEST_CASE("a predicate makes a copy ignore its source") {
  for (const bool negated : {false, true}) {
    const auto found =
        copied_words(std::string("setp.lt.u32 %p1, %r0, 5;\ncp.async.cg.shared.global [%r3], [%l2], 16, ") +
                     (negated ? "!" : "") + "%p1;");
    for (unsigned at = 0; at < 128; ++at)
      CHECK(found[at] == copied_word(at / 4, at % 4, 16, (at / 4 < 5) != negated ? 0 : 16));
  }
}

TEST_CASE("source bytes that a copy does not read need not exist") {
  // The input has 22 words: lanes 0 to 4 have 16 bytes each, lane 5 has 8, the others have none.
  const auto found = copied_words("mul.lo.u32 %r2, %r0, 16;\nsub.s32 %r2, 88, %r2;\nmax.s32 %r2, %r2, 0;\n"
                            "min.s32 %r2, %r2, 16;\ncp.async.cg.shared.global [%r3], [%l2], 16, %r2;", 22);
  for (unsigned at = 0; at < 128; ++at)
    CHECK(found[at] == copied_word(at / 4, at % 4, 16, at / 4 < 5 ? 16 : at / 4 == 5 ? 8 : 0));
  CHECK_THROWS_WITH(copied_words("cp.async.cg.shared.global [%r3], [%l2], 16;", 22),
                    Contains("copy of 16 bytes") && Contains("thread (5, 0, 0)"));
  CHECK_THROWS_WITH(copied_words("cp.async.cg.shared.global [%r3], [%l2], 16, 12;", 22), Contains("thread (5, 0, 0)"));
}

TEST_CASE("a guard and errors of copies") {
  const auto found = copied_words("setp.gt.u32 %p1, %r0, 8;\n@%p1 cp.async.ca.shared.global [%r3+8], [%l2+8], 8;\n"
                            "cp.async.wait_all;", 130);
  for (unsigned at = 0; at < 128; ++at)
    CHECK(found[at] == (at % 4 < 2 || at / 4 <= 8 ? 0xffffffff : copied_word(at / 4, at % 4, 16, 16)));
  CHECK_THROWS_WITH(copied_words("cp.async.ca.shared.global [%r3+2], [%l2], 4;"), Contains("aligned"));
  CHECK_THROWS_WITH(copied_words("cp.async.ca.shared.global [%r3+496], [%l2], 16;"), Contains("scratchpad"));
  CHECK_THROWS_WITH(copied_words("cp.async.ca.shared.global [%r3], [%l2], 4, 5;"),
                    Contains("found a copy that reads 5 of 4 bytes; expected no more than it writes"));
}
