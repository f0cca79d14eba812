// unibank run --sample blocks: some blocks of a launch are timed, the figures of all are estimated.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "unibank/folder.h"
#include "unibank/sampled_runs.h"

namespace {

using Json = nlohmann::json;

const std::string kTwoSms = " --design jing2016/integrated-fair --set gpu.sms=2";

// Each thread adds 1 to its word, and does something with a word that all threads share.
std::string kernel_that(const std::string& shares) {
  return R"(.version 6.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 values, .param .u64 sum)
{
  .reg .b32 %r<9>; .reg .b64 %l<4>;
  ld.param.u64 %l0, [values];
  ld.param.u64 %l3, [sum];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %l1, %r4, 4;
  add.s64 %l2, %l0, %l1;
  ld.global.u32 %r5, [%l2];
  add.u32 %r5, %r5, 1;
  st.global.u32 [%l2], %r5;
)" + shares + "\n  ret;\n}\n";
}

const char* const kSumByReduction = "red.global.add.u32 [%l3], 1;";
const char* const kSumByAtomic = "atom.global.add.u32 %r6, [%l3], 1;";

std::string launch_of_blocks(unsigned blocks) {
  const std::string threads = std::to_string(blocks * 64);
  return "ptx = \"k.ptx\"\n[[buffer]]\nname = \"v\"\ntype = \"u32\"\ncount = " + threads +
         "\n[[buffer]]\nname = \"s\"\ntype = \"u32\"\ncount = 1\n[[launch]]\nkernel = \"add\"\ngrid = [" +
         std::to_string(blocks) + "]\nblock = [64]\narguments = [\"v\", \"s\"]\n";
}

// The program, with what the shared word must be at the end.
void write_program(const Folder& folder, unsigned blocks) {
  folder.write("k.ptx", kernel_that(kSumByReduction));
  folder.write("s.csv", std::to_string(blocks * 64) + "\n");
  folder.write("m.toml", launch_of_blocks(blocks) + "[[verify]]\nbuffer = \"s\"\nfile = \"s.csv\"\n");
}

}  // namespace

TEST_CASE("a launch of many blocks is timed in part and its answer is right") {
  Folder folder;
  write_program(folder, 1200);
  for (const std::string& design : {kUnified, kTwoSms}) {
    INFO(design);
    const Json whole = run_json(folder, "m.toml" + design);
    const Json sampled = run_json(folder, "m.toml --sample blocks=10%" + design);
    const Json& sampling = sampled.at("sampling");
    CHECK(sampled.at("verified") == true);
    CHECK(sampling.at("blocks") == 1200);
    CHECK(sampling.at("timed").get<int>() + sampling.at("warm_ups").get<int>() < 800);
    check_holds(sampling.at("cycles"), whole.at("cycles"));
    CHECK(sampled.at("cycles").get<double>() == Approx(whole.at("cycles").get<double>()).epsilon(0.1));
    for (const char* name : {"warp_instructions", "thread_instructions", "blocks"}) {
      CHECK(sampled.at(name) == whole.at(name));
      CHECK(sampling.at("counters").at(name).at("low") == sampling.at("counters").at(name).at("high"));
    }
    CHECK(sampled.at("launches").at(0).at("blocks") == 1200);
    CHECK(sampled.at("launches").at(0).at("cycles") == sampled.at("cycles"));
    CHECK(sampled.at("launches").at(0).at("warp_instructions") == whole.at("warp_instructions"));
  }
}

TEST_CASE("blocks that share lines with their neighbours go on in step after blocks that are left out") {
  // Two blocks of backprop48 have 17 lines, so every second one begins in the middle of a line. Out of step the cycles
  // differ by 0.8 % and more.
  const Folder folder;
  const std::string run = "backprop48 --size test" + kPartitioned;
  const Json whole = run_json(folder, run);
  for (const char* seed : {"1", "2", "3"}) {
    INFO("seed " << seed);
    const Json sampled = run_json(folder, run + " --sample blocks=10%,seed=" + seed);
    CHECK(sampled.at("sampling").at("timed") < 256);
    check_holds(sampled.at("sampling").at("cycles"), whole.at("cycles"));
    CHECK(sampled.at("cycles").get<double>() == Approx(whole.at("cycles").get<double>()).epsilon(0.002));
  }
}

TEST_CASE("an interval contains a whole run whose last blocks end in another phase") {
  // Two blocks of quasirandom's first kernel take turns, and units scatter much less than the time between them.
  const Folder folder;
  const std::string run = "quasirandom --size test" + kUnified;
  const Json whole = run_json(folder, run);
  for (const char* seed : {"1", "2"}) {
    INFO("seed " << seed);
    const Json sampled = run_json(folder, run + " --sample blocks=10%,seed=" + seed);
    check_holds(sampled.at("sampling").at("cycles"), whole.at("cycles"));
  }
}

TEST_CASE("an interval contains a whole run that is faster until the L2 cache is full") {
  // DRAM bounds vectoradd on an A100's SM. Until four of 64 steps have filled the L2, nothing is written back to it.
  const Folder folder;
  const std::string run = "vectoradd --arg n=524288 --design nvidia/a100";
  const Json whole = run_json(folder, run);
  for (const char* seed : {"1", "2", "3"}) {
    INFO("seed " << seed);
    const Json sampled = run_json(folder, run + " --sample blocks=10%,seed=" + seed);
    const Json& cycles = sampled.at("sampling").at("cycles");
    CHECK(sampled.at("sampling").at("timed") < 1024);
    check_holds(cycles, whole.at("cycles"));
    CHECK(cycles.at("high").get<double>() < 1.01 * whole.at("cycles").get<double>());
    REQUIRE(sampled.at("warnings").size() == 1);
    CHECK_THAT(sampled.at("warnings").at(0).get<std::string>(),
               Catch::Contains("the 95% intervals are for the random choice of blocks"));
  }
}

TEST_CASE("a launch of few blocks is timed whole and its figures are exact") {
  Folder folder;
  write_program(folder, 60);
  const Json whole = run_json(folder, "m.toml" + kUnified);
  const Json sampled = run_json(folder, "m.toml --sample blocks=10%" + kUnified);
  CHECK(sampled.at("sampling").at("timed") == 60);
  CHECK(sampled.at("cycles") == whole.at("cycles"));
  CHECK(sampled.at("sampling").at("cycles").at("low") == whole.at("cycles"));
  CHECK(sampled.at("sampling").at("cycles").at("high") == whole.at("cycles"));
  CHECK(sampled.at("dram") == whole.at("dram"));
  CHECK(sampled.at("stalls") == whole.at("stalls"));
}

TEST_CASE("blocks that may wait for each other are all timed and the run says why") {
  Folder folder;
  folder.write("k.ptx", kernel_that(kSumByAtomic));
  folder.write("m.toml", launch_of_blocks(1200));
  const Json whole = run_json(folder, "m.toml" + kUnified);
  const Json sampled = run_json(folder, "m.toml --sample blocks=10%" + kUnified);
  CHECK(sampled.at("sampling").at("timed") == 1200);
  CHECK(sampled.at("cycles") == whole.at("cycles"));
  REQUIRE(sampled.at("warnings").size() == 1);
  CHECK_THAT(sampled.at("warnings").at(0).get<std::string>(),
             Catch::Contains("kernel 'add' is timed whole: its blocks may wait for each other ('") &&
                 Catch::Contains("atom.global.add"));
}

TEST_CASE("the same seed times the same blocks on one core and on two and another seed others") {
  Folder folder;
  write_program(folder, 1200);
  const std::string run = "run m.toml --json -" + kTwoSms + " --sample blocks=10%";
  const std::string first = folder.run(run).out;
  CHECK(folder.run(run + ",seed=1 --cores 2").out == first);
  CHECK(folder.run(run + ",seed=2").out != first);
}

TEST_CASE("blocks of a trace are sampled too") {
  Folder folder;
  write_program(folder, 1200);
  REQUIRE(folder.run("record m.toml -o t" + kUnified).status == 0);
  const Json whole = run_json(folder, "t/kernelslist.g" + kUnified);
  const Json sampled = run_json(folder, "t/kernelslist.g --sample blocks=10%" + kUnified);
  CHECK(sampled.at("sampling").at("timed").get<int>() < 700);
  check_holds(sampled.at("sampling").at("cycles"), whole.at("cycles"));
  CHECK(sampled.at("warp_instructions") == whole.at("warp_instructions"));
  CHECK(sampled.at("thread_instructions") == whole.at("thread_instructions"));
}

TEST_CASE("a sample of blocks is refused where figures would be wrong") {
  const Folder folder;
  const auto error = [&folder](const std::string& arguments) {
    const Folder::Ended ended = folder.run("run vectoradd --size tiny " + arguments + kUnified);
    CHECK(ended.status == 2);
    return ended.err;
  };
  CHECK_THAT(error("--sample blocks=10% --set run.check_data=true"),
             Catch::Contains("a sample of blocks does not go with run.check_data: values are followed"));
  CHECK_THAT(error("--sample blocks=10% --set dram.model=fr-fcfs"),
             Catch::Contains("a sample of blocks does not go with dram.model \"fr-fcfs\": refreshes and open rows"));
  CHECK_THAT(error("--sample blocks=10% --vcd w.vcd"), Catch::Contains("a sample of blocks: those that are not timed"));
  CHECK_THAT(error("--sample blocks=10%,launches=10%"), Catch::Contains("so launches and blocks do not go together"));
}

TEST_CASE("a figure that only one of the timed units defines has no interval in the points of a sweep") {
  Folder folder;
  std::string kernel = kernel_that("");  // only the blocks from 480 to 511 access memory
  kernel.insert(kernel.find("  mad.lo"),
                "  .reg .pred %p;\n  shr.u32 %r7, %r1, 5;\n  setp.ne.u32 %p, %r7, 15;\n  @%p ret;\n");
  folder.write("k.ptx", kernel);
  folder.write("m.toml", launch_of_blocks(1200));
  const std::string sweep = "sweep m.toml --axis cache.ways=4 --set run.reuse_statistics=true" + kUnified;
  const Folder::Ended ended = folder.run(sweep + " --sample blocks=10%,seed=3");
  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("1 point run now") && Catch::Contains("0 failed"));
  const Json values = Json::parse(text_of(folder.path / "sweeps/m/points.json")).at(0);
  CAPTURE(values.dump(1));
  CHECK(values.contains("register_reuse_percent"));
  CHECK_FALSE(values.contains("register_reuse_percent.low"));
  CHECK(values.contains("cycles.low"));
}

TEST_CASE("the quick form of a sweep samples its points") {
  Folder folder;
  write_program(folder, 1200);
  const std::string sweep = "sweep m.toml --axis cache.ways=4" + kUnified + " --sample blocks=";
  const Folder::Ended ended = folder.run(sweep + "10%");
  INFO(ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(folder.run(sweep + "10% --dry-run").out, Catch::Contains("1 finished"));
  CHECK_THAT(folder.run(sweep + "20% --dry-run").out, !Catch::Contains("1 finished"));
  CHECK(folder.run(sweep + "0%").status == 2);
}
