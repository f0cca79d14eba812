// The registers of a thread that a kernel's directives allow: .maxnreg, and .minnctapersm with the threads of a block.
#include <catch2/catch.hpp>

#include "compiler/check_allocation.h"
#include "compiler/link.h"
#include "ptx/parser.h"
#include "support/ptx_head.h"

using namespace unibank;
using namespace unibank::compiler;

namespace {

// A thread reads 80 values before it writes the first.
ptx::Kernel with_80_values(const std::string& directives, const CompileOptions& options = {}) {
  std::string loads, stores;
  for (unsigned i = 0; i < 80; ++i) {
    const std::string value = "%r" + std::to_string(i), at = "[%l1+" + std::to_string(4 * i) + "]";
    loads += "ld.global.u32 " + value + ", " + at + ";\n";
    stores += "st.global.u32 " + at + ", " + value + ";\n";
  }
  const std::string text = test::kPtxHead + ".visible .entry k(.param .u64 p) " + directives +
                           "\n{\n.reg .b32 %r<80>; .reg .b64 %l<2>;\nld.param.u64 %l1, [p];\n" + loads +
                           "bar.sync 0;\n" + stores + "ret;\n}\n";
  ptx::Kernel kernel = compile(ptx::parse(text, "k.ptx"), "k", options);
  CHECK(check_allocation(kernel).empty());
  return kernel;
}

unsigned registers_with(const std::string& directives) { return with_80_values(directives).registers_per_thread; }

}  // namespace

TEST_CASE("maxnreg limits the registers of a thread and the rest is spilled") {
  const ptx::Kernel plain = with_80_values(""), limited = with_80_values(".maxnreg 40");
  CHECK(plain.registers_per_thread == 82);
  CHECK(plain.allocation.spill_bytes == 0);
  CHECK(limited.registers_per_thread == 40);
  CHECK(limited.allocation.spill_bytes != 0);
  CHECK(registers_with(".maxnreg 8") == 24);  // as with ptxas
}

TEST_CASE("minnctapersm leaves registers for as many blocks as ptxas does for an SM of sm_80") {
  CHECK(registers_with(".maxntid 256 .minnctapersm 4") == 64);
  CHECK(registers_with(".minnctapersm 4 .reqntid 16, 16") == 64);
  CHECK(registers_with(".maxntid 96 .minnctapersm 10") == 64);
  CHECK(registers_with(".maxntid 160 .minnctapersm 7") == 56);
  CHECK(registers_with(".maxntid 352 .minnctapersm 2") == 80);
  CHECK(registers_with(".maxntid 33 .minnctapersm 32") == 32);
  CHECK(registers_with(".maxntid 256 .minnctapersm 4 .maxnreg 40") == 40);
  CHECK(registers_with(".maxntid 256 .minnctapersm 4 .maxnreg 70") == 64);
}

TEST_CASE("directives without a bound on registers leave a kernel as it is") {
  const ptx::Kernel plain = with_80_values("");
  // No size of a block; more blocks than an SM holds; more threads than an SM holds; a bound that is not reached; a
  // size of a block alone.
  for (const char* const directives : {".minnctapersm 8", ".maxntid 32 .minnctapersm 33",
                                       ".maxntid 1024 .minnctapersm 3", ".maxnreg 82", ".maxntid 1024"}) {
    CAPTURE(directives);
    const ptx::Kernel kernel = with_80_values(directives);
    CHECK(kernel.registers_per_thread == plain.registers_per_thread);
    CHECK(kernel.physical == plain.physical);
    CHECK(kernel.instructions.size() == plain.instructions.size());
  }
}

TEST_CASE("the smaller one of the design's and the kernel's register limits counts") {
  CompileOptions options;
  options.registers = 32;
  CHECK(with_80_values(".maxnreg 40", options).registers_per_thread == 32);
  options.registers = 64;
  CHECK(with_80_values(".maxnreg 40", options).registers_per_thread == 40);
  CHECK(with_80_values("", options).registers_per_thread == 64);
}
