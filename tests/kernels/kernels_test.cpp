// Every regression kernel, compiled by each of the two compilers (one by nvcc only) or written as PTX, compared with
// its reference.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

#include "host/device.h"
#include "host/functional_backend.h"
#include "kernel_run.h"
#include "simt/device_memory.h"
#include "support/thinned.h"

using namespace unibank;
using namespace unibank::kernels;
namespace fs = std::filesystem;

namespace {

// The first difference; a refusal or an error of the run counts as one.
std::string run_functionally(const std::string& kernel, const std::string& ptx_file, unsigned registers = 0,
                             const compiler::ScratchpadSpills& spills = {}, bool simplify = false) {
  try {
    const Manifest manifest = manifest_of(kernel, ptx_file);
    DeviceMemory memory;
    FunctionalBackend backend(memory, 10'000'000);
    compiler::CompileOptions options = options_of(manifest);
    options.registers = registers;
    options.spills = spills;
    options.simplify = simplify;
    Device device(backend, memory, options);
    return differences(manifest, run(manifest, device));
  } catch (const std::exception& error) {
    return kernel + "/" + ptx_file + ": " + error.what();
  }
}

}  // namespace

TEST_CASE("every folder of kernels has a manifest, a reference and PTX of two compilers, of nvcc only or by hand") {
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(kernel_folder()))
    if (entry.is_directory()) folders.push_back(entry.path().filename().string());
  std::sort(folders.begin(), folders.end());
  CHECK(folders == kernel_names());
  CHECK(folders.size() >= 25);
  for (const std::string& folder : folders) {
    const fs::path files = fs::path(kernel_folder()) / folder, source = files / (folder + ".cu");
    std::vector<std::string> expected{"clang.ptx", "nvcc.ptx"};
    if (!fs::exists(source)) expected = {folder + ".ptx"};
    else if (read_whole_file(source.string()).rfind("// nvcc only", 0) == 0) expected = {"nvcc.ptx"};
    CHECK(ptx_files(folder) == expected);
    CHECK(fs::exists(files / (folder + ".toml")));
  }
}

TEST_CASE("every regression kernel computes what its reference says") {
  for (const std::string& kernel : kernel_names())
    for (const std::string& ptx : ptx_files(kernel)) CHECK(run_functionally(kernel, ptx) == "");
}

TEST_CASE("every regression kernel computes the same with fewer instructions") {
  for (const std::string& kernel : kernel_names())
    for (const std::string& ptx : ptx_files(kernel)) CHECK(run_functionally(kernel, ptx, 0, {}, true) == "");
}

TEST_CASE("every regression kernel computes the same with few registers", "[release]") {
  for (const unsigned registers : {16u, 24u})
    for (const std::string& kernel : kernel_names())
      for (const std::string& ptx : ptx_files(kernel)) {
        INFO(registers << " registers");
        CHECK(run_functionally(kernel, ptx, registers) == "");
      }
}

// Each kernel runs in four of the 27 ways, its neighbours in others; with UNIBANK_TESTS=full in all.
TEST_CASE("every regression kernel computes the same with spills in the scratchpad", "[release][thinned]") {
  std::vector<std::pair<unsigned, compiler::ScratchpadSpills>> ways;
  for (const unsigned registers : {16u, 20u, 24u})
    for (const unsigned slots : {2u, 8u, 32u})
      for (const auto stack : {compiler::StackDiscipline::kTraditional, compiler::StackDiscipline::kRegisterStack,
                               compiler::StackDiscipline::kMoving})
        ways.push_back({registers, {slots, {}, stack}});
  std::size_t number = 0;
  for (const std::string& kernel : kernel_names())
    for (const std::string& ptx : ptx_files(kernel))
      for (const auto& [registers, spills] : test::choices_of(ways, number++, 4)) {
        INFO(registers << " registers, " << spills.slots << " slots, stack " << static_cast<int>(spills.stack));
        CHECK(run_functionally(kernel, ptx, registers, spills) == "");
      }
}
