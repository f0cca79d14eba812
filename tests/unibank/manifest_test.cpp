// Launch manifests from the command line.
#include <catch2/catch.hpp>

#include "support/grid_sync_kernel.h"
#include "unibank/folder.h"

namespace {

const std::string kExamples = UNIBANK_SOURCE_DIR "/testbenches/examples/";

// `twice` doubles every value. In `race` each block stores the cycle in which it reads the clock, so the result depends
// on the machine.
const char* const kTwicePtx = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry twice(.param .u64 values, .param .u32 n)
{
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %l<4>;
  ld.param.u64 %l0, [values];
  ld.param.u32 %r0, [n];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  setp.ge.u32 %p1, %r4, %r0;
  @%p1 bra END;
  mul.wide.u32 %l1, %r4, 4;
  add.s64 %l2, %l0, %l1;
  ld.global.u32 %r5, [%l2];
  shl.b32 %r6, %r5, 1;
  st.global.u32 [%l2], %r6;
END:
  ret;
}
.visible .entry race(.param .u64 order)
{
  .reg .b32 %r<4>; .reg .b64 %l<4>;
  ld.param.u64 %l0, [order];
  mov.u32 %r0, %clock;
  mov.u32 %r1, %ctaid.x;
  mul.wide.u32 %l1, %r1, 4;
  add.s64 %l2, %l0, %l1;
  st.global.u32 [%l2], %r0;
  ret;
}
)";

std::string twice(const std::string& keys, const std::string& more = "") {
  return "ptx = \"k.ptx\"\n[[buffer]]\nname = \"v\"\ntype = \"u32\"\ncount = 100\ninit = \"iota\"\n" + keys +
         "[[launch]]\nkernel = \"twice\"\ngrid = [4]\nblock = [32]\narguments = [\"v\", 100]\n" + more;
}

// Each value becomes the sum of itself and its neighbours, so the first and the last thread read outside of the buffer.
const char* const kBlur = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry blur(.param .u64 values, .param .u64 sums)
{
  .reg .b32 %r<9>; .reg .b64 %l<6>;
  ld.param.u64 %l0, [values];
  ld.param.u64 %l1, [sums];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %l2, %r1, 4;
  add.s64 %l3, %l0, %l2;
  ld.global.u32 %r2, [%l3+-4];
  ld.global.u32 %r3, [%l3];
  ld.global.u32 %r4, [%l3+4];
  add.u32 %r2, %r2, %r3;
  add.u32 %r2, %r2, %r4;
  add.s64 %l4, %l1, %l2;
  st.global.u32 [%l4], %r2;
  ret;
}
)";
const char* const kBlurManifest =
    "ptx = \"k.ptx\"\n[[buffer]]\nname = \"v\"\ntype = \"u32\"\ncount = 64\ninit = \"iota\"\nstart = 5\n"
    "[[buffer]]\nname = \"s\"\ntype = \"u32\"\ncount = 64\n"
    "[[launch]]\nkernel = \"blur\"\ngrid = [1]\nblock = [64]\narguments = [\"v\", \"s\"]\n"
    "[[verify]]\nbuffer = \"s\"\nfile = \"e.csv\"\n";

std::string doubled() {
  std::string text;
  for (int i = 0; i < 100; ++i) text += std::to_string(2 * i) + "\n";
  return text;
}

const std::string kVerify = "[[verify]]\nbuffer = \"v\"\nfile = \"e.csv\"\n";

}  // namespace

TEST_CASE("the worked examples run on two designs and are verified") {
  for (const std::string name : {"saxpy", "reduction", "blur", "gaussian", "bfs"}) {
    const Folder folder;
    fs::copy(kExamples + name, folder.path);
    const Folder::Ended ended = folder.run("run " + name + ".toml" + kTwoDesigns + "--json x.json --csv x.csv --vcd x");
    INFO(ended.err);
    CHECK(ended.status == 0);
    CHECK_THAT(ended.out, Catch::StartsWith(name + "\n") && Catch::Contains("verified"));
    CHECK_THAT(ended.out, !Catch::Contains("NO") && !Catch::Contains("not verified"));
    CHECK_THAT(text_of(folder.path / "x.json"), Catch::Contains("\"verified\": true"));
    CHECK_THAT(text_of(folder.path / "x.csv"), Catch::Contains(name + ",,,gebhart2012/partitioned,1,"));
    CHECK(fs::exists(folder.path / "x.gebhart2012-partitioned.vcd"));
    CHECK(fs::exists(folder.path / "sums.csv") == (name == "reduction"));
    CHECK(folder.run("run " + name + ".toml --functional").status == 0);
  }
}

TEST_CASE("a wrong result is reported with status 1 and the dump shows it") {
  const Folder folder;
  folder.write("k.ptx", kTwicePtx);
  std::string expected = doubled();
  expected.replace(expected.find("\n6\n"), 3, "\n7\n");
  folder.write("e.csv", expected);
  folder.write("m.toml", twice("dump = \"out.csv\"\n", kVerify));
  const Folder::Ended ended = folder.run("run m.toml --design gebhart2012/partitioned");
  CHECK(ended.status == 1);
  CHECK_THAT(ended.out, Catch::Contains("NO"));
  CHECK_THAT(ended.err, Catch::Contains("wrong answer: v[3] is 6, e.csv has 7 (1 of 100 differ)"));
  CHECK(text_of(folder.path / "out.csv") == doubled());
}

TEST_CASE("without a comparison the result is reported as not verified") {
  const Folder folder;
  folder.write("k.ptx", kTwicePtx);
  folder.write("m.toml", twice("dump = \"out.bin\"\n"));
  const Folder::Ended ended = folder.run("run m.toml" + kTwoDesigns + "--json x.json --csv x.csv");
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("not verified") && Catch::Contains("dump: out.bin"));
  CHECK_THAT(text_of(folder.path / "x.json"), Catch::Contains("\"verified\": null"));
  CHECK_THAT(text_of(folder.path / "x.csv"), Catch::Contains("m,,,gebhart2012/partitioned,,"));
  CHECK(fs::file_size(folder.path / "out.bin") == 400);
  CHECK(folder.files() == std::vector<std::string>{"k.ptx", "m.toml", "out.bin", "x.csv", "x.json"});
}

TEST_CASE("designs whose results differ leave no dump") {
  const Folder folder;
  folder.write("k.ptx", kTwicePtx);
  folder.write("out.csv", "earlier\n");
  folder.write("m.toml",
               "ptx = \"k.ptx\"\n[[buffer]]\nname = \"v\"\ntype = \"u32\"\ncount = 400\ndump = \"out.csv\"\n"
               "[[launch]]\nkernel = \"race\"\ngrid = [400]\nblock = [32]\narguments = [\"v\"]\n");
  const Folder::Ended ended = folder.run("run m.toml --design gebhart2012/partitioned --design slow.toml");
  CHECK(ended.status == 2);  // no such design
  folder.write("slow.toml", "extends = \"gebhart2012/partitioned\"\n[sm]\nalu_latency = 31\n");
  const Folder::Ended differs = folder.run("run m.toml --design gebhart2012/partitioned --design slow.toml");
  INFO(differs.err);
  CHECK(differs.status == 1);
  CHECK_THAT(differs.err, Catch::Contains("dump 'out.csv' is not written: v["));
  CHECK(text_of(folder.path / "out.csv") == "earlier\n");
  CHECK(folder.files() == std::vector<std::string>{"k.ptx", "m.toml", "out.csv", "slow.toml"});
}

TEST_CASE("a loop that reaches its limit is a failed run without results") {
  const Folder folder;
  folder.write("k.ptx", kTwicePtx);
  folder.write("m.toml", "ptx = \"k.ptx\"\n[[buffer]]\nname = \"v\"\ntype = \"u32\"\ncount = 2\ninit = \"iota\"\n"
                         "dump = \"out.csv\"\n[[loop]]\nuntil = { buffer = \"v\", index = 1, equals = 15 }\n"
                         "limit = 3\n[[loop.launch]]\nkernel = \"twice\"\ngrid = [1]\nblock = [32]\n"
                         "arguments = [\"v\", 2]\n");
  for (const std::string how : {"--functional", "--design gebhart2012/partitioned"}) {
    const Folder::Ended ended = folder.run("run m.toml --json x.json " + how);
    CHECK(ended.status == 1);
    CHECK_THAT(ended.err,
               Catch::Contains("m.toml:8:1: after 3 rounds, the limit of this [[loop]], v[1] is 8; expected 15"));
    CHECK(folder.files() == std::vector<std::string>{"k.ptx", "m.toml"});
  }
}

TEST_CASE("a manifest's mistake is shown with its place and nothing is written") {
  const Folder folder;
  folder.write("k.ptx", kTwicePtx);
  const auto refused = [&](const std::string& text, const std::string& options = "") {
    folder.write("m.toml", text);
    const Folder::Ended ended = folder.run("run m.toml --functional " + options);
    CHECK(ended.status == 2);
    CHECK(ended.out.empty());
    CHECK(folder.files() == std::vector<std::string>{"k.ptx", "m.toml"});
    return ended.err;
  };
  CHECK(refused(twice("sed = 1\n")) ==
        "unibank: error: m.toml:7:1: unknown key of [[buffer]] 'sed'; known: name, type, count, address, dump, "
        "absolute, relative, init, start, step, value, low, high, mean, deviation, seed, file, values, rest; did you "
        "mean "
        "'seed'?\n"
        "  7 | sed = 1\n    | ^\n");
  CHECK_THAT(refused(twice("dump = \"no/out.csv\"\n")), Catch::Contains("m.toml:7: dump: cannot create 'no/out.csv'"));
  CHECK_THAT(refused(twice("dump = \"k.ptx\"\n")),
             Catch::Contains("m.toml:7: dump: writing 'k.ptx' would replace the input file"));
  CHECK_THAT(refused(twice("dump = \"m.toml\"\n")), Catch::Contains("would replace the input file 'm.toml'"));
  CHECK_THAT(refused(twice("dump = \"x\"\n"), "--json x"),
             Catch::Contains("m.toml:7: dump: 'x' is needed by --json 'x'"));
  CHECK_THAT(refused(twice("", "[[launch]]\nkernel = \"twice\"\ngrid = [1]\nblock = [1]\narguments = [\"v\", 1.5]\n")),
             Catch::Contains("kernel 'twice', parameter 'n' (.u32): found 1.5; expected an integer"));
  CHECK_THAT(refused("ptx = \"k.ptx\"\n[[launch]]\nkernel = \"race\"\ngrid = [1]\nblock = [64, 64]\narguments = [0]\n"),
             Catch::Contains("m.toml:5:9: block: found [64, 64]; expected at most 1024 threads, at most 64 of them"));
}

TEST_CASE("a workload's name is taken as a workload even if a file has the same name") {
  const Folder folder;
  folder.write("vectoradd", "no manifest");
  CHECK(folder.run("run vectoradd --size tiny --functional").status == 0);
  folder.write("other", "no manifest");
  CHECK_THAT(folder.run("run other --functional").err, Catch::StartsWith("unibank: error: other:1:"));
}

TEST_CASE("reads outside of a buffer end a run or are counted and named") {
  const Folder folder;
  folder.write("k.ptx", kBlur);
  folder.write("m.toml", kBlurManifest);
  std::string expected = "11\n";  // 0 + 5 + 6
  for (int i = 1; i < 63; ++i) expected += std::to_string(3 * (5 + i)) + "\n";
  folder.write("e.csv", expected + std::to_string(67 + 68) + "\n");
  const std::string kFirst = "k.ptx:12: kernel 'blur', block (0, 0, 0), thread (0, 0, 0): load of 4 bytes at 0x";
  for (const std::string& how : {std::string("--functional"), kPartitioned, "--functional" + kPartitioned}) {
    INFO(how);
    const Folder::Ended fails = folder.run("run m.toml " + how);
    CHECK(fails.status == 1);
    CHECK_THAT(fails.err, Catch::Contains(kFirst) &&
                              Catch::Contains("is out of bounds: 4 bytes before 'v' (256 bytes at 0x"));
    const Folder::Ended warns =
        folder.run("run m.toml " + how + " --set run.out_of_bounds=warn --json x.json --csv x.csv");
    CHECK(warns.status == 0);
    CHECK_THAT(warns.out, Catch::Contains("verified"));
    CHECK_THAT(warns.err, Catch::Contains("2 accesses out of bounds (2 reads returned 0, 0 writes dropped), the "
                                          "first: " + kFirst));
    CHECK_THAT(text_of(folder.path / "x.json"), Catch::Contains("\"out_of_bounds_reads\": 2") &&
                                                    Catch::Contains("\"out_of_bounds_writes\": 0"));
    CHECK_THAT(text_of(folder.path / "x.csv"),
               Catch::Contains("memory.out_of_bounds_reads,memory.out_of_bounds_writes"));
  }
}

TEST_CASE("a cooperative launch of a manifest waits for its grid or is refused") {
  const Folder folder;
  folder.write("k.ptx", unibank::test::kGridSync);
  const auto manifest = [](unsigned blocks, const std::string& keys) {
    const std::string count = std::to_string(64 * blocks);
    return "ptx = \"k.ptx\"\n[[buffer]]\nname = \"v\"\ntype = \"u32\"\ncount = " + count +
           "\ninit = \"file\"\nfile = \"v.csv\"\n[[buffer]]\nname = \"s\"\ntype = \"u32\"\ncount = " + count +
           "\n[[launch]]\nkernel = \"rounds\"\ngrid = [" + std::to_string(blocks) + "]\nblock = [64]\n" + keys +
           "arguments = [\"v\", \"s\", 4]\n[[verify]]\nbuffer = \"v\"\nfile = \"e.csv\"\n";
  };
  const auto write = [&](const std::string& name, const std::vector<std::uint32_t>& values) {
    std::string text;
    for (const std::uint32_t value : values) text += std::to_string(value) + "\n";
    folder.write(name, text);
  };
  const std::vector<std::uint32_t> first = unibank::test::first_values(64 * 20);
  write("v.csv", first);
  write("e.csv", unibank::test::after_rounds(first, 4));
  folder.write("m.toml", manifest(20, "cooperative = true\n"));
  CHECK(folder.run("run m.toml --functional").status == 0);
  CHECK(folder.run("run m.toml --set gpu.sms=2" + kPartitioned).status == 0);
  const Folder::Ended refused = folder.run("run m.toml" + kPartitioned);  // 1024 threads per SM
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err,
             Catch::Contains("kernel 'rounds': a cooperative launch of 20 blocks; expected at most 16, which are "
                             "resident at once: 16 on the SM (thread limit)"));
  folder.write("m.toml", manifest(20, ""));
  const Folder::Ended plain = folder.run("run m.toml --set gpu.sms=2" + kPartitioned);
  CHECK(plain.status == 1);
  CHECK_THAT(plain.err, Catch::Contains("expected a cooperative launch (manifest: cooperative = true in [[launch]])"));
  folder.write("m.toml", manifest(20, "cooperative = 1\n"));
  CHECK_THAT(folder.run("run m.toml --functional").err,
             Catch::Contains("cooperative: found 1; expected true or false"));
}

TEST_CASE("a manifest with addresses has memory for the deep stacks of 15 SMs, as a recorded one needs") {
  const Folder folder;
  folder.write("k.ptx", R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry deep(.param .u64 values)
{
  .local .align 4 .b8 frame[65536];
  .reg .b32 %r<4>; .reg .b64 %l<4>;
  ld.param.u64 %l0, [values];
  mov.u64 %l1, frame;
  mov.u32 %r1, 7;
  st.local.u32 [%l1], %r1;
  ld.local.u32 %r2, [%l1];
  st.global.u32 [%l0], %r2;
  ret;
}
)");
  folder.write("m.toml", "ptx = \"k.ptx\"\nmemory_begin = 0x1000000000\n[[buffer]]\nname = \"v\"\ntype = \"u32\"\n"
                         "count = 1\naddress = 0x1000000000\n[[launch]]\nkernel = \"deep\"\ngrid = [1]\nblock = [32]\n"
                         "arguments = [\"v\"]\n");
  // 15 SMs x 64 warps x 32 threads x 64 KB: 2 GB.
  const Folder::Ended ended = folder.run("run m.toml --design nvidia/a100 --set gpu.sms=15");
  CAPTURE(ended.err);
  CHECK(ended.status == 0);
  CHECK(folder.run("run m.toml --design gebhart2012/partitioned --limits memory=1500").status == 0);
}
