#include "memory/foreign_memory.h"

#include <catch2/catch.hpp>

#include "base/input_error.h"
#include "support/foreign_memories.h"
#include "support/requester.h"
#include "tlm/protocol_checker.h"
#include "tlm/time.h"

using namespace unibank;
using test::AtMemory;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

// Answers every request in its call, due `delay` later: by TLM_COMPLETED, or by BEGIN_RESP on the return path.
class ForeignEarlyMemory : public sc_core::sc_module {
 public:
  ForeignEarlyMemory(const sc_core::sc_module_name& name, double ns, bool phase)
      : sc_module(name), port("port", this), delay_(ns, sc_core::SC_NS), phase_(phase) {}
  TargetPort<ForeignEarlyMemory> port;
  unsigned ends = 0;

 private:
  friend class TargetPort<ForeignEarlyMemory>;
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      ++ends;
      return tlm::TLM_COMPLETED;
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay += delay_;
    if (!phase_) return tlm::TLM_COMPLETED;
    phase = tlm::BEGIN_RESP;
    return tlm::TLM_UPDATED;
  }
  void request_blocking(unsigned, Payload&) {}
  sc_core::sc_time delay_;
  bool phase_;
};

// Binds the socket of the only port to `target`, through a checker.
ForeignMemory::Connect through(ProtocolChecker<>& checker, TargetSocket& target) {
  checker.initiator.bind(target);
  return [&checker](unsigned, InitiatorSocket& socket) { socket.bind(checker.target); };
}

}  // namespace

TEST_CASE("a foreign memory with its own times: its answers are forwarded at the next whole cycle") {
  AtMemory at("at", 2);
  ProtocolChecker<> checker("checker");
  ForeignMemory memory("memory", {1, 0}, through(checker, at.socket));
  Requester requester("requester", {read_at(10, 0x1000, 128), write_at(11, 0x2000, 32), read_at(12, 0x80, 128)});
  requester.port.bind(memory.socket(0));
  sc_core::sc_start();
  // Accepted at 10.5 + 1.3 = 11.8; the second is sent at 12.5 and accepted at 13.8; the third is sent at 14.5 and
  // accepted when the first response has ended at 52 (51.8).
  CHECK(requester[0].accepted == 12);
  CHECK(requester[0].answered == 52);
  CHECK(requester[1].accepted == 14);
  CHECK(requester[1].answered == 54);
  CHECK(requester[2].accepted == 52);
  CHECK(requester[2].answered == 92);
  CHECK(at.begin_requests == 3);
  CHECK(at.end_requests == 3);
  CHECK(at.begin_responses == 3);
  CHECK(at.end_responses == 2);  // the third comes at a whole cycle and completes on the return path
  CHECK(at.ended == 3);
  CHECK(requester.done());
  CHECK(memory.in_flight() == 0);
  CHECK(checker.in_flight() == 0);
  CHECK(memory.counters().reads == 2);
  CHECK(memory.counters().read_bytes == 256);
  CHECK(memory.counters().writes == 1);
  CHECK(memory.counters().write_bytes == 32);
}

TEST_CASE("a foreign memory that completes early answers one request a cycle") {
  ForeignEarlyMemory early("early", 20.2, false);
  ProtocolChecker<> checker("checker");
  ForeignMemory memory("memory", {1, 0}, through(checker, early.port));
  Requester requester("requester", {read_at(3, 0, 128), read_at(3, 128, 128), read_at(3, 256, 128)});
  requester.port.bind(memory.socket(0));
  sc_core::sc_start();
  for (unsigned i = 0; i < 3; ++i) {
    CHECK(requester[i].accepted == 3);
    CHECK(requester[i].answered == 24 + i);  // 3.5 + 20.2 = 23.7
  }
  CHECK(early.ends == 0);
  CHECK(memory.in_flight() == 0);
}

TEST_CASE("a foreign memory that answers on the return path gets END_RESP") {
  ForeignEarlyMemory early("early", 20.2, true);
  ProtocolChecker<> checker("checker");
  ForeignMemory memory("memory", {1, 0}, through(checker, early.port));
  Requester requester("requester", {read_at(3, 0, 128), read_at(30, 128, 128)});
  requester.port.bind(memory.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].answered == 24);
  CHECK(requester[1].answered == 51);
  CHECK(early.ends == 2);
}

TEST_CASE("a foreign memory that is smaller than device memory is addressed modulo its size") {
  AtMemory at("at", 4);
  ForeignMemory memory("memory", {1, 4096}, [&](unsigned, InitiatorSocket& socket) { socket.bind(at.socket); });
  Requester requester("requester", {read_at(0, 0x100f80, 128), read_at(2, 0x100000, 128)});
  requester.port.bind(memory.socket(0));
  sc_core::sc_start();
  CHECK(requester.done());
  CHECK(at.highest == 0xf80);
}

TEST_CASE("a foreign memory receives no request that the register map forbids") {
  AtMemory at("at", 4);
  ForeignMemory memory("memory", {1, 0}, [&](unsigned, InitiatorSocket& socket) { socket.bind(at.socket); });
  test::Access enabled_read = read_at(0, 0, 32);
  enabled_read.enables = {0xff};
  Requester requester("requester", {enabled_read});
  requester.port.bind(memory.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].status == tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  CHECK(at.begin_requests == 0);
  CHECK(memory.counters().reads == 0);
}

TEST_CASE("a foreign memory reports its number of requests to observers") {
  AtMemory at("at", 4);
  ForeignMemory memory("memory", {1, 0}, [&](unsigned, InitiatorSocket& socket) { socket.bind(at.socket); });
  std::vector<std::pair<Cycle, unsigned>> seen;
  memory.watch([&](Cycle at_cycle, unsigned depth) { seen.push_back({at_cycle, depth}); });
  Requester requester("requester", {read_at(10, 0, 128)});
  requester.port.bind(memory.socket(0));
  sc_core::sc_start();
  CHECK(seen == std::vector<std::pair<Cycle, unsigned>>{{10, 1}, {52, 0}});
}

TEST_CASE("a foreign memory whose size is not a whole number of lines is refused") {
  CHECK_THROWS_WITH(ForeignMemory("memory", {1, 100}, [](unsigned, InitiatorSocket&) {}),
                    "memory: a memory of 100 bytes, expected a multiple of 128");
}
