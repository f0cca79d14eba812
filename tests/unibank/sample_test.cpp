// unibank run --sample: some launches are timed, the figures of all are estimated.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/grid_sync_kernel.h"
#include "unibank/folder.h"
#include "unibank/sampled_runs.h"

namespace {

using Json = nlohmann::json;

const std::string kIntegrated = " --design jing2016/integrated-fair";

// Each thread adds 1 to its word, `more` times more.
const char* const kAddPtx = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 values, .param .u32 more)
{
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %l<4>;
  ld.param.u64 %l0, [values];
  ld.param.u32 %r0, [more];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %l1, %r4, 4;
  add.s64 %l2, %l0, %l1;
AGAIN:
  ld.global.u32 %r5, [%l2];
  add.u32 %r5, %r5, 1;
  st.global.u32 [%l2], %r5;
  setp.eq.u32 %p1, %r0, 0;
  sub.u32 %r0, %r0, 1;
  @!%p1 bra AGAIN;
  ret;
}
)";

std::string loop(const std::string& keys, const std::string& more) {
  return "ptx = \"k.ptx\"\n[[buffer]]\nname = \"v\"\ntype = \"u32\"\ncount = 65536\n[[loop]]\n" + keys +
         "[[loop.launch]]\nkernel = \"add\"\ngrid = [8]\nblock = [128]\narguments = [\"v\", " + more + "]\n";
}

}  // namespace

TEST_CASE("a sample of launches that are alike is exact") {
  Folder folder;
  folder.write("k.ptx", kAddPtx);
  folder.write("m.toml", loop("rounds = 60\n", "0"));
  for (const std::string& design : {kUnified, kIntegrated}) {
    const Json whole = run_json(folder, "m.toml" + design);
    const Json sampled = run_json(folder, "m.toml --sample launches=5%" + design);
    const Json& sampling = sampled.at("sampling");
    CHECK(sampling.at("launches") == 60);
    CHECK(sampling.at("timed").get<int>() < 10);
    CHECK(sampled.at("cycles") == whole.at("cycles"));
    CHECK(sampling.at("cycles").at("low") == whole.at("cycles"));
    CHECK(sampling.at("cycles").at("high") == whole.at("cycles"));
    for (const char* name : {"warp_instructions", "cache.accesses", "cache.hits", "dram.read_bytes", "blocks"}) {
      std::string pointer = "/" + std::string(name);
      std::replace(pointer.begin(), pointer.end(), '.', '/');
      CHECK(sampled.at(Json::json_pointer(pointer)) == whole.at(Json::json_pointer(pointer)));
    }
  }
}

TEST_CASE("steps that change buffers in turn are timed in part and the interval holds the true cycles") {
  const Folder folder;
  for (const std::string& design : {kUnified, kIntegrated})
    for (const char* program : {"hotspot --arg steps=40", "srad_v1 --arg iterations=8"}) {
      const Json whole = run_json(folder, program + (" --size tiny" + design));
      const Json sampled = run_json(folder, program + (" --size tiny --sample launches=10%" + design));
      const Json& sampling = sampled.at("sampling");
      INFO(program << design);
      CHECK(sampling.at("timed").get<int>() + sampling.at("warm_ups").get<int>() <
            sampling.at("launches").get<int>());
      check_holds(sampling.at("cycles"), whole.at("cycles"));
      CHECK(sampled.at("verified") == true);
    }
}

TEST_CASE("launches that do different things are all timed") {
  Folder folder;
  folder.write("k.ptx", kAddPtx);
  folder.write("m.toml", loop("rounds = 20\ncounter = \"i\"\n", "{ counter = \"i\" }"));
  const Json whole = run_json(folder, "m.toml" + kUnified);
  const Json sampled = run_json(folder, "m.toml --sample launches=20%" + kUnified);
  CHECK(sampled.at("sampling").at("timed") == 20);
  CHECK(sampled.at("cycles") == whole.at("cycles"));
  CHECK(sampled.at("sampling").at("cycles").at("low") == sampled.at("sampling").at("cycles").at("high"));
}

TEST_CASE("the same seed gives the same bytes and another seed other launches") {
  Folder folder;
  folder.write("k.ptx", kAddPtx);
  folder.write("m.toml", loop("rounds = 80\n", "0"));
  const std::string run = "run m.toml --json -" + kUnified + " --sample launches=20%";
  const std::string first = folder.run(run).out;
  CHECK(folder.run(run).out == first);
  CHECK(folder.run(run + ",seed=1").out == first);
  CHECK(folder.run(run + ",seed=2").out != first);
}

TEST_CASE("cooperative launches are sampled too") {
  const Folder folder;
  folder.write("k.ptx", unibank::test::kGridSync);
  folder.write("m.toml",
               "ptx = \"k.ptx\"\n[[buffer]]\nname = \"v\"\ntype = \"u32\"\ncount = 512\n[[buffer]]\nname = \"s\"\n"
               "type = \"u32\"\ncount = 512\n[[loop]]\nrounds = 20\n[[loop.launch]]\nkernel = \"rounds\"\ngrid = [8]\n"
               "block = [64]\ncooperative = true\narguments = [\"v\", \"s\", 4]\n");
  const Json whole = run_json(folder, "m.toml" + kUnified);
  const Json sampled = run_json(folder, "m.toml --sample launches=10%" + kUnified);
  CHECK(sampled.at("sampling").at("timed").get<int>() < 10);
  CHECK(sampled.at("cycles") == whole.at("cycles"));
}

TEST_CASE("a sampled trace times some of its kernels") {
  Folder folder;
  folder.write("k.ptx", kAddPtx);
  folder.write("m.toml", loop("rounds = 40\n", "0"));
  REQUIRE(folder.run("record m.toml -o t" + kIntegrated).status == 0);
  const Json whole = run_json(folder, "t/kernelslist.g" + kIntegrated);
  const Json sampled = run_json(folder, "t/kernelslist.g --sample launches=10%" + kIntegrated);
  CHECK(sampled.at("sampling").at("timed").get<int>() < 10);
  CHECK(sampled.at("cycles") == whole.at("cycles"));
}

TEST_CASE("the table of a sample shows its launches and intervals") {
  Folder folder;
  folder.write("k.ptx", kAddPtx);
  folder.write("m.toml", loop("rounds = 80\n", "0"));
  const Folder::Ended ended = folder.run("run m.toml --sample launches=20%" + kUnified);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("timed and counted") && Catch::Contains(" \u00b1 "));
  CHECK_THAT(folder.run("run m.toml" + kUnified).out, !Catch::Contains("\u00b1"));
}

TEST_CASE("a sample is refused where figures would be wrong") {
  const Folder folder;
  const auto error = [&folder](const std::string& arguments) {
    const Folder::Ended ended = folder.run("run vectoradd --size tiny --sample launches=10% " + arguments);
    CHECK(ended.status == 2);
    return ended.err;
  };
  CHECK_THAT(error("--functional"), Catch::Contains("--functional times no launch, so it cannot take --sample"));
  CHECK_THAT(error("--vcd w.vcd" + kUnified), Catch::Contains("launches: those that are not timed have no waves"));
  CHECK_THAT(error("--set run.check_data=true" + kUnified),
             Catch::Contains("a sample of launches does not go with run.check_data: values are followed"));
  CHECK_THAT(error("--set dram.model=fr-fcfs" + kUnified),
             Catch::Contains("a sample of launches does not go with dram.model \"fr-fcfs\": the cycles of a launch"));
  for (const char* window : {"0", "10000"})
    CHECK_THAT(error("--design today/run-time-carve-out --set partition.window=" + std::string(window)),
               Catch::Contains("a sample of launches does not go with partition.policy \"run-time-carve-out\""));
  CHECK_THAT(error("--set cache.flush_at_end=false --set gpu.sms=2 --design gebhart2012/partitioned"),
             Catch::Contains("a sample of launches does not go with cache.flush_at_end = false on several SMs"));
}

// The word is 1 once the clock is past 3,000: executed instructions in a run without time, cycles in one with.
const char* const kClock = R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry late(.param .u64 word)
{
  .reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %l<4>;
  ld.param.u64 %l0, [word];
  mov.u32 %r0, %clock;
  setp.gt.u32 %p1, %r0, 3000;
  selp.u32 %r1, 1, 0, %p1;
  st.global.u32 [%l0], %r1;
  ret;
}
)";

TEST_CASE("a program that launches something else when it is timed cannot be sampled") {
  const Folder folder;
  folder.write("c.ptx", kClock);
  folder.write("c.toml",
               "ptx = \"c.ptx\"\n[[buffer]]\nname = \"word\"\ntype = \"u32\"\ncount = 1\n[[loop]]\n"
               "until = { buffer = \"word\", index = 0, equals = 1 }\nlimit = 5000\n[[loop.launch]]\n"
               "kernel = \"late\"\ngrid = [1]\nblock = [32]\narguments = [\"word\"]\n");
  const Folder::Ended ended = folder.run("run c.toml --sample launches=90%" + kUnified);
  CHECK(ended.status == 1);
  CHECK_THAT(ended.err,
             Catch::Contains("the program has made ") && Catch::Contains(" when they were counted: what it"));
  CHECK_THAT(ended.err,
             Catch::Contains("depends on time, or on the order in which threads run, so its launches cannot"));
}

TEST_CASE("points of a study may be sampled") {
  Folder folder;
  folder.write("k.ptx", kAddPtx);
  folder.write("m.toml", loop("rounds = 60\n", "0"));
  folder.write("whole.toml", "programs = [\"m.toml\"]\ndesigns = [\"gebhart2012/unified-384k\"]\n");
  folder.write("some.toml",
               "programs = [\"m.toml\"]\ndesigns = [\"gebhart2012/unified-384k\"]\nsample = \"launches=10%\"\n");
  REQUIRE(folder.run("sweep whole.toml").status == 0);
  const Folder::Ended ended = folder.run("sweep some.toml");
  INFO(ended.err);
  REQUIRE(ended.status == 0);
  const auto point = [&folder](const std::string& study) {
    return Json::parse(text_of(folder.path / "sweeps" / study / "points.json")).at(0);
  };
  const Json whole = point("whole"), sampled = point("some");
  CHECK(sampled.at("sampling.launches") == 60);
  CHECK(sampled.at("sampling.timed") > 0);
  CHECK(sampled.at("sampling.timed") < 20);
  // The launches are alike, so the sample is exact.
  for (const std::string name : {"cycles", "cache.hits", "dram.read_bytes"}) {
    INFO(name);
    CHECK(sampled.at(name) == whole.at(name));
    CHECK(sampled.at(name + ".low") == whole.at(name));
    CHECK(sampled.at(name + ".high") == whole.at(name));
    CHECK_FALSE(whole.contains(name + ".low"));
  }
  CHECK_FALSE(whole.contains("sampling.launches"));
  folder.write("bad.toml", "programs = [\"m.toml\"]\ndesigns = [\"gebhart2012/unified-384k\"]\nsample = \"10%\"\n");
  const Folder::Ended bad = folder.run("sweep bad.toml");
  CHECK(bad.status == 2);
  CHECK_THAT(bad.err, Catch::Contains("bad.toml:3: sample is '10%': '10%' is none of launches, blocks and seed"));
}

// One launch of many differs from the others in one thing only: the warp that makes most turns of a loop, the place in
// the lines that it reads, or the texels that it fetches.
TEST_CASE("a launch that differs from those with as many instructions and lines is timed") {
  const std::string head = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 from, "
                           ".param .u32 odd)\n{\n.reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %d<4>;\n"
                           "ld.param.u64 %d1, [from];\nld.param.u32 %r1, [odd];\nmov.u32 %r2, %tid.x;\n";
  Folder folder;
  folder.write("turns.ptx", head + "shr.u32 %r3, %r2, 5;\nsetp.eq.u32 %p1, %r3, 0;\nselp.u32 %r4, 320, 0, %p1;\n"
                                   "setp.ne.u32 %p1, %r1, 0;\nselp.u32 %r5, %r4, 10, %p1;\nmov.u32 %r6, 0;\n"
                                   "LOOP: setp.ge.u32 %p2, %r6, %r5;\n@%p2 bra DONE;\nadd.u32 %r6, %r6, 1;\n"
                                   "bra LOOP;\nDONE: ret;\n}\n");
  folder.write("reads.ptx", head + "setp.ge.u32 %p1, %r2, 8;\n@%p1 bra DONE;\nmul.lo.u32 %r3, %r2, 4;\n"
                                   "mad.lo.u32 %r3, %r1, 16, %r3;\ncvt.u64.u32 %d2, %r3;\nadd.u64 %d3, %d1, %d2;\n"
                                   "ld.global.u32 %r4, [%d3];\nDONE: ret;\n}\n");
  folder.write("fetches.ptx", head + "mul.lo.u32 %r2, %r2, %r1;\nmul.lo.u32 %r2, %r2, 32;\n"
                                     "tex.1d.v4.u32.s32 {%r3,%r4,%r5,%r6}, [%d1, {%r2}];\nret;\n}\n");
  std::string values;
  for (int i = 0; i < 60; ++i) values += i == 30 ? "1, " : "0, ";
  for (const std::string kernel : {"turns", "reads", "fetches"}) {
    INFO(kernel);
    folder.write("m.toml", "ptx = \"" + kernel + ".ptx\"\n[[buffer]]\nname = \"b\"\ntype = \"u32\"\ncount = 65536\n"
                               "[[texture]]\nname = \"t\"\nbuffer = \"b\"\nwidth = 65536\nchannels = 1\n"
                               "channel = \"u32\"\nlinear_memory = true\n[[loop]]\ncounter = \"odd\"\nvalues = [" +
                               values.substr(0, values.size() - 2) +
                               "]\n[[loop.launch]]\ngrid = [1]\nblock = [1024]\narguments = [\"" +
                               (kernel == "fetches" ? "t" : "b") + "\", { counter = \"odd\" }]\n");
    const std::string design = "m.toml --design gebhart2012/partitioned --set cache.keep_between_kernels=false"
                               " --set cache.fetch=sectors --set texture_cache.bytes=12288";
    const Json whole = run_json(folder, design), sampled = run_json(folder, design + " --sample launches=5%");
    CHECK(sampled.at("sampling").at("timed").get<int>() < 10);
    CHECK(sampled.at("cycles") == whole.at("cycles"));
    CHECK(sampled.at("dram").at("read_bytes") == whole.at("dram").at("read_bytes"));
    const auto odd = [](const Json& sum) { return sum.get<std::uint64_t>() % 60 != 0; };
    CHECK((odd(whole.at("cycles")) || odd(whole.at("dram").at("read_bytes"))));  // that launch is not like the others
  }
}
