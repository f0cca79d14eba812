#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "memory/dram_channel.h"
#include "memory/interconnect.h"
#include "support/ahead_memory.h"
#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::Access;
using test::LateOptions;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

// One interconnect between the SMs and memories that the parameters ask for.
struct NetworkSystem {
  NetworkSystem(const std::string& name, std::unique_ptr<InterconnectInterface> block,
                const std::vector<std::vector<Access>>& streams, unsigned slices, const DramParameters& memory)
      : interconnect(std::move(block)) {
    for (unsigned sm = 0; sm < streams.size(); ++sm) {
      sms.push_back(std::make_unique<Requester>((name + "_sm" + std::to_string(sm)).c_str(), streams[sm]));
      sms[sm]->port.bind(interconnect->from_sm(sm));
    }
    for (unsigned slice = 0; slice < slices; ++slice) {
      const std::string number = std::to_string(slice);
      drams.push_back(std::make_unique<DramChannel>((name + "_dram" + number).c_str(), memory));
      interconnect->to_slice(slice).bind(drams[slice]->socket(0));
    }
  }
  const Access& at(unsigned sm, std::size_t i) const { return (*sms[sm])[i]; }
  bool drained() const {
    for (const auto& sm : sms) {
      if (!sm->done() || sm->double_answers() != 0) return false;
    }
    return interconnect->in_flight() == 0;
  }
  std::unique_ptr<InterconnectInterface> interconnect;
  std::vector<std::unique_ptr<Requester>> sms;
  std::vector<std::unique_ptr<DramChannel>> drams;
};

// Memory that answers a read `latency` cycles after accepting it and can accept the next at once.
DramParameters memory_of(unsigned latency) { return {1, latency, 256, 64}; }

NetworkSystem native_network(const std::string& name, const InterconnectParameters& p,
                     const std::vector<std::vector<Access>>& streams, const DramParameters& memory) {
  return NetworkSystem(name, std::make_unique<Interconnect>((name + "_x").c_str(), p), streams, p.slices, memory);
}

NetworkSystem late_network(const std::string& name, const InterconnectParameters& p,
                   const std::vector<std::vector<Access>>& streams, const DramParameters& memory, LateOptions options) {
  return NetworkSystem(name, std::make_unique<test::LateInterconnect>((name + "_x").c_str(), p, options), streams,
                       p.slices, memory);
}

std::vector<Access> stream_of_lengths(unsigned seed, int count, unsigned lines, unsigned gap) {
  test::Random random(seed);
  std::vector<Access> stream;
  Cycle cycle = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t address = random.below(lines) * 128;
    const unsigned length = 32 * (1 + static_cast<unsigned>(random.below(4)));
    stream.push_back(random.below(3) == 0 ? write_at(cycle, address, length) : read_at(cycle, address, length));
    cycle += random.below(gap);
  }
  return stream;
}

std::vector<std::vector<Access>> random_streams(unsigned sms, int count, unsigned lines, unsigned gap) {
  std::vector<std::vector<Access>> streams;
  for (unsigned sm = 0; sm < sms; ++sm) streams.push_back(stream_of_lengths(sm + 1, count, lines, gap));
  return streams;
}

void check_same(const NetworkSystem& a, const NetworkSystem& b) {
  for (unsigned sm = 0; sm < a.sms.size(); ++sm) {
    for (std::size_t i = 0; i < a.sms[sm]->size(); ++i) {
      CHECK(a.at(sm, i).accepted == b.at(sm, i).accepted);
      CHECK(a.at(sm, i).answered == b.at(sm, i).answered);
    }
  }
  const InterconnectCounters x = a.interconnect->counters(), y = b.interconnect->counters();
  CHECK(x.request_waits == y.request_waits);
  CHECK(x.answer_waits == y.answer_waits);
}

void compare_networks(const InterconnectParameters& p, const DramParameters& memory, unsigned gap) {
  const auto streams = random_streams(p.sms, 300, 40, gap);
  NetworkSystem reference = native_network("native", p, streams, memory);
  NetworkSystem late0 = late_network("late0", p, streams, memory, {0, false}),
                late2 = late_network("late2", p, streams, memory, {2, true});
  sc_core::sc_start();
  CHECK(reference.drained());
  for (NetworkSystem* other : {&late0, &late2}) {
    CHECK(other->drained());
    check_same(reference, *other);
  }
}

}  // namespace

TEST_CASE("the interconnect sends a slice nothing before the cycle that its END_REQ names") {
  InterconnectParameters p;
  p.sms = 2;
  Interconnect interconnect("x", p);
  test::AheadMemory slice("slice", 6, 50);
  Requester first("first", {read_at(10, 0, 128), read_at(11, 128, 128)}), second("second", {read_at(12, 256, 128)}, 1);
  first.port.bind(interconnect.from_sm(0));
  second.port.bind(interconnect.from_sm(1));
  interconnect.to_slice(0).bind(slice.port);
  test::run_out();
  CHECK(slice.arrivals.size() == 3);
  CHECK(slice.arrivals[1] == slice.arrivals[0] + 1 + 6);
  CHECK(slice.too_early == 0);
  CHECK((first.done() && second.done()));
}

TEST_CASE("an idle interconnect adds its latency and the transfers to a read") {
  // Without the network, memory accepts at 11 and answers at 111. The way there adds 20 + 1 - 1 cycles; the way back
  // carries 136 bytes, 5 cycles of 32: 20 + 5 - 1.
  NetworkSystem system = native_network("s", {1, 1, 20, 32, 8}, {{read_at(10, 0, 128)}}, memory_of(100));
  sc_core::sc_start();
  CHECK(system.at(0, 0).accepted == 10);
  CHECK(system.at(0, 0).answered == 111 + 20 + 24);
  CHECK(system.at(0, 0).status == tlm::TLM_OK_RESPONSE);
  CHECK(system.drained());
  const InterconnectCounters counters = system.interconnect->counters();
  CHECK(counters.requests == 1);
  CHECK(counters.answers == 1);
  CHECK(counters.request_bytes == 8);
  CHECK(counters.answer_bytes == 8 + 128);
  CHECK(counters.request_waits == 0);
  CHECK(counters.answer_waits == 0);
}

TEST_CASE("the data of a write travel with the request and its answer is only a header") {
  // 8 + 64 bytes: 3 cycles of 32. Memory accepts the write at 11 + 20 + 3 - 1 and needs one cycle.
  NetworkSystem system = native_network("s", {1, 1, 20, 32, 8}, {{write_at(10, 32, 64)}}, memory_of(100));
  sc_core::sc_start();
  CHECK(system.at(0, 0).answered == 33 + 1 + 20);
  CHECK(system.interconnect->counters().request_bytes == 8 + 64);
  CHECK(system.interconnect->counters().answer_bytes == 8);
  CHECK(system.drams[0]->counters().write_bytes == 64);
}

TEST_CASE("a write with byte enables carries the sectors that have an enabled byte") {
  std::vector<unsigned char> enables(128, 0);
  enables[0] = enables[127] = 0xff;
  NetworkSystem system = native_network("s", {1, 1, 4, 32, 8}, {{write_at(10, 0, 128, {}, enables)}}, memory_of(100));
  sc_core::sc_start();
  CHECK(system.interconnect->counters().request_bytes == 8 + 2 * 32);
  CHECK(system.drams[0]->counters().write_bytes == 2 * 32);  // memory has received the byte enables
}

TEST_CASE("latency of one cycle and packets of one cycle cost one cycle each way") {
  NetworkSystem system = native_network("s", {1, 1, 1, 256, 1}, {{read_at(10, 0, 128)}}, memory_of(100));
  sc_core::sc_start();
  CHECK(system.at(0, 0).answered == 111 + 1 + 1);
}

TEST_CASE("lines are spread over the slices in turn") {
  std::vector<Access> reads;
  for (unsigned line = 0; line < 7; ++line) reads.push_back(read_at(10 * line, line * 128 + 32, 32));
  NetworkSystem system = native_network("s", {1, 3, 4, 32, 8}, {reads}, memory_of(10));
  sc_core::sc_start();
  CHECK(system.drams[0]->counters().reads == 3);
  CHECK(system.drams[1]->counters().reads == 2);
  CHECK(system.drams[2]->counters().reads == 2);
}

TEST_CASE("an SM's answers share its port: lines of two slices come a transfer apart") {
  NetworkSystem system =
      native_network("s", {1, 2, 4, 32, 8}, {{read_at(10, 0, 128), read_at(10, 128, 128)}}, memory_of(100));
  sc_core::sc_start();
  // The second request leaves the SM's port one cycle later; its answer is ready one cycle later and waits 4 more.
  CHECK(system.at(0, 0).answered == 111 + 4 + 8);
  CHECK(system.at(0, 1).answered == 111 + 4 + 8 + 5);
  CHECK(system.interconnect->counters().request_waits == 1);
  CHECK(system.interconnect->counters().answer_waits == 4);
}

TEST_CASE("a slice's answers share its port: lines for two SMs leave a transfer apart") {
  NetworkSystem system =
      native_network("s", {2, 1, 4, 32, 8}, {{read_at(10, 0, 128)}, {read_at(10, 128, 128)}}, memory_of(100));
  sc_core::sc_start();
  CHECK(system.at(0, 0).answered == 111 + 4 + 8);
  CHECK(system.at(1, 0).answered == 111 + 4 + 8 + 5);
}

TEST_CASE("two SMs request one slice in one cycle: the lower number goes first in any order of building") {
  Interconnect interconnect("interconnect", {2, 1, 4, 32, 8});
  DramChannel dram("dram", memory_of(100));
  Requester second("second", {read_at(10, 128, 32)}), first("first", {read_at(10, 0, 32)});
  second.port.bind(interconnect.from_sm(1));
  first.port.bind(interconnect.from_sm(0));
  interconnect.to_slice(0).bind(dram.socket(0));
  sc_core::sc_start();
  // 8 + 32 bytes back: 2 cycles.
  CHECK(first[0].answered == 111 + 4 + 5);
  CHECK(second[0].answered == 111 + 4 + 5 + 2);
}

TEST_CASE("two SMs request one slice: the longest wait goes first") {
  // SM 0's second write (5 cycles of 32) is ready at 12, SM 1's read at 11: both wait until 16 for SM 0's first.
  NetworkSystem system = native_network("s", {2, 1, 4, 32, 8},
                                {{write_at(10, 0, 128), write_at(11, 0, 128)}, {read_at(10, 128, 32)}}, memory_of(100));
  sc_core::sc_start();
  CHECK(system.at(0, 0).answered == 11 + 8 + 1 + 4);
  CHECK(system.at(1, 0).answered == 16 + 4 + 100 + 5);
  CHECK(system.at(0, 1).answered == 17 + 8 + 1 + 4);
  CHECK(system.interconnect->counters().request_waits == (16 - 11) + (17 - 12));
}

TEST_CASE("requests to different slices move at the same time") {
  NetworkSystem system =
      native_network("s", {2, 2, 4, 32, 8}, {{read_at(10, 0, 32)}, {read_at(10, 128, 32)}}, memory_of(100));
  sc_core::sc_start();
  CHECK(system.at(0, 0).answered == 111 + 4 + 5);
  CHECK(system.at(1, 0).answered == 111 + 4 + 5);
  CHECK(system.interconnect->counters().request_waits == 0);
}

TEST_CASE("two SMs of one port: their requests leave one after another and answers share the way back") {
  InterconnectParameters shared = {2, 2, 8, 32, 8, 2};
  const std::vector<std::vector<Access>> reads = {{read_at(10, 0, 128)}, {read_at(10, 128, 128)}};
  const NetworkSystem apart = native_network("apart", {2, 2, 8, 32, 8}, reads, memory_of(50));
  const NetworkSystem one = native_network("one", shared, reads, memory_of(50));
  sc_core::sc_start();
  CHECK(apart.at(1, 0).answered == apart.at(0, 0).answered);
  CHECK(one.at(0, 0).answered == apart.at(0, 0).answered);
  // SM 1's request leaves one cycle later; its line of 128 + 8 bytes follows SM 0's through the port, 5 cycles.
  CHECK(one.at(1, 0).answered == one.at(0, 0).answered + 5);
  CHECK(one.at(0, 0).accepted == 11);
  CHECK(one.at(1, 0).accepted == 11);
  CHECK((one.drained() && apart.drained()));
}

TEST_CASE("a shared port has one queue: with room for one the lower SM is accepted first") {
  const NetworkSystem system = native_network(
      "x", {2, 1, 8, 32, 1, 2}, {{write_at(10, 0, 128), read_at(11, 0, 32)}, {read_at(10, 0, 32)}}, memory_of(50));
  sc_core::sc_start();
  CHECK(system.at(0, 0).accepted == 11);  // and leaves in 11, taking 5 cycles
  CHECK(system.at(1, 0).accepted == 11);
  CHECK(system.at(0, 1).accepted == 16);
  CHECK(system.drained());
}

// SM 2, of another port, occupies the way to slice 0 with a write of 136 bytes at 8 per cycle until cycle 27. SM 0's
// first read fills the queue of its port. Of the two requests behind it, only the one for slice 1 can leave.
TEST_CASE("a shared port with choices accepts the request that has left it, not the one before it in the queue") {
  InterconnectParameters shared = {4, 2, 1, 8, 1, 2};
  shared.choices = 3;
  NetworkSystem system = native_network(
      "s", shared,
      {{read_at(10, 0, 32), read_at(11, 256, 32)}, {read_at(11, 128, 32), read_at(21, 128, 32)}, {write_at(9, 0, 128)},
       {}},
      memory_of(2));
  sc_core::sc_start();
  CHECK(system.drained());
  CHECK(system.at(0, 0).accepted == 11);
  CHECK(system.at(1, 0).accepted == 12);  // it leaves in this cycle
  CHECK(system.at(0, 1).accepted == 27);  // when the read before it leaves
  CHECK(system.at(1, 1).accepted == 22);
  CHECK(system.at(1, 0).answered < system.at(0, 0).answered);
}

TEST_CASE("random requests over shared ports are all answered") {
  const NetworkSystem system = native_network("x", {6, 2, 3, 32, 2, 3}, random_streams(6, 300, 64, 3), {1, 40, 8, 1});
  sc_core::sc_start();
  CHECK(system.drained());
  CHECK(system.interconnect->counters().requests == 1800);
  CHECK(system.interconnect->counters().answers == 1800);
}

TEST_CASE("SMs that do not fill whole ports are refused") {
  CHECK_THROWS_AS(Interconnect("three", {3, 1, 8, 32, 8, 2}), InputError);
  CHECK_THROWS_AS(Interconnect("none", {3, 1, 8, 32, 8, 0}), InputError);
}

TEST_CASE("a full queue at an SM's port holds END_REQ back until a packet leaves") {
  // Writes of 5 cycles: the first starts at 1, two wait, and the fourth is accepted when the second starts.
  std::vector<Access> writes;
  for (unsigned i = 0; i < 4; ++i) writes.push_back(write_at(0, i * 128, 128));
  NetworkSystem system = native_network("s", {1, 1, 4, 32, 2}, {writes}, memory_of(100));
  sc_core::sc_start();
  CHECK(system.at(0, 0).accepted == 0);
  CHECK(system.at(0, 1).accepted == 0);
  CHECK(system.at(0, 2).accepted == 1);  // sent in cycle 0 when the queue was full; the first has started
  CHECK(system.at(0, 3).accepted == 6);
  for (unsigned i = 0; i < 4; ++i) CHECK(system.at(0, i).answered == 1 + 5 * i + 8 + 1 + 4);
  CHECK(system.drained());
}

TEST_CASE("a slice that accepts nothing fills the network and then the SM's port") {
  // Memory has a queue of one and needs 16 cycles for a write. A packet takes one cycle; the network holds latency +
  // queue = 3 packets, the port one.
  std::vector<Access> writes;
  for (unsigned i = 0; i < 12; ++i) writes.push_back(write_at(0, i * 128, 128));
  NetworkSystem system = native_network("s", {1, 1, 2, 256, 1}, {writes}, {1, 100, 8, 1});
  sc_core::sc_start();
  // Directly at memory, the first would be accepted at 1. Here it starts to move at 1 + 2, and the others follow.
  for (unsigned i = 0; i < 12; ++i) CHECK(system.at(0, i).answered == 3 + 16 * (i + 1) + 2);
  CHECK(system.drained());
  // Seven requests are in flight: one moving, one in memory's queue, one sent but not accepted, three in the network,
  // one at the port. The second transfer starts at 3 + 16; half a cycle later a packet is sent, and the next cycle one
  // leaves the port.
  for (unsigned i = 0; i < 12; ++i) CHECK(system.at(0, i).accepted == (i < 7 ? i : 3 + 16 * (i - 6) + 1));
}

TEST_CASE("the first packet at a port holds up those behind it") {
  // SM 1 waits for slice 0, which SM 0 keeps busy for 5 cycles; its second request waits too, although its slice 1 is
  // idle.
  NetworkSystem system = native_network("s", {2, 2, 4, 32, 8},
                                {{write_at(10, 0, 128)}, {read_at(10, 0, 32), read_at(10, 128, 32)}}, memory_of(100));
  sc_core::sc_start();
  CHECK(system.at(1, 0).answered == 16 + 4 + 100 + 5);
  CHECK(system.at(1, 1).answered == 17 + 4 + 100 + 5 + 1);  // the answers, 2 cycles each, compete for the SM's port
}

TEST_CASE("the interconnect refuses requests outside of its register map") {
  make_socket_tap = nullptr;  // no request of the base protocol has 0 bytes
  NetworkSystem system = native_network("s", {1, 1, 4, 32, 8},
                                        {{read_at(0, 64, 128), read_at(1, 0, 0), read_at(2, 0, 32)}}, memory_of(10));
  sc_core::sc_start();
  CHECK(system.at(0, 0).status == tlm::TLM_BURST_ERROR_RESPONSE);  // more than one line
  CHECK(system.at(0, 1).status == tlm::TLM_BURST_ERROR_RESPONSE);
  CHECK(system.at(0, 2).status == tlm::TLM_OK_RESPONSE);
  CHECK(system.drained());
}

TEST_CASE("an interconnect without SMs or slices or latency or bandwidth or queue is refused") {
  CHECK_THROWS_AS(Interconnect("a", {0, 1, 1, 1, 1}), InputError);
  CHECK_THROWS_AS(Interconnect("b", {1, 0, 1, 1, 1}), InputError);
  CHECK_THROWS_AS(Interconnect("c", {1, 1, 0, 1, 1}), InputError);
  CHECK_THROWS_AS(Interconnect("d", {1, 1, 1, 0, 1}), InputError);
  CHECK_THROWS_AS(Interconnect("e", {1, 1, 1, 1, 0}), InputError);
}

TEST_CASE("native and late interconnect agree: sparse") { compare_networks({4, 3, 8, 32, 4}, memory_of(50), 80); }
TEST_CASE("native and late interconnect agree: dense") { compare_networks({4, 3, 2, 32, 2}, memory_of(50), 3); }
TEST_CASE("native and late interconnect agree: slow memory") { compare_networks({4, 2, 3, 64, 1}, {1, 40, 8, 1}, 3); }
