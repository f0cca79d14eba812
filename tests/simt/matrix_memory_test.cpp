// ldmatrix, stmatrix, movmatrix, wmma.load and wmma.store.
#include <catch2/catch.hpp>
#include <random>

#include "ptx/matrix_forms.h"
#include "simt/run_kernel.h"

using namespace unibank;
using namespace unibank::ptx;
using Catch::Contains;

namespace {

// Runs one warp with a scratchpad of 1,024 elements of 16 bits, each of which holds its index.
std::vector<std::uint32_t> matrices(const std::string& body) {
  KernelRun kernel(module_of(
      ".shared .align 16 .b8 s[2048];\n.reg .b32 %x<8>;\nmov.u32 %r1, s;\nmul.lo.u32 %r2, %r0, 2;\nmov.u32 %r3, 0;\n"
      "FILL:\nmad.lo.u32 %r4, %r3, 64, %r2;\nadd.u32 %r4, %r4, %r1;\nmad.lo.u32 %r5, %r3, 32, %r0;\n"
      "cvt.u16.u32 %h1, %r5;\nst.shared.u16 [%r4], %h1;\nadd.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 32;\n"
      "@%p1 bra FILL;\nbar.sync 0;\nmul.lo.u32 %r6, %r0, 48;\nadd.u32 %r6, %r6, %r1;\n" + body +
      "\nbar.sync 0;\nmul.wide.u32 %l9, %r0, 16;\nadd.s64 %l0, %l0, %l9;\n"
      "st.global.v4.u32 [%l0], {%x0, %x1, %x2, %x3};\n"));
  return kernel.run<std::uint32_t>(std::vector<int>{0}, 128);
}

}  // namespace

TEST_CASE("ldmatrix spreads the lines of each matrix over the lanes") {
  for (const bool transposed : {false, true}) {
    for (const unsigned count : {1u, 2u, 4u}) {
      const std::string registers = count == 1 ? "{%x0}" : count == 2 ? "{%x0, %x1}" : "{%x0, %x1, %x2, %x3}";
      for (const std::string space : {".shared", ".shared::cta", ""}) {
        std::string body = "mov.u32 %r7, %r6;\n", address = "%r7";
        if (space.empty()) body = "cvt.u64.u32 %l2, %r6;\ncvta.shared.u64 %l3, %l2;\n", address = "%l3";
        const std::string how = std::to_string(count) + (transposed ? ".trans" : "") + space;
        const auto found =
            matrices(body + "ldmatrix.sync.aligned.m8n8.x" + how + ".b16 " + registers + ", [" + address + "];");
        for (unsigned lane = 0; lane < 32; ++lane) {
          for (unsigned m = 0; m < count; ++m) {
            // Row l of matrix m begins at element (8 m + l) x 24.
            const auto element = [m](unsigned line, unsigned at) { return (8 * m + line) * 24 + at; };
            const unsigned low = transposed ? element(2 * (lane % 4), lane / 4) : element(lane / 4, 2 * (lane % 4));
            const unsigned high = transposed ? element(2 * (lane % 4) + 1, lane / 4) : low + 1;
            CHECK(found[lane * 4 + m] == (low | high << 16));
          }
        }
      }
    }
  }
}

TEST_CASE("stmatrix is the way back from ldmatrix") {
  for (const std::string how : {"", ".trans"}) {
    const auto found = matrices(
        "ldmatrix.sync.aligned.m8n8.x4" + how + ".shared.b16 {%x4, %x5, %x6, %x7}, [%r6];\n"
        "mul.lo.u32 %r7, %r0, 16;\nadd.u32 %r7, %r7, %r1;\nbar.sync 0;\n"
        "stmatrix.sync.aligned.m8n8.x4" + how + ".shared.b16 [%r7], {%x4, %x5, %x6, %x7};\nbar.sync 0;\n"
        "ld.shared.v4.u32 {%x0, %x1, %x2, %x3}, [%r7];");
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned i = 0; i < 4; ++i) {
        const unsigned first = lane * 24 + 2 * i;
        CHECK(found[lane * 4 + i] == (first | (first + 1) << 16));
      }
    }
  }
}

TEST_CASE("movmatrix exchanges lines and columns") {
  const auto found = matrices(
      "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%x1}, [%r6];\nmovmatrix.sync.aligned.m8n8.trans.b16 %x0, %x1;");
  const auto direct = matrices("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%x0}, [%r6];");
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(found[lane * 4] == direct[lane * 4]);
}

TEST_CASE("a matrix load needs all lanes of its warp and rows in the scratchpad") {
  const std::string load = "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%x0, %x1}, [%r7];";
  CHECK_THROWS_WITH(matrices("mov.u32 %r7, %r6;\nsetp.lt.u32 %p2, %r0, 31;\n@%p2 " + load),
                    Contains("found only a part of its warp; expected all 32 lanes, or none"));
  CHECK_THROWS_WITH(matrices("add.u32 %r7, %r6, 2;\n" + load), Contains("aligned"));
  CHECK_THROWS_WITH(matrices("mad.lo.u32 %r7, %r0, 256, %r1;\n" + load), Contains("k") && Contains("thread (8, 0, 0)"));
  // Lanes after the first sixteen provide no row address, so their registers may hold anything.
  CHECK_NOTHROW(matrices("mad.lo.u32 %r7, %r0, 128, %r1;\n" + load));
  CHECK_NOTHROW(matrices("mov.u32 %r7, 1;\nsetp.gt.u32 %p2, %r0, 31;\n@%p2 " + load));
}

namespace {

// A wmma.load or wmma.store form on a matrix whose rows are `stride` elements apart.
struct Access {
  const MatrixForm& form;
  unsigned stride;
  std::size_t place(MatrixPlace at) const {
    return form.by_rows ? at.row * std::size_t{stride} + at.column : at.column * std::size_t{stride} + at.row;
  }
  std::size_t lines() const {
    const MatrixShape shape = shape_of(form, form.part);
    return form.by_rows ? shape.rows : shape.columns;
  }
};

unsigned width_of(const MatrixForm& form) { return bits_of(type_of(form, form.part)) == 64 ? 64 : 32; }

// The matrix in bytes, rounded up to whole words.
unsigned bytes_of(const Access& access) {
  return static_cast<unsigned>((access.lines() * access.stride * bits_of(access.form.a) + 31) / 32 * 4);
}

// Copies the matrix word by word between memory and scratchpad.
std::string copied_matrix(const Access& access) {
  const bool in = !access.form.store;
  const std::string move = in ? "ld.global.u32 %r5, [%l6];\nst.shared.u32 [%r4], %r5;\n"
                              : "ld.shared.u32 %r5, [%r4];\nst.global.u32 [%l6], %r5;\n";
  return std::string("mov.u32 %r2, 0;\nCOPY:\ncvt.u64.u32 %l5, %r2;\nadd.s64 %l6, ") + (in ? "%l1" : "%l0") +
         ", %l5;\nadd.u32 %r4, %r3, %r2;\n" + move + "add.u32 %r2, %r2, 4;\nsetp.lt.u32 %p1, %r2, " +
         std::to_string(bytes_of(access)) + ";\n@%p1 bra COPY;\n";
}

// For a load the input is the matrix and the output the registers of all lanes; for a store the reverse.
std::string access_kernel(const Access& access) {
  const MatrixForm& form = access.form;
  const unsigned width = width_of(form);
  const bool scratchpad = form.space == StateSpace::kShared;
  const std::string name = width == 64 ? "%y" : "%x", bits = std::to_string(width);
  std::string fragment, each;
  for (unsigned n = 0; n < registers_of(form, form.part); ++n) {
    const std::string reg = name + std::to_string(n), place = "[%l3+" + std::to_string(n * width / 8 * 32) + "]";
    fragment += (n == 0 ? "" : ", ") + reg;
    each += form.store ? "ld.global.b" + bits + " " + reg + ", " + place + ";\n"
                       : "st.global.b" + bits + " " + place + ", " + reg + ";\n";
  }
  const std::string address = scratchpad ? "[%r3]" : form.store ? "[%l0]" : "[%l1]";
  const std::string operands = form.store ? address + ", {" + fragment + "}" : "{" + fragment + "}, " + address;
  const std::string access_text = form.opcode + " " + operands + ", %r9;\nbar.sync 0;\n";
  const std::string own = "mul.wide.u32 %l2, %r0, " + std::to_string(width / 8) + ";\nadd.s64 %l3, " +
                          (form.store ? "%l1" : "%l0") + ", %l2;\n";
  const std::string copy = scratchpad ? copied_matrix(access) + "bar.sync 0;\n" : "";
  return module_of(".reg .b32 %x<9>; .reg .b64 %y<9>;\nmov.u32 %r3, s;\nmov.u32 %r9, " +
                       std::to_string(access.stride) + ";\n" + own +
                       (form.store ? each + access_text + copy : copy + access_text + each),
                   ".shared .align 32 .b8 s[" + std::to_string(bytes_of(access)) + "];");
}

std::uint64_t bits_at(const std::vector<std::uint8_t>& bytes, std::size_t element, unsigned bits) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bits; ++i) {
    const std::size_t at = element * bits + i;
    value |= std::uint64_t{bytes.at(at / 8) >> at % 8 & 1u} << i;
  }
  return value;
}

void check_load(const Access& access) {
  const MatrixForm& form = access.form;
  const unsigned bits = bits_of(form.a), width = width_of(form);
  std::mt19937_64 random(bits);
  std::vector<std::uint8_t> memory(bytes_of(access));
  for (std::uint8_t& byte : memory) byte = static_cast<std::uint8_t>(random());
  KernelRun kernel(access_kernel(access));
  const auto found = kernel.run<std::uint8_t>(memory, std::size_t{registers_of(form, form.part)} * width / 8 * 32);
  std::size_t wrong = 0;
  for (unsigned reg = 0; reg < registers_of(form, form.part); ++reg)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned e = 0; e < width / bits; ++e)
        wrong += bits_at(found, ((reg * 32 + lane) * std::size_t{width}) / bits + e, bits) !=
                 bits_at(memory, access.place(place_of(form, form.part, lane, reg, e)), bits);
  INFO(form.opcode << " with lines " << access.stride << " apart");
  CHECK(wrong == 0);
}

void check_store(const Access& access) {
  const MatrixForm& form = access.form;
  const unsigned bits = bits_of(form.d), width = width_of(form), count = registers_of(form, form.part);
  std::mt19937_64 random(bits);
  std::vector<std::uint8_t> registers(std::size_t{count} * width / 8 * 32);
  for (std::uint8_t& byte : registers) byte = static_cast<std::uint8_t>(random());
  KernelRun kernel(access_kernel(access));
  const auto found = kernel.run<std::uint8_t>(registers, bytes_of(access));
  std::size_t wrong = 0;
  for (unsigned reg = 0; reg < count; ++reg)
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned e = 0; e < width / bits; ++e)
        wrong += bits_at(registers, ((reg * 32 + lane) * std::size_t{width}) / bits + e, bits) !=
                 bits_at(found, access.place(place_of(form, form.part, lane, reg, e)), bits);
  INFO(form.opcode << " with lines " << access.stride << " apart");
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("wmma.load and wmma.store access each element at its row and column") {
  std::size_t accesses = 0;
  for (const MatrixForm& form : matrix_forms()) {
    if (form.op != Op::kWmma) continue;
    const MatrixShape shape = shape_of(form, form.part);
    const unsigned line = form.by_rows ? shape.columns : shape.rows;
    const unsigned more = std::max(1u, 128 / bits_of(form.a));  // strides are multiples of 16 bytes
    for (const unsigned stride : {(line + more - 1) / more * more, (line + more - 1) / more * more + 3 * more}) {
      form.store ? check_store({form, stride}) : check_load({form, stride});
      ++accesses;
    }
  }
  CHECK(accesses == 2 * (4 * 2 * (3 * 8 + 3 * 6 + 2 + 2 + 2 + 2 + 2 + 2) + 4 * 6));
}
