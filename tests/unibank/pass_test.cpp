// Timed runs of programs whose kernels are compiled for a number of blocks.
#include <catch2/catch.hpp>
#include <map>

#include "unibank/reproduced.h"

namespace {

Row run(const Folder& folder, const std::string& arguments) {
  const Folder::Ended ended = folder.run("run " + arguments + " --csv runs.csv");
  INFO(arguments << "\n" << ended.err);
  CHECK(ended.status == 0);
  const std::vector<Row> rows = rows_of(text_of(folder.path / "runs.csv"));
  REQUIRE(rows.size() == 1);
  return rows[0];
}

unsigned number_in(const Row& row, const std::string& name) { return static_cast<unsigned>(std::stoul(row.at(name))); }

// 52 numbers, each computed from the previous one. In each of four rounds, a thread uses each of them twice in a row.
std::string chains() {
  std::string text =
      ".version 6.0\n.target sm_30\n.address_size 64\n.visible .entry chains(.param .u64 v)\n{\n.reg .f32 %f<53>;\n"
      ".reg .b32 %r<6>; .reg .b64 %l<4>; .reg .pred %p;\nld.param.u64 %l0, [v];\nmov.u32 %r1, %ctaid.x;\n"
      "mov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\nmad.lo.s32 %r4, %r1, %r2, %r3;\nmul.wide.u32 %l1, %r4, 4;\n"
      "add.s64 %l2, %l0, %l1;\nld.global.f32 %f0, [%l2];\nmov.u32 %r5, 4;\n";
  for (int i = 1; i < 52; ++i)
    text += "fma.rn.f32 %f" + std::to_string(i) + ", %f" + std::to_string(i - 1) + ", %f0, %f0;\n";
  text += "AGAIN:\n";
  for (int i = 1; i < 52; ++i) {
    for (const char* factor : {"0f3F000000", "0f3F800000"})
      text += "fma.rn.f32 %f0, %f" + std::to_string(i) + ", " + factor + ", %f0;\n";
  }
  return text + "sub.u32 %r5, %r5, 1;\nsetp.ne.u32 %p, %r5, 0;\n@%p bra AGAIN;\nst.global.f32 [%l2], %f0;\nret;\n}\n";
}

}  // namespace

TEST_CASE("spills in the scratchpad of unified banks and of lines with registers and of blocks that share it") {
  const Folder folder;
  // Enough scratchpad for one block (6 KB and up to four slots of 1 KB) and a tenth of another's.
  const std::string shared = " --set gpu.sms=1 --set kernel.thread_limit=512 --set storage.scratchpad_bytes=12160";
  for (const std::string& design : {std::string("gebhart2012/unified-128k"), std::string("jing2016/integrated-fair"),
                                   "jatala/shared-owf-opt" + shared, "jatala/shared-owf-postdom" + shared}) {
    const std::string srad = "srad --size tiny --design " + design +
                             " --set kernel.register_limit=16 --set kernel.concurrency=original"
                             " --set run.check_data=true --pass ";
    const Row plain = run(folder, srad + "none"), slots = run(folder, srad + "onchip");
    INFO(design);
    CHECK(slots.at("verified") == "1");
    CHECK(number_in(slots, "scratchpad_bytes_per_block") > number_in(plain, "scratchpad_bytes_per_block"));
    CHECK(number_in(slots, "scratchpad.loads") > number_in(plain, "scratchpad.loads"));
    CHECK(number_in(slots, "memory.local_loads") < number_in(plain, "memory.local_loads"));
    CHECK(number_in(slots, "resident_blocks") >= number_in(plain, "resident_blocks"));
  }
}

// The search goes from 6 blocks down to 5, the most blocks without spills to local memory.
TEST_CASE("the code chosen by the search is not slower than the unchanged kernel") {
  const Folder folder;
  folder.write("k.ptx", chains());
  folder.write("m.toml",
               "ptx = \"k.ptx\"\n[[buffer]]\nname = \"v\"\ntype = \"f32\"\ncount = 5120\n[[launch]]\n"
               "kernel = \"chains\"\ngrid = [20]\nblock = [256]\narguments = [\"v\"]\n");
  const std::string chain = "m.toml --design hayes2014/kepler --set gpu.sms=1 --pass ";
  const Row plain = run(folder, chain + "none"), chosen = run(folder, chain + "onchip");
  CHECK(number_in(plain, "resident_blocks") == 4);
  CHECK(number_in(chosen, "resident_blocks") == 5);
  CHECK(number_in(chosen, "scratchpad.loads") > 0);
  CHECK(number_in(chosen, "memory.local_loads") == 0);
  CHECK(number_in(chosen, "cycles") <= number_in(plain, "cycles"));
}
