// The atomic unit before a DRAM channel of 100 cycles and 64 bytes per cycle.
#include <catch2/catch.hpp>

#include "memory/atomic_unit.h"
#include "memory/dram_channel.h"
#include "support/requester.h"

using namespace unibank;
using test::Access;
using test::atomic_at;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

constexpr Cycle kDram = 100, kRead = kDram + 1;  // a request is served in the cycle after its half cycle

struct AtomicSystem {
  explicit AtomicSystem(const std::vector<Access>& stream, const AtomicUnitParameters& parameters = {},
                        const DramParameters& channel = {1, kDram, 64, 64})
      : unit("unit", parameters), dram("dram", channel), requester("requester", stream) {
    requester.port.bind(unit.socket());
    unit.memory().bind(dram.socket(0));
    requester.follow_values = true;
    test::run_out();
    REQUIRE(requester.done());
    CHECK(unit.in_flight() == 0);
    CHECK(dram.in_flight() == 0);
  }
  Cycle answered(std::size_t i) const { return requester[i].answered; }
  std::uint64_t counter(const char* name) const {
    CounterValues all;
    unit.add_counters_to(all);
    return all[name];
  }
  AtomicUnit unit;
  DramChannel dram;
  Requester requester;
};

// An atomic of instruction `pc`, issued in this cycle by its own warp, that leaves `byte` in each of its bytes.
Access left(Access access, unsigned pc, unsigned char byte) {
  access.writer = make_writer(access.issue, 0, 0, pc, pc);
  access.data.assign(access.length, byte);
  access.returns = true;
  return access;
}

}  // namespace

TEST_CASE("requests that are not atomics pass the unit in the cycle of their arrival") {
  const AtomicSystem s({read_at(5, 0, 128), write_at(6, 128, 32), read_at(7, 256, 32)});
  CHECK(s.answered(0) == 5 + kRead);
  CHECK(s.answered(2) == 7 + kRead);
  CHECK(s.requester[1].accepted == 7);  // as the channel says
  CHECK(s.counter("atomic_unit.requests") == 0);
}

TEST_CASE("an atomic is answered after the read of its bytes and its turns") {
  const AtomicSystem s({atomic_at(5, 0, 32), atomic_at(500, 128, 1)}, {3, 4});
  CHECK(s.answered(0) == 5 + kRead + 32 * 3);
  CHECK(s.answered(1) == 500 + kRead + 3);
  CHECK(s.dram.counters().reads == 2);
  CHECK(s.dram.counters().writes == 2);
  CHECK(s.counter("atomic_unit.busy_cycles") == 33 * 3);
}

TEST_CASE("an atomic's response may come later, and neither its write nor the next atomic waits for it") {
  const AtomicSystem s({atomic_at(5, 0, 32), atomic_at(6, 0, 32), read_at(180, 0, 32)}, {1, 64, 200});
  CHECK(s.answered(0) == 5 + kRead + 32 + 200);
  CHECK(s.answered(1) == s.answered(0) + 32);
  CHECK(s.answered(2) == 180 + kRead);  // before the responses
}

TEST_CASE("atomics of one line follow each other without another read and each after the turns of the previous one") {
  const AtomicSystem s({atomic_at(5, 0, 32), atomic_at(6, 0, 32), atomic_at(7, 0, 10)});
  CHECK(s.answered(0) == 5 + kRead + 32);
  CHECK(s.answered(1) == s.answered(0) + 32);
  CHECK(s.answered(2) == s.answered(1) + 10);
  CHECK(s.dram.counters().reads == 1);
  CHECK(s.dram.counters().writes == 3);
}

TEST_CASE("atomics of several lines are read side by side and share the ALU") {
  const AtomicSystem s({atomic_at(5, 0, 8), atomic_at(6, 128, 8), atomic_at(7, 256, 8)});
  CHECK(s.answered(0) == 5 + kRead + 8);
  CHECK(s.answered(1) == 5 + kRead + 16);
  CHECK(s.answered(2) == 5 + kRead + 24);
}

TEST_CASE("a read of an atomic's line waits for its write, one of another line does not") {
  const AtomicSystem s({atomic_at(5, 0, 8), read_at(6, 128, 32), read_at(7, 32, 32)});
  const Cycle written = 5 + kRead + 8;  // the write leaves in this half cycle
  CHECK(s.answered(1) == 6 + kRead);
  CHECK(s.answered(2) == written + 1 + kRead);
}

TEST_CASE("a request that has waited is accepted one cycle after it was forwarded") {
  const AtomicSystem s({left(atomic_at(5, 0, 8), 1, 0xaa), read_at(6, 32, 32)});
  const Cycle written = 5 + kRead + 8;  // the half cycle in which the ALU has finished
  CHECK(s.requester[1].accepted == written + 2);
  CHECK(s.answered(1) == written + 1 + kRead);
  CHECK(s.counter("atomic_unit.held_cycles") == written + 1 - 6);
}

TEST_CASE("a request that has waited is accepted when the full channel behind the unit has room") {
  const DramParameters narrow = {1, kDram, 1, 1};  // a byte per cycle, and a queue of one request
  const AtomicSystem s({atomic_at(5, 0, 1), read_at(100, 128, 128), read_at(106, 32, 32), read_at(110, 256, 32)}, {},
                       narrow);
  const Cycle written = 5 + kRead + 1;     // the write of the atomic leaves in this half cycle, and is queued
  const Cycle room = 100 + 1 + 128;        // until the read of a line has ended
  CHECK(s.requester[2].accepted == room);  // the read has left the unit at written + 1
  CHECK(s.requester[3].accepted == room + 32);
  CHECK(s.counter("atomic_unit.held_cycles") == written + 1 - 106);  // of the read behind the atomic alone
}

TEST_CASE("a request of another line that comes with the unit's own write waits a cycle and the counter has it") {
  const Cycle written = 5 + kRead + 8;  // the half cycle in which the write of the atomic leaves
  const AtomicSystem s({atomic_at(5, 0, 8), read_at(written, 128, 32)});
  CHECK(s.answered(1) == written + 1 + kRead);
  CHECK(s.counter("atomic_unit.held_cycles") == 1);
}

TEST_CASE("each atomic reads the previous one's result and a read returns the last one's") {
  const AtomicSystem s({left(atomic_at(5, 0, 2), 1, 0x11), left(atomic_at(6, 0, 2), 2, 0x22), read_at(7, 0, 32)});
  CHECK(s.requester[0].answer == std::vector<unsigned char>(32, 0));
  CHECK(s.requester[0].writers == std::vector<Writer>(32, kNoWriter));
  CHECK(s.requester[1].answer == std::vector<unsigned char>(32, 0x11));
  CHECK(s.requester[1].writers[0] == make_writer(5, 0, 0, 1, 1));
  CHECK(s.requester[2].answer == std::vector<unsigned char>(32, 0x22));
}

TEST_CASE("an atomic changes the bytes that are enabled") {
  Access some = left(atomic_at(5, 0, 1), 1, 0x33);
  some.enables = std::vector<unsigned char>(32, 0);
  for (unsigned i = 4; i < 8; ++i) some.enables[i] = 0xff;
  const AtomicSystem s({some, left(atomic_at(300, 0, 1), 2, 0x44)});
  CHECK(s.requester[1].answer[3] == 0);
  CHECK(s.requester[1].answer[4] == 0x33);
  CHECK(s.requester[1].answer[8] == 0);
}

TEST_CASE("an atomic that finds no entry waits until a write has left") {
  const AtomicSystem s({atomic_at(5, 0, 8), atomic_at(6, 128, 8)}, {1, 1});
  const Cycle written = 5 + kRead + 8;
  CHECK(s.requester[1].accepted == written + 1);
  CHECK(s.answered(1) == written + 1 + kRead + 8);
}

TEST_CASE("an atomic of less than a sector is refused") {
  const AtomicSystem s({atomic_at(5, 4, 1, 4)});
  CHECK(s.requester[0].status == tlm::TLM_BURST_ERROR_RESPONSE);
}
