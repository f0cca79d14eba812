// What kernels print, from the command line.
#include <catch2/catch.hpp>

#include "unibank/folder.h"

namespace {

// Each thread of 4 blocks of 64 prints its block, thread and a number; with `limit`, an assertion fails in thread
// `limit`.
const char* const kShowPtx = R"(.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 line[13] = {37, 100, 32, 37, 100, 58, 32, 37, 46, 50, 102, 10};
.global .align 1 .b8 holds[6] = {116, 32, 60, 32, 110};
.global .align 1 .b8 file[5] = {112, 46, 99, 117};
.global .align 1 .b8 name[2] = {102};
.visible .entry show(.param .u32 limit)
{
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %l<9>;
  .local .align 8 .b8 own[16];
  ld.param.u32 %r3, [limit];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  setp.lt.u32 %p1, %r2, %r3;
  @%p1 bra HOLDS;
  mov.u64 %l1, holds;
  mov.u64 %l2, file;
  mov.u64 %l3, name;
  { .param .b64 p0; .param .b64 p1; .param .b32 p2; .param .b64 p3; .param .b64 p4;
    st.param.b64 [p0], %l1; st.param.b64 [p1], %l2; st.param.b32 [p2], 7; st.param.b64 [p3], %l3;
    st.param.b64 [p4], 1;
    call.uni __assertfail, (p0, p1, p2, p3, p4); }
HOLDS:
  st.local.v2.u32 [own], {%r1, %r2};
  mov.u64 %l4, 0x3ff8000000000000;
  st.local.u64 [own+8], %l4;
  mov.u64 %l5, line;
  mov.u64 %l6, own;
  cvta.local.u64 %l6, %l6;
  { .param .b64 p0; .param .b64 p1; .param .b32 r;
    st.param.b64 [p0], %l5; st.param.b64 [p1], %l6;
    call.uni (r), vprintf, (p0, p1); }
  ret;
}
)";

std::string show_manifest(int limit) {
  return "ptx = \"p.ptx\"\n[[launch]]\nkernel = \"show\"\ngrid = [4]\nblock = [64]\narguments = [" +
         std::to_string(limit) + "]\n";
}

// In the order of blocks and threads.
std::string lines(int blocks, int threads) {
  std::string text;
  for (int block = 0; block < blocks; ++block)
    for (int thread = 0; thread < threads; ++thread)
      text += std::to_string(block) + " " + std::to_string(thread) + ": 1.50\n";
  return text;
}

std::string sorted(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (line.find(": 1.50") != std::string::npos) all.push_back(line);
  std::sort(all.begin(), all.end());
  std::string joined;
  for (const std::string& line : all) joined += line + "\n";
  return joined;
}

struct ProgramFolder : Folder {
  explicit ProgramFolder(int limit = 64) {
    write("p.ptx", kShowPtx);
    write("p.toml", show_manifest(limit));
  }
};

}  // namespace

TEST_CASE("a functional run prints what its kernels print, block by block, in front of its table") {
  const ProgramFolder folder;
  const auto ended = folder.run("run p.toml --functional");
  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK(ended.out.substr(0, lines(4, 64).size()) == lines(4, 64));
  CHECK_THAT(ended.out, Catch::Contains("\np, functional only\n"));
}

TEST_CASE("a timed run prints in the order of issue, the same on any number of cores") {
  const ProgramFolder folder;
  const std::string run = "run p.toml" + kPartitioned + " --set gpu.sms=3 --cores ";
  const auto one = folder.run(run + "1");
  INFO(one.err);
  REQUIRE(one.status == 0);
  CHECK(sorted(one.out) == sorted(lines(4, 64)));
  for (const std::string cores : {"2", "3"}) CHECK(folder.run(run + cores).out == one.out);
}

TEST_CASE("several designs print one after the other with their names in the order of the command line") {
  const ProgramFolder folder;
  for (int round = 0; round < 3; ++round) {
    const auto ended = folder.run("run p.toml" + kTwoDesigns);
    REQUIRE(ended.status == 0);
    const std::size_t first = ended.out.find("gebhart2012/partitioned prints:\n0 0: 1.50\n");
    const std::size_t second = ended.out.find("gebhart2012/unified-384k prints:\n0 0: 1.50\n");
    CHECK(first == 0);
    REQUIRE(second != std::string::npos);
    CHECK(sorted(ended.out.substr(0, second)) == sorted(lines(4, 64)));
    CHECK(sorted(ended.out.substr(second)) == sorted(lines(4, 64)));
  }
}

TEST_CASE("a failed assertion ends the run with status 1 after the text printed before it") {
  const ProgramFolder folder(40);
  const auto ended = folder.run("run p.toml --functional");
  CHECK(ended.status == 1);
  CHECK(ended.out == lines(1, 40));  // lanes that take the jump go first
  CHECK_THAT(ended.err, Catch::Contains("unibank: error: functional: p.ptx:25: kernel 'show', block (0, 0, 0), thread "
                                        "(40, 0, 0): p.cu:7: f: block: [0,0,0], thread: [40,0,0] Assertion `t < n` "
                                        "failed.\n"));
  const auto timed = folder.run("run p.toml" + kPartitioned + " --json x.json");
  CHECK(timed.status == 1);
  CHECK_THAT(timed.err, Catch::Contains("Assertion `t < n` failed."));
  CHECK_FALSE(fs::exists(folder.path / "x.json"));
}

TEST_CASE("a record of a program that prints shows the text and runs as a trace") {
  const ProgramFolder folder;
  const auto ended = folder.run("record p.toml -o r --design jing2016/integrated-fair");
  REQUIRE(ended.status == 0);
  CHECK(ended.out.substr(0, lines(4, 64).size()) == lines(4, 64));
  const auto traced = folder.run("run r/kernelslist.g --design jing2016/integrated-fair");
  INFO(traced.err);
  CHECK(traced.status == 0);
  CHECK_THAT(traced.out, !Catch::Contains(": 1.50"));
}
