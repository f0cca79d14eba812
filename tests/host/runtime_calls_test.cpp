// Programs that print, allocate and assert, compiled by nvcc and clang, compared with the same source compiled for the
// host.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "base/input_error.h"
#include "host/device.h"
#include "host/functional_backend.h"
#include "ptx/kernel.h"
#include "simt/device_memory.h"

namespace device_on_host {

struct Index {
  int x;
};
Index blockIdx{0}, blockDim{1}, threadIdx{0};
std::vector<std::string> printed;  // by each call

// CUDA's printf returns the number of arguments.
template <typename... Arguments>
int print(const char* format, Arguments... arguments) {
  char text[256];
  std::snprintf(text, sizeof text, format, arguments...);
  printed.emplace_back(text);
  return static_cast<int>(sizeof...(arguments));
}
int print(const char* text) {
  printed.emplace_back(text);
  return 0;
}

#define __device__
#define __global__
#define __noinline__
#define printf print
#include "data/runtime/runtime.cu"
#undef printf
#undef __device__
#undef __global__
#undef __noinline__

}  // namespace device_on_host

using namespace unibank;

namespace {

constexpr int kRuntimeThreads = 150;  // one warp is not full, and the last has no thread to run

struct Options {
  std::string compiler = "nvcc";
  unsigned registers = 0;
  bool slots = false, hierarchy = false;
};

// The results of one launch of `name`(out, in, n).
struct Outcome {
  std::string printed;
  std::vector<int> out;
};

Outcome outcome_of(const std::string& name, const Options& options, int last = kRuntimeThreads) {
  compiler::CompileOptions compile;
  compile.registers = options.registers;
  compile.stack_bytes = 4096;
  compile.hierarchy.enabled = options.hierarchy;
  if (options.slots) compile.spills = {compiler::ScratchpadSpills::kAsNeeded, {96, 1, 1}};
  DeviceMemory memory{std::uint64_t{64} << 20};
  Outcome outcome;
  memory.set_print([&](std::string_view text) { outcome.printed += text; });
  FunctionalBackend backend{memory};
  Device device(backend, memory, compile);
  std::ifstream file(UNIBANK_TEST_DATA "/runtime/" + options.compiler + ".ptx");
  std::ostringstream text;
  text << file.rdbuf();
  device.load(text.str(), options.compiler + ".ptx");
  std::vector<int> in;
  for (int i = 0; i < kRuntimeThreads; ++i) in.push_back(i * 37 % 1000);
  const auto at = device.upload(std::vector<int>(kRuntimeThreads, -1), "out");
  device.launch(name, {2, 1, 1}, {96, 1, 1}, Arguments(at, device.upload(in, "in"), last));
  outcome.out = device.download<int>(at, kRuntimeThreads);
  return outcome;
}

using HostKernel = void(int*, const int*, int);

// The same on the host, one block for each thread: the text that each thread prints in each of its calls.
struct Reference {
  std::vector<std::vector<std::string>> printed;
  std::vector<int> out;
};
Reference reference(HostKernel* kernel) {
  Reference right;
  std::vector<int> in;
  for (int i = 0; i < kRuntimeThreads; ++i) in.push_back(i * 37 % 1000);
  right.out.resize(kRuntimeThreads);
  for (device_on_host::blockIdx.x = 0; device_on_host::blockIdx.x < kRuntimeThreads; ++device_on_host::blockIdx.x) {
    device_on_host::printed.clear();
    kernel(right.out.data(), in.data(), kRuntimeThreads);
    right.printed.push_back(device_on_host::printed);
  }
  return right;
}

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::string joined(const Reference& right) {
  std::string text;
  for (const auto& thread : right.printed)
    for (const std::string& one : thread) text += one;
  return text;
}

std::vector<Options> all_options() {
  std::vector<Options> all;
  for (const std::string compiler : {"nvcc", "clang"}) {
    for (const unsigned registers : {0u, 16u, 18u, 20u, 24u, 32u, 48u})
      all.push_back({compiler, registers, false, false});
    all.push_back({compiler, 16, true, false});
    all.push_back({compiler, 20, false, true});
    all.push_back({compiler, 0, false, true});
  }
  return all;
}

void check_on_all(const std::string& name, HostKernel* kernel) {
  const Reference right = reference(kernel);
  std::map<std::string, std::string> first;  // by compiler
  for (const Options& options : all_options()) {
    INFO(name << " of " << options.compiler << ", " << options.registers << " registers, slots " << options.slots
              << ", hierarchy " << options.hierarchy);
    const Outcome outcome = outcome_of(name, options);
    CHECK(outcome.out == right.out);
    CHECK(sorted_lines(outcome.printed) == sorted_lines(joined(right)));
    CHECK(first.try_emplace(options.compiler, outcome.printed).first->second == outcome.printed);
  }
}

}  // namespace

TEST_CASE("printf prints on the device what it prints on the host, under every limit of registers") {
  check_on_all("prints", device_on_host::prints);
}
TEST_CASE("printf from functions with frames, from recursion") { check_on_all("calls", device_on_host::calls); }
TEST_CASE("values in registers live through printf") { check_on_all("pressure", device_on_host::pressure); }
TEST_CASE("lists of blocks of the device's heap hold what was stored") { check_on_all("lists", device_on_host::lists); }

TEST_CASE("printf output is ordered by call and warp and lane") {
  const Reference right = reference(device_on_host::pressure);
  std::string expected;
  for (const auto& thread : right.printed) expected += thread.at(0);
  CHECK(outcome_of("pressure", {}).printed == expected);
  const std::string text = outcome_of("prints", {}).printed;
  // The first call of all 32 lanes of warp 0, then their second call.
  CHECK(text.find("\n31: 147 ") < text.find("\n0: 0.000000 "));
  CHECK(text.find("\n31: 36.750000 ") < text.find("no arguments"));
  CHECK(text.find("\n31: 4.900000e+01 ") < text.find("\n32: 184 "));
}

TEST_CASE("a failed assertion is reported as the run's error in CUDA's words") {
  const std::string where = "kernel 'asserts', block (0, 0, 0), thread (4, 0, 0): ";
  for (const Options& options : all_options()) {
    INFO(options.compiler << ", " << options.registers << " registers, slots " << options.slots);
    CHECK_NOTHROW(outcome_of("asserts", options, 1000));
    CHECK_THROWS_WITH(outcome_of("asserts", options, 147),
                      Catch::Contains(where + "runtime.cu:93: void require(int, int): block: [0,0,0], thread: "
                                              "[4,0,0] Assertion `v <= most && \"at most\"` failed.") &&
                          Catch::StartsWith(options.compiler + ".ptx:"));
    CHECK_THROWS_AS(outcome_of("asserts", options, 147), RunError);
  }
}
