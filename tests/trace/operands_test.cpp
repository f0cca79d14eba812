// The registers that traced instructions read and write, the scoreboard, and last uses.
#include <catch2/catch.hpp>

#include "trace/trace_text.h"

using namespace unibank;
using namespace unibank::trace;
using namespace unibank::test;

TEST_CASE("operands of 64 and 128 bits include the registers after the listed one") {
  const auto all = turns_of({"0010 ffffffff 1 R8 LDG.E.128 1 R2 16 1 0x1000 16",
                             "0020 ffffffff 0 STG.E.64 2 R2 R8 8 1 0x1000 8",
                             "0030 ffffffff 0 STS.64 2 R4 R8 8 1 0x0 8", "0040 ffffffff 1 R4 DFMA 3 R8 R10 R4 0",
                             "0050 ffffffff 1 R6 IMAD.WIDE 3 R8 R9 R10 0",
                             "0060 ffffffff 1 R6 IMAD 3 R8 R9 R10 0", "0070 ffffffff 1 R12 F2F.F64.F32 1 R8 0",
                             "0080 ffffffff 1 R12 F2F.F32.F64 1 R8 0",
                             "0090 ffffffff 1 R255 LDG.E.64 1 R2 8 1 0x1000 8",
                             "00a0 ffffffff 1 R30 LDG.E.128 1 R2 16 1 0x1000 16",
                             "00b0 ffffffff 1 R12 LDSM.16.M88.4 1 R4 2 1 0x0 0"});
  CHECK(all[0].decoded->results == Numbers{8, 9, 10, 11});
  CHECK(all[0].decoded->sources == Numbers{2, 3});
  CHECK(all[0].decoded->bytes_per_lane == 16);
  CHECK(all[1].decoded->sources == Numbers{2, 3, 8, 9});
  CHECK(all[2].decoded->sources == Numbers{4, 8, 9});
  CHECK(all[3].decoded->sources == Numbers{8, 9, 10, 11, 4, 5});
  CHECK(all[3].decoded->results == Numbers{4, 5});
  CHECK(all[4].decoded->sources == Numbers{8, 9, 10, 11});
  CHECK(all[4].decoded->results == Numbers{6, 7});
  CHECK(all[5].decoded->sources == Numbers{8, 9, 10});
  CHECK(all[5].decoded->results == Numbers{6});
  CHECK(all[6].decoded->results == Numbers{12, 13});
  CHECK(all[6].decoded->sources == Numbers{8});
  CHECK(all[7].decoded->results == Numbers{12});
  CHECK(all[7].decoded->sources == Numbers{8, 9});
  CHECK(all[8].decoded->results.empty());
  CHECK(all[9].decoded->results == Numbers{30, 31});  // the kernel has 32
  CHECK(all[10].decoded->results == Numbers{12, 13, 14, 15});
  CHECK(all[10].decoded->bytes_per_lane == 16);
}

TEST_CASE("versions before 6 list a result behind a predicate as the first source") {
  // SHFL.BFLY PT, R2, R3, 0x10, 0x1f; ATOMG.E.CAS PT, R6, [R4.64], R8, R9; LOP3.LUT P0, R10, R11, 0x1, RZ, 0xc0, !PT;
  // ATOMG.E.ADD PT, RZ, [R4.64], R8; STG.E [R4.64], R8
  const auto all = turns_of({"0010 ffffffff 0 SHFL.BFLY 2 R2 R3 0 31", "0020 1 0 ATOMG.E.CAS 4 R6 R4 R8 R9 4 2 0x100 0",
                             "0030 ffffffff 0 LOP3.LUT 3 R10 R11 R255 0 1",
                             "0040 1 0 ATOMG.E.ADD 3 R255 R4 R8 4 2 0x100 0",
                             "0050 1 0 STG.E 2 R4 R8 4 2 0x100 0"}, 5);
  CHECK(all[0].decoded->results == Numbers{2});
  CHECK(all[0].decoded->sources == Numbers{3});
  CHECK(all[0].decoded->writes.has_register(2));
  CHECK(all[1].decoded->memory == MemoryOp::kAtomic);
  CHECK(all[1].decoded->results == Numbers{6});
  CHECK(all[1].decoded->sources == Numbers{4, 5, 8, 9});
  CHECK(all[2].decoded->results == Numbers{10});
  CHECK(all[2].decoded->sources == Numbers{11});
  CHECK(all[3].decoded->memory == MemoryOp::kReduction);
  CHECK(all[3].decoded->sources == Numbers{4, 5, 8});
  CHECK(all[4].decoded->results.empty());
  CHECK(all[4].decoded->sources == Numbers{4, 5, 8});
}

TEST_CASE("an atomic of a double moves two registers") {
  const auto all = turns_of({"0010 1 0 RED.E.ADD.F64.RN.STRONG.GPU 2 R2 R4 8 2 0x100 0",
                             "0020 1 0 ATOMG.E.ADD.F64.RN.STRONG.GPU 3 R8 R2 R4 8 2 0x100 0"}, 5);
  CHECK(all[0].decoded->bytes_per_lane == 8);
  CHECK(all[0].decoded->sources == Numbers{2, 3, 4, 5});
  CHECK(all[1].decoded->results == Numbers{8, 9});
}

TEST_CASE("an LDGSTS reads one register of its scratchpad address and then two of its global address") {
  const auto all = turns_of({"0010 1 0 LDGSTS.E.128 2 R7 R2 16 2 0x100 0"}, 5, 80);
  CHECK(all[0].decoded->sources == Numbers{7, 2, 3});
}

TEST_CASE("LDGSTS copies to a place that is not known and LDGDEPBAR and DEPBAR.LE end groups and wait for them") {
  const std::vector<std::string> lines = {
      "0010 ffffffff 0 LDGSTS.E.BYPASS.128 2 R7 R2 16 1 0x1000 16", "0020 ffffffff 0 LDGSTS.E 2 R7 R2 4 1 0x1000 4",
      "0030 ffffffff 0 LDGDEPBAR 0 0", "0040 ffffffff 0 DEPBAR.LE 0 0", "0050 ffffffff 0 DEPBAR 0 0",
      "0060 ffffffff 0 NOP 0 0"};
  for (const unsigned version : {4u, 5u, 6u}) {
    INFO(version);
    std::vector<std::string> own = lines;
    for (std::string& line : own) line += version == 4 ? "" : version == 5 ? " 2" : " 2 0 NoVal";
    const auto all = turns_of(own, version, 80);
    CHECK(all[0].decoded->memory == MemoryOp::kCopy);
    CHECK(all[0].decoded->space == Space::kGlobal);
    CHECK(all[0].decoded->bytes_per_lane == 16);
    CHECK(all[0].decoded->cache == CacheOperator::kGlobal);
    CHECK(all[0].copied_to == nullptr);
    CHECK(all[0].address[1] == 0x1010);
    CHECK(all[1].decoded->cache == CacheOperator::kAll);
    CHECK(all[2].decoded->commits_copies);
    CHECK(all[2].decoded->copy_groups_left == kNoWait);
    CHECK(all[3].decoded->copy_groups_left == (version == 4 ? 0 : 2));
    for (const std::size_t other : {1, 3, 4, 5}) CHECK_FALSE(all[other].decoded->commits_copies);
    for (const std::size_t other : {0, 1, 4, 5}) CHECK(all[other].decoded->copy_groups_left == kNoWait);
  }
}

TEST_CASE("a conversion with one type in its opcode has the other side's 32 bits") {
  const auto all = turns_of({"0010 ffffffff 1 R10 F2I.F64.TRUNC 1 R6 0", "0020 ffffffff 1 R7 I2F.U64.RP 1 R4 0",
                             "0030 ffffffff 1 R10 F2I.U64.TRUNC 1 R6 0", "0040 ffffffff 1 R10 I2F.F64 1 R6 0",
                             "0050 ffffffff 1 R10 I2F.F64.S64 1 R6 0", "0060 ffffffff 1 R10 FRND.F64.FLOOR 1 R6 0"});
  const Numbers one{10}, pair{10, 11}, from_one{6}, from_pair{6, 7};
  CHECK(all[0].decoded->results == one);
  CHECK(all[0].decoded->sources == from_pair);
  CHECK(all[1].decoded->results == Numbers{7});
  CHECK(all[1].decoded->sources == Numbers{4, 5});
  CHECK(all[2].decoded->results == pair);
  CHECK(all[2].decoded->sources == from_one);
  CHECK(all[3].decoded->results == pair);
  CHECK(all[3].decoded->sources == from_one);
  CHECK(all[4].decoded->results == pair);
  CHECK(all[4].decoded->sources == from_pair);
  CHECK(all[5].decoded->results == pair);
  CHECK(all[5].decoded->sources == from_pair);
}

TEST_CASE("from Volta on CS2R writes a pair and the addend of IMAD.HI is a pair") {
  const std::vector<std::string> lines = {"0010 ffffffff 1 R4 CS2R 0 0", "0020 ffffffff 1 R4 CS2R.32 0 0",
                                          "0030 ffffffff 1 R3 IMAD.HI.U32 3 R8 R9 R2 0"};
  const auto all = turns_of(lines);
  CHECK(all[0].decoded->results == Numbers{4, 5});
  CHECK(all[1].decoded->results == Numbers{4});
  CHECK(all[2].decoded->results == Numbers{3});
  CHECK(all[2].decoded->sources == Numbers{8, 9, 2, 3});
  CHECK(turns_of(lines, 4, 61)[0].decoded->results == Numbers{4});
}

TEST_CASE("packed operations on 32-bit values use register pairs and are not double precision") {
  const auto all = turns_of({"0010 ffffffff 1 R4 FFMA2 3 R8 R10 R4 0"}, 4, 100);
  CHECK(all[0].decoded->sources == Numbers{8, 9, 10, 11, 4, 5});
  CHECK(all[0].decoded->results == Numbers{4, 5});
  CHECK_FALSE(all[0].decoded->double_precision);
}

TEST_CASE("a tensor instruction reads and writes the registers of its matrices") {
  const auto all = turns_of({"0010 ffffffff 1 R4 HMMA.16816.F32 3 R8 R20 R4 0",
                             "0020 ffffffff 1 R12 IMMA.8816.S8.S8 3 R8 R20 R255 0",
                             "0030 ffffffff 1 R4 DMMA.884 3 R8 R20 R4 0"}, 4, 100);
  CHECK(all[0].decoded->sources == Numbers{8, 9, 10, 11, 20, 21, 4, 5, 6, 7});
  CHECK(all[0].decoded->results == Numbers{4, 5, 6, 7});
  CHECK(all[0].decoded->unit == Unit::kTensor);
  CHECK(all[0].decoded->tensor_products == 16 * 8 * 16);
  CHECK(all[0].decoded->lanes_instead);
  CHECK(all[1].decoded->sources == Numbers{8, 20});  // R255 reads as zero
  CHECK(all[1].decoded->results == Numbers{12, 13});
  CHECK(all[2].decoded->double_precision);
  CHECK(all[2].decoded->tensor_products == 8 * 8 * 4);
}

TEST_CASE("the addend of IMAD.WIDE is a register pair and an immediate factor takes no register") {
  const auto all = turns_of({"0080 ffffffff 1 R2 IMAD.WIDE 2 R0 R9 0 0",
                             "0090 ffffffff 1 R2 IMAD.WIDE.U32 2 R11 R2 0 16",
                             "00a0 ffffffff 1 R2 IMAD.WIDE.U32 3 R11 R12 R2 0 0",
                             "00b0 ffffffff 1 R2 IMAD.WIDE 2 R11 R2 0 -4"}, 5);
  CHECK(all[0].decoded->sources == Numbers{0, 9});  // the third operand is a constant
  CHECK(all[1].decoded->sources == Numbers{11, 2, 3});
  CHECK(all[2].decoded->sources == Numbers{11, 12, 2, 3});
  CHECK(all[3].decoded->sources == Numbers{11, 2, 3});
}

TEST_CASE("the scoreboard knows registers of versions 3 to 5 and predicates and uniform ones of version 6") {
  const auto of_4 = turns_of({"0010 ffffffff 1 R2 IADD3 2 R4 R5 0"});
  RegisterSet reads, writes;
  for (const unsigned number : {2u, 4u, 5u}) reads.add_register(number);
  writes.add_register(2);
  for (unsigned i = 0; i < RegisterSet::kBits; ++i) {
    CHECK(of_4[0].decoded->touches.has_register(i) == reads.has_register(i));
    CHECK(of_4[0].decoded->writes.has_register(i) == writes.has_register(i));
  }
  const auto of_6 = turns_of({"0010 ffffffff 2 R2 P1 IADD3 3 R4 UP0 UR5 0 0 0 NoVal"}, 6);
  CHECK(of_6[0].decoded->sources == Numbers{4});
  CHECK(of_6[0].decoded->results == Numbers{2});
  CHECK(of_6[0].decoded->writes.has_register(kMaxRegisters + 1));
  CHECK(of_6[0].decoded->touches.has_register(kMaxRegisters + 8));
  CHECK(of_6[0].decoded->touches.has_register(kMaxRegisters + 16 + 5));
}

TEST_CASE("a branch with a predicate has a condition, and an instruction has the kind of its opcode") {
  const auto turns = turns_of({"0000 ffffffff 0 BRA 1 P0 0 0 0 NoVal", "0010 ffffffff 0 BRA 0 0 0 0 NoVal",
                               "0020 ffffffff 1 R2 SHFL.BFLY 2 R4 P1 0 0 0 NoVal"}, 6);
  CHECK(turns[0].decoded->conditional);
  CHECK_FALSE(turns[1].decoded->conditional);
  CHECK_FALSE(turns[2].decoded->conditional);
  CHECK(turns[2].decoded->arithmetic == Arithmetic::kShuffle);
}

TEST_CASE("a register is dead after the read that no other read of any lane follows") {
  const auto all = turns_of({"0000 ffffffff 1 R2 MOV 1 R8 0",      // R8 lives: read below
                             "0010 ffffffff 1 R3 IADD3 2 R2 R8 0",  // R8 dies; half of the lanes read R2 again below
                             "0020 0000ffff 1 R2 MOV 1 R3 0",       // written by half of the lanes
                             "0030 ffff0000 1 R4 MOV 1 R2 0",       // the other half's R2; it is its last read
                             "0040 0000ffff 1 R4 IADD3 2 R2 R3 0",  // R2 and R3 die
                             "0050 00000000 1 R5 MOV 1 R4 0",       // no lane executes it
                             "0060 ffffffff 0 EXIT 0 0"});
  CHECK(all[0].decoded->dead_after.empty());
  CHECK(all[1].decoded->dead_after == Numbers{8});
  CHECK(all[1].decoded->last_use == 2);
  CHECK(all[2].decoded->dead_after.empty());
  CHECK(all[3].decoded->dead_after.empty());  // lanes of the lower half read R2 in the next line
  CHECK(all[4].decoded->dead_after == Numbers{2, 3});
  CHECK(all[4].decoded->last_use == 3);
  CHECK(all[5].decoded->dead_after.empty());
}

TEST_CASE("a register that one instruction reads and writes is dead after the read") {
  const auto all = turns_of({"0000 ffffffff 1 R2 IADD3 2 R2 R2 0", "0010 ffffffff 0 STS 1 R2 4 1 0x0 4"});
  CHECK(all[0].decoded->sources == Numbers{2});
  CHECK(all[0].decoded->dead_after == Numbers{2});
  CHECK(all[1].decoded->dead_after == Numbers{2});
}
