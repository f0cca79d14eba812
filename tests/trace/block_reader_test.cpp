// Thread blocks of a trace: the instructions of their warps, and refused blocks.
#include <catch2/catch.hpp>

#include "trace/trace_text.h"

using namespace unibank;
using namespace unibank::trace;
using namespace unibank::test;

TEST_CASE("blocks come in the order of the grid with their warps in any order") {
  std::string text = header_text(4, "(2,2,1)", "(40,1,1)");
  for (const char* place : {"0,0,0", "1,0,0", "0,1,0", "1,1,0"}) {
    text += "#BEGIN_TB\nthread block = " + std::string(place) +
            "\nwarp = 1\ninsts = 1\n0000 000000ff 0 EXIT 0 0\nwarp = 0\ninsts = 2\n0000 ffffffff 0 NOP 0 0\n"
            "0010 ffffffff 0 EXIT 0 0\n#END_TB\n";
  }
  ReadTrace trace(text);
  const auto blocks = trace.blocks();
  REQUIRE(blocks.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(blocks[i]->number == i);
    REQUIRE(blocks[i]->warps.size() == 2);
    CHECK(blocks[i]->warps[0].size() == 2);
    CHECK(blocks[i]->warps[1].size() == 1);
    CHECK(turns(*blocks[i], 1)[0].active == 0xff);
  }
}

TEST_CASE("a warp that the trace omits executes nothing") {
  ReadTrace trace(header_text(4, "(1,1,1)", "(96,1,1)") +
                  "#BEGIN_TB\nthread block = 0,0,0\nwarp = 2\ninsts = 0\n#END_TB\n");
  const auto blocks = trace.blocks();
  for (unsigned warp = 0; warp < 3; ++warp) CHECK(blocks.at(0)->warps[warp].size() == 0);
}

TEST_CASE("an instruction is kept once however often it is executed") {
  const auto all = turns_of({"0010 ffffffff 1 R2 IADD3 2 R4 R5 0", "0020 ffffffff 0 BRA 0 0",
                             "0010 ffffffff 1 R2 IADD3 2 R4 R5 0", "0020 ffffffff 0 BRA 0 0",
                             "0010 0000ffff 1 R2 IADD3 2 R4 R5 0"});
  CHECK(all[0].decoded == all[2].decoded);
  CHECK(all[1].decoded == all[3].decoded);
  CHECK(all[0].decoded->pc == 1);
  CHECK(all[0].decoded->sources == Numbers{4, 5});
  CHECK(all[0].decoded->results == Numbers{2});
  CHECK(all[4].active == 0xffff);
  CHECK(all[4].decoded != all[0].decoded);  // here R4 and R5 are not read again
}

TEST_CASE("a line is read again if it differs from the last one that followed the same instruction") {
  const std::string branch = "0000 ffffffff 0 BRA 0 0 0";
  const auto all = turns_of({branch, "0010 ffffffff 1 R2 LDS 1 R4 4 1 0x0 4 0", branch,
                             "0010 ffffffff 1 R2 LDS 1 R4 4 1 0x10 4 0", branch,
                             "0010 0000ffff 1 R2 LDS 1 R4 4 1 0x10 4 0", branch, "0020 ffffffff 1 R2 MOV 1 R4 0 0",
                             branch, "0020 ffffffff 1 R2 MOV 1 R4 0 7", branch, "0020 ffffffff 1 R2 MOV 1 R24 0 7"},
                            5);
  CHECK(all[1].address[31] == 31 * 4);
  CHECK(all[3].address[31] == 0x10 + 31 * 4);
  CHECK(all[3].active == 0xffffffff);
  CHECK(all[5].active == 0xffff);
  CHECK(all[5].address[15] == 0x10 + 15 * 4);
  CHECK(all[7].decoded->sources == Numbers{4});
  CHECK(all[9].decoded->sources == Numbers{4});
  CHECK(all[11].decoded->sources == Numbers{24});
}

TEST_CASE("an error after a known instruction is reported with its line") {
  const std::string branch = "0000 ffffffff 0 BRA 0 0 0", move = "0010 ffffffff 1 R2 MOV 1 R4 0 0";
  CHECK(refusal(header_text(5) + block_text({branch, move, branch, move + " 0"})) ==
        "t.traceg:24: found '0'; expected the end of the line");
}

TEST_CASE("a generic access issues once for each window that its lanes address") {
  // Lane 0 accesses global memory, lanes 1 and 2 scratchpad, lane 3 local memory.
  const auto all = turns_of({"0010 0000000f 1 R2 LD.E 1 R4 4 0 0x10000 0x7f0002000010 0x7f0002000014 0x7f0000fffbd0"});
  REQUIRE(all.size() == 3);
  CHECK(all[0].decoded->space == Space::kGlobal);
  CHECK(all[0].active == 1);
  CHECK(all[0].address[0] == 0x10000);
  CHECK(all[1].decoded->space == Space::kScratchpad);
  CHECK(all[1].active == 6);
  CHECK(all[1].address[1] == 0x10);
  CHECK(all[1].address[2] == 0x14);
  CHECK(all[2].decoded->space == Space::kLocal);
  CHECK(all[2].active == 8);
  CHECK(all[2].address[3] == 0xfffbd0);
}

TEST_CASE("a generic access that no lane executes issues once") {
  CHECK(turns_of({"0010 00000000 1 R2 LD.E 1 R4 4 1 0x0 0"}).size() == 1);
}

TEST_CASE("an atomic without a result is a reduction") {
  const auto all = turns_of({"0010 1 1 R2 ATOMG.E.ADD 2 R4 R6 4 2 0x100", "0020 1 1 R255 ATOMS.ADD 2 R4 R6 4 2 0x10"});
  CHECK(all[0].decoded->memory == MemoryOp::kAtomic);
  CHECK(all[1].decoded->memory == MemoryOp::kReduction);
}

TEST_CASE("barriers have the trace's number and in version 6 the thread count") {
  const auto of_4 = turns_of({"0010 ffffffff 0 BAR.SYNC.DEFER_BLOCKING 0 0"});
  CHECK(of_4[0].barrier.id == 0);
  CHECK(of_4[0].barrier.waits);
  CHECK(of_4[0].barrier.threads == 0);
  CHECK(turns_of({"0010 ffffffff 0 BAR.SYNC 0 0 3"}, 5)[0].barrier.id == 3);
  CHECK(turns_of({"0010 ffffffff 0 BAR.SYNC 0 0 64"}, 5)[0].barrier.threads == 64);
  const auto of_6 = turns_of({"0010 ffffffff 0 BAR.ARV 0 0 2 96 NoVal"}, 6);
  CHECK(of_6[0].barrier.id == 2);
  CHECK(of_6[0].barrier.threads == 96);
  CHECK_FALSE(of_6[0].barrier.waits);
}

TEST_CASE("a barrier for more threads than a block can have is refused also if 32 bits cut the number to a small one") {
  const auto refused = [](const std::string& threads) {
    return refusal(header_text(5) + block_text({"0000 ffffffff 0 BAR.SYNC 0 0 " + threads}));
  };
  CHECK(refused("1024") == "");
  for (const std::string threads : {"1025", "4294967328", "18446744073709551615"})
    CHECK(refused(threads) == "t.traceg:21: found a barrier for " + threads + " threads; expected at most 1024");
}

TEST_CASE("a warp arrives at a barrier with the last of its live lanes") {
  const auto all = turns_of({"0000 f0000000 0 EXIT 0 0", "0010 000000ff 0 BAR.SYNC 0 0", "0010 0fffff00 0 BAR.SYNC 0 0",
                             "0020 0fffffff 0 BAR.SYNC 0 0", "0030 00000000 0 BAR.SYNC 0 0"});
  CHECK(all[1].decoded->unit == Unit::kAlu);
  CHECK(all[2].decoded->unit == Unit::kBarrier);
  CHECK(all[3].decoded->unit == Unit::kBarrier);
  CHECK(all[4].active == 0);
}

TEST_CASE("a warp arrives at a barrier when the lanes that have not reached it have ended") {
  const auto all = turns_of({"0010 0000ffff 0 BAR.SYNC 0 0 3", "0020 ffff0000 0 EXIT 0 0 0",
                             "0030 0000ffff 0 NOP 0 0 0", "0020 0000ffff 0 EXIT 0 0 0"}, 5);
  REQUIRE(all.size() == 5);
  CHECK(all[0].decoded->unit == Unit::kAlu);
  CHECK(all[1].decoded->unit == Unit::kExit);
  CHECK(all[2].decoded->unit == Unit::kBarrier);
  CHECK(all[2].active == 0xffff);
  CHECK(all[2].barrier.id == 3);
  CHECK(all[3].decoded->unit == Unit::kAlu);
  CHECK(all[4].decoded->unit == Unit::kExit);
}

TEST_CASE("a barrier that no lane executes does not change which lanes of the warp have arrived") {
  const auto all = turns_of({"0010 0000ffff 0 BAR.SYNC 0 0", "0010 00000000 0 BAR.SYNC 0 0",
                             "0010 ffff0000 0 BAR.SYNC 0 0"});
  CHECK(all[0].decoded->unit == Unit::kAlu);
  CHECK(all[1].active == 0);
  CHECK(all[2].decoded->unit == Unit::kBarrier);
}

TEST_CASE("an access outside of the scratchpad is refused and Ampere reserves a KB before the kernel's") {
  const std::string inside = "0010 1 1 R2 LDS 1 R4 4 2 0xfc", outside = "0010 1 1 R2 LDS 1 R4 4 2 0xfd";
  CHECK(turns_of({inside})[0].address[0] == 0xfc);
  CHECK(refusal(header_text(4) + block_text({outside})) ==
        "t.traceg:21: found an access of 4 bytes at byte 253 of the scratchpad; expected one inside its 256 bytes");
  CHECK(turns_of({"0010 1 1 R2 LDS 1 R4 4 2 0x4fc"}, 4, 80)[0].address[0] == 0x4fc);
  CHECK(scratchpad_bytes(ReadTrace(header_text(4, "(1,1,1)", "(32,1,1)", "", 86)).header) == 1280);
  CHECK(scratchpad_bytes(ReadTrace(header_text(4, "(1,1,1)", "(32,1,1)", "", 86, 0)).header) == 0);
}

TEST_CASE("an access that is not at a multiple of its size is refused in every memory space") {
  const auto refused = [](const std::string& instruction) {
    return refusal(header_text(4) + block_text({"0000 f 0 NOP 0 0", instruction}));
  };
  CHECK(refused("0010 f 4 R4 R5 R6 R7 LDG.E.128 1 R8 16 1 0x107c 16") ==
        "t.traceg:22: found an access of 16 bytes at 0x107c; expected a multiple of 16 as its address");
  // Beyond the highest address, lane 3 would go on at address 0.
  CHECK(refused("0010 f 2 R4 R5 LDG.E.64 1 R8 8 1 0xffffffffffffffe4 8") ==
        "t.traceg:22: found an access of 8 bytes at 0xffffffffffffffe4; expected a multiple of 8 as its address");
  CHECK(refused("0010 f 2 R4 R5 LDL.64 1 R8 8 1 0x4 0") ==
        "t.traceg:22: found an access of 8 bytes at 0x4; expected a multiple of 8 as its address");
  CHECK(refused("0010 f 0 STS.U16 1 R8 2 1 0x3 2") ==
        "t.traceg:22: found an access of 2 bytes at 0x3; expected a multiple of 2 as its address");
  CHECK(refused("0010 f 1 R4 LDG.E.U8 1 R8 1 1 0xfffffffffffffffc 1") == "");
  CHECK(refused("0010 f 4 R4 R5 R6 R7 LDG.E.128 1 R8 16 1 0xffffffffffffffc0 16") == "");
}

TEST_CASE("broken traces name the line and the cause") {
  const std::string header = header_text(4, "(2,1,1)", "(64,1,1)");  // 14 lines
  const std::string exit = "0000 ffffffff 0 EXIT 0 0\n", begin = "#BEGIN_TB\nthread block = 0,0,0\n";
  const std::string block = begin + "warp = 0\ninsts = 1\n" + exit + "#END_TB\n";
  CHECK(refusal(header) ==
        "t.traceg:14: found the end of the file after 0 thread blocks; expected 2, from -grid dim");
  CHECK(refusal(header + block) ==
        "t.traceg:20: found the end of the file after 1 thread blocks; expected 2, from -grid dim");
  CHECK(refusal(header_text(4, "(1,1,1)") + block + "#BEGIN_TB\n") ==
        "t.traceg:21: found '#BEGIN_TB' after the last of 1 thread blocks; expected the end of the file");
  CHECK(refusal(header + block + block) ==
        "t.traceg:22: found 'thread block = 0,0,0'; expected block 1,0,0: blocks must be in order");
  CHECK(refusal(header + exit) == "t.traceg:15: found '0000 ffffffff 0 EXIT 0 0'; expected #BEGIN_TB");
  CHECK(refusal(header + begin + "warp = 0\ninsts = 1\n0000 ffffff") ==
        "t.traceg:19: found the end of the line; expected a count of result registers");
  CHECK(refusal(header + begin + "warp = 0\ninsts = 1\n" + exit) ==
        "t.traceg:19: found the end of the file inside the thread block that begins in line 15; expected #END_TB");
  CHECK(refusal(header + begin + "warp = 0\ninsts = 2\n" + exit + "#END_TB\n") ==
        "t.traceg:20: found the end of warp 0 after 1 instructions; expected 2, from insts");
  CHECK(refusal(header + begin + "warp = 0\ninsts = 2\n" + exit + "warp = 1\n") ==
        "t.traceg:20: found the end of warp 0 after 1 instructions; expected 2, from insts");
  CHECK(refusal(header + begin + "warp = 0\ninsts = 1\n" + exit + exit) ==
        "t.traceg:20: found instruction 2 of warp 0; expected 1, from insts");
  CHECK(refusal(header + begin + "warp = 2\n") ==
        "t.traceg:17: found 'warp = 2'; expected a warp below 2, from -block dim");
  CHECK(refusal(header + begin + "warp = 0\ninsts = 0\nwarp = 0\n") ==
        "t.traceg:19: found warp 0 of the block again; expected it once");
  CHECK(refusal(header + begin + "warp = 0\n" + exit) ==
        "t.traceg:18: found '0000 ffffffff 0 EXIT 0 0'; expected 'warp = number' and 'insts = number' before "
        "instructions");
  CHECK(refusal(header + begin + "warp = 0\ninsts = -1\n") ==
        "t.traceg:18: found 'insts = -1'; expected 'insts = number'");
  CHECK(refusal(header + begin + "insts = 1\n") ==
        "t.traceg:17: found 'insts = 1'; expected 'warp = number' before it");
  CHECK(refusal(header + "#BEGIN_TB\n#END_TB\n") ==
        "t.traceg:16: found #END_TB; expected 'thread block = x,y,z' before it");
  CHECK(refusal(header + "#BEGIN_TB\nthread block = 0,0\n") ==
        "t.traceg:16: found 'thread block = 0,0'; expected 'thread block = x,y,z'");
  CHECK(refusal(header + begin + "warp = 0\ninsts = 1\n0000 1 0 WGMMA 0 0\n") ==
        "t.traceg:19: found the opcode 'WGMMA'; expected one of Maxwell, Pascal, Volta, Turing, Ampere, Ada, Hopper or "
        "Blackwell");
  CHECK(
      refusal(header + begin + "warp = 0\ninsts = 1\n0000 1 0 SYNCS.ARRIVE.TRANS64 0 0\n") ==
      "t.traceg:19: found the opcode 'SYNCS.ARRIVE.TRANS64', an mbarrier, for which warps wait; its state is not in a "
      "trace; expected a kernel without it");
  CHECK(refusal(header + begin + "warp = 0\ninsts = 1\n0000 1 1 R32 MOV 0 0\n") ==
        "t.traceg:19: found R32; expected a register below R32, from -nregs");
  CHECK(refusal(header + begin + "warp = 0\ninsts = 1\n0000 1 1 R2 LDG.E 1 R4 4 3 0x10\n") ==
        "t.traceg:19: found address mode 3; expected 0, 1 or 2");
}

TEST_CASE("version 6 says where a block stands in its cluster") {
  const std::string text = "#BEGIN_TB\nthread block = 0,0,0\ncluster id = 0,0,0\n"
                           "cluster cta = 0,0,0\ncluster rank = 0\n"
                           "warp = 0\ninsts = 1\n0000 ffffffff 0 EXIT 0 0 0 0 NoVal\n#END_TB\n";
  CHECK(ReadTrace(header_text(6) + text).blocks().size() == 1);
  std::string second = text;
  second.replace(second.find("rank = 0"), 8, "rank = 1");
  CHECK(refusal(header_text(6) + second) ==
        "t.traceg:19: found 'cluster rank = 1'; expected a kernel without clusters of thread blocks");
}

TEST_CASE("lines of versions 1 and 2 begin with their block and warp") {
  const auto text = [](const std::string& place) {
    return "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n" + place +
           " 0000 ffffffff 1 R2 LDG.E 1 R4 4 1 0x100 4\n0 0 0 0 0010 ffffffff 0 EXIT 0 0\n#END_TB\n";
  };
  for (const unsigned version : {1u, 2u}) {
    ReadTrace trace(header_text(version) + text("0 0 0 0"));
    const auto blocks = trace.blocks();
    const auto all = turns(*blocks.at(0), 0);
    REQUIRE(all.size() == 2);
    CHECK(all[0].address[31] == 0x100 + 31 * 4);
    CHECK(all[1].decoded->unit == Unit::kExit);
  }
  for (const char* place : {"1 0 0 0", "0 1 0 0", "0 0 1 0", "0 0 0 1"}) {
    INFO(place);
    CHECK(refusal(header_text(2) + text(place)).find("expected a line of this block and of warp 0") !=
          std::string::npos);
  }
}

TEST_CASE("a matrix instruction takes the addresses of the first 8, 16 or 32 lanes") {
  const auto all = turns_of({"0010 ffffffff 1 R12 LDSM.16.M88 1 R4 4 1 0x0 16",
                             "0020 ffffffff 1 R12 LDSM.16.M88.2 1 R4 4 1 0x0 16",
                             "0030 ffffffff 1 R12 LDSM.16.M88.4 1 R4 4 1 0x0 16",
                             "0040 ffffffff 0 STSM.16.M88.2 2 R4 R12 4 1 0x0 16"}, 4, 90);
  const unsigned lanes[] = {8, 16, 32, 16};
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned lane = 0; lane < 32; ++lane) CHECK(all[i].address[lane] == 16 * (lane % lanes[i]));
    CHECK(all[i].decoded->bytes_per_lane == 16);
    CHECK(all[i].decoded->matrices);  // each matrix is one access, as of ldmatrix and stmatrix
    CHECK(all[i].decoded->addressing == ~LaneMask{0} >> (32 - lanes[i]));
  }
  CHECK(all[0].decoded->results == Numbers{12});
  CHECK(all[1].decoded->results == Numbers{12, 13});
  CHECK(all[3].decoded->results.empty());
  CHECK(all[3].decoded->sources == Numbers{4, 12, 13});
}

namespace {

// Two warps of `turns` loads each, whose addresses, last uses and lanes differ.
std::string long_block(unsigned turns) {
  std::string text = header_text(4, "(2,1,1)", "(64,1,1)");
  for (unsigned block = 0; block < 2; ++block) {
    text += "#BEGIN_TB\nthread block = " + std::to_string(block) + ",0,0\n";
    for (unsigned warp = 0; warp < 2; ++warp) {
      text += "warp = " + std::to_string(warp) + "\ninsts = " + std::to_string(2 * turns) + "\n";
      for (unsigned turn = 0; turn < turns; ++turn) {
        text += "0010 " + std::string(turn % 3 == 0 ? "0000ffff" : "ffffffff") + " 1 R2 LDG.E.SYS 1 R4 4 1 0x7f00000" +
                std::to_string(10000 + turn) + "0 " + std::to_string(4 * (turn % 50)) + "\n";
        text += std::string(turn % 7 == 6 ? "0030" : "0020") + " ffffffff 1 R4 IADD3 2 R2 R5 0\n";
      }
    }
    text += "#END_TB\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a long block is the same from memory and from the temporary file") {
  const std::string text = long_block(1700);  // 3400 instructions of a warp: several pieces, the last one not full
  ReadTrace in_memory(text), spooled(text, 0), mixed(text, 100'000);
  const auto all = in_memory.blocks(), from_file = spooled.blocks(), some = mixed.blocks();
  REQUIRE(from_file.size() == 2);
  for (std::size_t block = 0; block < 2; ++block) {
    for (std::size_t warp = 0; warp < 2; ++warp) {
      CHECK(all[block]->warps[warp].pieces_in_memory() == 4);
      CHECK(from_file[block]->warps[warp].pieces_in_memory() == 0);
      const auto expected = turns(*all[block], warp);
      REQUIRE(expected.size() == 3400);
      for (const auto& other : {turns(*from_file[block], warp), turns(*some[block], warp)}) {
        REQUIRE(other.size() == expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
          REQUIRE(other[i].active == expected[i].active);
          REQUIRE(other[i].address == expected[i].address);
          REQUIRE(other[i].decoded->pc == expected[i].decoded->pc);
          REQUIRE(other[i].decoded->last_use == expected[i].decoded->last_use);
        }
      }
    }
    CHECK(all[block]->bytes() == from_file[block]->bytes());
  }
  const std::size_t kept = some[0]->warps[0].pieces_in_memory() + some[0]->warps[1].pieces_in_memory();
  CHECK(kept > 0);
  CHECK(kept < 8);
}

TEST_CASE("a block without instructions needs no temporary file") {
  ReadTrace trace(
      header_text(4, "(1,1,1)", "(96,1,1)") + "#BEGIN_TB\nthread block = 0,0,0\nwarp = 2\ninsts = 0\n#END_TB\n", 0);
  const auto blocks = trace.blocks();
  CHECK(blocks.at(0)->spool->end() == 0);
  CHECK(turns(*blocks.at(0), 2).empty());
}
