#include <algorithm>
#include <catch2/catch.hpp>

#include "memory/dram_channel.h"
#include "memory/mshr.h"
#include "support/ahead_memory.h"
#include "support/early_memory.h"
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

// One MSHR with its requesters and its DRAM channel.
struct MshrSystem {
  MshrSystem(const std::string& name, std::unique_ptr<MshrInterface> block, std::unique_ptr<DramInterface> memory,
             const std::vector<Access>& load_store, const std::vector<Access>& operands)
      : mshr(std::move(block)),
        dram(std::move(memory)),
        ports{{(name + "_ls").c_str(), load_store, 0}, {(name + "_op").c_str(), operands, 1}} {
    for (unsigned i = 0; i < 2; ++i) ports[i].port.bind(mshr->socket(i));
    mshr->memory().bind(dram->socket(0));
  }
  bool drained() const {
    return ports[0].done() && ports[1].done() && mshr->in_flight() == 0 && dram->in_flight() == 0 &&
           mshr->occupancy() == 0;
  }
  std::unique_ptr<MshrInterface> mshr;
  std::unique_ptr<DramInterface> dram;
  Requester ports[2];
};

MshrSystem native_mshr(const std::string& name, const MshrParameters& mshr, const DramParameters& dram,
                  const std::vector<Access>& load_store, const std::vector<Access>& operands) {
  return MshrSystem(name, std::make_unique<Mshr>((name + "_mshr").c_str(), mshr),
                    std::make_unique<DramChannel>((name + "_dram").c_str(), dram), load_store, operands);
}

MshrSystem late_mshr(const std::string& name, const MshrParameters& mshr, const DramParameters& dram,
                const std::vector<Access>& load_store, const std::vector<Access>& operands, LateOptions options) {
  return MshrSystem(name, std::make_unique<test::LateMshr>((name + "_mshr").c_str(), mshr, options),
                    std::make_unique<test::LateDram>((name + "_dram").c_str(), dram, options), load_store, operands);
}

std::vector<Access> stream_of_few_lines(unsigned seed, int count, unsigned gap) {
  test::Random random(seed);
  std::vector<Access> stream;
  Cycle cycle = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t line = random.below(6) * 128;
    switch (random.below(4)) {
      case 0: stream.push_back(write_at(cycle, line + random.below(4) * 32, 32)); break;
      case 1: stream.push_back(read_at(cycle, line + random.below(4) * 32, 32)); break;
      default: stream.push_back(read_at(cycle, line, 128));
    }
    cycle += random.below(gap);
  }
  return stream;
}

void check_same(const MshrSystem& a, const MshrSystem& b) {
  for (unsigned port = 0; port < 2; ++port) {
    for (std::size_t i = 0; i < a.ports[port].size(); ++i) {
      const Access &x = a.ports[port][i], &y = b.ports[port][i];
      CHECK(x.accepted == y.accepted);
      CHECK(x.answered == y.answered);
    }
  }
  CHECK(a.mshr->counters().full_stalls == b.mshr->counters().full_stalls);
  CHECK(a.mshr->counters().merges == b.mshr->counters().merges);
}

// Each socket gets at most one answer per cycle, and every answer comes after its request's acceptance.
void check_contract(const Requester& port) {
  std::vector<Cycle> answers;
  for (std::size_t i = 0; i < port.size(); ++i) {
    CHECK(port[i].answered > port[i].accepted);
    CHECK(port[i].status == tlm::TLM_OK_RESPONSE);
    answers.push_back(port[i].answered);
  }
  std::sort(answers.begin(), answers.end());
  CHECK(std::adjacent_find(answers.begin(), answers.end()) == answers.end());
  CHECK(port.double_answers() == 0);
}

void compare_mshrs(const MshrParameters& mshr, const DramParameters& dram, unsigned gap) {
  const auto a = stream_of_few_lines(1, 400, gap), b = stream_of_few_lines(2, 400, gap);
  MshrSystem reference = native_mshr("native", mshr, dram, a, b);
  MshrSystem late0 = late_mshr("late0", mshr, dram, a, b, {0, false}),
             late1 = late_mshr("late1", mshr, dram, a, b, {1, true});
  MshrSystem late2 = late_mshr("late2", mshr, dram, a, b, {2, true});
  test::run_out();
  CHECK(reference.drained());
  check_contract(reference.ports[0]);
  check_contract(reference.ports[1]);
  for (MshrSystem* other : {&late0, &late1, &late2}) {
    CHECK(other->drained());
    check_same(reference, *other);
  }
}

}  // namespace

TEST_CASE("a miss at 10.5 reaches DRAM at 11 and its data come at 411") {
  MshrSystem system = native_mshr("s", {4, 4, 2}, {1, 400, 8, 64}, {read_at(10, 0x80, 128), read_at(20, 0x80, 128)},
                             {read_at(30, 0x80, 128)});
  test::run_out();
  CHECK(system.ports[0][0].accepted == 10);
  CHECK(system.ports[0][0].answered == 411);
  CHECK(system.ports[0][1].accepted == 20);
  CHECK(system.ports[0][1].answered == 412);  // the same socket: one answer per cycle
  CHECK(system.ports[1][0].answered == 411);
  CHECK(system.mshr->counters().allocations == 1);
  CHECK(system.mshr->counters().merges == 2);
  CHECK(system.dram->counters().reads == 1);
  CHECK(system.drained());
}

TEST_CASE("two misses in one cycle reach memory in two cycles") {
  MshrSystem system = native_mshr("s", {4, 4, 2}, {1, 400, 256, 64}, {read_at(10, 0, 128)}, {read_at(10, 128, 128)});
  test::run_out();
  CHECK(system.ports[0][0].answered == 411);
  CHECK(system.ports[1][0].answered == 412);
}

TEST_CASE("one entry with one merge: the next miss is accepted the cycle after the answer") {
  MshrSystem system = native_mshr("s", {1, 1, 2}, {1, 400, 8, 64}, {read_at(0, 0, 128), read_at(1, 128, 128)}, {});
  test::run_out();
  CHECK(system.ports[0][0].answered == 401);
  CHECK(system.ports[0][1].accepted == 402);
  CHECK(system.ports[0][1].answered == 402 + 401);
  CHECK(system.mshr->counters().full_stalls == 401);  // from 1 to 402
  CHECK(system.drained());
}

TEST_CASE("a full entry makes the same line wait, another line passes") {
  MshrSystem system =
      native_mshr("s", {2, 1, 2}, {1, 400, 8, 64}, {read_at(0, 0, 128), read_at(1, 0, 128)}, {read_at(2, 128, 128)});
  test::run_out();
  CHECK(system.ports[0][1].accepted == 402);
  CHECK(system.ports[1][0].accepted == 2);
}

TEST_CASE("writes pass in order and are answered when memory has answered") {
  MshrSystem system = native_mshr("s", {4, 4, 2}, {1, 400, 8, 64},
                                  {write_at(10, 0, 128), write_at(11, 128, 32), read_at(12, 256, 32)}, {});
  test::run_out();
  CHECK(system.ports[0][0].answered == 11 + 16);
  CHECK(system.ports[0][1].answered == 27 + 4);
  CHECK(system.ports[0][2].answered == 31 + 400);
  CHECK(system.mshr->counters().writes == 2);
  CHECK(system.dram->counters().write_bytes == 160);
}

TEST_CASE("byte enables of a write reach memory") {
  std::vector<unsigned char> enables(128, 0);
  enables[0] = 0xff;
  MshrSystem system = native_mshr("s", {4, 4, 2}, {1, 400, 8, 64}, {write_at(0, 0, 128, {}, enables)}, {});
  test::run_out();
  CHECK(system.dram->counters().write_bytes == 32);
}

TEST_CASE("back-pressure of memory reaches the ports") {
  // A queue of one, and transfers of 16 cycles. The second write waits in the DRAM's queue, the third at its port, the
  // fourth in the MSHR's single write place, the fifth at the MSHR's port.
  std::vector<Access> writes;
  for (unsigned i = 0; i < 5; ++i) writes.push_back(write_at(0, i * 128, 128));
  MshrSystem system = native_mshr("s", {4, 4, 2}, {1, 400, 8, 1}, writes, {});
  test::run_out();
  const Cycle accepted[] = {0, 1, 2, 3, 18};
  for (unsigned i = 0; i < 5; ++i) {
    CHECK(system.ports[0][i].accepted == accepted[i]);
    CHECK(system.ports[0][i].answered == 1 + 16 * (i + 1));
  }
  CHECK(system.mshr->counters().full_stalls == 0);  // no entry was missing
  CHECK(system.drained());
}

TEST_CASE("the MSHR refuses requests outside of its register map") {
  MshrSystem system = native_mshr("s", {4, 4, 2}, {1, 400, 8, 64},
                             {read_at(0, 8, 32), read_at(1, 0, 16), read_at(2, 0, 256), read_at(3, 0, 32)}, {});
  test::run_out();
  CHECK(system.ports[0][0].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(system.ports[0][1].status == tlm::TLM_BURST_ERROR_RESPONSE);
  CHECK(system.ports[0][2].status == tlm::TLM_BURST_ERROR_RESPONSE);
  CHECK(system.ports[0][3].status == tlm::TLM_OK_RESPONSE);
  CHECK(system.drained());
}

TEST_CASE("memory that completes early gives the cycles of memory that answers late") {
  const auto stream = stream_of_few_lines(5, 300, 40);
  Mshr early("early", {4, 4, 1}), late("late", {4, 4, 1});
  test::EarlyMemory memory("memory", 50), behind("behind", 50);
  test::LateRelay relay("relay", 1, {2, false});
  Requester a("a", stream), b("b", stream);
  a.port.bind(early.socket(0));
  b.port.bind(late.socket(0));
  early.memory().bind(memory.port);
  late.memory().bind(relay.target(0));
  relay.initiator(0).bind(behind.port);
  test::run_out();
  for (std::size_t i = 0; i < stream.size(); ++i) {
    CHECK(a[i].accepted == b[i].accepted);
    CHECK(a[i].answered == b[i].answered);
  }
  CHECK((a.done() && b.done()));
}

TEST_CASE("the MSHR sends nothing before the cycle that END_REQ names") {
  constexpr Cycle kAhead = 5;
  Mshr mshr("mshr", {4, 4, 1});
  test::AheadMemory memory("memory", kAhead, 50);
  // The second miss comes after the call of END_REQ and before its cycle.
  Requester requester("requester", {read_at(10, 0, 128), read_at(12, 128, 128), write_at(13, 256, 32)});
  requester.port.bind(mshr.socket(0));
  mshr.memory().bind(memory.port);
  test::run_out();
  CHECK(memory.arrivals == std::vector<Cycle>{10, 11 + kAhead, 12 + 2 * kAhead});
  CHECK(memory.too_early == 0);
  CHECK(requester[1].accepted == 12);
  CHECK(requester.done());
}

TEST_CASE("native and late agree: sparse stream") { compare_mshrs({8, 4, 2}, {1, 100, 8, 16}, 60); }
TEST_CASE("native and late agree: dense stream, small queue") { compare_mshrs({4, 2, 2}, {1, 100, 8, 2}, 4); }
TEST_CASE("native and late agree: dense stream, fast memory") { compare_mshrs({4, 3, 2}, {1, 3, 256, 4}, 3); }
TEST_CASE("native and late agree: one entry, one merge") { compare_mshrs({1, 1, 2}, {1, 30, 8, 1}, 6); }
