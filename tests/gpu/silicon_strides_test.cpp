// The L1's time for a warp's load on today's SMs compared with measurements on GPUs (testbenches/silicon/strides.csv):
// one block of 1,024 threads, all data in the L1. testbenches/silicon/README.md has these figures and explains the
// differences.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "design/load.h"
#include "gpu/workload_run.h"

using namespace unibank;
using namespace unibank::test;

namespace {

constexpr unsigned kStrideThreads = 1024, kPitch = 4098, kLoads = 8, kStep = 4;
constexpr unsigned kFewTurns = 4, kManyTurns = 12;

struct OnCard {
  std::string gpu, element, pattern;
  unsigned number = 0;
  double cycles = 0;
  unsigned bytes() const { return element == "double" ? 8 : 4; }
};

std::vector<OnCard> measured_on_cards() {
  std::ifstream file(std::string(UNIBANK_SOURCE_DIR) + "/testbenches/silicon/strides.csv");
  REQUIRE(file);
  std::vector<OnCard> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || line.rfind("gpu,", 0) == 0) continue;
    std::istringstream cells(line);
    OnCard one;
    std::string number, cycles;
    std::getline(cells, one.gpu, ',');
    std::getline(cells, one.element, ',');
    std::getline(cells, one.pattern, ',');
    std::getline(cells, number, ',');
    std::getline(cells, cycles, ',');
    one.number = static_cast<unsigned>(std::stoul(number));
    one.cycles = std::stod(cycles);
    all.push_back(one);
  }
  return all;
}

// Thread t loads from data + offset(t) bytes on, kLoads times in each round.
std::string strides_kernel(unsigned bytes) {
  std::ostringstream text;
  const bool wide = bytes == 8;
  text << ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry strides(.param .u64 data, .param .u64 "
          "offsets, "
          ".param .u32 turns)\n{\n  .reg .pred %p<2>;\n  .reg .b32 %r<4>;\n  .reg .b64 %l<8>;\n  .reg "
       << (wide ? ".f64" : ".f32") << " %f<9>;\n"
       << "  ld.param.u64 %l1, [data];\n  ld.param.u64 %l2, [offsets];\n  ld.param.u32 %r2, [turns];\n"
          "  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %l3, %r1, 4;\n  add.s64 %l3, %l2, %l3;\n"
          "  ld.global.u32 %r3, [%l3];\n  cvt.u64.u32 %l4, %r3;\n  add.s64 %l5, %l1, %l4;\nAGAIN:\n";
  for (unsigned load = 0; load < kLoads; ++load)
    text << "  ld.global." << (wide ? "f64" : "f32") << " %f" << load + 1 << ", [%l5+" << load * kStep * bytes
         << "];\n";
  text << "  sub.u32 %r2, %r2, 1;\n  setp.ne.u32 %p1, %r2, 0;\n  @%p1 bra AGAIN;\n  ret;\n}\n";
  return text.str();
}

unsigned offset(const OnCard& one, unsigned thread) {
  if (one.pattern == "stride") return thread % 64 * one.number * one.bytes();
  const unsigned of_64 = thread % 64;
  return (of_64 % one.number + of_64 / one.number * kPitch) * one.bytes();
}

double cycles_of_round(const Design& design, const OnCard& one) {
  const std::string text = forked([&] {
    DeviceMemory memory;
    GpuBackend backend(design, memory, BlockFactories());
    Device device(backend, memory);
    device.load(strides_kernel(one.bytes()), "strides.ptx");
    std::vector<std::uint32_t> offsets;
    unsigned most = 0;
    for (unsigned thread = 0; thread < kStrideThreads; ++thread) {
      offsets.push_back(offset(one, thread));
      most = std::max(most, offsets.back());
    }
    const std::uint64_t data = device.allocate(most + (kLoads * kStep + 1) * one.bytes() + kLineBytes, "data");
    const std::uint64_t places = device.upload(offsets, "offsets");
    for (const unsigned turns : {kFewTurns, kFewTurns, kManyTurns})  // the first brings the data to the L2
      device.launch("strides", {1, 1, 1}, {kStrideThreads, 1, 1}, Arguments(data, places, turns));
    RunResult result;
    backend.gpu.collect(result);
    return std::to_string(result.launches.at(2).cycles - result.launches.at(1).cycles);
  });
  INFO(text);
  REQUIRE(text.find_first_not_of("0123456789") == std::string::npos);
  return std::stod(text) / (kStrideThreads / kWarpSize * kLoads * (kManyTurns - kFewTurns));
}

struct Differences {
  unsigned rows = 0, within = 0;  // within 5 %
  double sum = 0;
  std::ostringstream table;
};

Differences differences(const std::string& gpu, const std::string& design_name) {
  const Design design = load_design(design_name).design;
  Differences all;
  all.table << std::fixed << std::setprecision(2);
  for (const OnCard& one : measured_on_cards()) {
    if (one.gpu != gpu) continue;
    const double found = cycles_of_round(design, one), off = found / one.cycles - 1;
    ++all.rows;
    all.within += std::abs(off) <= 0.05;
    all.sum += std::abs(off);
    all.table << one.element << " " << one.pattern << " " << one.number << ": card " << one.cycles << ", model "
              << found << " (" << (off < 0 ? "" : "+") << 100 * off << " %)\n";
  }
  all.table << all.within << " of " << all.rows << " within 5 %, mean " << 100 * all.sum / all.rows << " %\n";
  return all;
}

}  // namespace

TEST_CASE("cycles of loads from the L1 differ from those measured on an A100 as the README says") {
  const Differences found = differences("A100", "nvidia/a100");
  INFO(found.table.str());
  CHECK(found.rows == 78);
  CHECK(found.within == 31);
  CHECK(100 * found.sum / found.rows == Approx(10.4).margin(0.05));
}

TEST_CASE("cycles of loads from the L1 differ from those measured on an H200 as the README says") {
  const Differences found = differences("H200", "nvidia/h100");
  INFO(found.table.str());
  CHECK(found.rows == 46);
  CHECK(found.within == 18);
  CHECK(100 * found.sum / found.rows == Approx(11.3).margin(0.05));
}
