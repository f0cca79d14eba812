// Stores that hit: written through, evicting their line, or making it dirty; and how dirty lines are written back.
#include <catch2/catch.hpp>

#include "memory/dram_channel.h"
#include "sm/measures.h"
#include "support/addresses.h"
#include "support/forked.h"
#include "support/sm_bench.h"

using namespace unibank;
using namespace unibank::test;

namespace {

Design with_stores(StorePolicy global, StorePolicy local = StorePolicy::kWriteThrough, Design design = bench_design()) {
  design.cache.global_stores = global;
  design.cache.local_stores = local;
  return design;
}

Design with_write_back() { return with_stores(StorePolicy::kWriteBack); }
Design with_write_evict() { return with_stores(StorePolicy::kWriteEvict); }

// A DRAM channel that records its requests in order.
class NotingDram : public sc_core::sc_module, public DramInterface {
 public:
  struct Request {
    Cycle cycle;
    std::uint64_t address;
    bool write;
  };
  NotingDram(const sc_core::sc_module_name& name, const DramParameters& parameters, std::vector<Request>& noted)
      : sc_module(name), noted_(noted), in_("in", this), out_("out", this), native_("native", parameters) {
    out_.bind(native_.socket(0));
  }
  TargetSocket& socket(unsigned) override { return in_; }
  unsigned queue_depth() const override { return native_.queue_depth(); }
  unsigned in_flight() const override { return native_.in_flight(); }
  DramChannelCounters counters() const override { return native_.counters(); }

 private:
  friend class TargetPort<NotingDram>;
  friend class InitiatorPort<NotingDram>;
  tlm::tlm_sync_enum request(unsigned, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    noted_.push_back({current_cycle(), payload.get_address(), payload.is_write()});
    return out_.send(payload, phase, delay);
  }
  void request_blocking(unsigned, Payload&) {}
  void answered(unsigned, Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    tlm::tlm_phase same_phase = phase;
    sc_core::sc_time same_delay = delay;
    in_.answer(payload, same_phase, same_delay);
  }

  std::vector<Request>& noted_;
  TargetPort<NotingDram> in_;
  InitiatorPort<NotingDram> out_;
  DramChannel native_;
};

BlockFactories noting_memory(std::vector<NotingDram::Request>& noted) {
  BlockFactories factories;
  factories.set<DramKind>([&noted](const char* name, const DramParameters& parameters) {
    return std::make_unique<NotingDram>(name, parameters, noted);
  });
  return factories;
}

// Records when bank 1 of port 0's cache banks, which holds word 1 of every line, is read and written.
class SecondWord : public SmObserver {
 public:
  explicit SecondWord(const Sm& sm) : sm_(sm) {}
  void register_row(unsigned, unsigned, bool) override {}
  void memory_row(unsigned port, unsigned bank, bool write) override {
    if (port != 0 || bank != AddressMap::kNarrowBanksPerPort + 1) return;
    order += write ? 'w' : 'r';
    if (!write) reads.push_back(sm_.cycle());
  }
  void tag_lookup(bool) override {}
  void end_of_cycle() override {}
  std::string order;
  std::vector<Cycle> reads;

 private:
  const Sm& sm_;
};

// Loads a line, then stores to its first eight words, `times` times.
Script load_and_store(unsigned times, unsigned line = kSomeLine) {
  Script script;
  script.load(Space::kGlobal, {1}, {0}, consecutive(line));
  for (unsigned i = 0; i < times; ++i) script.store(Space::kGlobal, {0, 1}, consecutive(line)).lanes(0xff);
  return script;
}

// The same, followed by loads of further lines, one after the other.
Script lines_of_one_set(unsigned stored, unsigned loaded_after) {
  Script script = load_and_store(stored);
  for (unsigned line = 1; line <= loaded_after; ++line) {
    script.load(Space::kGlobal, {static_cast<std::uint16_t>(1 + line)}, {static_cast<std::uint16_t>(line)},
                consecutive(kSomeLine + 128 * line));
  }
  return script;
}

}  // namespace

TEST_CASE("write-back: a store that hits makes its line dirty and moves nothing until the kernel ends") {
  SmBench bench(with_write_back());
  bench.run(load_and_store(3).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.hits"] == 3);
  CHECK(counters["cache.dirty_hits"] == 2);  // the first found it clean
  CHECK(counters["cache.dirtied"] == 1);
  CHECK(counters["cache.write_backs"] == 1);
  CHECK(counters["cache.flushed"] == 1);
  CHECK(counters["cache.row_writes"] == kNarrowLine + 3 * 8);
  CHECK(counters["cache.row_reads"] == kNarrowLine);  // the flush's
  CHECK(bench.dram->counters().writes == 1);
  CHECK(bench.dram->counters().write_bytes == kSectorBytes);  // which the lanes have stored to
  CHECK(bench.sm.idle());
}

TEST_CASE("write-back: with one dirty bit for each line the whole line goes to memory") {
  Design design = with_write_back();
  design.cache.dirty_bits = DirtyBits::kLine;
  SmBench bench(design);
  bench.run(load_and_store(3).exit());
  CHECK(bench.dram->counters().writes == 1);
  CHECK(bench.dram->counters().write_bytes == kLineBytes);
}

TEST_CASE("write-back: a load that hits a dirty line counts as such") {
  SmBench bench(with_write_back());
  bench.run(load_and_store(1).load(Space::kGlobal, {2}, {1}, consecutive(kSomeLine)).exit());
  CHECK(bench.sm.counters()["cache.dirty_hits"] == 1);
  CHECK(bench.sm.counters()["cache.load_hits"] == 1);
}

TEST_CASE("write-back: a store that misses goes to memory in sectors and enters no line") {
  SmBench bench(with_write_back());
  bench.run(Script().store(Space::kGlobal, {0, 1}, consecutive(kSomeLine)).lanes(0xff).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.dirtied"] == 0);
  CHECK(counters["cache.write_backs"] == 0);
  CHECK(counters["tag_fills"] == 0);
  CHECK(bench.dram->counters().write_bytes == 32);
}

TEST_CASE("write-back: the victim of a fill is written to memory if it is dirty") {
  SmBench bench(with_write_back());
  bench.cache_sets = 1;
  bench.run(lines_of_one_set(1, 4).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["tag_fills"] == 5);
  CHECK(counters["cache.write_backs"] == 1);
  CHECK(counters["cache.flushed"] == 0);
  CHECK(counters["cache.row_reads"] == kNarrowLine);
  CHECK(bench.dram->counters().writes == 1);
  CHECK(bench.dram->counters().write_bytes == kSectorBytes);  // which the lanes have stored to
}

TEST_CASE("write-back: a clean victim is dropped") {
  SmBench bench(with_write_back());
  bench.cache_sets = 1;
  bench.run(lines_of_one_set(0, 4).exit());
  CHECK(bench.sm.counters()["tag_fills"] == 5);
  CHECK(bench.sm.counters()["cache.row_reads"] == 0);
  CHECK(bench.dram->counters().writes == 0);
}

TEST_CASE("write-back: a dirty victim reaches memory before its line is read again") {
  unsigned read_again = 0;
  for (unsigned later = 0; later < 12; ++later) {
    const std::string text = forked([&] {
      std::vector<NotingDram::Request> noted;
      SmBench bench(with_write_back(), noting_memory(noted));
      bench.cache_sets = 1;
      Script script = lines_of_one_set(1, 3);
      // The fifth line evicts the first when it arrives, 404 cycles after its issue; at about that time the first is
      // looked up again.
      script.load(Space::kGlobal, {6}, {4}, consecutive(kSomeLine + 128 * 4));
      for (unsigned i = 0; i < later; ++i) script.alu({7}, {});
      for (unsigned i = 0; i < 20; ++i) script.special({8}, {8});
      bench.run(script.load(Space::kGlobal, {9}, {8}, consecutive(kSomeLine)).exit());
      std::string order;
      for (const NotingDram::Request& request : noted) {
        if (request.address == kSomeLine) order += request.write ? 'w' : 'r';
      }
      return order;
    });
    INFO(later << " cycles later: " << text);
    CHECK((text == "rw" || text == "rwr"));  // still there, and flushed at the end; or evicted and read after its write
    read_again += text == "rwr";
  }
  CHECK(read_again > 8);
}

TEST_CASE("write-evict: a store drops its line and writes memory, hit or miss") {
  SmBench bench(with_write_evict());
  bench.run(load_and_store(2).load(Space::kGlobal, {2}, {1}, consecutive(kSomeLine)).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.hits"] == 1);  // the first store's
  CHECK(counters["cache.store_evictions"] == 1);
  CHECK(counters["cache.load_hits"] == 0);
  CHECK(counters["cache.row_writes"] == 2 * kNarrowLine);  // both loads' fills, no store
  CHECK(counters["tag_fills"] == 2);
  CHECK(bench.dram->counters().writes == 2);
  CHECK(bench.dram->counters().write_bytes == 2 * 32);
}

TEST_CASE("global and local stores have a policy each") {
  SmBench bench(with_stores(StorePolicy::kWriteEvict, StorePolicy::kWriteBack));
  bench.run(Script()
                .load(Space::kGlobal, {1}, {0}, consecutive(kSomeLine))
                .load(Space::kLocal, {2}, {0}, consecutive(2 * kSomeLine))
                .store(Space::kGlobal, {0, 1}, consecutive(kSomeLine))
                .store(Space::kLocal, {0, 2}, consecutive(2 * kSomeLine))
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.accesses"] == 4);
  CHECK(counters["cache.hits"] == 2);
  CHECK(counters["cache.local_accesses"] == 2);
  CHECK(counters["cache.local_hits"] == 1);
  CHECK(counters["cache.store_evictions"] == 1);
  CHECK(counters["cache.dirtied"] == 1);
  CHECK(counters["cache.flushed"] == 1);
  CHECK(bench.dram->counters().writes == 2);
}

TEST_CASE("a dirty line that a write-evict store hits is written back before the store") {
  SmBench bench(with_stores(StorePolicy::kWriteEvict, StorePolicy::kWriteBack));
  bench.run(Script()
                .load(Space::kLocal, {1}, {0}, consecutive(kSomeLine))
                .store(Space::kLocal, {0, 1}, consecutive(kSomeLine))
                .store(Space::kGlobal, {0, 1}, consecutive(kSomeLine))  // the same line
                .exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.write_backs"] == 1);
  CHECK(counters["cache.flushed"] == 0);
  CHECK(counters["cache.row_reads"] == kNarrowLine);
  CHECK(bench.dram->counters().writes == 2);
  CHECK(bench.dram->counters().write_bytes == 2 * 128);
}

TEST_CASE("an atomic on a dirty line writes it back first and on a clean line only drops it") {
  for (const unsigned stores : {0u, 1u}) {
    const std::string text = forked([&] {
      SmBench bench(with_write_back());
      bench.run(load_and_store(stores).atomic({2}, {1}, at(kSomeLine)).exit());
      return std::to_string(bench.sm.counters()["cache.write_backs"]) + " " +
             std::to_string(bench.sm.counters()["cache.flushed"]) + " " +
             std::to_string(bench.dram->counters().write_bytes);
    });
    CHECK(text == (stores == 0 ? "0 0 32" : "1 0 64"));
  }
}

TEST_CASE("a dirty line is read after the last store to it has been written and other waits for banks do not matter") {
  Design design = with_write_back();
  design.conflicts.model = ConflictModel::kArbitrated;  // instructions follow one another without penalties
  design.cache.lookups_per_cycle = 8;  // a line's rows leave each cycle: the store's rows wait behind the loads'
  SmBench bench(design);
  SecondWord word(bench.sm);
  bench.sm.watch(&word);
  bench.run(Script()
                .load(Space::kGlobal, {1}, {0}, strided(kSomeLine, 32))  // the first words of sectors, of 8 lines
                .load(Space::kGlobal, {2}, {1}, strided(kSomeLine, 32))
                .store(Space::kGlobal, {1, 1}, consecutive(kSomeLine))
                .atomic({3}, {1}, at(kSomeLine))
                .exit());
  CHECK(bench.sm.counters()["cache.write_backs"] == 1);
  CHECK(word.order == "wwwwwwwwwr");  // eight fills, the store, the line that leaves
}

TEST_CASE("two dirty lines may wait for the MSHR and the third is not looked up") {
  constexpr unsigned kLines = 16;
  Design design = with_write_back();
  BlockFactories factories;
  factories.set<DramKind>([](const char* name, DramParameters parameters) {
    parameters.bytes_per_cycle = 1;
    parameters.queue = 1;
    return std::make_unique<DramChannel>(name, parameters);
  });
  SmBench bench(design, factories);
  SecondWord word(bench.sm);
  bench.sm.watch(&word);
  Script script;
  script.load(Space::kGlobal, {1}, {0}, strided(kSomeLine, 64)).store(Space::kGlobal, {1, 1}, strided(kSomeLine, 64));
  bench.run(script.exit());
  CHECK(bench.sm.counters()["cache.flushed"] == kLines);
  REQUIRE(word.reads.size() == kLines);
  // Besides these two there are five: one moves (its two stored-to sectors take 64 cycles), one is in the channel's
  // queue, one waits to be accepted by the channel, one is in the MSHR, and one is before the MSHR.
  constexpr unsigned kOnTheWay = 2 + 5;
  CHECK(word.reads[kOnTheWay - 1] - word.reads[0] < 30);
  for (unsigned line = kOnTheWay + 1; line < kLines; ++line)
    CHECK(word.reads[line] - word.reads[line - 1] == 2 * kSectorBytes);
}

TEST_CASE("the kernel ends when the last dirty line has arrived at memory") {
  constexpr unsigned kLines = 6, kTransfer = 128 / 8;
  Script script;
  for (std::uint16_t line = 0; line < kLines; ++line) {
    script.load(Space::kGlobal, {static_cast<std::uint16_t>(line + 1)}, {line}, consecutive(kSomeLine + 128 * line));
    script.store(Space::kGlobal, {0, static_cast<std::uint16_t>(line + 1)}, consecutive(kSomeLine + 128 * line));
  }
  std::vector<NotingDram::Request> noted;
  SmBench bench(with_write_back(), noting_memory(noted));
  const Cycle end = bench.run(script.exit());
  CHECK(bench.sm.counters()["cache.flushed"] == kLines);
  REQUIRE(noted.size() == 2 * kLines);
  for (unsigned line = 0; line < kLines; ++line) {
    CHECK(noted[kLines + line].write);
    CHECK(noted[kLines + line].address == kSomeLine + 128 * line);  // in the order of the sets
  }
  // The channel accepts the first line a cycle after it was sent and moves the lines back to back.
  CHECK(end == noted[kLines].cycle + 1 + kLines * kTransfer);
}

TEST_CASE("a dirty line is at the channel four cycles after the kernel's last: lookup, rows, their way, the MSHR") {
  Script script = load_and_store(1);
  for (unsigned i = 0; i < 10; ++i) script.special({2}, {2});  // the store's own traffic is long finished
  script.exit();
  const std::string last = forked([&] {
    SmBench bench(bench_design());
    return std::to_string(bench.run(script));
  });
  std::vector<NotingDram::Request> noted;
  SmBench bench(with_write_back(), noting_memory(noted));
  bench.run(script);
  REQUIRE(noted.size() == 2);
  CHECK(noted[1].cycle == std::stoul(last) + 4);
}

TEST_CASE("after the flush lines are clean and stay") {
  SmBench bench(with_write_back());
  bench.run(load_and_store(1).exit());
  bench.keep_cache = true;
  bench.run(Script().load(Space::kGlobal, {1}, {0}, consecutive(kSomeLine)).exit());
  const CounterValues counters = bench.sm.counters();
  CHECK(counters["cache.load_hits"] == 1);
  CHECK(counters["cache.dirty_hits"] == 0);
  CHECK(counters["cache.write_backs"] == 1);
}

TEST_CASE("without dirty lines a kernel ends one lookup after its last work and with write-through at once") {
  const auto cycles = [](const Design& design) {
    return forked([&] {
      SmBench bench(design);
      return std::to_string(bench.run(Script().load(Space::kGlobal, {1}, {0}, consecutive(kSomeLine)).exit()));
    });
  };
  CHECK(std::stoul(cycles(with_write_back())) == std::stoul(cycles(bench_design())) + 2);
  CHECK(cycles(with_write_evict()) == cycles(bench_design()));
}

TEST_CASE("dirty lines leave and all drains with one MSHR entry in separate and unified and arbitrated banks") {
  for (const bool arbitrated : {false, true}) {
    for (const bool unified : {false, true}) {
      INFO((arbitrated ? "arbitrated" : "counted") << (unified ? ", unified" : ", separate"));
      CHECK(forked([&] {
        Design design = with_stores(StorePolicy::kWriteBack, StorePolicy::kWriteBack,
                                    unified ? unified_bench_design() : bench_design());
        if (arbitrated) design.conflicts.model = ConflictModel::kArbitrated;
        design.mshr.entries = design.mshr.merges = 1;
        SmBench bench(design);
        bench.cache_sets = 2;
        Script script;
        for (unsigned round = 0; round < 3; ++round) {
          script.load(Space::kGlobal, {1}, {0}, strided(kSomeLine, 64))
              .store(Space::kGlobal, {0, 1}, strided(kSomeLine + 512, 64))
              .atomic({2}, {1}, strided(kSomeLine, 256));
        }
        bench.run(script.exit(), 6, 2, 3);
        const CounterValues counters = bench.sm.counters();
        std::string text = bench.sm.idle() && bench.dram->in_flight() == 0 ? "drained" : "stuck";
        if (counters["cache.dirtied"] < 8 || counters["cache.flushed"] == 0) text += ", too few dirty lines";
        if (counters["cache.write_backs"] != counters["cache.dirtied"]) text += ", not all written back";
        if (bench.sm.port_violations() != 0) text += ", banks used twice in a cycle";
        return text;
      }) == "drained");
    }
  }
}
