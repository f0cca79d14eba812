// Modules bound by sockets before and after an L1: a buffer of one line before it, another L1 behind it.
#include <catch2/catch.hpp>

#include "l1/l1_bench.h"
#include "l1/line_kinds.h"

using namespace unibank;
using namespace unibank::test;

namespace {

// A buffer before an L1: it holds the line of the last load and answers loads of that line in one cycle. It forwards
// everything else.
class LastLine : public sc_core::sc_module {
 public:
  explicit LastLine(const sc_core::sc_module_name& name) : sc_module(name), in("in", this), out("out", this) {}
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (!payload.is_read()) last_ = kNone;
    if (payload.is_read() && payload.get_address() == last_) {
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      delay = answer_delay(1);
      return tlm::TLM_COMPLETED;
    }
    if (payload.is_read()) last_ = payload.get_address();
    return out.send(payload, phase, delay);
  }
  void request_blocking(unsigned, Payload&) {}
  void answered(unsigned, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    tlm::tlm_phase same_phase = phase;
    sc_core::sc_time same_delay = delay;
    in.answer(payload, same_phase, same_delay);
  }
  TargetPort<LastLine> in;
  InitiatorPort<LastLine> out;

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  std::uint64_t last_ = kNone;
};

// Connects two L1s: a request of the first to memory becomes a request for a line, or a part of one, to the second.
class Between : public sc_core::sc_module {
 public:
  explicit Between(const sc_core::sc_module_name& name) : sc_module(name), in("in", this), out("out", this) {}
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    const bool write = payload.is_write();
    const std::uint64_t address = payload.get_address(), line = address - address % kLineBytes;
    const auto first = static_cast<unsigned>(address % kLineBytes / 4), words = payload.get_data_length() / 4;
    Line& request = *pool_.get();
    request.original = &payload;
    request.set_command(payload.get_command());
    request.set_address(static_cast<std::uint64_t>(write ? LineOperation::kStore : LineOperation::kLoad) << 60 | line);
    request.set_data_length(kLineBytes);
    enable_words(request, words == 32 ? ~0u : ((1u << words) - 1) << first, request.enables);
    payload.acquire();
    const tlm::tlm_sync_enum status = out.send(request, phase, delay);
    if (status != tlm::TLM_COMPLETED) return status;
    done(request);
    return status;
  }
  void request_blocking(unsigned, Payload&) {}
  void answered(unsigned, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    tlm::tlm_phase same_phase = phase;
    sc_core::sc_time same_delay = delay;
    Line& request = static_cast<Line&>(payload);
    Payload& original = *request.original;
    original.acquire();
    if (phase == tlm::BEGIN_RESP) done(request);
    in.answer(original, same_phase, same_delay);
    original.release();
  }
  TargetPort<Between> in;
  InitiatorPort<Between> out;

 private:
  struct Line : Payload {
    Payload* original = nullptr;
    LineEnables enables;
  };
  void done(Line& request) {
    request.original->set_response_status(request.get_response_status());
    request.set_byte_enable_ptr(nullptr);
    request.original->release();
    request.release();
  }
  PayloadPool<Line> pool_;
};

Design cache_of(std::uint64_t bytes) {
  Design design;
  design.storage.cache_bytes = bytes;
  return design;
}

struct Memory {
  explicit Memory(L1& l1) : mshr("mshr", {128, 32, 1}), dram("dram", {1, kDram, 128}) {
    l1.memory.bind(mshr.socket(0));
    mshr.memory().bind(dram.socket(0));
  }
  Mshr mshr;
  DramChannel dram;
};

}  // namespace

TEST_CASE("a buffer of one line before an L1 answers for its line and forwards the rest") {
  L1Level level("level", cache_of(65536));
  Memory memory(level.l1);
  LastLine before("before");
  Requester requester("requester",
                      {line(10, kLoad, 0x1000), line(300, kLoad, 0x1000), line(310, kLoad, 0x2000),
                       line(600, kStore, 0x2000), line(700, kLoad, 0x2000)},
                      1);
  requester.port.bind(before.in);
  before.out.bind(level.l1.loads);
  sc_core::sc_start(cycles(1000));
  CHECK(requester[1].answered == 301);
  CHECK(requester[2].answered == 310 + 1 + 1 + kDram + 1);
  CHECK(requester[4].answered == 700 + 1 + kBankAndCrossbar);  // a store empties the buffer
  CHECK(level.l1.counters().accesses == 4);
  CHECK(requester.done());
}

TEST_CASE("an L1 behind an L1 keeps lines that the first has lost and memory is asked only once") {
  // The first L1 holds one line in each of two sets; 0x1000 and 0x2000 share a set.
  Design small = cache_of(256);
  small.cache.ways = 1;
  L1Level first("first", small), second("second", cache_of(65536));
  Between between("between");
  Memory memory(second.l1);
  Requester requester("requester",
                      {line(10, kLoad, 0x1000), line(300, kLoad, 0x2000), line(600, kLoad, 0x1000),
                       line(700, kLoad, 0x1000), line(800, kStore, 0x1000, 0xf)},
                      2);
  requester.port.bind(first.l1.loads);
  first.l1.memory.bind(between.in);
  between.out.bind(second.l1.loads);
  sc_core::sc_start(cycles(1500));
  // The first reaches the second as it would reach an MSHR; there the line comes from tags, bank and crossbar, or from
  // memory.
  constexpr Cycle kHit = 1 + kBankAndCrossbar, kMiss = 1 + 1 + kDram + 1;
  CHECK(requester[0].answered == 10 + 1 + kMiss + 1);
  CHECK(requester[1].answered == 300 + 1 + kMiss + 1);
  CHECK(requester[2].answered == 600 + 1 + kHit + 1);
  CHECK(requester[3].answered == 700 + kHit);
  CHECK(first.l1.counters().hits == 2);
  CHECK(second.l1.counters().hits == 2);  // the load, and the store that both L1s write through
  CHECK(memory.dram.counters().reads == 2);
  CHECK(memory.dram.counters().writes == 1);
  CHECK(first.l1.idle());
  CHECK(second.l1.idle());
  CHECK(requester.done());
}
