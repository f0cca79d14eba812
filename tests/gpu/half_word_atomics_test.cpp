// Atomics on 16 bits of global memory leave the other half of their word as it is, in the bytes that the machine moves,
// too (run.check_data).
#include <catch2/catch.hpp>

#include "design/load.h"
#include "gpu/kernel_machine.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// Even threads change the lower half of their word, odd ones its upper half; every thread then reads its word. Halves
// are 0x3c00 before: 1 in f16.
const char* const kHalfWords = R"(.visible .entry NAME(.param .u64 words, .param .u64 read) {
  .reg .b16 %h<5>; .reg .b32 %r<4>; .reg .b64 %d<6>;
  ld.param.u64 %d1, [words];
  ld.param.u64 %d2, [read];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d3, %r1, 4;
  add.u64 %d1, %d1, %d3;
  add.u64 %d2, %d2, %d3;
  and.b32 %r2, %r1, 1;
  mul.wide.u32 %d4, %r2, 2;
  add.u64 %d5, %d1, %d4;
  mov.u16 %h1, 0x3c00;
  mov.u16 %h2, 0x4000;
  OPERATION
  ld.global.u32 %r3, [%d1];
  st.global.u32 [%d2], %r3;
  ret;
}
)";

std::string half_word_kernel(const std::string& name, const std::string& operation) {
  std::string text = kHalfWords;
  text.replace(text.find("NAME"), 4, name);
  return text.replace(text.find("OPERATION"), 9, operation);
}

void check_half_words(const std::string& design) {
  const std::string text = half_word_kernel("swap", "atom.global.cas.b16 %h3, [%d5], %h1, %h2;") +
                           half_word_kernel("add", "atom.global.add.noftz.f16 %h3, [%d5], %h1;") +
                           half_word_kernel("reduce", "red.global.add.noftz.f16 [%d5], %h1;");
  KernelMachine machine(load_design(design, {}, {"run.check_data=true"}).design, text.c_str());
  for (const char* const name : {"swap", "add", "reduce"}) {  // each makes 2 of 1
    INFO(name);
    const std::uint64_t words = machine.device.upload(std::vector<std::uint32_t>(64, 0x3c003c00));
    const std::uint64_t read = machine.device.upload(std::vector<std::uint32_t>(64, 0));
    machine.device.launch(name, {1, 1, 1}, {64, 1, 1}, Arguments(words, read));
    const std::vector<std::uint32_t> found = machine.device.download<std::uint32_t>(read, 64);
    CHECK(found[6] == 0x3c004000);
    CHECK(found[7] == 0x40003c00);
  }
}

}  // namespace

TEST_CASE("atomics on 16 bits move two bytes of a word: partitioned") { check_half_words("gebhart2012/partitioned"); }
TEST_CASE("atomics on 16 bits move two bytes of a word: unified") { check_half_words("gebhart2012/unified-384k"); }
TEST_CASE("atomics on 16 bits move two bytes of a word: before an L2") { check_half_words("jing2016/separate-16k"); }
TEST_CASE("atomics on 16 bits move two bytes of a word: write-back") { check_half_words("jing2016/integrated-fair"); }
TEST_CASE("atomics on 16 bits move two bytes of a word: loads around the L1") { check_half_words("hayes2014/kepler"); }
TEST_CASE("atomics on 16 bits move two bytes of a word: sectors") { check_half_words("nvidia/a100"); }
