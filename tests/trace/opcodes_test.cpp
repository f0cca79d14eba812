// How the SM treats the instructions of Maxwell to Blackwell.
#include <catch2/catch.hpp>

#include "trace/opcodes.h"

using namespace unibank;
using namespace unibank::trace;

TEST_CASE("opcodes are assigned to the units that execute them") {
  const std::pair<const char*, Unit> cases[] = {
      {"IADD3.X", Unit::kAlu},          {"FFMA", Unit::kAlu},          {"DFMA", Unit::kAlu},
      {"HMMA.16816.F32", Unit::kTensor}, {"MUFU.RSQ", Unit::kSfu},      {"TEX.SCR.LL", Unit::kTexture},
      {"BAR.SYNC.DEFER_BLOCKING", Unit::kBarrier}, {"EXIT", Unit::kExit}, {"BRA", Unit::kAlu},
      {"S2UR", Unit::kAlu},             {"MEMBAR.SC.GPU", Unit::kAlu}, {"LDG.E.128.SYS", Unit::kMemory},
      {"LDC.64", Unit::kMemory},        {"ULDC.64", Unit::kAlu},       {"CS2R.32", Unit::kAlu},
      {"XMAD.PSL.CBCC", Unit::kAlu},    {"SSY", Unit::kAlu},           {"TEXS", Unit::kTexture},
      {"KIL", Unit::kExit},             {"VIADD", Unit::kAlu},         {"VIMNMX3.U32", Unit::kAlu},
      {"LDCU.64", Unit::kAlu},          {"FFMA2", Unit::kAlu},         {"UIADD3.64", Unit::kAlu},
      {"ACQSHMINIT", Unit::kAlu},       {"SULD.D.BA.1D", Unit::kTexture}, {"SUST.P", Unit::kTexture}};
  for (const auto& [opcode, unit] : cases) {
    INFO(opcode);
    REQUIRE(find_opcode(opcode) != nullptr);
    CHECK(find_opcode(opcode)->unit == unit);
  }
  CHECK(find_opcode("DMNMX")->has(Opcode::kDouble));
  CHECK(find_opcode("LDG2") == nullptr);
  CHECK(find_opcode("") == nullptr);
}

TEST_CASE("opcodes are of the kind of arithmetic whose lanes execute them on SMs of today") {
  const std::pair<const char*, Arithmetic> cases[] = {
      {"FFMA.FTZ", Arithmetic::kFloat},       {"MOV", Arithmetic::kFloat},
      {"F2F.F64.F32", Arithmetic::kFloat},    {"UIADD3", Arithmetic::kFloat},
      {"IADD3.X", Arithmetic::kInteger},      {"LOP3.LUT", Arithmetic::kInteger},
      {"ISETP.GE.AND", Arithmetic::kInteger}, {"FSETP.GT.AND", Arithmetic::kInteger},
      {"FMNMX", Arithmetic::kInteger},        {"SEL", Arithmetic::kInteger},
      {"I2FP.F32.S32", Arithmetic::kInteger}, {"VIADD", Arithmetic::kInteger},
      {"IMAD.WIDE", Arithmetic::kProduct},    {"XMAD.PSL", Arithmetic::kProduct},
      {"F2I.TRUNC", Arithmetic::kConversion}, {"I2F", Arithmetic::kConversion},
      {"POPC", Arithmetic::kConversion},      {"FLO.U32", Arithmetic::kConversion},
      {"SHFL.BFLY", Arithmetic::kShuffle},    {"REDUX.SUM", Arithmetic::kShuffle},
      {"VOTE.ANY", Arithmetic::kVote}};
  for (const auto& [opcode, kind] : cases) {
    INFO(opcode);
    REQUIRE(find_opcode(opcode) != nullptr);
    CHECK(find_opcode(opcode)->arithmetic == kind);
  }
}

TEST_CASE("memory opcodes say which memory and what they do there") {
  const struct {
    const char* opcode;
    Space space;
    MemoryOp memory;
    bool generic;
  } cases[] = {{"LDG.E", Space::kGlobal, MemoryOp::kLoad, false},
               {"STG.E", Space::kGlobal, MemoryOp::kStore, false},
               {"LD.E", Space::kGlobal, MemoryOp::kLoad, true},
               {"ST.E", Space::kGlobal, MemoryOp::kStore, true},
               {"LDS.U.64", Space::kScratchpad, MemoryOp::kLoad, false},
               {"STL", Space::kLocal, MemoryOp::kStore, false},
               {"ATOMS.ADD", Space::kScratchpad, MemoryOp::kAtomic, false},
               {"STSM.16.MT88.4", Space::kScratchpad, MemoryOp::kStore, false},
               {"REDG.E.ADD", Space::kGlobal, MemoryOp::kReduction, false},
               {"REDS.ADD", Space::kScratchpad, MemoryOp::kReduction, false},
               {"RED.E.ADD", Space::kGlobal, MemoryOp::kReduction, true},
               {"ATOMG.E.CAS", Space::kGlobal, MemoryOp::kAtomic, false}};
  for (const auto& expected : cases) {
    INFO(expected.opcode);
    const Opcode* found = find_opcode(expected.opcode);
    REQUIRE(found != nullptr);
    CHECK(found->space == expected.space);
    CHECK(found->memory == expected.memory);
    CHECK(found->has(Opcode::kGeneric) == expected.generic);
  }
}

TEST_CASE("the opcode says how many bytes a lane accesses") {
  CHECK(width_of("LDG.E") == 4);
  CHECK(width_of("LDG.E.U8.CONSTANT") == 1);
  CHECK(width_of("LDG.E.S16") == 2);
  CHECK(width_of("LDG.E.64") == 8);
  CHECK(width_of("LDG.E.LTC128B.128") == 16);
  CHECK(width_of("LDS.U.128") == 16);
  CHECK(width_of("ATOMG.E.ADD.F32.FTZ.RN") == 4);
}

TEST_CASE("atomics of doubles and of packed floats access the bytes of their type") {
  CHECK(width_of("RED.E.ADD.F64.RN.STRONG.GPU") == 8);
  CHECK(width_of("ATOMG.E.ADD.F16x2.RN.STRONG.GPU") == 4);
  CHECK(width_of("ATOMG.E.ADD.BF16x4.RN.STRONG.GPU") == 8);
  CHECK(width_of("ATOMG.E.ADD.F32x4.FTZ.RN.STRONG.GPU") == 16);
}

TEST_CASE("an access of a width that a lane of this model does not have is refused") {
  CHECK_THROWS_WITH(width_of("LDG.E.ENL2.256"), "found the opcode 'LDG.E.ENL2.256', an access of 256 bits per lane; "
                                                "expected 8, 16, 32, 64 or 128");
  CHECK_THROWS_WITH(width_of("LDG.E.7"),
                    "found the opcode 'LDG.E.7', an access of 7 bits per lane; expected 8, 16, 32, 64 or 128");
  // Modulo 2^32 it would be 32 bits.
  CHECK_THROWS_WITH(width_of("ATOMG.E.ADD.F16x268435458.RN"), Catch::Contains("an access of 4294967328 bits per lane"));
}

TEST_CASE("an opcode whose effect is not in a trace is refused with a reason") {
  for (const char* opcode : {"UTMALDG.2D", "UBLKCP.S.G", "HGMMA.64x64x16.F32", "UTCHMMA", "LDTM.x32", "UCGABAR_WAIT",
                             "STAS", "SYNCS.PHASECHK.TRANS64.TRYWAIT", "USYNCS", "USETSHMSZ.FLUSH", "UMEMSETS"}) {
    INFO(opcode);
    CHECK(find_opcode(opcode) == nullptr);
    CHECK(refused_because(opcode) != nullptr);
  }
  CHECK(refused_because("LDG.E") == nullptr);
  CHECK(refused_because("NEWOP") == nullptr);
}

TEST_CASE("LDSM and STSM say how many matrices they move") {
  CHECK(matrices_of("LDSM.16.M88") == 1);
  CHECK(matrices_of("LDSM.16.MT88.2") == 2);
  CHECK(matrices_of("STSM.16.M88.4") == 4);
}
