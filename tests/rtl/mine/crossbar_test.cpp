// A crossbar of two registers (testbenches/example_block) in order with the native one.
#include "example_block/my_crossbar.cpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "rtl/mine/in_order.h"
#include "sm/unified_bank.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank::test;

namespace {

constexpr unsigned kPorts = 2, kCrossbarRows = 4, kRangeBytes = kCrossbarRows * 16, kCrossbarRequests = 2500;

std::vector<Access> crossbar_stream(std::uint64_t seed) {
  Random random(seed);
  std::vector<Access> all;
  Cycle at = 2;
  while (all.size() < kCrossbarRequests) {
    at += 1 + random.below(3);
    for (std::uint64_t i = 1 + random.below(4); i != 0; --i) {
      const unsigned length = 4u << random.below(3);
      const std::uint64_t address = random.below(2 * kCrossbarRows) * 16 + random.below(17 - length);
      std::vector<unsigned char> data(length);
      for (unsigned char& byte : data) byte = static_cast<unsigned char>(random.below(256));
      all.push_back(random.below(2) == 0 ? read_at(at, address, length) : write_at(at, address, length, data));
    }
  }
  return all;
}

std::string run_crossbar(CheckBy by, unsigned fault) {
  return compared(by, fault, [](const BlockOptions& options) {
    rtl::CrossbarTransactor crossbar("crossbar", {kPorts, {kRangeBytes, kRangeBytes}}, options,
                                     std::make_unique<MyCrossbar>(options.fault));
    std::vector<std::unique_ptr<Requester>> requesters;
    std::vector<std::unique_ptr<UnifiedBank>> banks;
    for (unsigned port = 0; port < kPorts; ++port) {
      const std::string number = std::to_string(port);
      requesters.push_back(std::make_unique<Requester>(("requester" + number).c_str(), crossbar_stream(port + 1)));
      requesters.back()->port.bind(crossbar.target(port));
      for (unsigned range = 0; range < 2; ++range) {
        banks.push_back(std::make_unique<UnifiedBank>(("bank" + number + std::to_string(range)).c_str(),
                                                      BankParameters{kCrossbarRows}));
        crossbar.initiator(port, range).bind(banks.back()->socket());
      }
    }
    sc_core::sc_start();
    return requesters[0]->done() && requesters[1]->done() ? text_of(crossbar) : "not done";
  });
}

}  // namespace

TEST_CASE("my_crossbar: every answer is a cycle late and right") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK_THAT(run_crossbar(CheckBy::kOrder, 0), Catch::Matches("(50[0-9]{2}) answers, (50[0-9]{2}) late, at most 1"));
  CHECK_THAT(run_crossbar(CheckBy::kCycles, 0),
             Catch::Contains("the model answers the ") && Catch::Contains(", the RTL does not"));
}

TEST_CASE("my_crossbar: each fault is found in order") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK_THAT(run_crossbar(CheckBy::kOrder, 1), Catch::Contains("the model selects ") && Catch::Contains(", the RTL "));
  CHECK_THAT(run_crossbar(CheckBy::kOrder, 2), Catch::Contains("which is not the model's next answer"));
}
