// Operands that the tracer lists in other places than an instruction has them, and how many registers they take.
#include <catch2/catch.hpp>

#include "trace/opcodes.h"
#include "trace/trace_text.h"

using namespace unibank;
using namespace unibank::trace;
using namespace unibank::test;

TEST_CASE("from Volta on a texture fetch has its first two components in the second operand") {
  // TEX.SCR.LL RZ, R4, R2, R3, 0x0, 0x5c, 2D, 0x1; TEX.SCR.B.LL R8, R6, R2, R4, 2D;
  // TLD.SCR.LZ RZ, R8, R18, 0x0, 0x64, 1D, 0x3; TEX.SCR.LL R8, R6, R2, R3, 0x0, 0x5c, 2D, 0x7
  const auto all = turns_of({"0010 ffffffff 1 R255 TEX.SCR.LL 3 R4 R2 R3 0 1",
                             "0020 ffffffff 1 R8 TEX.SCR.B.LL 3 R6 R2 R4 0 0",
                             "0030 ffffffff 1 R255 TLD.SCR.LZ 2 R8 R18 0 3",
                             "0040 ffffffff 1 R8 TEX.SCR.LL 3 R6 R2 R3 0 7"}, 5, 75);
  CHECK(all[0].decoded->results == Numbers{4});
  CHECK(all[0].decoded->sources == Numbers{2, 3});
  CHECK(all[0].decoded->writes.has_register(4));
  CHECK(all[1].decoded->results == Numbers{8, 9, 6, 7});
  CHECK(all[1].decoded->sources == Numbers{2, 4});
  CHECK(all[2].decoded->results == Numbers{8, 9});
  CHECK(all[3].decoded->results == Numbers{8, 6, 7});
  // Version 4 has no mask. The last of version 6's immediates may be it.
  CHECK(turns_of({"0010 ffffffff 1 R255 TEX.SCR.LL 3 R4 R2 R3 0"}, 4, 75)[0].decoded->results == Numbers{4});
  const auto six = turns_of({"0010 ffffffff 1 R255 TEX.LL 4 R4 R2 R3 UR4 0 0 3 NoVal",
                             "0020 ffffffff 1 R255 TEX.SCR.LL 3 R4 R2 R3 0 0 92 NoVal"}, 6, 90);
  CHECK(six[0].decoded->results == Numbers{4, 5});
  CHECK(six[1].decoded->results == Numbers{4});
}

TEST_CASE("before Volta a texture fetch has one result unless its opcode ends with S") {
  // TLD.LZ R4, R0, 0x52, 1D, 0xf; TEXS R2, R0, R4, R5, 0x8, 2D, RGBA
  const auto all = turns_of({"0010 ffffffff 1 R4 TLD.LZ 1 R0 0 15", "0020 ffffffff 1 R2 TEXS 3 R0 R4 R5 0 8"}, 5, 61);
  CHECK(all[0].decoded->results == Numbers{4, 5, 6, 7});
  CHECK(all[0].decoded->sources == Numbers{0});
  CHECK(all[1].decoded->results == Numbers{2, 3, 0, 1});
  CHECK(all[1].decoded->sources == Numbers{4, 5});
}

TEST_CASE("version 6 lists a result behind a predicate as the first source too") {
  const auto all = turns_of({"0010 ffffffff 0 SHFL.BFLY 2 R2 R3 0 16 31 NoVal",
                             "0020 ffffffff 1 P7 SHFL.BFLY 2 R4 R5 0 16 31 NoVal",
                             "0030 1 0 ATOMG.E.ADD 3 R6 R8 R10 4 2 0x100 0 0 NoVal",
                             "0040 ffffffff 2 P0 R2 SHFL.BFLY 1 R3 0 16 31 NoVal"}, 6, 80);
  const Numbers results[] = {{2}, {4}, {6}, {2}}, sources[] = {{3}, {5}, {8, 9, 10}, {3}};
  for (unsigned i = 0; i < 4; ++i) {
    INFO(i);
    CHECK(all[i].decoded->results == results[i]);
    CHECK(all[i].decoded->sources == sources[i]);
    CHECK(all[i].decoded->writes.has_register(results[i][0]));
  }
  CHECK(all[2].decoded->memory == MemoryOp::kAtomic);
}

TEST_CASE("nothing waits for predicates that are always true and the uniform register that is always zero") {
  const auto all = turns_of({"0010 ffffffff 2 R2 P7 IADD3 4 R3 P7 UP7 UR63 0 0 0 NoVal",
                             "0020 ffffffff 2 R2 P6 IADD3 4 R3 P6 UP6 UR62 0 0 0 NoVal"}, 6, 80);
  for (unsigned i = 0; i < 2; ++i) {
    unsigned predicates = 0;
    for (unsigned place = kMaxRegisters; place < RegisterSet::kBits; ++place)
      predicates += all[i].decoded->touches.has_register(place);
    CHECK(predicates == (i == 0 ? 0 : 3));
  }
  CHECK(turns_of({"0010 ffffffff 0 BRA 1 P7 0 0 0 NoVal"}, 6)[0].decoded->conditional == false);
}

TEST_CASE("an access of a surface has the registers of its width") {
  const auto all = turns_of({"0010 ffffffff 1 R4 SULD.D.BA.2D.128.STRONG.SM.TRAP 1 R2 0 0",
                             "0020 ffffffff 0 SUST.D.BA.2D.64.STRONG.SM.TRAP 2 R2 R8 0 0",
                             "0030 ffffffff 1 R4 SULD.D.BA.1D.STRONG.SM.TRAP 2 R2 R6 0 0"}, 5, 75);
  CHECK(all[0].decoded->results == Numbers{4, 5, 6, 7});
  CHECK(all[0].decoded->sources == Numbers{2});
  CHECK(all[1].decoded->sources == Numbers{2, 8, 9});
  CHECK(all[2].decoded->results == Numbers{4});
  CHECK(all[2].decoded->sources == Numbers{2, 6});
}

TEST_CASE("a register that a branch or a barrier reads is a source although the tracer lists it as the result") {
  const auto all = turns_of({"0010 ffffffff 1 R20 RET.REL.NODEC 0 0 0", "0020 ffffffff 1 R4 BRX 0 0 -512",
                             "0030 ffffffff 1 R2 CALL.ABS.NOINC 0 0 0", "0040 ffffffff 1 R6 WARPSYNC 0 0 0",
                             "0050 ffffffff 1 R7 NANOSLEEP 0 0 0", "0060 ffffffff 1 R5 BAR.SYNC 0 0 64",
                             "0070 ffffffff 1 R9 BMOV.32.CLEAR 0 0 0"}, 5);
  const Numbers expected[] = {{20, 21}, {4, 5}, {2, 3}, {6}, {7}, {5}, {}};
  for (unsigned i = 0; i < 7; ++i) {
    INFO(i);
    CHECK(all[i].decoded->sources == expected[i]);
    CHECK(all[i].decoded->results.size() == (i == 6));
  }
  CHECK(all[5].barrier.threads == 64);
  CHECK(turns_of({"0020 ffffffff 1 R4 BRX 0 0 -512"}, 5, 61)[0].decoded->sources == Numbers{4});
}

TEST_CASE("LEPC writes a pair and operations on 64-bit integers use pairs") {
  const auto all = turns_of({"0010 ffffffff 1 R20 LEPC 0 0 304", "0020 ffffffff 1 R14 IADD.64 2 R6 R8 0 0",
                             "0030 ffffffff 0 ISETP.GE.S64.AND 2 R8 R10 0 0", "0040 ffffffff 1 R4 MOV.64 1 R2 0 0",
                             "0050 ffffffff 1 R8 SEL.64 2 R4 R6 0 0", "0060 ffffffff 1 R14 IADD 2 R6 R8 0 0",
                             "0070 ffffffff 0 ISETP.GE.U32.AND 2 R8 R10 0 0",
                             "0080 ffffffff 1 R9 MATCH.ANY.U64 1 R2 0 0",
                             "0090 ffffffff 1 R9 MATCH.ANY 1 R2 0 0"}, 5, 100);
  CHECK(all[0].decoded->results == Numbers{20, 21});
  CHECK(all[1].decoded->results == Numbers{14, 15});
  CHECK(all[1].decoded->sources == Numbers{6, 7, 8, 9});
  CHECK(all[2].decoded->sources == Numbers{8, 9, 10, 11});
  CHECK(all[3].decoded->results == Numbers{4, 5});
  CHECK(all[3].decoded->sources == Numbers{2, 3});
  CHECK(all[4].decoded->results == Numbers{8, 9});
  CHECK(all[4].decoded->sources == Numbers{4, 5, 6, 7});
  CHECK(all[5].decoded->results == Numbers{14});
  CHECK(all[6].decoded->sources == Numbers{8, 10});
  CHECK(all[7].decoded->results == Numbers{9});
  CHECK(all[7].decoded->sources == Numbers{2, 3});
  CHECK(all[8].decoded->sources == Numbers{2});
}

TEST_CASE("a comparison of doubles sets one register and a conversion to bfloat16 reads the pair of a double") {
  const auto all = turns_of({"0010 ffffffff 1 R4 DSET.BF.LT.AND 2 R6 R8 0 0",
                             "0020 ffffffff 1 R9 F2F.BF16.F64 1 R2 0 0"}, 5, 61);
  CHECK(all[0].decoded->results == Numbers{4});
  CHECK(all[0].decoded->sources == Numbers{6, 7, 8, 9});
  CHECK(all[1].decoded->results == Numbers{9});
  CHECK(all[1].decoded->sources == Numbers{2, 3});
}

TEST_CASE("before Volta a compare-and-swap has its two values in consecutive registers") {
  const std::vector<std::string> line = {"0010 1 1 R0 ATOM.E.CAS 2 R8 R2 4 2 0x100 0"};
  CHECK(turns_of(line, 5, 61)[0].decoded->sources == Numbers{8, 9, 2, 3});
  CHECK(turns_of({"0010 1 1 R0 ATOM.E.CAS.64 2 R8 R4 8 2 0x100 0"}, 5, 61)[0].decoded->sources ==
        Numbers{8, 9, 4, 5, 6, 7});
  CHECK(turns_of({"0010 1 0 ATOMG.E.CAS 4 R6 R8 R2 R4 4 2 0x100 0"}, 5, 70)[0].decoded->sources == Numbers{8, 9, 2, 4});
}

TEST_CASE("a barrier in a register has its number and its threads from the values of version 6") {
  std::string lanes;  // the first active lane, number 4, has barrier 3
  for (unsigned lane = 0; lane < 32; ++lane) lanes += lane == 4 ? " 3" : " 77";
  const auto all = turns_of({"0010 ffffffff 1 R5 BAR.SYNC.DEFER_BLOCKING 0 0 64 0 Val 1 0x3",
                             "0020 ffffffff 0 BAR.SYNC.DEFER_BLOCKING 1 R6 0 2 0 Val 1 0x40",
                             "0030 ffffffff 1 R7 BAR.ARV 1 R7 0 0 0 Val 1 0x600005 1 0x600005",
                             "0040 ffffffff 1 R5 BAR.SYNC 0 0 64 0 NoVal",
                             "0050 ffffffff 0 BAR.SYNC 0 0 2 64 Val",
                             "0060 ffffffff 0 BAR.RED.OR 2 P0 R6 0 2 0 Val 1 0x1 1 0x40",
                             "0070 0000000f 0 EXIT 0 0 0 0 NoVal",
                             "0080 fffffff0 1 R5 BAR.SYNC 0 0 96 0 Val 32" + lanes}, 6, 90);
  const unsigned numbers[] = {3, 2, 5, 0, 2, 2, 0, 3}, threads[] = {64, 64, 96, 64, 64, 64, 0, 96};
  for (unsigned i = 0; i < 8; ++i) {
    if (all[i].decoded->unit != Unit::kBarrier) continue;
    INFO(i);
    CHECK(all[i].barrier.id == numbers[i]);
    CHECK(all[i].barrier.threads == threads[i]);
    CHECK(all[i].barrier.waits == (i != 2));
  }
}
