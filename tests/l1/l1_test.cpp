// The L1 between a requester, tags, MSHR and banks: in which cycles lines are taken and answered.
#include <catch2/catch.hpp>

#include "l1/l1.h"
#include "memory/dram_channel.h"
#include "memory/mshr.h"
#include "memory/tag_array.h"
#include "support/requester.h"

using namespace unibank;
using test::Access;
using test::Requester;

namespace {

constexpr Cycle kBankAndCrossbar = 2;
constexpr unsigned kDram = 100;

// All banks behind the crossbar: every row is answered in two cycles.
struct Banks : sc_core::sc_module {
  explicit Banks(const sc_core::sc_module_name& name) : sc_module(name) {
    for (unsigned port = 0; port < RowPorts::kPorts; ++port)
      ports.push_back(std::make_unique<TargetPort<Banks>>(("port" + std::to_string(port)).c_str(), this, port));
  }
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    ++(payload.is_write() ? writes : reads);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = answer_delay(kBankAndCrossbar);
    return tlm::TLM_COMPLETED;
  }
  void request_blocking(unsigned, Payload&) {}
  std::vector<std::unique_ptr<TargetPort<Banks>>> ports;
  unsigned reads = 0, writes = 0;
};

struct NoWatch : CacheObserver {
  void looked_up(const CacheLookup& lookup) override { lookups.push_back(lookup); }
  std::vector<CacheLookup> lookups;
};

Design design_with(StorePolicy stores) {
  Design design;
  design.cache.global_stores = stores;
  return design;
}

class Bench : public sc_core::sc_module, public SmCycle {
 public:
  Bench(const Design& design_of, std::vector<Access> accesses)
      : sc_module(sc_core::sc_module_name("bench")),
        design(design_of),
        rows("rows", design, *this),
        l1("l1", {&design, this, &rows, &leaving, &watch, &lines, {}}),
        tags("tags", {design.cache.ways, 1, nullptr}),
        mshr("mshr", {design.mshr.entries, design.mshr.merges, 1}),
        dram("dram", {1, kDram, 128}),
        banks("banks"),
        requester("requester", std::move(accesses), 1) {
    requester.port.bind(l1.loads);
    l1.tags.bind(tags.socket(0));
    l1.memory.bind(mshr.socket(0));
    mshr.memory().bind(dram.socket(0));
    for (unsigned port = 0; port < RowPorts::kPorts; ++port) rows.socket(port).bind(*banks.ports[port]);
    arbiter = Arbiter(design);
    const AddressMap map(design, 0, 0, 1, 16);
    l1.reset(map);
    tags.configure(map.cache_sets(), map.cache_ways());
    SC_HAS_PROCESS(Bench);
    SC_METHOD(tick);
    sensitive << half;
    dont_initialize();
    half.notify(cycles(1) / 2);
  }
  void wake(Cycle) override {}
  void take_turn() override {}
  void run(Cycle until) { sc_core::sc_start(cycles(until)); }

  const Design design;
  LeavingLines leaving;
  NoWatch watch;
  LinePolicy lines;
  RowPorts rows;
  L1 l1;
  TagArray tags;
  Mshr mshr;
  DramChannel dram;
  Banks banks;
  Requester requester;

 private:
  void tick() {
    now = current_cycle();
    arbiter.begin_cycle();
    l1.begin_cycle();
    for (const DueItem& item : calendar.take(now)) {
      if (item.kind == Due::kMemoryAnswer) l1.memory_answer(item.subject);
      if (item.kind == Due::kFillAnswer) l1.fill_answer(item.subject);
      if (item.kind == Due::kTagAnswer) l1.tag_answer(item.subject);
    }
    l1.advance_fills();
    l1.advance();
    l1.advance_behind_lines();
    half.notify(cycles(1));
  }
  sc_core::sc_event half;
};

Access line(Cycle issue, LineOperation operation, std::uint64_t address, std::uint32_t words = ~0u) {
  Access access;
  access.issue = issue;
  access.address = static_cast<std::uint64_t>(operation) << 60 | address;
  access.write = operation == LineOperation::kStore || operation == LineOperation::kReduction;
  access.length = kLineBytes;
  for (unsigned byte = 0; words != ~0u && byte < kLineBytes; ++byte)
    access.enables.push_back(words >> (byte / 4) & 1 ? 0xff : 0);
  return access;
}

constexpr auto kLoad = LineOperation::kLoad;
constexpr auto kStore = LineOperation::kStore;

void check_store(StorePolicy policy) {
  Bench bench(design_with(policy), {line(10, kLoad, 0x1000), line(500, kStore, 0x1000), line(600, kLoad, 0x1000)});
  bench.run(1000);
  CHECK(bench.requester[1].answered == 501);
  CHECK(bench.l1.counters().hits == (policy == StorePolicy::kWriteEvict ? 1 : 2));
  CHECK(bench.dram.counters().writes == (policy == StorePolicy::kWriteBack ? 0 : 1));
  CHECK(bench.l1.counters().dirtied == (policy == StorePolicy::kWriteBack ? 1 : 0));
  CHECK(bench.l1.flush() == (policy == StorePolicy::kWriteBack));
  bench.run(1000);
  CHECK(bench.dram.counters().writes == 1);
  CHECK(bench.l1.counters().flushed == (policy == StorePolicy::kWriteBack ? 1 : 0));
  CHECK(bench.l1.idle());
}

}  // namespace

TEST_CASE("words of a line go through its byte enables and back") {
  for (const std::uint32_t words : {1u, 0x80000000u, 0x00ff00f0u, 0xfffffffeu, 0xffffffffu}) {
    Payload payload;
    LineEnables enables;
    enable_words(payload, words, enables);
    CHECK(enabled_words(payload) == words);
    CHECK((payload.get_byte_enable_ptr() == nullptr) == (words == ~0u));
    payload.set_byte_enable_ptr(nullptr);
  }
}

TEST_CASE("a load that hits is answered after tags bank and crossbar, one that misses a cycle behind the MSHR") {
  Bench bench(design_with(StorePolicy::kWriteThrough),
              {line(10, kLoad, 0x1000), line(500, kLoad, 0x1000), line(600, kLoad, 0x1000, 0xf)});
  bench.run(700);
  CHECK(bench.requester[0].accepted == 10);
  // Looked up in 10, asked of the MSHR in 11, of the DRAM channel in 12.
  CHECK(bench.requester[0].answered == 10 + 1 + 1 + kDram + 1);
  CHECK(bench.requester[1].answered == 500 + 1 + kBankAndCrossbar);
  CHECK(bench.requester[2].answered == 600 + 1 + kBankAndCrossbar);
  CHECK(bench.l1.counters().accesses == 3);
  CHECK(bench.l1.counters().hits == 2);
  CHECK(bench.banks.writes == 8);      // the fill
  CHECK(bench.banks.reads == 8 + 1);   // a whole line, and 16 bytes of it
  CHECK(bench.l1.idle());
  CHECK(bench.requester.done());
}

TEST_CASE("a line that is under way is not asked of memory again, and enters once") {
  Bench bench(design_with(StorePolicy::kWriteThrough), {line(10, kLoad, 0x1000), line(20, kLoad, 0x1000)});
  bench.run(300);
  CHECK(bench.requester[1].answered == bench.requester[0].answered + 1);
  CHECK(bench.dram.counters().reads == 1);
  CHECK(bench.banks.writes == 8);
}

TEST_CASE("lines beyond the tags' lookups of a cycle wait at the socket") {
  Bench bench(design_with(StorePolicy::kWriteThrough), {line(10, kLoad, 0x1000), line(10, kLoad, 0x2000)});
  bench.run(300);
  CHECK(bench.requester[0].accepted == 10);
  CHECK(bench.requester[1].accepted == 11);
}

TEST_CASE("a store that is written through goes to the line and to memory, and is answered when it is looked up") {
  check_store(StorePolicy::kWriteThrough);
}

TEST_CASE("a store that evicts its line goes to memory alone") { check_store(StorePolicy::kWriteEvict); }

TEST_CASE("a store that is written back goes to memory with its line, when that is flushed") {
  check_store(StorePolicy::kWriteBack);
}

TEST_CASE("a line that is stored to while it comes is not entered") {
  Bench bench(design_with(StorePolicy::kWriteEvict),
              {line(10, kLoad, 0x1000), line(50, kStore, 0x1000), line(500, kLoad, 0x1000)});
  bench.run(1000);
  CHECK(bench.l1.counters().load_hits == 0);
  CHECK(bench.dram.counters().reads == 2);
}

TEST_CASE("what the register map does not have is refused") {
  Bench bench(design_with(StorePolicy::kWriteThrough), {line(10, static_cast<LineOperation>(7), 0x1000)});
  bench.run(100);
  CHECK(bench.requester[0].status == tlm::TLM_GENERIC_ERROR_RESPONSE);
  CHECK(bench.l1.counters().accesses == 0);
}

TEST_CASE("a load past the L1 drops its line and asks memory for what it needs, each time") {
  Bench bench(design_with(StorePolicy::kWriteThrough),
              {line(10, kLoad, 0x1000), line(300, kLoad, 0x1000 | kLineRequestPast, 0xf),
               line(300, kLoad, 0x1000 | kLineRequestPast, 0xf), line(600, kLoad, 0x1000)});
  bench.run(1000);
  CHECK(bench.l1.counters().hits == 0);
  CHECK(bench.dram.counters().reads == 1 + 2 + 1);  // neither joins the other
  CHECK(bench.dram.counters().read_bytes == 2 * kLineBytes + 2 * kSectorBytes);
  CHECK(bench.l1.idle());
}

TEST_CASE("a store past the L1 leaves no dirty line, and a dirty one before a load past it") {
  Bench bench(design_with(StorePolicy::kWriteBack),
              {line(10, kLoad, 0x1000), line(300, kStore, 0x1000), line(400, kLoad, 0x1000 | kLineRequestPast),
               line(700, kLoad, 0x2000), line(1000, kStore, 0x2000 | kLineRequestPast)});
  bench.run(380);
  CHECK(bench.l1.counters().dirtied == 1);
  CHECK(bench.dram.counters().writes == 0);
  bench.run(1500);
  CHECK(bench.leaving.counters.write_backs == 1);
  CHECK(bench.l1.counters().dirtied == 1);
  CHECK(bench.l1.counters().store_evictions == 1);
  CHECK(bench.dram.counters().writes == 2);
}

TEST_CASE("behind an acquire a line is asked of memory again, once") {
  Bench bench(design_with(StorePolicy::kWriteThrough),
              {line(10, kLoad, 0x1000), line(300, kLoad, 0x1000), line(600, kLoad, 0x1000), line(900, kLoad, 0x1000),
               line(900, kLoad, 0x1000 | kLineRequestLocal)});
  bench.run(500);
  CHECK(bench.l1.counters().hits == 1);
  bench.l1.acquire();
  bench.run(300);
  CHECK(bench.l1.counters().hits == 1);
  CHECK(bench.dram.counters().reads == 2);
  CHECK(bench.banks.writes == 2 * 8);  // the line there is written anew
  bench.run(300);
  CHECK(bench.l1.counters().hits == 3);
  CHECK(bench.dram.counters().reads == 2);
}

TEST_CASE("a line that was asked for before an acquire enters as an old one, and a load behind it does not join") {
  Bench bench(design_with(StorePolicy::kWriteThrough),
              {line(10, kLoad, 0x1000), line(40, kLoad, 0x1000), line(300, kLoad, 0x1000)});
  bench.run(30);
  bench.l1.acquire();
  bench.run(500);
  CHECK(bench.dram.counters().reads == 2);
  CHECK(bench.requester[1].answered == 40 + 1 + 1 + kDram + 1);
  CHECK(bench.requester[2].answered == 300 + 1 + kBankAndCrossbar);
}

TEST_CASE("a store is released when memory has answered it") {
  Bench bench(design_with(StorePolicy::kWriteThrough), {line(10, kStore, 0x1000, 0xf)});
  bench.run(12);
  CHECK(bench.requester[0].answered == 11);
  CHECK(bench.l1.stores_out(0) == 1);
  CHECK_FALSE(bench.l1.release(0));
  CHECK(bench.l1.release(1));  // another warp's
  bench.run(200);
  CHECK(bench.l1.stores_out(0) == 0);
  CHECK(bench.l1.release(0));
}

TEST_CASE("where stores are written back a release waits for dirty lines") {
  Bench bench(design_with(StorePolicy::kWriteBack), {line(10, kLoad, 0x1000), line(300, kStore, 0x1000)});
  bench.run(400);
  CHECK_FALSE(bench.l1.release(0));
  CHECK_FALSE(bench.l1.release(0));
  bench.run(300);
  CHECK(bench.dram.counters().writes == 1);
  CHECK(bench.l1.release(0));
}
