// The RTL MSHR and the model's, each in front of its own DRAM channel, with the same requests.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>

#include "memory/dram_channel.h"
#include "rtl/lock_step.h"
#include "rtl/mshr_rtl.h"
#include "support/forked.h"
#include "support/random.h"
#include "support/requester.h"
#include "support/temporary_folder.h"

using namespace unibank;
using rtl::MshrRtl;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

constexpr unsigned kMshrRequests = 25000;

test::Access alone(test::Access read) {
  read.alone = true;
  return read;
}

// Few lines, often repeated, so that requests merge; with sector reads, writes, and reads that may not merge; in bursts
// and with pauses.
std::vector<test::Access> mshr_stream(unsigned requests, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<test::Access> all;
  Cycle at = 2;
  std::uint64_t line = 0;
  for (unsigned i = 0; i < requests; ++i) {
    at += random.below(40) == 0 ? random.below(300) : random.below(3);
    if (random.below(4) == 0) line = random.below(12) * 128;
    const std::uint64_t kind = random.below(10);
    if (kind < 6) all.push_back(read_at(at, line, 128));
    else if (kind < 7) all.push_back(read_at(at, line + 32 * random.below(4), 32));
    else if (kind < 8) all.push_back(alone(read_at(at, line + 32 * random.below(4), 32)));
    else all.push_back(write_at(at, line + 32 * random.below(4), 32));
  }
  return all;
}

// A line is read; a write of that line is delayed behind other writes, longer each time, until it is accepted after the
// data have arrived.
std::vector<test::Access> writes_around_data() {
  std::vector<test::Access> all;
  for (Cycle offset = 1; offset < 110; ++offset) {
    const Cycle start = 1000 * offset;
    all.push_back(read_at(start, 0x80, 128));
    for (Cycle i = 0; i < 6; ++i) all.push_back(write_at(start + offset + i, i == 5 ? 0x80 : 0x100, 32));
  }
  return all;
}

struct MshrShape {
  unsigned entries, merges, latency, queue;
};

MshrParameters parameters_of(const MshrShape& shape) {
  MshrParameters parameters;
  parameters.entries = shape.entries;
  parameters.merges = shape.merges;
  parameters.ports = 1;
  return parameters;
}

DramParameters memory_of(const MshrShape& shape) {
  DramParameters dram;
  dram.latency = shape.latency;
  dram.queue = shape.queue;
  return dram;
}

using Met = std::map<std::string, unsigned>;

void meet(const test::Access& access, Met& met) {
  const bool waits = access.accepted != access.sent;
  if (access.write) return void(++met[waits ? "a write waits for another" : "a write is taken at once"]);
  ++met[waits ? "a read waits" : "a read is taken at once"];
}

// Compares request by request; returns the situations that occurred.
Met compare(const MshrShape& shape) {
  Mshr model("model", parameters_of(shape));
  MshrRtl rtl("rtl", parameters_of(shape), {});
  DramChannel model_memory("model_memory", memory_of(shape)), rtl_memory("rtl_memory", memory_of(shape));
  Requester to_model("to_model", mshr_stream(kMshrRequests, 3)), to_rtl("to_rtl", mshr_stream(kMshrRequests, 3));
  to_model.port.bind(model.socket(0));
  to_rtl.port.bind(rtl.socket(0));
  model.memory().bind(model_memory.socket(0));
  rtl.memory().bind(rtl_memory.socket(0));
  to_model.one_a_cycle = to_rtl.one_a_cycle = true;
  sc_core::sc_start();

  REQUIRE(to_model.done());
  CHECK(to_rtl.done());
  Met met;
  for (std::size_t i = 0; i < to_model.size(); ++i) {
    INFO("request " << i << " of cycle " << to_model[i].issue);
    REQUIRE(to_rtl[i].accepted == to_model[i].accepted);
    REQUIRE(to_rtl[i].answered == to_model[i].answered);
    meet(to_model[i], met);
  }
  const MshrCounters found = rtl.counters(), expected = model.counters();
  met["enters"] = static_cast<unsigned>(expected.allocations);
  met["merges"] = static_cast<unsigned>(expected.merges);
  CHECK(found.allocations == expected.allocations);
  CHECK(found.merges == expected.merges);
  CHECK(found.reads == expected.reads);
  CHECK(found.writes == expected.writes);
  CHECK(found.full_stalls == expected.full_stalls);
  CHECK(rtl.in_flight() == 0);
  CHECK(rtl.occupancy() == 0);
  return met;
}

void check_met(Met met, const std::vector<const char*>& expected) {
  for (const char* what : expected) {
    INFO(what);
    CHECK(met[what] > 100);
  }
}

// The message that ended a lock-step run of an MSHR with a fault.
std::string mshr_difference(unsigned fault, const MshrShape& shape, const std::vector<test::Access>& accesses) {
  return test::in_lock_step(fault, [&](const BlockOptions& options) {
    MshrRtl mshr("mshr", parameters_of(shape), options);
    DramChannel memory("memory", memory_of(shape));
    Requester requester("requester", accesses);
    requester.one_a_cycle = true;
    requester.port.bind(mshr.socket(0));
    mshr.memory().bind(memory.socket(0));
    sc_core::sc_start();
    return std::string(requester.done() ? "no difference" : "not done");
  });
}

}  // namespace

TEST_CASE("MSHR as RTL: 25000 requests as the model answers them with 128 entries") {
  check_met(compare({128, 32, 400, 64}), {"enters", "merges", "a read is taken at once", "a write is taken at once"});
}
TEST_CASE("MSHR as RTL: 25000 requests as the model answers them with few entries and merges") {
  check_met(compare({3, 2, 40, 2}), {"enters", "merges", "a read waits", "a read is taken at once",
                                           "a write waits for another", "a write is taken at once"});
}
TEST_CASE("MSHR as RTL: 25000 requests as the model answers them with one entry") {
  check_met(compare({1, 1, 20, 1}), {"enters", "a read waits", "a write waits for another"});
}
TEST_CASE("MSHR as RTL: 25000 requests as the model answers them with a fast memory") {
  check_met(compare({8, 8, 5, 4}), {"enters", "merges"});
}

TEST_CASE("MSHR: every fault of the RTL is found in lock-step") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  const std::vector<test::Access> random = mshr_stream(10000, 5), around = writes_around_data();
  const auto find = [&](unsigned fault) {
    return mshr_difference(fault, {4, 6, 40, 2}, random) + ", " + mshr_difference(fault, {3, 2, 10, 1}, random) + ", " +
           mshr_difference(fault, {3, 2, 100, 1}, around);
  };
  CHECK(find(0) == "no difference, no difference, no difference");
  for (unsigned fault = 1; fault <= rtl::MshrPins::kFaults; ++fault) {
    INFO("fault " << fault);
    CHECK(find(fault).find("mshr: RTL and model differ in cycle ") != std::string::npos);
  }
}

TEST_CASE("MSHR as RTL: the first difference ends the run with the cycle and both actions") {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);
  // Fault 11: a merged request is also told to fill the cache.
  const std::string text = mshr_difference(11, {4, 3, 40, 2}, {read_at(10, 0x80, 128), read_at(12, 0x80, 128)});
  CHECK(text.find("mshr: RTL and model differ in cycle 52: the model answers to the read of 128 bytes at 0x80 with 0; "
                  "the RTL answers to the read of 128 bytes at 0x80 with 1") != std::string::npos);
  CHECK(std::filesystem::exists("mshr.difference.vcd"));
  CHECK(std::filesystem::exists("mshr.difference.gtkw"));
  // Fault 10: cycles that reads wait are not counted. The second read waits for the only entry.
  CHECK_THAT(mshr_difference(10, {1, 1, 40, 2}, {read_at(10, 0x80, 128), read_at(12, 0x100, 128)}),
             Catch::Contains("after the read of 128 bytes at 0x100, which came in cycle 12: cycles that reads have "
                             "waited: the model has 1, the RTL 0"));
}

TEST_CASE("MSHR as RTL: more entries or merges than the RTL has are refused with both numbers") {
  const auto built = [](const MshrShape& shape) {
    return test::forked([&] {
      MshrRtl mshr("mshr", parameters_of(shape), {});
      return std::string("built");
    });
  };
  CHECK(built({512, 32, 1, 1}) == "built");
  CHECK(built({513, 32, 1, 1}) == "error: mshr as RTL: mshr.entries is 513, the RTL has been built with 512");
  CHECK(built({128, 33, 1, 1}) == "error: mshr as RTL: mshr.merges is 33, the RTL has been built with 32");
}
