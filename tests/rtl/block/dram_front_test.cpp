// The RTL front of a DRAM channel and the model's channel with the same requests.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "memory/dram_channel.h"
#include "rtl/dram_front_rtl.h"
#include "rtl/lock_step.h"
#include "support/forked.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank;
using rtl::DramFrontRtl;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

constexpr unsigned kDramRequests = 35000;

// Reads and writes of 1 to 4 sectors, in bursts and with pauses; some writes enable no byte.
std::vector<test::Access> dram_stream(unsigned requests, std::uint64_t seed, unsigned gap = 12) {
  test::Random random(seed);
  std::vector<test::Access> all;
  Cycle at = 2;
  for (unsigned i = 0; i < requests; ++i) {
    at += random.below(50) == 0 ? random.below(900) : random.below(gap);
    const unsigned length = 32 + 32 * static_cast<unsigned>(random.below(4));
    const std::uint64_t address = random.below(100) * 128 + (random.below(4) == 0 ? 16 : 0);
    if (random.below(2) == 0) {
      all.push_back(read_at(at, address, length));
    } else if (random.below(2) == 0) {
      all.push_back(write_at(at, address, 32, {}, {TLM_BYTE_DISABLED}));
    } else {
      all.push_back(write_at(at, address, length));
    }
  }
  return all;
}

DramParameters shape(unsigned latency, unsigned bytes_per_cycle, unsigned queue) {
  DramParameters parameters;
  parameters.latency = latency;
  parameters.bytes_per_cycle = bytes_per_cycle;
  parameters.queue = queue;
  return parameters;
}

using Met = std::map<std::string, unsigned>;

// A channel with a requester at each port.
template <typename Block>
struct DramBench {
  template <typename... More>
  DramBench(const std::string& name, const DramParameters& parameters, unsigned requests, const More&... more)
      : block(name.c_str(), parameters, more...) {
    for (unsigned port = 0; port < parameters.ports; ++port) {
      const std::string number = name + "_requester" + std::to_string(port);
      requesters.push_back(std::make_unique<Requester>(number.c_str(), dram_stream(requests, 3 + port)));
      requesters.back()->port.bind(block.socket(port));
    }
  }

  Block block;
  std::vector<std::unique_ptr<Requester>> requesters;
};

void compare_answers(const Requester& to_rtl, const Requester& to_model, Met& met) {
  REQUIRE(to_model.done());
  CHECK(to_rtl.done());
  for (std::size_t i = 0; i < to_model.size(); ++i) {
    INFO("request " << i << " of cycle " << to_model[i].issue);
    REQUIRE(to_rtl[i].accepted == to_model[i].accepted);
    REQUIRE(to_rtl[i].answered == to_model[i].answered);
    REQUIRE(to_rtl[i].order == to_model[i].order);
    const test::Access& access = to_model[i];
    ++met[access.accepted == access.sent + 1 ? "taken at once" : "waits for the queue"];
    ++met[access.write ? "write" : "read"];
    if (i != 0 && access.order < to_model[i - 1].order) ++met["overtakes"];
    if (access.write && access.answered == access.accepted + 1) ++met["write without bytes in a free channel"];
  }
}

// Counts the cycles in which both ports had a request accepted, or both an answer.
void meet_ports(const Requester& first, const Requester& second, Met& met) {
  std::set<Cycle> taken, answered;
  for (std::size_t i = 0; i < first.size(); ++i) {
    taken.insert(first[i].accepted);
    answered.insert(first[i].answered);
  }
  for (std::size_t i = 0; i < second.size(); ++i) {
    met["both ports are taken"] += taken.count(second[i].accepted) != 0;
    met["both ports are answered"] += answered.count(second[i].answered) != 0;
  }
}

Met compare_answers(const DramParameters& parameters) {
  DramBench<DramChannel> with_model("model", parameters, kDramRequests / parameters.ports);
  DramBench<DramFrontRtl> with_rtl("rtl", parameters, kDramRequests / parameters.ports, BlockOptions());
  sc_core::sc_start();

  Met met;
  for (unsigned port = 0; port < parameters.ports; ++port)
    compare_answers(*with_rtl.requesters[port], *with_model.requesters[port], met);
  if (parameters.ports == 2) meet_ports(*with_model.requesters[0], *with_model.requesters[1], met);
  const DramFrontRtl& rtl = with_rtl.block;
  const DramChannel& model = with_model.block;
  const DramChannelCounters found = rtl.counters(), expected = model.counters();
  CHECK(found.reads == expected.reads);
  CHECK(found.writes == expected.writes);
  CHECK(found.read_bytes == expected.read_bytes);
  CHECK(found.write_bytes == expected.write_bytes);
  CHECK(found.busy_cycles == expected.busy_cycles);
  CHECK(rtl.in_flight() == 0);
  CHECK(rtl.queue_depth() == 0);
  for (const char* what : {"taken at once", "read", "write"}) {
    INFO(what);
    CHECK(met[what] > 100);
  }
  return met;
}

// The message that ended a lock-step run of a front with a fault.
std::string dram_difference(unsigned fault, const DramParameters& parameters, std::vector<test::Access> accesses) {
  return test::in_lock_step(fault, [&](const BlockOptions& options) {
    DramFrontRtl dram("dram", parameters, options);
    Requester requester("requester", accesses);
    requester.port.bind(dram.socket(0));
    sc_core::sc_start();
    return std::string(requester.done() ? "no difference" : "not done");
  });
}

// The same over two ports.
std::string difference_of_two_ports(unsigned fault, unsigned requests) {
  return test::in_lock_step(fault, [&](const BlockOptions& options) {
    DramParameters two = shape(40, 16, 4);
    two.ports = 2;
    DramBench<DramFrontRtl> bench("dram", two, requests, options);
    sc_core::sc_start();
    return std::string(bench.requesters[0]->done() && bench.requesters[1]->done() ? "no difference" : "not done");
  });
}

}  // namespace

TEST_CASE("DRAM front as RTL: 35000 requests as the model answers them with 400 cycles of latency") {
  Met met = compare_answers(shape(400, 8, 64));
  CHECK(met["overtakes"] > 100);
  CHECK(met["write without bytes in a free channel"] > 100);
}
TEST_CASE("DRAM front as RTL: 35000 requests as the model answers them with a short queue") {
  Met met = compare_answers(shape(40, 4, 2));
  CHECK(met["waits for the queue"] > 100);
}
TEST_CASE("DRAM front as RTL: 35000 requests as the model answers them where transfers last longer than latency") {
  Met met = compare_answers(shape(3, 3, 1));
  CHECK(met["waits for the queue"] > 100);
}
TEST_CASE("DRAM front as RTL: 35000 requests over two ports as the model answers them") {
  DramParameters two = shape(40, 16, 4);
  two.ports = 2;
  Met met = compare_answers(two);
  for (const char* what : {"waits for the queue", "overtakes", "both ports are taken", "both ports are answered"}) {
    INFO(what);
    CHECK(met[what] > 100);
  }
}

TEST_CASE("DRAM front: every fault of the RTL is found in lock-step") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  const std::vector<test::Access> accesses = dram_stream(10000, 5), dense = dram_stream(2000, 6, 2);
  const auto find = [&](unsigned fault) {
    return dram_difference(fault, shape(40, 8, 4), accesses) + ", " + dram_difference(fault, shape(3, 3, 1), accesses) +
           ", " + dram_difference(fault, shape(20, 128, 4), dense) + ", " + difference_of_two_ports(fault, 2000);
  };
  CHECK(find(0) == "no difference, no difference, no difference, no difference");
  for (unsigned fault = 1; fault <= rtl::DramFrontPins::kFaults; ++fault) {
    INFO("fault " << fault);
    CHECK(find(fault).find("dram: RTL and model differ in cycle ") != std::string::npos);
  }
}

TEST_CASE("DRAM front as RTL: the first difference ends the run with the cycle and both actions") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  // Fault 2: a write takes as long as a read. Without the fault, a write accepted in cycle 11 transfers for 4 cycles.
  const std::string text = dram_difference(2, shape(40, 8, 4), {write_at(10, 0x80, 32)});
  CHECK(text.find("dram: RTL and model differ in cycle 15: the model answers the write of 32 bytes at 0x80; "
                  "the RTL answers no request") != std::string::npos);
  CHECK(std::filesystem::exists("dram.difference.vcd"));
}

TEST_CASE("DRAM front as RTL: more than the RTL supports is refused with both numbers") {
  const auto built = [](const DramParameters& parameters) {
    return test::forked([&] {
      DramFrontRtl dram("dram", parameters, {});
      return std::string("built");
    });
  };
  CHECK(built(shape(400, 8, 64)) == "built");
  CHECK(built(shape(400, 8, 129)) == "error: dram_front as RTL: dram.queue is 129, the RTL has been built with 128");
  CHECK(built(shape(65536, 1, 64)) ==
        "error: dram_front as RTL: dram.latency is 65536, the RTL has been built with 65535");
  CHECK(built(shape(1000, 32, 64)) ==
        "error: dram_front as RTL: the number of requests on their way is 1066, the RTL has been built with 1024");
  DramParameters several = shape(400, 8, 64);
  several.ports = 5;
  CHECK(built(several) == "error: dram_front as RTL: the number of ports is 5, the RTL has been built with 4");
}
