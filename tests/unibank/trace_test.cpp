// Traces from the command line: running them, recording workloads, and options that do not go with them.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "unibank/folder.h"

namespace {

const std::string kPlain = " --design gebhart2012/partitioned --set register_hierarchy.enabled=false ";

// Two blocks of two warps: a load, a scratchpad access, a barrier, a store.
std::string trace_text() {
  std::string text =
      "-kernel name = copy\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (64,1,1)\n-shmem = 256\n-nregs = 16\n"
      "-binary version = 75\n-cuda stream id = 0\n-accelsim tracer version = 4\n\n#traces format = PC mask\n";
  for (int block = 0; block < 2; ++block) {
    text += "#BEGIN_TB\nthread block = " + std::to_string(block) + ",0,0\n";
    for (int warp = 0; warp < 2; ++warp) {
      const std::string at = std::to_string(4 + 2 * block + warp) + "80";
      text += "warp = " + std::to_string(warp) + "\ninsts = 6\n0000 ffffffff 1 R4 LDG.E 1 R2 4 1 0x7f0000" + at +
              " 4\n0010 ffffffff 0 STS 2 R6 R4 4 1 0x" + (warp == 0 ? "0" : "80") +
              " 4\n0020 ffffffff 0 BAR.SYNC 0 0\n0030 ffffffff 1 R5 LDS 1 R6 4 1 0x0 4\n"
              "0040 ffffffff 0 STG.E 2 R2 R5 4 1 0x7f0010" + at + " 4\n0050 ffffffff 0 EXIT 0 0\n";
    }
    text += "#END_TB\n";
  }
  return text;
}

struct TraceFolder : Folder {
  TraceFolder() {
    fs::create_directory(path / "app");
    write("app/kernelslist.g", "MemcpyHtoD,0x00007f0000000000,1024\nkernel-1.traceg\nkernel-1.traceg\n");
    write("app/kernel-1.traceg", trace_text());
    std::string wide = trace_text();
    wide.replace(wide.find("nregs = 16"), 10, "nregs = 17");
    write("app/wide.g", "kernel-wide.traceg\n");
    write("app/kernel-wide.traceg", wide);
  }
};

nlohmann::json first_json_run(const Folder& folder, const std::string& name) {
  return nlohmann::json::parse(text_of(folder.path / name)).at("runs").at(0);
}

}  // namespace

TEST_CASE("a trace runs and is not verified") {
  const TraceFolder folder;
  const auto ended = folder.run("run app/kernelslist.g" + kPlain + "--json a.json");
  CHECK(ended.err.find("error") == std::string::npos);
  REQUIRE(ended.status == 0);
  CHECK(ended.out.find("not verified") != std::string::npos);
  const auto run = first_json_run(folder, "a.json");
  CHECK(run.at("workload") == "app");
  CHECK(run.at("launches").size() == 2);
  CHECK(run.at("launches").at(0).at("kernel") == "copy");
  CHECK(run.at("launches").at(0).at("warp_instructions") == 4 * 6);
  CHECK(run.at("registers_per_thread") == 16);
  CHECK(run.at("scratchpad_bytes_per_block") == 256);
}

TEST_CASE("the same trace gives the same bytes and runs on several designs") {
  const TraceFolder folder;
  const std::string command = "run app/kernelslist.g --design gebhart2012/partitioned "
                              "--design gebhart2012/unified-384k --set register_hierarchy.enabled=false --json ";
  REQUIRE(folder.run(command + "a.json").status == 0);
  REQUIRE(folder.run(command + "b.json").status == 0);
  CHECK(text_of(folder.path / "a.json") == text_of(folder.path / "b.json"));
  CHECK(folder.run("run app/kernelslist.g --design jing2016/integrated-fair --threads auto").status == 0);
}

TEST_CASE("a trace that meets the register limit of a design needs no further key") {
  const TraceFolder folder;
  CHECK(folder.run("run app/kernelslist.g --design hayes2014/kepler").status == 0);
  CHECK(folder.run("run app/kernelslist.g --registers 16" + kPlain).status == 0);
}

// A warp copies a line, ends the group, waits until `left` groups are not done, and loads another line.
TEST_CASE("a load behind DEPBAR.LE in a trace waits for the copies of its groups") {
  const auto cycles = [](const std::string& left) -> std::uint64_t {
    TraceFolder folder;
    folder.write("app/kernel-1.traceg",
                 "-kernel name = copy\n-kernel id = 1\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 256\n"
                 "-nregs = 16\n-binary version = 80\n-cuda stream id = 0\n-accelsim tracer version = 5\n\n"
                 "#traces format = PC mask\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 5\n"
                 "0000 ffffffff 0 LDGSTS.E 2 R6 R4 4 1 0x7f0000100000 4 0\n0010 ffffffff 0 LDGDEPBAR 0 0 0\n"
                 "0020 ffffffff 0 DEPBAR.LE 0 0 " + left + "\n0030 ffffffff 1 R8 LDG.E 1 R2 4 1 0x7f0000200000 4 0\n"
                 "0040 ffffffff 0 EXIT 0 0 0\n#END_TB\n");
    folder.write("app/kernelslist.g", "kernel-1.traceg\n");
    const auto ended = folder.run("run app/kernelslist.g" + kPlain + "--set dram.latency=500 --json a.json");
    REQUIRE(ended.status == 0);
    return first_json_run(folder, "a.json").at("cycles");
  };
  const std::uint64_t beside = cycles("1"), behind = cycles("0");
  CHECK(beside > 500);
  CHECK(beside < 2 * 500);
  CHECK(behind > 2 * 500);
}

TEST_CASE("an access of a trace at an address of a register is refused where registers are lines") {
  TraceFolder folder;
  const auto run = [&folder](const std::string& address, const std::string& design, const std::string& more = "") {
    std::string text = trace_text();
    for (std::size_t at; (at = text.find("0x7f0010580")) != std::string::npos;) text.replace(at, 11, address);
    folder.write("app/kernel-1.traceg", text);
    return folder.run("run app/kernelslist.g --design jing2016/" + design + more);
  };
  const auto refused = run("0xffff0000", "integrated-fair");
  CHECK(refused.status == 2);
  CHECK(refused.err.find("'STG.E (at 0040)' accesses the line at 0xffff0000; expected no address from 0xffe20000 to "
                         "0xffffffff") != std::string::npos);
  CHECK(run("0xffe1ff80", "integrated-fair").status == 0);
  CHECK(run("0x100000000", "integrated-fair").status == 0);
  CHECK(run("0xffff0000", "separate-16k").status == 0);
}

// 32 warps with 100 more products of 16 x 8 x 16 take four tensor units 2,048 / 256 cycles for each.
TEST_CASE("products of matrices in a trace take the tensor units or with a warning the lanes of a design without") {
  const TraceFolder folder;
  const auto write = [&folder](unsigned products) {
    std::string text = trace_text().substr(0, trace_text().find("#BEGIN_TB"));
    text.replace(text.find("(2,1,1)"), 7, "(1,1,1)").replace(text.find("(64,1,1)"), 8, "(1024,1,1)");
    text += "#BEGIN_TB\nthread block = 0,0,0\n";
    for (int warp = 0; warp < 32; ++warp) {
      text += "warp = " + std::to_string(warp) + "\ninsts = " + std::to_string(products + 1) + "\n";
      for (unsigned i = 0; i < products; ++i) text += "0010 ffffffff 1 R4 HMMA.16816.F32 3 R8 R10 R255 0\n";
      text += "0020 ffffffff 0 EXIT 0 0\n";
    }
    folder.write("app/kernel-1.traceg", text + "#END_TB\n");
    folder.write("app/kernelslist.g", "kernel-1.traceg\n");
  };
  const auto run = [&folder](const std::string& options) {
    REQUIRE(folder.run("run app/kernelslist.g " + options + " --set gpu.sms=1 --json a.json").status == 0);
    return first_json_run(folder, "a.json");
  };
  write(200);
  const double twice = run("--design nvidia/a100").at("cycles");
  write(100);
  const auto on_units = run("--design nvidia/a100");
  CHECK(twice - on_units.at("cycles").get<double>() == 32 / 4 * 100 * (2048 / 256));
  CHECK(on_units.at("warnings").empty());
  const auto on_lanes = run("--design nvidia/a100 --set sm.tensor_products=0");
  CHECK(on_lanes.at("cycles") < on_units.at("cycles"));
  REQUIRE(on_lanes.at("warnings").size() == 1);
  CHECK(on_lanes.at("warnings").at(0) ==
        "3200 products of matrices took the lanes of floats or doubles, each as a single operation, because the design "
        "has no tensor unit for them");
}

TEST_CASE("options that do not fit a trace give one clear line and status 2") {
  const TraceFolder folder;
  const std::pair<std::string, const char*> cases[] = {
      {"run app/kernelslist.g --design gebhart2012/partitioned",
       "kernel is a trace: the pass \"hierarchy\" needs PTX; expected register_hierarchy.enabled = false"},
      {"run app/wide.g --registers 16" + kPlain,
       "the trace is of a kernel with 17 registers per thread; expected at most 16, or kernel.register_limit = 0"},
      {"run app/kernelslist.g --size tiny" + kPlain, "--size does not go with a trace"},
      {"run app/kernelslist.g --arg n=1" + kPlain, "--arg does not go with a trace"},
      {"run app/kernelslist.g --functional", "--functional does not go with a trace"},
      {"run nothing.g" + kPlain, "cannot open 'nothing.g'"},
      {"record app/kernelslist.g -o r", "is a trace; expected a workload or a manifest"},
      {"record vectoradd", "--output is required"},
      {"record vectoradd -o r --set dram.latency=3", "so it needs --design"},
      {"record vectoradd -o app/kernelslist.g", "cannot make the folder 'app/kernelslist.g'"}};
  for (const auto& [command, expected] : cases) {
    INFO(command);
    const auto ended = folder.run(command);
    CHECK(ended.status == 2);
    CHECK(ended.err.find(expected) != std::string::npos);
    CHECK(std::count(ended.err.begin(), ended.err.end(), '\n') == 1);
  }
}

TEST_CASE("a trace that breaks off inside of a run is bad input with its line") {
  const TraceFolder folder;
  const std::string text = trace_text();
  folder.write("app/kernel-1.traceg", text.substr(0, text.rfind("0040")));
  const auto ended = folder.run("run app/kernelslist.g" + kPlain + "--json a.json");
  CHECK(ended.status == 2);
  CHECK(ended.err ==
        "unibank: error: gebhart2012/partitioned: app/kernel-1.traceg:46: found the end of the file inside the thread "
        "block that begins in line 31; expected #END_TB\n");
  CHECK(folder.files() == std::vector<std::string>{"app"});
}
