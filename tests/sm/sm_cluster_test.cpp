#include <catch2/catch.hpp>

#include "support/late_seats.h"
#include "support/random.h"
#include "support/requester.h"

using namespace unibank;
using test::read_at;
using test::Requester;
using test::write_at;

namespace {

constexpr unsigned kRows = 12 * 1024 / 16, kBankBytes = 12 * 1024;
const ClusterParameters kCluster{4, {kRows, true}, true};

// A bank that accepts a request at the next whole cycle and answers it `time` later; it never completes early.
class SlowBank : public sc_core::sc_module, public BankSeat {
 public:
  SlowBank(const sc_core::sc_module_name& name, Cycle time)
      : sc_module(name), port_("port", this), time_(time), accept_("accept"), respond_("respond") {
    SC_HAS_PROCESS(SlowBank);
    SC_METHOD(accept);
    sensitive << accept_;
    dont_initialize();
    SC_METHOD(respond);
    sensitive << respond_;
    dont_initialize();
  }
  TargetSocket& socket() override { return port_; }
  BankCounters counters(unsigned) const override { return {}; }
  bool overrun = false;  // a request came before the last one was accepted

 private:
  friend class TargetPort<SlowBank>;
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    overrun = overrun || pending_;
    payload.acquire();
    pending_ = &payload;
    accept_.notify(until(due_cycle(delay) + 1));
    return tlm::TLM_ACCEPTED;
  }
  void request_blocking(unsigned, Payload&) {}
  void accept() {
    Payload& payload = *pending_;
    pending_ = nullptr;
    answers_.push_back({current_cycle() + time_, &payload});
    respond_.notify(until(answers_.front().first));
    say(payload, tlm::END_REQ);
  }
  void respond() {
    Payload& payload = *answers_.front().second;
    answers_.erase(answers_.begin());
    if (!answers_.empty()) respond_.notify(until(answers_.front().first));
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    say(payload, tlm::BEGIN_RESP);
    payload.release();
  }
  void say(Payload& payload, tlm::tlm_phase phase) {
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    port_.answer(payload, phase, none);
  }

  TargetPort<SlowBank> port_;
  Cycle time_;
  Payload* pending_ = nullptr;
  std::vector<std::pair<Cycle, Payload*>> answers_;
  sc_core::sc_event accept_, respond_;
};

}  // namespace

TEST_CASE("both sockets of a cluster reach every bank, with no time added") {
  SmCluster cluster("cluster", kCluster, native_seats().bank);
  Requester registers("registers", {write_at(0, 3 * kBankBytes + 16, 16, {42}), read_at(4, 0)});
  Requester memory("memory", {read_at(2, 3 * kBankBytes + 16), read_at(3, 4 * kBankBytes)});
  registers.port.bind(cluster.registers());
  memory.port.bind(cluster.memory());
  sc_core::sc_start();
  CHECK(registers[0].answered == 1);
  CHECK(memory[0].answered == 3);
  CHECK(memory[0].answer[0] == 42);
  CHECK(memory[1].status == tlm::TLM_ADDRESS_ERROR_RESPONSE);
  CHECK(cluster.bank(3).counters().writes == 1);
  CHECK(cluster.bank(3).counters().reads == 1);
  CHECK(cluster.bank(0).counters().reads == 1);
  CHECK(sc_core::sc_find_object("cluster.bank2") != nullptr);
}

TEST_CASE("a cluster of the partitioned design has no memory socket") {
  SmCluster cluster("cluster", {4, {512, false}, false}, native_seats().bank);
  Requester registers("registers", {read_at(0, 8192)});
  registers.port.bind(cluster.registers());
  sc_core::sc_start();
  CHECK(registers[0].answered == 1);
  CHECK(cluster.bank(1).counters().reads == 1);
}

TEST_CASE("late answers find their way back to the socket they came from") {
  const test::LateChoice banks{true, false, false, false, false};
  std::vector<test::Access> streams[2];
  test::Random random(4);
  for (auto& stream : streams) {
    for (Cycle cycle = 0; cycle < 1000; cycle += random.below(2)) {
      const std::uint64_t address = random.below(4) * kBankBytes + random.below(kRows) * 16;
      stream.push_back(random.below(2) ? read_at(cycle, address) : write_at(cycle, address));
    }
  }
  SmCluster native("native", kCluster, native_seats().bank);
  SmCluster late("late", kCluster, test::late_seats(banks, {2, true}).bank);
  Requester a("a", streams[0]), b("b", streams[1], 1), c("c", streams[0]), d("d", streams[1], 1);
  a.port.bind(native.registers());
  b.port.bind(native.memory());
  c.port.bind(late.registers());
  d.port.bind(late.memory());
  sc_core::sc_start();
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(c[i].answered == a[i].answered);
  for (std::size_t i = 0; i < b.size(); ++i) CHECK(d[i].answered == b[i].answered);
  CHECK((a.done() && b.done() && c.done() && d.done()));
}

TEST_CASE("while a bank has not accepted one socket's request, the other socket's waits") {
  std::vector<SlowBank*> banks;
  SmCluster cluster("cluster", {1, {16, false}, true}, [&](const char* name, const BankParameters&) {
    auto bank = std::make_unique<SlowBank>(name, 3);
    banks.push_back(bank.get());
    return bank;
  });
  Requester registers("registers", {read_at(0, 0)}), memory("memory", {read_at(0, 16)}, 1);
  registers.port.bind(cluster.registers());
  memory.port.bind(cluster.memory());
  sc_core::sc_start();
  CHECK(registers[0].accepted == 1);
  CHECK(registers[0].answered == 4);
  CHECK(memory[0].accepted == 2);
  CHECK(memory[0].answered == 5);
  CHECK_FALSE(banks[0]->overrun);
  CHECK((registers.done() && memory.done()));
}
