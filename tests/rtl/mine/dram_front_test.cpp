// A DRAM front of whole cycles (testbenches/example_block) in order with the native channel.
#include "example_block/my_dram_front.cpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "rtl/dram_front_pins.h"
#include "rtl/mine/in_order.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank::test;

namespace {

constexpr unsigned kDramRequests = 5000;

std::vector<Access> dram_stream() {
  Random random(4);
  std::vector<Access> all;
  Cycle at = 2;
  while (all.size() < kDramRequests) {
    at += random.below(30) == 0 ? random.below(400) : random.below(12);
    const std::uint64_t line = random.below(64) * 128;
    all.push_back(random.below(3) == 0 ? write_at(at, line, 32 * (1 + random.below(4)))
                                       : read_at(at, line, 32 * (1 + random.below(4))));
  }
  return all;
}

using MakeDramFront = std::function<std::unique_ptr<rtl::DramFrontBlock>(unsigned fault)>;

std::string run_dram(CheckBy by, unsigned fault, const MakeDramFront& make, unsigned width = 12) {
  return compared(by, fault, [&](const BlockOptions& options) {
    DramParameters parameters;
    parameters.latency = 40;
    parameters.bytes_per_cycle = width;
    parameters.queue = 4;
    rtl::DramFrontTransactor dram("dram", parameters, options, make(options.fault));
    Requester requester("requester", dram_stream());
    requester.port.bind(dram.socket(0));
    sc_core::sc_start();
    return requester.done() && dram.in_flight() == 0 ? text_of(dram) : "not done";
  });
}

std::unique_ptr<rtl::DramFrontBlock> my_dram_front(unsigned fault) { return std::make_unique<MyDramFront>(fault); }
std::unique_ptr<rtl::DramFrontBlock> our_dram_front(unsigned fault) {
  return std::make_unique<rtl::DramFrontPins>(fault);
}

}  // namespace

TEST_CASE("my_dram_front: answers are late and right") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK_THAT(run_dram(CheckBy::kOrder, 0, my_dram_front),
             Catch::Matches("5000 answers, [0-9]{4} late, at most [1-9][0-9]*"));
  CHECK_THAT(run_dram(CheckBy::kCycles, 0, my_dram_front), Catch::Contains("dram: RTL and model differ in cycle "));
}

TEST_CASE("my_dram_front: each fault is found in order") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK_THAT(run_dram(CheckBy::kOrder, 1, my_dram_front),
             Catch::Contains("the model's next answer is to the read of "));
  CHECK_THAT(run_dram(CheckBy::kOrder, 2, my_dram_front), Catch::Contains("the numbers of requests or bytes differ"));
}

TEST_CASE("dram_front.sv in order: no answer is late") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK(run_dram(CheckBy::kOrder, 0, our_dram_front) == "5000 answers, 0 late, at most 0");
  CHECK(run_dram(CheckBy::kOrder, 0, our_dram_front, 128) == "5000 answers, 0 late, at most 0");
}
