// An MSHR that acts only at clock edges (testbenches/example_block), its answers compared in order with those that
// every MSHR must give.
#include "example_block/my_mshr.cpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "memory/dram_channel.h"
#include "rtl/mine/in_order.h"
#include "rtl/mshr_rtl.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank::test;

namespace {

constexpr unsigned kMshrRequests = 4000;
constexpr Cycle kCycles = 400000;

// Few lines, so that reads join entries and writes close them; some reads may not merge.
std::vector<Access> mshr_stream(std::uint64_t seed) {
  Random random(seed);
  std::vector<Access> all;
  Cycle at = 2;
  std::uint64_t line = 0;
  for (unsigned i = 0; i < kMshrRequests; ++i) {
    at += random.below(40) == 0 ? random.below(300) : random.below(3);
    if (random.below(4) == 0) line = random.below(12) * 128;
    const std::uint64_t kind = random.below(10), sector = line + 32 * random.below(4);
    if (kind < 6) all.push_back(read_at(at, line, 128));
    else if (kind < 8) all.push_back(read_at(at, sector, 32));
    else all.push_back(write_at(at, sector, 32));
    all.back().alone = kind == 7;
  }
  return all;
}

struct MshrShape {
  unsigned entries, merges, latency, queue;
};
const MshrShape kMshrShapes[] = {{128, 32, 400, 64}, {4, 6, 40, 2}, {3, 2, 10, 1}, {1, 1, 20, 1}, {8, 8, 5, 4}};

using MakeMshr = std::function<std::unique_ptr<rtl::MshrBlock>(unsigned fault)>;

std::string run_mshr(CheckBy by, unsigned fault, const MshrShape& shape, const MakeMshr& make) {
  return compared(by, fault, [&](const BlockOptions& options) {
    rtl::MshrTransactor mshr("mshr", {shape.entries, shape.merges, 1}, options, make(options.fault));
    DramParameters parameters;
    parameters.latency = shape.latency;
    parameters.queue = shape.queue;
    DramChannel memory("memory", parameters);
    Requester requester("requester", mshr_stream(shape.latency));
    requester.one_a_cycle = true;
    requester.port.bind(mshr.socket(0));
    mshr.memory().bind(memory.socket(0));
    sc_core::sc_start(cycles(kCycles));  // an MSHR that has lost something would run on
    return requester.done() && mshr.in_flight() == 0 ? text_of(mshr) : "not done";
  });
}

std::unique_ptr<rtl::MshrBlock> my_mshr(unsigned fault) { return std::make_unique<MyMshr>(fault); }
std::unique_ptr<rtl::MshrBlock> our_mshr(unsigned fault) { return std::make_unique<rtl::MshrPins>(fault); }

}  // namespace

TEST_CASE("my_mshr: answers are late and right") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (const MshrShape& shape : kMshrShapes) {
    INFO(shape.entries << " entries of " << shape.merges);
    CHECK_THAT(run_mshr(CheckBy::kOrder, 0, shape, my_mshr),
               Catch::Matches("4000 answers, [0-9]{4} late, at most [1-9][0-9]*"));
  }
  CHECK_THAT(run_mshr(CheckBy::kCycles, 0, kMshrShapes[0], my_mshr),
             Catch::Contains("mshr: RTL and model differ in cycle "));
}

TEST_CASE("my_mshr: each fault is found in order") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (unsigned fault = 1; fault <= 5; ++fault) {
    INFO("fault " << fault);
    std::string all;
    for (const MshrShape& shape : kMshrShapes) all += run_mshr(CheckBy::kOrder, fault, shape, my_mshr) + "\n";
    CHECK_THAT(all, Catch::Contains("mshr: RTL and model differ in cycle "));
  }
}

// An MSHR with the model's cycles is never late, whatever is merged and closed; and comparison in order also finds
// faults that do not concern cycles.
TEST_CASE("mshr.sv in order: no answer is late") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (const MshrShape& shape : kMshrShapes) {
    INFO(shape.entries << " entries of " << shape.merges);
    CHECK(run_mshr(CheckBy::kOrder, 0, shape, our_mshr) == "4000 answers, 0 late, at most 0");
  }
}

TEST_CASE("mshr.sv in order: every fault that changes more than cycles is found") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  for (unsigned fault = 1; fault <= rtl::MshrPins::kFaults; ++fault) {
    // Fault 5 reports a stale line one cycle too early, 9 accepts a second write too soon, 10 does not count waiting
    // cycles.
    if (fault == 5 || fault == 9 || fault == 10) continue;
    INFO("fault " << fault);
    bool found = false;
    for (const MshrShape& shape : kMshrShapes)
      found = found || run_mshr(CheckBy::kOrder, fault, shape, our_mshr).find(" late, ") == std::string::npos;
    CHECK(found);
  }
}
