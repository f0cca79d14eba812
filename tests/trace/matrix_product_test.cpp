// What the opcodes of tensor instructions say of their products.
#include <catch2/catch.hpp>

#include "trace/matrix_product.h"
#include "trace/text.h"

using namespace unibank;
using namespace unibank::trace;

// Registers: a lane has M x K / 32 elements of the first factor, K x N / 32 of the second and M x N / 32 of the sum.
TEST_CASE("shape and types of a tensor instruction give its work and the registers of its operands") {
  struct Case {
    const char* opcode;
    unsigned work, a, b, c;
  };
  for (const Case& one : {Case{"HMMA.16816.F32", 16 * 8 * 16, 4, 2, 4},
                          Case{"HMMA.16816.F32.BF16", 16 * 8 * 16, 4, 2, 4},
                          Case{"HMMA.1688.F16", 16 * 8 * 8, 2, 1, 2}, Case{"HMMA.1688.F32", 16 * 8 * 8, 2, 1, 4},
                          Case{"HMMA.1688.F32.TF32", 16 * 8 * 8 * 2, 4, 2, 4},
                          Case{"HMMA.1684.F32.TF32", 16 * 8 * 4 * 2, 2, 1, 4},
                          Case{"HMMA.SP.16832.F32", 16 * 8 * 32 / 2, 4, 4, 4},
                          Case{"IMMA.8816.S8.S8.SAT", 8 * 8 * 16 / 2, 1, 1, 2},
                          Case{"IMMA.16832.U8.S8", 16 * 8 * 32 / 2, 4, 2, 4},
                          Case{"IMMA.16864.S4.U4", 16 * 8 * 64 / 4, 4, 2, 4},
                          Case{"BMMA.168256.XOR.POPC", 16 * 8 * 256 / 16, 4, 2, 4},
                          Case{"BMMA.88128.AND.POPC", 8 * 8 * 128 / 16, 1, 1, 2},
                          Case{"QMMA.16832.F32.E4M3.E5M2", 16 * 8 * 32 / 2, 4, 2, 4},
                          Case{"OMMA.SF.16864.F32.E2M1.E2M1.UE8", 16 * 8 * 64 / 4, 4, 2, 4}}) {
    INFO(one.opcode);
    const MatrixProduct product = matrix_product(one.opcode);
    CHECK(product.work == one.work);
    CHECK(product.a == one.a);
    CHECK(product.b == one.b);
    CHECK(product.c == one.c);
    CHECK_FALSE(product.doubles);
    CHECK(product.source(0) == one.a);
    CHECK(product.source(1) == one.b);
    CHECK(product.source(2) == one.c);
    CHECK(product.source(3) == 1);
  }
}

TEST_CASE("products of doubles count doubles") {
  const MatrixProduct product = matrix_product("DMMA.884");
  CHECK(product.doubles);
  CHECK(product.work == 8 * 8 * 4);
  CHECK(product.a == 2);
  CHECK(product.b == 2);
  CHECK(product.c == 4);
}

// mma.m8n8k4 multiplies four pairs of matrices; Volta does it in four steps, or in two with sums of 16 bits.
TEST_CASE("the steps of Volta's HMMA.884 share the work of four products") {
  const MatrixProduct floats = matrix_product("HMMA.884.F32.F32.STEP2");
  const MatrixProduct halves = matrix_product("HMMA.884.F16.F16.STEP1");
  const MatrixProduct whole = matrix_product("HMMA.884.F32.F32");
  CHECK(4 * floats.work == 4 * 8 * 8 * 4);
  CHECK(2 * halves.work == 4 * 8 * 8 * 4);
  CHECK(whole.work == 4 * floats.work);
  for (const MatrixProduct& step : {floats, halves}) {
    CHECK(step.a == 2);
    CHECK(step.b == 2);
    CHECK(step.c == 2);
  }
  CHECK(whole.c == 8);
}

TEST_CASE("a tensor instruction without a shape is an error of the trace") {
  for (const char* opcode : {"HMMA", "HMMA.F32", "IMMA.16824.S8", "HMMA.4816", "HMMA.16816X"}) {
    INFO(opcode);
    CHECK_THROWS_WITH(matrix_product(opcode), Catch::Contains(opcode) && Catch::Contains("expected the shape"));
  }
}
