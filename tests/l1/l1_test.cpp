// The L1 between a requester, tags, MSHR and banks: the cycles in which lines are accepted and answered.
#include <catch2/catch.hpp>

#include "l1/l1_bench.h"
#include "l1/line_kinds.h"
#include "support/random.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design design_with(StorePolicy stores) {
  Design design;
  design.cache.global_stores = stores;
  return design;
}

struct Bench : L1Level {
  Bench(const Design& design_of, std::vector<Access> accesses, const char* name = "bench")
      : L1Level(name, design_of),
        mshr("mshr", {design.mshr.entries, design.mshr.merges, 1}),
        dram("dram", {1, kDram, 128}),
        requester("requester", std::move(accesses), 1) {
    requester.port.bind(l1.loads);
    l1.memory.bind(mshr.socket(0));
    mshr.memory().bind(dram.socket(0));
  }
  void run(Cycle until) { sc_core::sc_start(cycles(until)); }

  Mshr mshr;
  DramChannel dram;
  Requester requester;
};

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

TEST_CASE("an L1 that calls its tag array does the same as one that sends it payloads") {
  std::vector<Access> accesses;
  Random random(7);
  for (Cycle at = 10; at < 20000; at += 1 + random.below(60)) {
    const LineOperation operation = random.below(4) == 0 ? kStore : kLoad;
    accesses.push_back(line(at, operation, 0x1000 + random.below(400) * kLineBytes, 1u << random.below(32) | 1));
  }
  const MakeSocketTap taps = make_socket_tap;
  Bench sends(design_with(StorePolicy::kWriteBack), accesses, "sends");
  make_socket_tap = nullptr;  // nothing observes the socket
  Bench calls(design_with(StorePolicy::kWriteBack), accesses, "calls");
  calls.l1.tags_are(calls.tags);
  make_socket_tap = taps;
  sends.run(40000);
  CHECK(calls.l1.counters().values() == sends.l1.counters().values());
  CHECK(calls.tags.counters().values() == sends.tags.counters().values());
  CHECK(calls.l1.counters().load_hits > 50);
  for (std::size_t i = 0; i < accesses.size(); ++i)
    CHECK(calls.requester[static_cast<unsigned>(i)].answered == sends.requester[static_cast<unsigned>(i)].answered);
}

TEST_CASE("the words of a line are encoded in byte enables and decoded again") {
  std::vector<std::uint32_t> tried = {0x00ff00f0u, 0xfffffffeu, 0xffffffffu, 3u};
  for (unsigned word = 0; word < 32; ++word) tried.push_back(1u << word);
  for (const std::uint32_t words : tried) {
    Payload payload;
    LineEnables enables;
    enable_words(payload, words, enables);
    CHECK(enabled_words(payload) == words);
    CHECK((payload.get_byte_enable_ptr() == nullptr) == (words == ~0u));
    const LineBytes bytes = enabled_bytes(payload);
    for (unsigned byte = 0; byte < kLineBytes; ++byte)
      CHECK((bytes[byte / kSectorBytes] >> byte % kSectorBytes & 1) == (words >> byte / 4 & 1));
    payload.set_byte_enable_ptr(nullptr);
  }
}

TEST_CASE("a load that hits is answered after tags and bank and crossbar and one that misses a cycle after the MSHR") {
  Bench bench(design_with(StorePolicy::kWriteThrough),
              {line(10, kLoad, 0x1000), line(500, kLoad, 0x1000), line(600, kLoad, 0x1000, 0xf)});
  bench.run(700);
  CHECK(bench.requester[0].accepted == 10);
  // Looked up in 10, requested from the MSHR in 11, from the DRAM channel in 12.
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

TEST_CASE("a line in flight is not requested again and enters once") {
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

TEST_CASE("a write-through store goes to line and memory and is answered when it is looked up") {
  check_store(StorePolicy::kWriteThrough);
}

TEST_CASE("a write-evict store goes only to memory") { check_store(StorePolicy::kWriteEvict); }

TEST_CASE("a write-back store goes to memory with its line when the line is flushed") {
  check_store(StorePolicy::kWriteBack);
}

TEST_CASE("a line that is stored to while it is fetched is not entered") {
  Bench bench(design_with(StorePolicy::kWriteEvict),
              {line(10, kLoad, 0x1000), line(50, kStore, 0x1000), line(500, kLoad, 0x1000)});
  bench.run(1000);
  CHECK(bench.l1.counters().load_hits == 0);
  CHECK(bench.dram.counters().reads == 2);
}

TEST_CASE("requests outside of the register map are refused") {
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

TEST_CASE("a store past the L1 leaves no dirty line and a load past it writes a dirty one back") {
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

TEST_CASE("after an acquire a line is requested again and only once") {
  Bench bench(design_with(StorePolicy::kWriteThrough),
              {line(10, kLoad, 0x1000), line(300, kLoad, 0x1000), order(500, LineOperation::kAcquire),
               line(600, kLoad, 0x1000), line(900, kLoad, 0x1000), line(900, kLoad, 0x1000 | kLineRequestLocal)});
  bench.run(500);
  CHECK(bench.l1.counters().hits == 1);
  bench.run(300);
  CHECK(bench.l1.counters().hits == 1);
  CHECK(bench.dram.counters().reads == 2);
  CHECK(bench.banks.writes == 2 * 8);  // the line there is written again
  bench.run(300);
  CHECK(bench.l1.counters().hits == 3);
  CHECK(bench.dram.counters().reads == 2);
}

TEST_CASE("a line requested before an acquire is stale and a load after the acquire does not merge with it") {
  Bench bench(design_with(StorePolicy::kWriteThrough),
              {line(10, kLoad, 0x1000), order(30, LineOperation::kAcquire), line(40, kLoad, 0x1000),
               line(300, kLoad, 0x1000)});
  bench.run(530);
  CHECK(bench.dram.counters().reads == 2);
  CHECK(bench.requester[2].answered == 40 + 1 + 1 + kDram + 1);
  CHECK(bench.requester[3].answered == 300 + 1 + kBankAndCrossbar);
}

TEST_CASE("a release is answered when memory has answered what its warp has stored") {
  Bench bench(design_with(StorePolicy::kWriteThrough),
              {line(10, kStore, 0x1000, 0xf), order(12, LineOperation::kRelease), order(12, LineOperation::kRelease, 1),
               order(200, LineOperation::kRelease)});
  bench.run(12);
  CHECK(bench.requester[0].answered == 11);
  CHECK(bench.l1.stores_out(0) == 1);
  bench.run(300);
  CHECK(bench.l1.stores_out(0) == 0);
  CHECK(bench.requester[1].accepted == 12);
  // The tag's answer comes in 11; the request goes out in that cycle, reaches memory a cycle later, and 16 bytes take
  // one.
  CHECK(bench.requester[1].answered == 11 + 1 + 1);
  CHECK(bench.requester[2].answered == 12);  // another warp's
  CHECK(bench.requester[3].answered == 200);
  CHECK(bench.l1.idle());
}

TEST_CASE("with write-back a release is answered when the dirty lines have left") {
  Bench bench(design_with(StorePolicy::kWriteBack),
              {line(10, kLoad, 0x1000), line(300, kStore, 0x1000), order(400, LineOperation::kRelease, 3)});
  bench.run(400);
  CHECK(bench.dram.counters().writes == 0);
  bench.run(300);
  CHECK(bench.dram.counters().writes == 1);
  // The first line hits, its rows are read, it is evicted, and the last lookup misses.
  CHECK(bench.requester[2].answered > 400 + 1 + kBankAndCrossbar);
  CHECK(bench.requester[2].answered < 420);
  CHECK(bench.l1.idle());
}

// The second store waits for its lookup and has it in the cycle of the search, just before it: the tags know a dirty
// line, which is clean afterwards.
TEST_CASE("a store just before the search for dirty lines is in the line that is written back") {
  Bench bench(design_with(StorePolicy::kWriteBack),
              {line(10, kLoad, 0x1000), line(300, kStore, 0x1000, 1), order(400, LineOperation::kRelease, 3),
               line(400, kStore, 0x1000, 2), line(400, kStore, 0x1000, 4)});
  bench.run(390);
  bench.banks.rows.clear();
  bench.run(300);
  CHECK(bench.l1.counters().flushed == 1);
  CHECK(bench.dram.counters().writes == 1);
  CHECK(bench.banks.rows == "wwrrrrrrrr");
  CHECK(bench.l1.idle());
}

TEST_CASE("an order that an L1 does not know is refused") {
  Bench bench(design_with(StorePolicy::kWriteThrough),
              {order(10, LineOperation::kLoad), order(20, LineOperation::kRelease, 1000)});
  bench.run(100);
  CHECK(bench.requester[0].status == tlm::TLM_GENERIC_ERROR_RESPONSE);
  CHECK(bench.requester[1].status == tlm::TLM_GENERIC_ERROR_RESPONSE);
}
