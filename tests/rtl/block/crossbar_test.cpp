// The RTL crossbar and the model's, each in front of its own banks, with the same requests.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "rtl/crossbar_rtl.h"
#include "rtl/lock_step.h"
#include "sm/unified_bank.h"
#include "support/forked.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank;
using rtl::CrossbarRtl;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

constexpr unsigned kPorts = 2, kRows = 4, kRangeBytes = kRows * 16;

// Up to four requests a cycle to both ranges of a port, including the neighbouring last and first rows; some outside of
// every range.
std::vector<test::Access> crossbar_stream(unsigned requests, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<test::Access> all;
  Cycle at = 2;
  while (all.size() < requests) {
    at += 1 + (random.below(20) == 0 ? random.below(30) : random.below(3));
    for (std::uint64_t i = 1 + random.below(4); i != 0; --i) {
      const unsigned length = 4u << random.below(3);
      const std::uint64_t address = random.below(40) == 0 ? 2 * kRangeBytes + random.below(64)
                                                          : random.below(2 * kRows) * 16 + random.below(17 - length);
      std::vector<unsigned char> data(length);
      for (unsigned char& byte : data) byte = static_cast<unsigned char>(random.below(256));
      all.push_back(random.below(2) == 0 ? read_at(at, address, length) : write_at(at, address, length, data));
    }
  }
  return all;
}

// A crossbar and its banks, with a requester at each port.
template <typename Block>
struct CrossbarBench {
  template <typename... More>
  CrossbarBench(const std::string& name, unsigned requests, const More&... more)
      : crossbar((name + "_crossbar").c_str(), CrossbarParameters{kPorts, {kRangeBytes, kRangeBytes}}, more...) {
    for (unsigned port = 0; port < kPorts; ++port) {
      const std::string number = name + std::to_string(port);
      requesters.push_back(
          std::make_unique<Requester>((number + "_requester").c_str(), crossbar_stream(requests, port + 1)));
      requesters.back()->port.bind(crossbar.target(port));
      for (unsigned range = 0; range < 2; ++range) {
        const std::string bank = number + "_bank" + std::to_string(range);
        banks.push_back(std::make_unique<UnifiedBank>(bank.c_str(), BankParameters{kRows}));
        crossbar.initiator(port, range).bind(banks.back()->socket());
      }
    }
  }

  Block crossbar;
  std::vector<std::unique_ptr<Requester>> requesters;
  std::vector<std::unique_ptr<UnifiedBank>> banks;
};

// The message that ended a lock-step run of a crossbar with a fault.
std::string crossbar_difference(unsigned fault, unsigned requests) {
  return test::in_lock_step(fault, [&](const BlockOptions& options) {
    CrossbarBench<CrossbarRtl> bench("rtl", requests, options);
    sc_core::sc_start();
    std::uint64_t transfers = 0, in_range = 0;
    for (unsigned port = 0; port < kPorts; ++port) {
      transfers += bench.crossbar.transfers(port);
      for (std::size_t i = 0; i < bench.requesters[port]->size(); ++i)
        in_range += (*bench.requesters[port])[i].address < 2 * kRangeBytes;
    }
    return std::string(transfers == in_range ? "no difference" : "other transfers");
  });
}

}  // namespace

TEST_CASE("crossbar as RTL: 100000 requests over two ports as the model answers them") {
  CrossbarBench<Crossbar> model("model", 50000);
  CrossbarBench<CrossbarRtl> rtl("rtl", 50000, BlockOptions());
  sc_core::sc_start();

  std::map<std::string, unsigned> met;
  for (unsigned port = 0; port < kPorts; ++port) {
    const Requester &expected = *model.requesters[port], &found = *rtl.requesters[port];
    REQUIRE(expected.done());
    CHECK(found.done());
    unsigned together = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      INFO("port " << port << ", request " << i << " of cycle " << expected[i].issue);
      REQUIRE(found[i].accepted == expected[i].accepted);
      REQUIRE(found[i].answered == expected[i].answered);
      REQUIRE(found[i].status == expected[i].status);
      REQUIRE(found[i].answer == expected[i].answer);
      together = i != 0 && expected[i].issue == expected[i - 1].issue ? together + 1 : 1;
      ++met[std::to_string(together) + " in a cycle"];
      ++met[expected[i].status != tlm::TLM_OK_RESPONSE ? "no range" : expected[i].address < kRangeBytes ? "first range"
                                                                                                     : "second range"];
      if (expected[i].address == kRangeBytes) ++met["first byte of the second range"];
    }
    CHECK(rtl.crossbar.transfers(port) == model.crossbar.transfers(port));
  }
  for (const char* what : {"1 in a cycle", "4 in a cycle", "no range", "first range", "second range",
                           "first byte of the second range"}) {
    INFO(what);
    CHECK(met[what] > 100);
  }
}

TEST_CASE("crossbar: every fault of the RTL is found") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  CHECK(crossbar_difference(0, 5000) == "no difference");
  for (unsigned fault = 1; fault <= rtl::CrossbarPins::kFaults; ++fault) {
    INFO("fault " << fault);
    CHECK(crossbar_difference(fault, 5000) != "no difference");
  }
}

TEST_CASE("crossbar as RTL: a fifth request of a port is accepted a cycle later") {
  const auto five = [] {
    std::vector<test::Access> all;
    for (unsigned i = 0; i < 5; ++i) all.push_back(read_at(10, 4 * i, 4));
    return all;
  };
  CrossbarRtl crossbar("crossbar", {1, {kRangeBytes}}, {});
  UnifiedBank bank("bank", {kRows, false, false});
  Requester requester("requester", five());
  requester.port.bind(crossbar.target(0));
  crossbar.initiator(0).bind(bank.socket());
  sc_core::sc_start();
  CHECK(requester[3].accepted == 10);
  CHECK(requester[3].answered == 12);
  CHECK(requester[4].accepted == 11);
  CHECK(requester[4].answered == 13);
  CHECK(crossbar.transfers(0) == 5);
}

TEST_CASE("crossbar as RTL: more ports or ranges than the RTL has are refused with both numbers") {
  const auto built = [](const CrossbarParameters& parameters) {
    return test::forked([&] {
      CrossbarRtl crossbar("crossbar", parameters, {});
      return std::string("built");
    });
  };
  CHECK(built({8, std::vector<std::uint64_t>(8, 16)}) == "built");
  CHECK(built({9, {16, 16}}) ==
        "error: crossbar as RTL: the number of ports is 9, the RTL has been built with 8");
  CHECK(built({8, std::vector<std::uint64_t>(9, 16)}) ==
        "error: crossbar as RTL: the number of ranges of a port is 9, the RTL has been built with 8");
}
