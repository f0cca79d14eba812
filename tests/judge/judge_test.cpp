// The judge and `characterize --gpu` as a user calls them, with a driver whose GPU is the model and that can be told to
// make errors.
#include <catch2/catch.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace {

struct Ended {
  int status;
  std::string text;  // both streams
};

Ended ran(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) text.append(buffer.data(), got);
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text};
}

Ended judge(const std::string& arguments, const std::string& fake = "", const std::string& library = "fake_libcuda") {
  return ran("FAKE_CUDA='" + fake + "' " UNIBANK_FAKE_JUDGE " --libcuda " UNIBANK_FAKE_FOLDER "/" + library + ".so " +
             arguments + " 2>&1");
}

std::string kernel(const std::string& name) {
  return UNIBANK_SOURCE_DIR "/testbenches/kernels/" + name + "/" + name + ".toml";
}

using Catch::Contains;
using Catch::EndsWith;

// A manifest written by the test, in the test's folder.
std::string written(const std::string& name, const std::string& ptx_body, const std::string& rest) {
  const std::string folder = UNIBANK_FAKE_FOLDER "/";
  std::ofstream(folder + name + ".ptx")
      << ".version 6.5\n.target sm_75\n.address_size 64\n.extern .shared .align 4 .b8 dynamic[];\n"
         ".visible .entry k(.param .u64 p)\n{\n"
      << ptx_body << "}\n";
  std::ofstream(folder + name + ".toml") << "ptx = \"" << name << ".ptx\"\n" << rest;
  return folder + name + ".toml";
}
const std::string kOneBuffer = "[[buffer]]\nname = \"p\"\ntype = \"u32\"\ncount = 1\n";
const std::string kOneLaunch = "[[launch]]\ngrid = [1]\nblock = [1]\narguments = [\"p\"]\n";

}  // namespace

TEST_CASE("the judge finds every regression kernel of both compilers equal on a GPU that is the model") {
  const Ended ended = judge("--every-ptx " UNIBANK_SOURCE_DIR "/testbenches/kernels/*/*.toml");
  INFO(ended.text);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.text, Contains("a GPU that is none, compute capability 7.5\n"));
  CHECK_THAT(ended.text, Contains("integers/nvcc.ptx") && Contains("integers/clang.ptx"));
  CHECK_THAT(ended.text, Contains("texture_reference/texture_reference.ptx"));
  CHECK_THAT(ended.text, !Contains("DIFFERENT") && !Contains("FAILED"));
}

TEST_CASE("the judge runs loops and several modules as the model does") {
  for (const std::string name : {"gaussian", "bfs"}) {
    const Ended ended = judge(UNIBANK_SOURCE_DIR "/testbenches/examples/" + name + "/" + name + ".toml");
    INFO(ended.text);
    CHECK(ended.status == 0);
    CHECK_THAT(ended.text, Contains(name + "/" + name + ".ptx") && Contains("equal, "));
  }
  written("first", "ret;\n", "");
  const std::string two = written("second", "ret;\n", "");
  std::ofstream(UNIBANK_FAKE_FOLDER "/other.ptx") << ".version 6.5\n.target sm_75\n.address_size 64\n"
                                                     ".visible .entry other(.param .u64 p)\n{\n"
                                                     ".reg .b64 %l<2>;\n.reg .b32 %r<2>;\nld.param.u64 %l0, [p];\n"
                                                     "mov.u32 %r0, 7;\nst.global.u32 [%l0], %r0;\nret;\n}\n";
  std::ofstream(two) << "ptx = [\"first.ptx\", \"other.ptx\"]\n"
                     << kOneBuffer << "[[launch]]\nkernel = \"other\"\ngrid = [1]\nblock = [1]\narguments = [\"p\"]\n"
                     << "[[launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [1]\narguments = [\"p\"]\n";
  const Ended ended = judge(two);
  INFO(ended.text);
  CHECK(ended.status == 0);
}

TEST_CASE("the judge does not compare the addresses and handles that a manifest puts into a buffer") {
  const std::string manifest =
      written("pointers", "ret;\n",
              "[[buffer]]\nname = \"p\"\ntype = \"u64\"\ncount = 2\ninit = \"values\"\nvalues = [\"p\", 5]\n" +
                  kOneLaunch);
  const Ended ended = judge(manifest);
  INFO(ended.text);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.text, Contains("equal, 2 values"));
}

TEST_CASE("the judge stops with a message where there is nothing to compare with") {
  for (const auto& [library, fake, reason] : std::vector<std::array<std::string, 3>>{
           {"no_such_library", "", "no CUDA driver: "},
           {"fake_libcuda", "no-device", "the CUDA driver knows no GPU"},
           {"fake_libcuda", "fail:cuInit", "no GPU: cuInit: CUDA_ERROR_INVALID_VALUE (1)"},
           {"fake_libcuda_old", "", "the CUDA driver has no cuSurfObjectCreate"}}) {
    const Ended ended = judge(kernel("scan"), fake, library);
    INFO(ended.text);
    CHECK(ended.status == 77);
    CHECK_THAT(ended.text, Contains("unibank_judge: nothing to compare with: " + reason));
  }
}

TEST_CASE("the judge finds a single wrong bit, and says which") {
  const Ended ended = judge(kernel("scan") + " " + kernel("histogram"), "wrong-bit");
  INFO(ended.text);
  CHECK(ended.status == 1);
  CHECK_THAT(ended.text, Contains("scan/clang.ptx") && Contains("DIFFERENT: in[0] is ") && Contains(" on the GPU, ") &&
                             Contains(" in the model (1 of 256 differ); out[0] is "));
  CHECK_THAT(ended.text, Contains("bins[0] is ") && EndsWith("0 of 2 equal\n"));
}

TEST_CASE("the judge allows approximate values what the manifest allows them, and no more") {
  const std::string manifest = written(
      "approximate", "ret;\n",
      "[[buffer]]\nname = \"p\"\ntype = \"f32\"\ncount = 4\ninit = \"constant\"\nvalue = 1.5\nrelative = 1e-6\n" +
          kOneLaunch);
  const Ended close = judge(manifest, "wrong-bit");
  CHECK(close.status == 0);
  CHECK_THAT(close.text, Contains("equal, 4 values, 1 of them approximately"));
  const Ended far = judge(manifest, "wrong-sign");
  CHECK(far.status == 1);
  CHECK_THAT(far.text, Contains("DIFFERENT: p[0] is -1.5 (0xbfc00000) on the GPU, 1.5 (0x3fc00000) in the model"));
}

TEST_CASE("the judge names the call of the driver that fails, and goes on with the next kernel") {
  for (const char* call : {"cuDevicePrimaryCtxRetain", "cuCtxSetCurrent", "cuModuleLoadDataEx", "cuMemAlloc_v2",
                           "cuMemcpyHtoD_v2", "cuMemcpyDtoH_v2", "cuModuleGetFunction", "cuLaunchKernel",
                           "cuCtxSynchronize", "cuArray3DCreate_v2", "cuMemcpy3D_v2", "cuSurfObjectCreate"}) {
    const Ended ended = judge(kernel("surface") + " " + kernel("surface"), std::string("fail:") + call);
    INFO(ended.text);
    CHECK(ended.status == 1);
    const std::string name = std::string(call).substr(0, std::string(call).find("_v2"));
    CHECK_THAT(ended.text, Contains("FAILED on the GPU: " + name + ": CUDA_ERROR_INVALID_VALUE (1)"));
    CHECK_THAT(ended.text, EndsWith("0 of 2 equal\n"));
  }
  CHECK_THAT(judge(kernel("texture"), "fail:cuTexObjectCreate").text, Contains("cuTexObjectCreate: CUDA_ERROR"));
  CHECK_THAT(judge(kernel("recursion"), "fail:cuCtxSetLimit").text, Contains("cuCtxSetLimit: CUDA_ERROR"));
  CHECK_THAT(judge(kernel("constants"), "fail:cuModuleGetGlobal_v2").text, Contains("cuModuleGetGlobal: CUDA_ERROR"));
  CHECK_THAT(judge(kernel("grid_sync"), "fail:cuLaunchCooperativeKernel").text,
             Contains("cuLaunchCooperativeKernel: CUDA_ERROR"));
  CHECK(judge(kernel("scan"), "fail:cuDeviceGet").status == 77);
}

TEST_CASE("the judge goes on behind a kernel that does not end and behind a driver that ends by a signal") {
  const char* const late = "FAILED on the GPU: scan has not ended after 1 s\n";
  const char* const killed = "FAILED in the driver or the model: signal 11 (Segmentation fault)\n";
  for (const auto& [fault, verdict] : {std::pair{"hangs", late}, std::pair{"kill:cuModuleLoadDataEx", killed}}) {
    const Ended ended = judge("--seconds 1 " + kernel("scan") + " " + kernel("scan"), fault);
    INFO(ended.text);
    CHECK(ended.status == 1);
    const std::size_t first = ended.text.find(verdict);
    CHECK(first != ended.text.rfind(verdict));
    CHECK_THAT(ended.text, EndsWith("0 of 2 equal\n"));
  }
}

TEST_CASE("kernels share a context until one fails, leaves a texture or changes the stack") {
  const auto contexts = [](const std::string& manifests, const std::string& fault = "") {
    const std::string text = judge(manifests, "tell-contexts " + fault).text;
    std::size_t count = 0;
    for (std::size_t at = text.find("new context"); at != text.npos; at = text.find("new context", at + 1)) ++count;
    return count;
  };
  CHECK(contexts(kernel("scan") + " " + kernel("bits") + " " + kernel("scan")) == 1);
  CHECK(contexts(kernel("texture") + " " + kernel("scan") + " " + kernel("bits")) == 2);
  CHECK(contexts(kernel("recursion") + " " + kernel("scan")) == 2);
  CHECK(contexts(kernel("scan") + " " + kernel("bits"), "fail:cuLaunchKernel") == 2);
}

TEST_CASE("the judge passes the level of the driver's compiler") {
  CHECK_THAT(judge("--optimization 0 " + kernel("scan"), "tell-contexts").text, Contains("optimization 0\n"));
  CHECK_THAT(judge(kernel("scan"), "tell-contexts").text, Contains("optimization 4\n"));
}

TEST_CASE("textures bound by name need a driver that still has them") {
  const Ended newest = judge(kernel("texture_reference") + " " + kernel("texture"), "", "fake_libcuda_newest");
  INFO(newest.text);
  CHECK(newest.status == 1);
  CHECK_THAT(newest.text, Contains("FAILED on the GPU: this driver binds no textures by name (ramp)"));
  CHECK_THAT(newest.text, EndsWith("1 of 2 equal\n"));
  for (const char* call : {"cuModuleGetTexRef", "cuTexRefSetArray", "cuTexRefSetAddressMode", "cuTexRefSetFilterMode",
                           "cuTexRefSetFlags", "cuTexRefSetBorderColor", "cuModuleGetSurfRef", "cuSurfRefSetArray"})
    CHECK_THAT(judge(kernel("texture_reference"), std::string("fail:") + call).text,
               Contains("FAILED on the GPU: " + std::string(call)));
}

TEST_CASE("the judge tells whether a kernel failed in the model or on the GPU") {
  const Ended ended = judge(written("breaks", "trap;\n", kOneBuffer + kOneLaunch));
  INFO(ended.text);
  CHECK(ended.status == 1);
  CHECK_THAT(ended.text, Contains("breaks/breaks.ptx") && Contains("FAILED in the model: "));
}

TEST_CASE("the judge requests large dynamic scratchpad from the driver") {
  const std::string manifest = written(
      "large", ".reg .b64 %a;\nmov.u64 %a, dynamic;\nret;\n",
      kOneBuffer + "[[launch]]\ngrid = [1]\nblock = [1]\narguments = [\"p\"]\ndynamic_scratchpad_bytes = 60000\n");
  const Ended failed = judge(manifest, "fail:cuFuncSetAttribute");
  INFO(failed.text);
  CHECK_THAT(failed.text, Contains("FAILED on the GPU: cuFuncSetAttribute"));
}

TEST_CASE("bad input ends the judge before any kernel runs") {
  CHECK(judge("").status == 2);
  CHECK_THAT(judge("").text, Contains("found no manifest; expected one or more"));
  CHECK(judge("no_such.toml").status == 2);
  CHECK_THAT(judge("--evry-ptx x.toml").text, Contains("unknown option '--evry-ptx'"));
  CHECK_THAT(judge("x.toml --libcuda").text, Contains("--libcuda: found nothing; expected a file"));
  CHECK_THAT(judge("--seconds 0 x.toml").text, Contains("--seconds: found '0'; expected a number from 1 to 86400"));
  CHECK_THAT(judge("x.toml --optimization").text, Contains("--optimization: found ''; expected a number from 0 to 4"));
  CHECK(judge("--optimization 5 x.toml").status == 2);
  const std::string folder = UNIBANK_FAKE_FOLDER "/no_ptx/";
  std::filesystem::create_directory(folder);
  std::ofstream(folder + "a.toml") << "ptx = \"a.ptx\"\n";
  const auto refusal = [](const std::string& manifest) {
    const Ended ended = judge("--every-ptx '" + manifest + "'");
    CHECK(ended.status == 2);
    return ended.text;
  };
  const std::string missing = ": cannot read the manifest: No such file or directory\n";
  CHECK(refusal(folder + "a.toml") ==
        "unibank_judge: " + folder + "a.toml: found no .ptx in its folder; expected one or more\n");
  for (const std::string& none : {folder + "none.toml", folder + "none/a.toml", kernel("none")})
    CHECK(refusal(none) == "unibank_judge: " + none + missing);
  CHECK(judge("--help").status == 0);
  CHECK_THAT(judge("--help").text, Contains("Exit status: 0 all equal"));
}

#ifdef UNIBANK_FAKE_PROGRAM
namespace {

Ended characterize(const std::string& options, const std::string& fake = "",
                   const std::string& library = "fake_libcuda") {
  const std::string command = "FAKE_CUDA='" + fake +
                              "' " UNIBANK_FAKE_PROGRAM " characterize --gpu --libcuda " UNIBANK_FAKE_FOLDER "/" +
                              library + ".so --design gebhart2012/partitioned " + options + " 2>&1";
  return ran(command);
}

std::string row(const std::string& text, const std::string& name) {
  const std::size_t at = text.find("  " + name);
  REQUIRE(at != std::string::npos);
  std::istringstream words(text.substr(at + 2 + name.size(), text.find('\n', at) - at - 2 - name.size()));
  std::string all;
  for (std::string word; words >> word;) all += (all.empty() ? "" : " ") + word;
  return all;
}

}  // namespace

// The fake GPU takes one cycle for each warp instruction, whatever the instruction is.
TEST_CASE("characterize --gpu prints the model's figure, the card's and their ratio") {
  const std::string csv = UNIBANK_FAKE_FOLDER "/card.csv", json = UNIBANK_FAKE_FOLDER "/card.json";
  const Ended ended = characterize("--csv " + csv + " --json " + json);
  INFO(ended.text);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.text, Contains("gebhart2012/partitioned (model) and a GPU that is none, compute capability 7.5, "
                                  "1500 MHz at most, driver for CUDA 12.4 (card: by clocks of its SMs)\n"));
  CHECK(row(ended.text, "special function to the next ") == "20 1 20.000 cycles");
  CHECK(row(ended.text, "ALU result to the next instruction ") == "8 1 8.000 cycles");
  CHECK_THAT(row(ended.text, "taken branch "),
             Contains("card: cannot run: the driver's compiler leaves out some of this kernel's instructions"));
  CHECK(row(ended.text, "load, stride 32 ") == "32 3 10.667 cycles/access");  // with an addition and the result's use
  CHECK(row(ended.text, "reduction, 32 lanes on one address ") == "65 1 65.000 cycles/access");
  CHECK_THAT(row(ended.text, "launch and end of an empty kernel "), Contains("card: not here"));
  std::ifstream lines(csv);
  std::string line;
  std::getline(lines, line);
  CHECK(line == "design,card,clock_mhz,cuda,group,row,unit,model,measured,ratio,note");
  while (line.find("special function to") == std::string::npos) REQUIRE(std::getline(lines, line));
  CHECK(line == "gebhart2012/partitioned,\"a GPU that is none, compute capability 7.5\",1500,12.4,register,"
                "special function to the next,cycles,20,1,20,");
  const std::string object{std::istreambuf_iterator<char>(std::ifstream(json).rdbuf()), {}};
  CHECK_THAT(object, Contains("\"schema\": \"unibank-characterize-gpu-1\"") && Contains("\"ratio\": 20.0"));
}

TEST_CASE("characterize --gpu says that there is no driver or no GPU before it measures anything") {
  const Ended without = characterize("", "", "no_such_library");
  CHECK(without.status == 2);
  CHECK_THAT(without.text, Contains("unibank: error: --gpu: there is nothing to measure on: no CUDA driver: "));
  const Ended no_device = characterize("", "no-device");
  CHECK(no_device.status == 2);
  CHECK_THAT(no_device.text,
             Contains("unibank: error: --gpu: there is nothing to measure on: the CUDA driver knows no GPU"));
}

TEST_CASE("a failure on the card becomes its row's verdict") {
  const Ended ended = characterize("", "fail:cuLaunchKernel");
  CHECK(ended.status == 0);
  CHECK_THAT(row(ended.text, "special function to the next "), Contains("card: cannot run: cuLaunchKernel"));
}
#endif
