#include <catch2/catch.hpp>

#include "memory/dram_channel.h"
#include "support/late_blocks.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::read_at;
using test::Requester;
using test::write_at;

TEST_CASE("a read sent at 10.5 is accepted at 11 and answered at 411") {
  DramChannel dram("dram", {1, 400, 8, 64});
  Requester requester("requester", {read_at(10, 0x1000, 128), write_at(500, 0x1000, 32)});
  requester.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].accepted == 11);
  CHECK(requester[0].answered == 411);
  CHECK(requester[0].status == tlm::TLM_OK_RESPONSE);
  CHECK(requester[1].accepted == 501);
  CHECK(requester[1].answered == 505);
  CHECK(requester.done());
  CHECK(dram.in_flight() == 0);
  CHECK(sc_core::sc_time_stamp() == cycles(505));
}

namespace {

// Sends requests at the half cycles of `at` without waiting for the previous one's acceptance. `accepted`: the cycle of
// each END_REQ that the call itself returned; kNever: it comes as a call.
struct Asking : sc_core::sc_module {
  Asking(const sc_core::sc_module_name& name, std::vector<Cycle> at) : sc_module(name), port("port", this), at(at) {
    SC_HAS_PROCESS(Asking);
    SC_THREAD(ask);
  }
  void ask() {
    for (const Cycle cycle : at) {
      wait(until_half(cycle));
      Payload& request = *pool.get();
      request.set_command(tlm::TLM_READ_COMMAND);
      request.set_data_length(128);
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const bool known = port.send(request, phase, delay) == tlm::TLM_UPDATED && phase == tlm::END_REQ;
      accepted.push_back(known ? due_cycle(delay) : kNever);
    }
  }
  void answered(unsigned, Payload& request, const tlm::tlm_phase& phase, const sc_core::sc_time&) {
    if (phase == tlm::BEGIN_RESP) request.release();
  }

  InitiatorPort<Asking> port;
  PayloadPool<Payload> pool;
  std::vector<Cycle> at, accepted;
};

}  // namespace

TEST_CASE("a channel with one port says at once when it will accept: in the next cycle or when a transfer starts") {
  DramChannel dram("dram", {1, 400, 8, 1});
  Asking asking("asking", {0, 1, 5, 40});
  asking.port.bind(dram.socket(0));
  sc_core::sc_start(cycles(4));
  CHECK(dram.queue_depth() == 1);  // the second moves from 17 on
  sc_core::sc_start();
  CHECK(asking.accepted == std::vector<Cycle>{1, 2, 17, 41});
  CHECK(asking.pool.in_use() == 0);
  CHECK(dram.in_flight() == 0);
}

TEST_CASE("a channel with two ports cannot say: another request may come first") {
  DramChannel dram("dram", {2, 400, 8, 1});
  Asking first("first", {0}), second("second", {});
  first.port.bind(dram.socket(0));
  second.port.bind(dram.socket(1));
  sc_core::sc_start();
  CHECK(first.accepted == std::vector<Cycle>{kNever});
}

TEST_CASE("two ports in one cycle: port 0 first, and the channel is shared") {
  DramChannel dram("dram", {2, 400, 8, 64});
  Requester second("second", {read_at(10, 0, 128)}), first("first", {read_at(10, 4096, 128)});
  second.port.bind(dram.socket(1));  // built and called first, served second
  first.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(first[0].accepted == 11);
  CHECK(second[0].accepted == 11);
  CHECK(first[0].answered == 411);
  CHECK(second[0].answered == 411 + 16);
}

TEST_CASE("a full queue holds END_REQ back until a transfer starts") {
  DramChannel dram("dram", {1, 400, 8, 1});
  Requester requester("requester", {read_at(0, 0, 128), read_at(0, 128, 128), read_at(0, 256, 128)});
  requester.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].accepted == 1);  // moves from 1 to 17
  CHECK(requester[1].accepted == 2);  // waits: the queue is full
  CHECK(requester[2].accepted == 17);
  CHECK(requester[0].answered == 401);
  CHECK(requester[1].answered == 417);
  CHECK(requester[2].answered == 433);
}

TEST_CASE("full queue, three ports: the earlier arrival is accepted first, whatever its port") {
  DramChannel dram("dram", {3, 400, 8, 1});
  Requester a("a", {read_at(0, 0, 128), read_at(3, 0, 128)});
  Requester b("b", {read_at(1, 0, 128)}), c("c", {read_at(2, 0, 128)});
  a.port.bind(dram.socket(0));
  b.port.bind(dram.socket(2));
  c.port.bind(dram.socket(1));
  sc_core::sc_start();
  CHECK(a[0].accepted == 1);
  CHECK(b[0].accepted == 2);
  CHECK(c[0].accepted == 17);
  CHECK(a[1].accepted == 33);
}

TEST_CASE("one answer a socket a cycle, later ones in the next") {
  DramChannel dram("dram", {1, 10, 256, 8});  // every transfer takes one cycle
  // The read starts at 1 and is due at 11; the write starts at 10 and is due at 11 too.
  Requester requester("requester", {read_at(0, 0, 128), write_at(9, 0, 128)});
  requester.port.bind(dram.socket(0));
  sc_core::sc_start();
  CHECK(requester[0].answered == 11);
  CHECK(requester[1].answered == 12);
}

TEST_CASE("DRAM bytes are whole sectors, by byte enables where there are any") {
  DramChannel dram("dram", {1, 400, 8, 64});
  std::vector<unsigned char> enables(128, 0);
  enables[4] = enables[100] = 0xff;
  Requester requester("requester", {write_at(0, 0, 128, {}, enables), read_at(1, 64, 32)});
  requester.port.bind(dram.socket(0));
  sc_core::sc_start();
  const DramChannelCounters counters = dram.counters();
  CHECK(counters.write_bytes == 64);
  CHECK(counters.read_bytes == 32);
  CHECK(counters.busy_cycles == (64 + 32) / 8);
  CHECK(requester[0].answered == 1 + 8);
}

TEST_CASE("a late channel agrees with the native one, request by request") {
  std::vector<test::Access> streams[2];
  test::Random random(11);
  for (auto& stream : streams) {
    Cycle cycle = 0;
    for (int i = 0; i < 600; ++i) {
      const bool write = random.below(3) == 0;
      const unsigned length = 32 * (1 + static_cast<unsigned>(random.below(4)));
      const std::uint64_t address = random.below(1000) * 128;
      stream.push_back(write ? write_at(cycle, address, length) : read_at(cycle, address, length));
      cycle += random.below(30);
    }
  }
  DramChannel native("native", {2, 100, 8, 4});
  test::LateDram late1("late1", {2, 100, 8, 4}, {1, true}), late2("late2", {2, 100, 8, 4}, {2, false});
  Requester a0("a0", streams[0]), a1("a1", streams[1]), b0("b0", streams[0]), b1("b1", streams[1]);
  Requester c1("c1", streams[1]), c0("c0", streams[0]);
  a0.port.bind(native.socket(0));
  a1.port.bind(native.socket(1));
  b0.port.bind(late1.socket(0));
  b1.port.bind(late1.socket(1));
  c0.port.bind(late2.socket(0));
  c1.port.bind(late2.socket(1));
  sc_core::sc_start();
  for (std::size_t i = 0; i < a0.size(); ++i) {
    CHECK((b0[i].accepted == a0[i].accepted && b0[i].answered == a0[i].answered));
    CHECK((b1[i].accepted == a1[i].accepted && b1[i].answered == a1[i].answered));
    CHECK((c0[i].accepted == a0[i].accepted && c0[i].answered == a0[i].answered));
    CHECK((c1[i].accepted == a1[i].accepted && c1[i].answered == a1[i].answered));
  }
  CHECK((a0.done() && a1.done() && b0.done() && b1.done() && c0.done() && c1.done()));
  CHECK(native.in_flight() + late1.in_flight() + late2.in_flight() == 0);
}
