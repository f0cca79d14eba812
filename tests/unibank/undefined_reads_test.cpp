// Reads that PTX leaves undefined: counted in the results, and reported once.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "unibank/folder.h"

namespace {

// Lanes 8 to 31 leave; each of the others reads a register of one of them in a shuffle, and a word that no thread has
// written.
const char* const kShufflePtx = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 out)
{
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %l<4>;
  .shared .align 4 .b8 s[16];
  ld.param.u64 %l0, [out];
  mov.u32 %r1, %tid.x;
  setp.gt.u32 %p1, %r1, 7;
  @%p1 bra END;
  shfl.sync.down.b32 %r3, %r1, 16, 31, 0xff;
  ld.shared.u32 %r4, [s+8];
  add.u32 %r3, %r3, %r4;
  mul.wide.u32 %l1, %r1, 4;
  add.s64 %l2, %l0, %l1;
  st.global.u32 [%l2], %r3;
END:
  ret;
}
)";

const char* const kManifest = R"(ptx = "k.ptx"
[[buffer]]
name = "out"
type = "u32"
count = 8
[[launch]]
kernel = "k"
grid = [3]
block = [32]
arguments = ["out"]
[[launch]]
kernel = "k"
grid = [1]
block = [32]
arguments = ["out"]
)";

void check_counted(const std::string& options) {
  const Folder folder;
  folder.write("k.ptx", kShufflePtx);
  folder.write("k.toml", kManifest);
  const Folder::Ended ended = folder.run("run k.toml " + options + " --json r.json");
  INFO(options << ended.err);
  REQUIRE(ended.status == 0);
  const nlohmann::json run = nlohmann::json::parse(text_of(folder.path / "r.json")).at("runs").at(0);
  CHECK(run.at("shuffles").at("inactive_reads") == 4 * 8);
  CHECK(run.at("scratchpad").at("uninitialised_reads") == 4 * 8);
  const std::vector<std::string> expected = {
      "32 reads of scratchpad that no thread of the block had written, the first: k.ptx:13: kernel "
      "'k', block (0, 0, 0), thread (0, 0, 0): 4 bytes at 0x8 of the scratchpad, 8 bytes into 's' (16 bytes)",
      "32 reads of lanes that do not participate in a shuffle, which PTX leaves undefined and here are 0, the first: "
      "k.ptx"
      ":12: kernel 'k', block (0, 0, 0), thread (0, 0, 0): 'shfl.sync.down.b32 %r3, %r1, 16, 31, 0xff'"};
  CHECK(run.at("warnings").get<std::vector<std::string>>() == expected);
  for (const std::string& warning : expected) CHECK_THAT(ended.out + ended.err, Catch::Contains(warning));
}

}  // namespace

TEST_CASE("reads of unwritten scratchpad and of absent lanes are in the results of every run") {
  check_counted("--design gebhart2012/unified-384k");
  check_counted("--functional");
}
