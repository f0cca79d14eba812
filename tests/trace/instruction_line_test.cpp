// One line of a trace: an instruction that a warp has executed.
#include <catch2/catch.hpp>

#include "trace/instruction_line.h"

using namespace unibank;
using namespace unibank::trace;

namespace {

struct ReadLine {
  LineHead head;
  LineMiddle middle;
  LineTail tail;
};

ReadLine read_line(const std::string& line, unsigned version, bool line_info = false) {
  ReadLine all;
  all.head = read_head(line, line_info);
  all.middle = read_middle(all.head.rest, version);
  all.tail = read_tail(all.middle.rest, version, all.middle.opcode, all.middle.memory_bytes != 0, all.head.active);
  return all;
}

std::string line_refusal(const std::string& line, unsigned version) {
  try {
    read_line(line, version);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a line of an ALU instruction has PC and lanes and registers") {
  const ReadLine line = read_line("00f0 0000ffff 1 R4 IMAD.WIDE 3 R2 R255 R6 0 ", 4);
  CHECK(line.head.pc == 0xf0);
  CHECK(line.head.active == 0xffff);
  CHECK(line.middle.opcode == "IMAD.WIDE");
  REQUIRE(line.middle.results.size() == 1);
  CHECK(line.middle.results[0].number == 4);
  REQUIRE(line.middle.sources.size() == 3);
  CHECK(line.middle.sources[1].reads_as_zero());
  CHECK(line.middle.memory_bytes == 0);
  CHECK(line.tail.immediates == 0);
}

TEST_CASE("the source line number comes first if there is one") {
  const ReadLine line = read_line("118 0010 00000001 0 NOP 0 0 ", 3, true);
  CHECK(line.head.pc == 0x10);
  CHECK(line.head.active == 1);
}

TEST_CASE("version 5 ends with an immediate") {
  CHECK(read_line("0010 ffffffff 0 BRA 0 0 560 ", 5).tail.immediate[0] == 560);
  CHECK(read_line("0010 ffffffff 0 BRA 0 0 18446744073709551600", 5).tail.immediate[0] == 0xfffffffffffffff0);
  CHECK(read_line("0010 ffffffff 0 BRA 0 0 -16", 5).tail.immediate[0] == 0xfffffffffffffff0);
  CHECK(line_refusal("0010 ffffffff 0 BRA 0 0", 5) == "found the end of the line; expected an immediate");
  CHECK(line_refusal("0010 ffffffff 0 BRA 0 0 560", 4) == "found '560'; expected the end of the line");
}

TEST_CASE("all three address modes give active lanes the same addresses") {
  // Lanes 4 to 7, from 0x7f0010 on, 12 bytes apart.
  const std::string before = "0010 000000f0 1 R2 LDG.E 1 R4 4 ";
  const std::string all = "0 0x00000000007f0010 0x00000000007f001c 0x00000000007f0028 0x00000000007f0034";
  for (const std::string& addresses : {all, std::string("1 0x7f0010 12"), std::string("2 0x7f0010 12 12 12")}) {
    for (const unsigned version : {3u, 4u, 5u}) {
      const LineTail tail = read_line(before + addresses + (version == 5 ? " 0" : ""), version).tail;
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        CHECK(tail.address[lane] == (lane >= 4 && lane < 8 ? 0x7f0010 + 12 * (lane - 4) : 0));
      }
    }
  }
}

TEST_CASE("differences are relative to the previous active lane and strides may be negative or zero") {
  // 29 of 32 lanes, as in a real trace: lanes 25 to 27 are inactive.
  std::string line = "08b0 f1ffffff 1 R12 LDG.E 1 R28 4 2 0x7f1269c00108";
  for (int i = 1; i < 29; ++i) line += " " + std::to_string(i % 2 == 0 ? -4 * i : 8 * i);
  const ReadLine read = read_line(line + " 0 ", 5);
  std::uint64_t expected = 0x7f1269c00108;
  int i = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if ((0xf1ffffffu >> lane & 1) == 0) continue;
    if (i != 0) expected += static_cast<std::uint64_t>(static_cast<std::int64_t>(i % 2 == 0 ? -4 * i : 8 * i));
    CHECK(read.tail.address[lane] == expected);
    ++i;
  }
  CHECK(read_line("0 c 0 STG.E 2 R2 R4 4 1 0x100 -256 0", 5).tail.address[3] == 0);
  CHECK(read_line("0 c 0 STG.E 2 R2 R4 4 1 0x100 0 0", 5).tail.address[3] == 0x100);
}

TEST_CASE("a single lane has only a base and without lanes the base has no meaning") {
  CHECK(read_line("0 00000100 1 R2 LDG.E 1 R4 4 2 0xabc0 0", 5).tail.address[8] == 0xabc0);
  CHECK(read_line("0 00000000 1 R2 LDG.E 1 R4 4 1 0x0 -1431655766 0", 5).tail.address[0] == 0);
  CHECK(read_line("0 00000000 1 R2 LDG.E 1 R4 4 0 0", 5).tail.immediate[0] == 0);
}

TEST_CASE("version 6 names all kinds of registers and two immediates and may have values") {
  const ReadLine line = read_line("0010 00000003 2 R2 P1 IADD3.X 4 R4 UR5 UP0 P2 0 16 64 NoVal", 6);
  REQUIRE(line.middle.sources.size() == 4);
  CHECK(line.middle.sources[1].file == RegisterName::File::kUniform);
  CHECK(line.middle.sources[1].number == 5);
  CHECK(line.middle.sources[2].file == RegisterName::File::kUniformPredicate);
  CHECK(line.middle.results[1].file == RegisterName::File::kPredicate);
  CHECK(line.tail.immediates == 2);
  CHECK(line.tail.immediate[0] == 16);
  CHECK(line.tail.immediate[1] == 64);
  CHECK(read_line("0 3 1 R2 LDS 1 R4 4 1 0x10 4 0 0 Val 1 ff 32 0x10 12", 6).tail.address[1] == 0x14);
  CHECK(line_refusal("0 3 1 R2 IADD3 0 0 0 0 Value", 6) == "found 'Value'; expected Val or NoVal");
  CHECK(line_refusal("0 3 1 R2 IADD3 0 0 0 0 Val 12 xy", 6) == "found 'xy'; expected a hexadecimal value");
  CHECK(line_refusal("0 3 1 R2 IADD3 1 UR4 0 0", 5) == "found 'UR4'; expected a register, R0 to R255");
}

TEST_CASE("version 6 has special fields for bulk copies and matrix groups") {
  CHECK(read_line("0 1 0 UTMALDG.2D 2 UR8 UR4 16 0x400 0 4096 0 3 2 0x100 0x200 0 0 NoVal", 6).tail.immediates == 2);
  CHECK(read_line("0 1 0 UBLKCP 2 UR8 UR4 16 0x400 1 0x3 4096 0 4 0x100 3 128 -64 0 0 NoVal", 6).tail.immediates == 2);
  CHECK(read_line("0 ffffffff 1 R24 HGMMA.64x64x16.F32 1 R24 1 0 5 6 NoVal", 6).tail.immediate[1] == 6);
  CHECK(line_refusal("0 1 0 UBLKCP 0 16 0x400 0 4096 0 1 0x100 0 0 NoVal", 6) ==
        "found address mode 1 of a bulk copy; expected 3 or 4");
}

TEST_CASE("invalid parts of a line are refused with what was expected") {
  CHECK(line_refusal("", 5) == "found the end of the line; expected a hexadecimal PC");
  CHECK(line_refusal("00g0 1 0 NOP 0 0 0", 5) == "found '00g0'; expected a hexadecimal PC");
  CHECK(line_refusal("0 1ffffffff 0 NOP 0 0 0", 5) == "found '1ffffffff'; expected a hexadecimal mask of lanes");
  CHECK(line_refusal("0 1 x NOP 0 0 0", 5) == "found 'x'; expected a count of result registers");
  CHECK(line_refusal("0 1 9 NOP 0 0 0", 5) == "found 9 registers; expected at most 8");
  CHECK(line_refusal("0 1 1 NOP 0 0 0", 5) == "found 'NOP'; expected a register, R0 to R255");
  CHECK(line_refusal("0 1 1 R256 NOP 0 0 0", 5) == "found 'R256'; expected a register, R0 to R255");
  CHECK(line_refusal("0 1 0 12 0 0 0", 5) == "found '12'; expected an opcode");
  CHECK(line_refusal("0 1 1 R2 LDG.E 1 R4 4", 5) == "found the end of the line; expected an address mode");
  CHECK(line_refusal("0 1 1 R2 LDG.E 1 R4 4 5 0x10 0", 5) == "found address mode 5; expected 0, 1 or 2");
  CHECK(line_refusal("0 5 1 R2 LDG.E 1 R4 4 1 0x10 4 0", 5) ==
        "found a base and a stride for lanes with gaps between them; expected one run of lanes");
  CHECK(line_refusal("0 7 1 R2 LDG.E 1 R4 4 2 0x10 4 0", 5) == "found the end of the line; expected an immediate");
  CHECK(line_refusal("0 7 1 R2 LDG.E 1 R4 4 2 0x10 4 4 4 0", 5) == "found '0'; expected the end of the line");
  CHECK(line_refusal("0 3 1 R2 LDG.E 1 R4 4 0 0x10", 4) == "found the end of the line; expected a hexadecimal address");
}
